import { describe, expect, it } from '@jest/globals';
import { ruleProblem } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import {
  cancel,
  defined,
  LINK,
  moved,
  occurrenceOf,
  OID,
  owned,
  report,
} from '../test/cash-fixtures.js';
import { BANK_LINK_CANCELLED } from './cash-state.js';
import type { CashEvent } from './cash.events.js';
import { cash } from './cash.js';

const cashBook = specification(cash);

describe('a series', () => {
  const history = [defined, occurrenceOf(1, '2026-03-03', '2026-03-10')];

  it('waits for the day of its newest transaction', () => {
    const due = { type: 'ScheduleOccurrences', today: '2026-03-02' } as const;
    cashBook.given(history).when(due).thenNothing();
    cashBook
      .given(history)
      .when({ ...due, today: '2026-03-03' })
      .then([occurrenceOf(2, '2026-03-10', '2026-03-17')]);
  });

  it('catches up on missed days', () => {
    cashBook
      .given(history)
      .when({ type: 'ScheduleOccurrences', today: '2026-03-20' })
      .then([
        occurrenceOf(2, '2026-03-10', '2026-03-17'),
        occurrenceOf(3, '2026-03-17', '2026-03-24'),
        occurrenceOf(4, '2026-03-24', '2026-03-31'),
      ]);
  });

  it('has its next one rejected while there is an obstacle', () => {
    cashBook
      .given(history)
      .when({ type: 'ScheduleOccurrences', today: '2026-03-03', obstacle: 'restricted' })
      .then([occurrenceOf(2, '2026-03-10', '2026-03-17'), moved(`${OID}-2`, 'RJ', 'restricted')]);
  });

  describe('gets its next one at once', () => {
    const next = occurrenceOf(2, '2026-03-10', '2026-03-17');
    const only = { cancelReasonCode: '8', cancelSeriesFlag: false } as const;
    const one: CashEvent = {
      type: 'cash.TransactionCancelled',
      data: {
        ...owned,
        oid: `${OID}-1`,
        cancelReasonCode: '8',
        repeatCashTransactionOid: OID,
        series: false,
      },
    };

    it('when the newest is cancelled alone', () => {
      cashBook
        .given(history)
        .when(cancel(only, `${OID}-1`))
        .then([one, next]);
    });

    it.each(['PR', 'RJ'] as const)('when the back office moves the newest to %s', (status) => {
      cashBook
        .given(history)
        .when(report({ status }, `${OID}-1`))
        .then([moved(`${OID}-1`, status), next]);
      cashBook
        .given([...history, moved(`${OID}-1`, status), next])
        .when(report({ status }, `${OID}-1`))
        .thenNothing();
    });

    it('but not after its last one, for an older one, or while there is an obstacle', () => {
      cashBook
        .given([defined, occurrenceOf(1, '2026-03-03')])
        .when(cancel(only, `${OID}-1`))
        .then([one]);
      cashBook
        .given([...history, next])
        .when(cancel(only, `${OID}-1`))
        .then([one]);
      cashBook
        .given(history)
        .when({ ...cancel(only, `${OID}-1`), facts: { obstacle: 'restricted' } })
        .then([one]);
      const reported = report({ status: 'PR' }, `${OID}-1`);
      cashBook
        .given(history)
        .when({ ...reported, facts: { ...reported.facts, obstacle: 'restricted' } })
        .then([moved(`${OID}-1`, 'PR')]);
      cashBook
        .given(history)
        .when(report({ amount: '251.00' }, `${OID}-1`))
        .then([{ type: 'cash.TransactionChanged', data: expect.any(Object) as never }]);
    });
  });

  describe('with nothing pending', () => {
    const over = [...history, moved(`${OID}-1`, 'CL')];
    const whole = cancel({ cancelReasonCode: '8', cancelSeriesFlag: true }, `${OID}-1`);
    const ended: CashEvent = {
      type: 'cash.SeriesEnded',
      data: { ...owned, repeatCashTransactionOid: OID, cause: 'request' },
    };

    it('is cancelled through a finished one, once', () => {
      cashBook.given(over).when(whole).then([ended]);
    });

    it.each([
      ['that one alone', over, { cancelReasonCode: '8', cancelSeriesFlag: false } as const],
      ['twice', [...over, ended], whole.input],
      [
        'while another is pending',
        [...over, occurrenceOf(2, '2026-03-10', '2026-03-17')],
        whole.input,
      ],
      [
        'after its last',
        [...over, occurrenceOf(2, '2026-03-10'), moved(`${OID}-2`, 'RJ')],
        whole.input,
      ],
    ])('but not %s', (_what, given, input) => {
      const message = 'The status is CL; only a pending transaction is cancelled.';
      cashBook
        .given(given)
        .when({ ...whole, input })
        .thenRefused([ruleProblem('9050', message)]);
    });
  });

  it('ends with its last transaction, when cancelled, and with its bank link', () => {
    const due = { type: 'ScheduleOccurrences', today: '2027-01-01' } as const;
    cashBook
      .given([defined, occurrenceOf(1, '2026-03-03')])
      .when(due)
      .thenNothing();
    for (const cause of ['request', 'bankLink'] as const) {
      const data = { ...owned, repeatCashTransactionOid: OID, cause };
      const ended: CashEvent = { type: 'cash.SeriesEnded', data };
      cashBook
        .given([...history, ended])
        .when(due)
        .thenNothing();
    }
    const reject = {
      type: 'RejectPending',
      cause: 'bankLink',
      reason: BANK_LINK_CANCELLED,
      bankLinkOid: LINK,
    } as const;
    const ended: CashEvent = {
      type: 'cash.SeriesEnded',
      data: { ...owned, repeatCashTransactionOid: OID, cause: 'bankLink' },
    };
    const rejected = moved(`${OID}-1`, 'RJ', 'The bank link was cancelled.');
    cashBook
      .given([...history, moved(`${OID}-1`, 'CL')])
      .when(reject)
      .then([ended]);
    cashBook.given(history).when(reject).then([rejected, ended]);
    cashBook
      .given([...history, ended])
      .when(reject)
      .then([rejected]);
    cashBook
      .given(history)
      .when({ ...reject, bankLinkOid: '1' })
      .thenNothing();
  });

  it('is cancelled as a whole without touching money in transit', () => {
    const cancellation = { cancelReasonCode: '99' } as const;
    const cancelled = (number: number, series: boolean): CashEvent => ({
      type: 'cash.TransactionCancelled',
      data: {
        ...owned,
        oid: `${OID}-${number}`,
        ...cancellation,
        repeatCashTransactionOid: OID,
        series,
      },
    });
    cashBook
      .given([
        ...history,
        moved(`${OID}-1`, 'PR'),
        occurrenceOf(2, '2026-03-10', '2026-03-17'),
        occurrenceOf(3, '2026-03-17', '2026-03-24'),
      ])
      .when(cancel({ ...cancellation, cancelSeriesFlag: true }, `${OID}-3`))
      .then([
        cancelled(3, true),
        cancelled(2, false),
        {
          type: 'cash.SeriesEnded',
          data: { ...owned, repeatCashTransactionOid: OID, cause: 'request' },
        },
      ]);
  });
});
