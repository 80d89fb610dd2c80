import type { Decider, Decision, DecisionContext } from '#libs/platform/kernel';
import type { CashCommand, ScheduleOccurrences } from './cash.commands.js';
import type { CashEvent } from './cash.events.js';
import { cancelTransaction, cancelWithSeries, rejectOnBankLink } from './cancellation.js';
import { type CashBook, emptyBook, evolve } from './cash.state.js';
import { createTransaction, occurrence } from './creation.js';
import { reportTransaction } from './reporting.js';

/** Most occurrences one command puts in; after a long stop the next command goes on. */
const MOST_AT_ONCE = 100;

/** Puts in the occurrence after the newest once the day of the newest has come, so that one is always pending. */
function schedule(
  { today, obstacle }: ScheduleOccurrences,
  { series, accountNumber, firmId, owner }: CashBook,
  { now }: DecisionContext,
): Decision<CashEvent> {
  if (!series?.newest || series.ended) return [];
  const { repeatCashTransactionOid: seriesOid, definition } = series;
  const source = { accountNumber, firmId, owner, seriesOid, definition };
  const events: CashEvent[] = [];
  let { number, processDate } = series.newest;
  let { next } = series;
  for (let count = 0; next !== undefined && processDate <= today && count < MOST_AT_ONCE; count++) {
    const created = occurrence(source, (number += 1), now);
    events.push(created);
    if (obstacle !== undefined) {
      const { oid } = created.data;
      const data = { accountNumber, owner, oid, status: 'RJ', cancelReason: obstacle } as const;
      events.push({ type: 'cash.TransactionStatusChanged', data });
    }
    ({ processDate } = created.data);
    next = created.data.occurrence?.next;
  }
  return events;
}

/**
 * A cash transaction, or a series of them, of one account: stream `cashTransaction-{accountNumber}-{oid}` (specification,
 * "Cash transaction"; decisions §9). A stream for each, so that a busy account does not make its transactions wait for each
 * other; the occurrences of a series share one, so that cancelling it leaves none behind.
 */
export const cash: Decider<CashBook, CashCommand, CashEvent> = {
  category: 'cashTransaction',
  initial: emptyBook,
  shortLived: true,
  evolve,

  decide(command, book, context) {
    switch (command.type) {
      case 'CreateTransaction':
        return createTransaction(command, book, context);
      case 'CancelTransaction':
        return cancelTransaction(command, book);
      case 'ReportTransaction':
        return reportTransaction(command, book, context);
      case 'ScheduleOccurrences':
        return schedule(command, book, context);
      case 'RejectOnBankLink':
        return rejectOnBankLink(command, book);
      case 'CancelWithSeries':
        return cancelWithSeries(command, book);
    }
  },
};
