import { describe, it } from '@jest/globals';
import { specification } from '#libs/platform/testing';
import type { BankAccountEvent } from './bank-link.events.js';
import { bankLinkRules } from './bank-link.js';
import { bankAccount } from './limits.js';

const NOW = '2026-03-31T15:00:00.000Z';

const A_MONTH_AGO = '2026-03-01T15:00:00.000Z';

const rules = specification(bankAccount);

const given = (history: Parameters<typeof rules.given>[0]) => rules.given(history);

const taken = (bankLinkOid: string, takenAt = NOW): BankAccountEvent => ({
  type: 'bankAccount.AttemptTaken',
  data: { bankLinkOid, takenAt },
});

const take = (bankLinkOid: string) => ({ type: 'TakeAttempt', bankLinkOid, attempts: 3 }) as const;

const three = (bankLinkOid: string, takenAt?: string): BankAccountEvent[] =>
  Array.from({ length: 3 }, () => taken(bankLinkOid, takenAt));

const used = [...three('1'), ...three('2'), ...three('3')];

const limitReached = bankLinkRules.broken('banklink.verification.limit.rule');

describe('attempts at a bank account', () => {
  it('are limited to those of three links', () => {
    given([...three('1'), ...three('2'), taken('3'), taken('3')])
      .at(NOW)
      .when(take('3'))
      .then([taken('3')]);
    given(used).at(NOW).when(take('4')).thenRefused([limitReached]);
  });

  it('count across links, including links cancelled in time', () => {
    const spread = ['1', '2', '3', '4'].flatMap((oid) => [taken(oid), taken(oid)]);
    given(spread)
      .at(NOW)
      .when(take('5'))
      .then([taken('5')]);
    given([...spread, taken('5')])
      .at(NOW)
      .when(take('5'))
      .thenRefused([limitReached]);
  });

  it('of one link count only as often as it compares amounts', () => {
    given(three('1')).at(NOW).when(take('1')).thenNothing();
    given(used).at(NOW).when(take('1')).thenNothing();
  });

  it('count for 30 days', () => {
    const later = '2026-03-20T15:00:00.000Z';
    const older = [...three('1', A_MONTH_AGO), ...three('2', later), ...three('3', later)];
    given(older)
      .at(NOW)
      .when(take('4'))
      .then([taken('4')]);
    given(older).at('2026-03-31T14:59:59.999Z').when(take('4')).thenRefused([limitReached]);
  });

  it('stop counting after the right amounts or an unlock by an operator', () => {
    const cleared = { type: 'bankAccount.AttemptsCleared', data: { bankLinkOid: '3' } } as const;
    const about = { bankLinkOid: '3', accountNumber: 'RA12345678' };
    const unlocked = { type: 'bankAccount.AttemptsUnlocked', data: about } as const;
    given(used).when({ type: 'ClearAttempts', bankLinkOid: '3' }).then([cleared]);
    given(used)
      .when({ type: 'UnlockAttempts', ...about })
      .then([unlocked]);
    for (const event of [cleared, unlocked]) {
      given([...used, event])
        .at(NOW)
        .when(take('4'))
        .then([taken('4')]);
      given([...used, event])
        .when({ type: 'UnlockAttempts', ...about })
        .thenNothing();
    }
  });
});
