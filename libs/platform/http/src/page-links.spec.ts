import { describe, expect, it } from '@jest/globals';
import { nextPage } from './index.js';

describe('the link to the next page', () => {
  it('asks for the same, from the cursor on', () => {
    expect(
      nextPage('/things', { firmId: '42', limit: 2, asOf: '2026-01-01T00:00:00+00:00' }, 'a b'),
    ).toEqual({
      link: '</things?firmId=42&limit=2&asOf=2026-01-01T00%3A00%3A00%2B00%3A00&cursor=a+b>; rel="next"',
    });
  });

  it('leaves out what was not asked for', () => {
    expect(nextPage('/things', { firmId: undefined }, 'c')).toEqual({
      link: '</things?cursor=c>; rel="next"',
    });
  });

  it('is not there on the last page', () => {
    expect(nextPage('/things', { limit: 2 }, undefined)).toEqual({});
  });
});
