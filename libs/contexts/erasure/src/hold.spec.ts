import { describe, expect, it } from '@jest/globals';
import { holdOf, holdProblems } from './hold.js';

const OWN = '2019-02-28T10:00:00.000Z';

const account = (
  lastEventAt: string | undefined,
  { hasPositions = false, hasPendingCash = false, accountNumber = 'RA1' } = {},
) => ({ accountNumber, lastEventAt, hasPositions, hasPendingCash });

describe('the retention hold', () => {
  it('counts from the last thing that happened to the person or on an account', () => {
    expect(holdOf([OWN], [], 6).heldUntil).toBe('2025-02-28T10:00:00.000Z');
    const lastEvents = ['2020-01-01T00:00:00.000Z', '2018-01-01T00:00:00.000Z', undefined];
    const accounts = lastEvents.map((at) => account(at));
    expect(holdOf([OWN, undefined], accounts, 6).heldUntil).toBe('2026-01-01T00:00:00.000Z');
    expect(holdOf([OWN, undefined], accounts, 0).heldUntil).toBe('2020-01-01T00:00:00.000Z');
  });

  it('ends at its end, and not a millisecond before', () => {
    const hold = holdOf([OWN], [], 6);
    expect(holdProblems(hold, '2025-02-28T09:59:59.999Z')).toMatchObject([
      {
        errorCode: 'member.erasure.retention.rule',
        message: expect.stringContaining('2025-02-28'),
      },
    ]);
    expect(holdProblems(hold, '2025-02-28T10:00:00.000Z')).toEqual([]);
  });

  it.each([
    ['holds securities', { hasPositions: true }, 'member.erasure.positions.rule'],
    ['has money under way', { hasPendingCash: true }, 'member.erasure.transactions.rule'],
  ])('never ends while an account %s', (_, facts, errorCode) => {
    const accounts = Array.from({ length: 20 }, (_item, i) =>
      account(OWN, { ...facts, accountNumber: `RA${i}` }),
    );
    const hold = holdOf([OWN], accounts, 6);
    const [problem, ...more] = holdProblems(hold, '2040-01-01T00:00:00.000Z');
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ errorCode });
    expect(problem?.message).toContain('RA9');
    expect(problem?.message).not.toContain('RA10');
  });
});
