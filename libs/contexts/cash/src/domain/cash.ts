import { type Decider, isRefusal } from '#libs/platform/kernel';
import type { CashCommand } from './cash.commands.js';
import type { CashEvent } from './cash.events.js';
import { cancelTransaction, cancelWithSeries, rejectOnBankLink } from './cancellation.js';
import { type CashBook, emptyBook, evolve } from './cash.state.js';
import { createTransaction } from './creation.js';
import { reportTransaction } from './reporting.js';
import { followed, schedule } from './scheduling.js';

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

  decide(command, book, context) {
    switch (command.type) {
      case 'CreateTransaction':
        return createTransaction(command, book, context);
      case 'CancelTransaction':
      case 'ReportTransaction': {
        const decision =
          command.type === 'CancelTransaction'
            ? cancelTransaction(command, book)
            : reportTransaction(command, book, context);
        const { obstacle } = command.facts;
        return isRefusal(decision) ? decision : followed(decision, book, obstacle, context);
      }
      case 'ScheduleOccurrences':
        return schedule(command, book, context);
      case 'RejectOnBankLink':
        return rejectOnBankLink(command, book);
      case 'CancelWithSeries':
        return cancelWithSeries(command, book);
    }
  },
};
