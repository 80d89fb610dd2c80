import { type Decider, decideBy, isRefusal } from '#libs/platform/kernel';
import type { CancelTransaction, CashCommand, ReportTransaction } from './cash.commands.js';
import type { CashEvent } from './cash.events.js';
import { cancelTransaction, cancelWithSeries, rejectPending } from './cancellation.js';
import { type CashBook, type CashRule, emptyBook, evolve } from './cash.state.js';
import { createTransaction } from './creation.js';
import { reportTransaction } from './reporting.js';
import { followed, schedule } from './scheduling.js';

/** Adds the next occurrence of a series if the outcome of the rule calls for one. */
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
 * Decider of a cash transaction or a series: stream `cashTransaction-{accountNumber}-{oid}`. Transactions have streams of their
 * own, so those of a busy account don't contend. Occurrences of a series share one, so that cancelling the series misses none.
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
    RejectPending: rejectPending,
    CancelWithSeries: cancelWithSeries,
  }),
};
