import { describe, expect, it } from '@jest/globals';
import { HoldOf, holdProblems } from './hold.js';

const OWN = '2019-02-28T10:00:00.000Z';
const account = (
  lastEventAt: string | undefined,
  { hasPositions = false, hasMoneyUnderWay = false, accountNumber = 'RA1' } = {},
) => ({ accountNumber, lastEventAt, hasPositions, hasMoneyUnderWay });

describe('the retention hold', () => {
  it('counts from the last thing that happened to the person or on an account', () => {
    const hold = new HoldOf(OWN);
    expect(hold.after(6).heldUntil).toBe('2025-02-28T10:00:00.000Z');
    hold.add(account('2020-01-01T00:00:00.000Z'));
    hold.add(account('2018-01-01T00:00:00.000Z'));
    hold.add(account(undefined));
    expect(hold.after(6).heldUntil).toBe('2026-01-01T00:00:00.000Z');
    expect(hold.after(0).heldUntil).toBe('2020-01-01T00:00:00.000Z');
  });

  it('ends at its end, and not a millisecond before', () => {
    const hold = new HoldOf(OWN).after(6);
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
    ['has money under way', { hasMoneyUnderWay: true }, 'member.erasure.transactions.rule'],
  ])('never ends while an account %s', (_, facts, errorCode) => {
    const hold = new HoldOf(OWN);
    for (let i = 0; i < 20; i++) hold.add(account(OWN, { ...facts, accountNumber: `RA${i}` }));
    const [problem, ...more] = holdProblems(hold.after(6), '2040-01-01T00:00:00.000Z');
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ errorCode });
    expect(problem?.message).toContain('RA9');
    expect(problem?.message).not.toContain('RA10');
  });
});
