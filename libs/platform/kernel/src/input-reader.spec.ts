import { describe, expect, it } from '@jest/globals';
import { InputReader } from './input-reader.js';
import { fieldProblem, ruleProblem } from './problem.js';

describe('InputReader', () => {
  it('names the place of an object in messages, and keeps one list of problems', () => {
    const reader = new InputReader();
    reader.at('questions[1]').at('choices[0]').problem('choiceId', 'invalid.value', 'twice');
    reader.at('security').problem('ticker', 'invalid.value');
    reader.problem('type', 'invalid.choice');
    reader.at('tiers[0]').rule('a.rule', 'too low', 'tiers');
    reader.rule('another.rule', 'Too late.');
    expect(reader.isWrong('ticker')).toBe(true);
    expect(reader.at('security').isWrong('tickers', 'choiceId')).toBe(true);
    expect(reader.isWrong('tickers')).toBe(false);
    expect(reader.problems).toEqual([
      fieldProblem('choiceId', 'invalid.value', 'questions[1].choices[0]: twice'),
      fieldProblem('ticker', 'invalid.value', 'security'),
      fieldProblem('type', 'invalid.choice'),
      ruleProblem('a.rule', 'tiers[0]: too low', 'tiers'),
      ruleProblem('another.rule', 'Too late.'),
    ]);
  });

  it('misses what is not there, but not what was unreadable', () => {
    const known = [
      fieldProblem('name', 'invalid.value'),
      fieldProblem('id', 'invalid.value', 'items[0]'),
      fieldProblem('items', 'invalid.value', 'items[1]: an object'),
    ];
    const reader = new InputReader(known);
    expect(reader.present('name', undefined)).toBe(false);
    expect(reader.at('items[0]').present('id', null)).toBe(false);
    expect(reader.at('items[1]').present('id', undefined)).toBe(false);
    expect(reader.at('items[2]').present('id', undefined)).toBe(false);
    expect(reader.filled('items', [])).toBe(false);
    expect(reader.filled('others', [])).toBe(false);
    expect(reader.filled('more', undefined)).toBe(false);
    expect(reader.filled('some', [0])).toBe(true);
    expect(reader.present('zero', 0)).toBe(true);
    expect(reader.requiredCode({ A: 1 }, 'name', null)).toBeNull();
    expect(reader.requiredCode({ A: 1 }, 'code', undefined)).toBeNull();
    expect(reader.requiredCode({ A: 1 }, 'code', 'A')).toBe('A');
    expect(reader.problems).toEqual([
      ...known,
      fieldProblem('id', 'cannot.be.null', 'items[2]'),
      fieldProblem('others', 'invalid.value', 'at least 1 item'),
      fieldProblem('more', 'cannot.be.null'),
      fieldProblem('code', 'cannot.be.null'),
    ]);
  });

  it('compares ids of the body with those of the path', () => {
    const reader = new InputReader();
    reader.matches('id', undefined, '1');
    reader.matches('id', null, '1');
    reader.matches('id', '1', '1');
    expect(reader.problems).toEqual([]);
    reader.matches('id', '2', '1');
    expect(reader.problems).toEqual([
      ruleProblem('uri.matching.rule', 'The value differs from the one in the path.', 'id'),
    ]);
  });

  it('reads values into canonical form; nothing reads as null', () => {
    const reader = new InputReader();
    expect(reader.code({ A: 1 }, 'code', 'A')).toBe('A');
    expect(reader.text('text', ' ü\n', { max: 1 })).toBe('ü');
    expect(reader.text('text', 'a\n\tb', { max: 4, lines: true })).toBe('a\n\tb');
    expect(reader.date('date', '2024-02-29')).toBe('2024-02-29');
    expect(reader.timestamp('at', '2024-02-29T00:00:00-05:00')).toBe('2024-02-29T05:00:00.000Z');
    expect(reader.quantity('shares', '1.50')?.toString()).toBe('1.5');
    expect(reader.quantity('shares', '-1', { negative: true })?.toString()).toBe('-1');
    expect(reader.date('date', '2024-02-29', '2024-02-29')).toBe('2024-02-29');
    expect(reader.date('date', '2024-03-01')).toBe('2024-03-01');
    const now = '2024-02-29T05:00:00.000Z';
    expect(reader.timestamp('at', '2024-02-29T00:00:00-05:00', now)).toBe(now);
    const evening = '2024-03-01T04:59:59.999Z';
    expect(reader.timestamp('at', evening, now)).toBe(evening);
    for (const nothing of [null, undefined]) {
      expect(reader.code({ A: 1 }, 'code', nothing)).toBeNull();
      expect(reader.text('text', nothing, { max: 1 })).toBeNull();
      expect(reader.date('date', nothing)).toBeNull();
      expect(reader.timestamp('at', nothing)).toBeNull();
      expect(reader.quantity('shares', nothing)).toBeNull();
    }
    expect(reader.problems).toEqual([]);
  });

  it('notes what is none', () => {
    const reader = new InputReader();
    reader.code({ A: 1 }, 'code', 'toString');
    reader.text('text', ' ', { max: 1 });
    reader.text('text', 'a\nb', { max: 9 });
    reader.text('text', '👍👍', { max: 1 });
    reader.date('date', '2023-02-29');
    reader.date('date', '2024-03-01', '2024-02-29');
    reader.timestamp('at', '2024-02-29');
    reader.timestamp('at', '2024-03-01T05:00:00Z', '2024-02-29T05:00:00.000Z');
    reader.quantity('shares', '1.001', { decimals: 2 });
    reader.quantity('shares', '-1');
    expect(reader.problems.map(({ field, errorCode }) => `${field}: ${errorCode}`)).toEqual([
      'code: invalid.choice',
      'text: invalid.value',
      'text: invalid.value',
      'text: invalid.length',
      'date: invalid.date',
      'date: invalid.date',
      'at: invalid.date',
      'at: invalid.date',
      'shares: invalid.value',
      'shares: invalid.value',
    ]);
  });
});
