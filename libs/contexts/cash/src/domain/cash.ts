import { type Decider, decideBy, isRefusal } from '#libs/platform/kernel';
import type { CancelTransaction, CashCommand, ReportTransaction } from './cash.commands.js';
import type { CashEvent } from './cash.events.js';
import { cancelTransaction, cancelWithSeries, rejectOnBankLink } from './cancellation.js';
import { type CashBook, type CashRule, emptyBook, evolve } from './cash.state.js';
import { createTransaction } from './creation.js';
import { reportTransaction } from './reporting.js';
import { followed, schedule } from './scheduling.js';

/** With the next one of a series, where what happens to a transaction asks for it. */
function thenFollowed<C extends CancelTransaction | ReportTransaction>(
  rule: CashRule<C>,
): CashRule<C> {
  return (command, book, context) => {
    const decision = rule(command, book, context);
    const { obstacle } = command.facts;
    return isRefusal(decision) ? decision : followed(decision, book, obstacle, context);
  };
}

/**
 * A cash transaction, or a series of them, of one account: stream `cashTransaction-{accountNumber}-{oid}`.
 * A stream for each, so that a busy account does not make its transactions wait for each
 * other; the occurrences of a series share one, so that cancelling it leaves none behind.
 */
export const cash: Decider<CashBook, CashCommand, CashEvent> = {
  category: 'cashTransaction',
  initial: emptyBook,
  shortLived: true,
  evolve,

  decide: decideBy({
    CreateTransaction: createTransaction,
    CancelTransaction: thenFollowed(cancelTransaction),
    ReportTransaction: thenFollowed(reportTransaction),
    ScheduleOccurrences: schedule,
    RejectOnBankLink: rejectOnBankLink,
    CancelWithSeries: cancelWithSeries,
  }),
};
