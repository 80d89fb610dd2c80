import {
  add24Hours,
  type Decider,
  type DomainEvent,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import { bankLinkRules } from './bank-link-rules.js';

/** An attempt to name the amounts of micro-deposits counts for so many days, of 24 hours each. */
const DAYS_COUNTED = 30;

/** As many links may end by wrong attempts before no more amounts are compared. */
const LINKS = 3;

/** A pair of amounts was named for a link: it counts before it is compared. */
export type AttemptTaken = DomainEvent<
  'bankAccount.AttemptTaken',
  { readonly bankLinkOid: string; readonly takenAt: string }
>;

/** The right amounts were named: earlier attempts count no more. */
export type AttemptsCleared = DomainEvent<
  'bankAccount.AttemptsCleared',
  { readonly bankLinkOid: string }
>;

/** An operator let the bank account be verified again: earlier attempts count no more. Who it was is in the metadata. */
export type AttemptsUnlocked = DomainEvent<
  'bankAccount.AttemptsUnlocked',
  { readonly bankLinkOid: string; readonly accountNumber: string }
>;

/** Everything that happens in stream `bankAccount-{keyed hash of owner, routing and account number}`. */
export type BankAccountEvent = AttemptTaken | AttemptsCleared | AttemptsUnlocked;

type BankAccountCommand = { readonly bankLinkOid: string } & (
  | {
      readonly type: 'TakeAttempt';
      /** Attempts of one link (`MICRO_DEPOSIT_ATTEMPTS`). */
      readonly attempts: number;
    }
  | { readonly type: 'ClearAttempts' }
  | { readonly type: 'UnlockAttempts'; readonly accountNumber: string }
);

/** The attempts of the last days, oldest first, on whatever links they were made. */
type BankAccountState = readonly AttemptTaken['data'][];

/** No more attempts until an operator allows them. */
export function verificationLimit(): Problem {
  const message =
    'Too many wrong amounts for this bank account; an operator can allow more attempts.';
  return bankLinkRules.broken('banklink.verification.limit.rule', message);
}

/**
 * Whether all attempts at a bank account are used up: those of {@link LINKS} links in {@link DAYS_COUNTED} days, on however many links
 * they were made, so that cancelling a link in time gains nothing.
 */
export function isUsedUp(state: BankAccountState, attempts: number, now: string): boolean {
  return counted(state, now).length >= LINKS * attempts;
}

function counted(state: BankAccountState, now: string): BankAccountState {
  const from = add24Hours(now, -DAYS_COUNTED);
  return state.filter(({ takenAt }) => takenAt > from);
}

/**
 * How often the amounts of micro-deposits into one bank account of one owner were guessed, on all links to it. One stream, so that
 * requests at the same time on different links use no more attempts than there are.
 */
export const bankAccount: Decider<BankAccountState, BankAccountCommand, BankAccountEvent> = {
  category: 'bankAccount',
  initial: [],

  decide(command, state, { now }) {
    const { bankLinkOid } = command;
    if (command.type === 'TakeAttempt') {
      // a link compares no more pairs than it has attempts, and says itself that there are none left
      const own = state.filter((attempt) => attempt.bankLinkOid === bankLinkOid);
      if (own.length >= command.attempts) return [];
      if (isUsedUp(state, command.attempts, now)) return refuse(verificationLimit());
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
