import { add24Hours, type Decider, type DomainEvent, refuse } from '#libs/platform/kernel';
import { bankLinkRules } from './bank-link-rules.js';

/** Days, of 24 hours each, that an attempt counts. */
const DAYS_COUNTED = 30;

/** An owner has as many attempts at a bank account as this many links have. */
const LINKS = 3;

/** A pair of amounts was submitted for a link; recorded before it is compared. */
export type AttemptTaken = DomainEvent<
  'bankAccount.AttemptTaken',
  { readonly bankLinkOid: string; readonly takenAt: string }
>;

/** The right amounts were submitted: earlier attempts no longer count. */
export type AttemptsCleared = DomainEvent<
  'bankAccount.AttemptsCleared',
  { readonly bankLinkOid: string }
>;

/** An operator reset the attempts. The metadata says who. */
export type AttemptsUnlocked = DomainEvent<
  'bankAccount.AttemptsUnlocked',
  { readonly bankLinkOid: string; readonly accountNumber: string }
>;

/** All events of stream `bankAccount-{keyed hash of owner, routing and account number}`. */
export type BankAccountEvent = AttemptTaken | AttemptsCleared | AttemptsUnlocked;

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
