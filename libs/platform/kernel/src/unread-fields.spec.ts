import { describe, expect, it } from '@jest/globals';
import { fieldProblem, type Problem } from './problem.js';
import { UnreadFields } from './unread-fields.js';

describe('UnreadFields', () => {
  it('knows a field by its place, by a part of it, and anywhere', () => {
    const unread = new UnreadFields([
      fieldProblem('name', 'invalid.value', 'at most 3 characters'),
      fieldProblem('ticker', 'invalid.value', 'orders[1].security: not a ticker: at all'),
      fieldProblem('choiceId', 'cannot.be.null', 'questions[10].choices[2]'),
    ]);
    for (const field of ['name', 'ticker', 'choiceId']) expect(unread.has(field)).toBe(true);
    for (const place of ['orders[1].security', 'orders[1]', 'security']) {
      expect([place, unread.has('ticker', place)]).toEqual([place, true]);
    }
    expect(unread.has('choiceId', 'choices[2]')).toBe(true);
    for (const place of ['questions[1]', 'questions[1].choices[2]', 'choices[20]', '10]']) {
      expect([place, unread.has('choiceId', place)]).toEqual([place, false]);
    }
    expect(unread.has('ticker', 'questions[10]')).toBe(false);
    expect(unread.has('other')).toBe(false);
    const alias = new UnreadFields([fieldProblem('questionId', 'invalid.value', 'questions[0]')]);
    expect(alias.has('questionsId', 'questions[0]')).toBe(true);
    expect(alias.has('questionsId', 'questions[1]')).toBe(false);
  });

  it('misses nothing in an item that is no object, but in one with a field of the name of the list', () => {
    const noItem: Problem = { type: 'SYNTAX', message: '[3]: an object' };
    const unread = new UnreadFields([
      fieldProblem('tiers', 'invalid.value', 'fees.tiers[0]: an object'),
      fieldProblem('security', 'invalid.value', 'orders[1]: an object'),
      noItem,
    ]);
    expect(unread.has('anything', 'fees.tiers[0]')).toBe(true);
    expect(unread.has('anything', 'tiers[0]')).toBe(true);
    expect(unread.has('anything', '[3]')).toBe(true);
    expect(unread.has('anything', 'tiers[1]')).toBe(false);
    expect(unread.has('anything', 'fees')).toBe(false);
    expect(unread.has('security', 'orders[1]')).toBe(true);
    expect(unread.has('anything', 'orders[1]')).toBe(false);
  });
});
