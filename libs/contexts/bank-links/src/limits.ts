import {
  add24Hours,
  businessDate,
  type Decider,
  type LocalDate,
  refuse,
} from '#libs/platform/kernel';
import type { AttemptTaken, BankAccountEvent, SendingCounted } from './bank-link.events.js';
import { bankLinkRules } from './bank-link.js';

/** Days, of 24 hours each, that an attempt counts. */
const DAYS_COUNTED = 30;

/** An owner has as many attempts at a bank account as this many links have. */
const LINKS = 3;

type BankAccountCommand = { readonly bankLinkOid: string } & (
  | {
      readonly type: 'TakeAttempt';
      /** Attempts per link (`MICRO_DEPOSIT_ATTEMPTS`). */
      readonly attempts: number;
    }
  | { readonly type: 'ClearAttempts' }
  | { readonly type: 'UnlockAttempts'; readonly accountNumber: string }
);

/** Recent attempts on any links, oldest first. */
type BankAccountState = readonly AttemptTaken['data'][];

/** Whether a bank account has no attempts left. They count across links, so cancelling a link in time gains nothing. */
export function isUsedUp(state: BankAccountState, attempts: number, now: string): boolean {
  return counted(state, now).length >= LINKS * attempts;
}

function counted(state: BankAccountState, now: string): BankAccountState {
  const from = add24Hours(now, -DAYS_COUNTED);
  return state.filter(({ takenAt }) => takenAt > from);
}

/**
 * Decider of attempts at one bank account of one owner, on all links to it. Sharing a stream keeps concurrent requests on
 * different links within the limit.
 */
export const bankAccount: Decider<BankAccountState, BankAccountCommand, BankAccountEvent> = {
  category: 'bankAccount',
  initial: [],

  decide(command, state, { now }) {
    const { bankLinkOid } = command;
    if (command.type === 'TakeAttempt') {
      // a link never compares more pairs than it has attempts, and refuses further ones itself
      const own = state.filter((attempt) => attempt.bankLinkOid === bankLinkOid);
      if (own.length >= command.attempts) return [];
      if (isUsedUp(state, command.attempts, now)) {
        return refuse(bankLinkRules.broken('banklink.verification.limit.rule'));
      }
      return [{ type: 'bankAccount.AttemptTaken', data: { bankLinkOid, takenAt: now } }];
    }
    if (state.length === 0) return [];
    if (command.type === 'ClearAttempts') {
      return [{ type: 'bankAccount.AttemptsCleared', data: { bankLinkOid } }];
    }
    const { accountNumber } = command;
    return [{ type: 'bankAccount.AttemptsUnlocked', data: { bankLinkOid, accountNumber } }];
  },

  evolve(state, event) {
    if (event.type !== 'bankAccount.AttemptTaken') return [];
    return [...counted(state, event.data.takenAt), event.data];
  },
};

/** Counts the deposits of a link unless the day's limit is reached. */
interface CountSending {
  readonly type: 'CountSending';
  readonly bankLinkOid: string;
  /** Links of the account per day (`MICRO_DEPOSITS_PER_DAY`). */
  readonly most: number;
}

/** The latest day with deposits, and their links. */
interface DepositDay {
  readonly day: LocalDate | undefined;
  readonly links: readonly string[];
}

/** Whether the day's limit is reached. */
export function isDayFull({ day, links }: DepositDay, most: number, now: string): boolean {
  // if the clock was set back, the latest day continues
  return day !== undefined && day >= businessDate(now) && links.length >= most;
}

/** Decider that limits how many links of an account get micro-deposits per day, since each costs money. */
export const depositDays: Decider<DepositDay, CountSending, SendingCounted> = {
  category: 'microDeposits',
  initial: { day: undefined, links: [] },

  decide({ bankLinkOid, most }, state, { now }) {
    if (state.links.includes(bankLinkOid)) return [];
    if (isDayFull(state, most, now)) {
      return refuse(bankLinkRules.broken('banklink.microdeposits.per.day.rule'));
    }
    const today = businessDate(now);
    const day = state.day !== undefined && state.day > today ? state.day : today;
    return [{ type: 'microDeposits.SendingCounted', data: { bankLinkOid, day } }];
  },

  evolve(state, { data: { bankLinkOid, day } }) {
    return { day, links: day === state.day ? [...state.links, bankLinkOid] : [bankLinkOid] };
  },
};
