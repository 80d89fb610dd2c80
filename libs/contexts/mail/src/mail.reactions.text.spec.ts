import { describe, expect, it } from '@jest/globals';
import { mailText } from './mail.reactions.js';

describe('the text of a mail', () => {
  it('addresses the member by name', () => {
    expect(mailText({ firstName: 'Jane', lastName: 'Doe' }, 'News.')).toBe(
      'Dear Jane Doe,\n\nNews.\n\nThis message was sent automatically. Please do not answer it.\n',
    );
  });

  it('works without a name', () => {
    expect(mailText({}, 'News.')).toMatch(/^Dear customer,\n/);
  });
});
