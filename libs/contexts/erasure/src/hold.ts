import { type Problem, problemsOf, RuleBook, type Timestamp } from '#libs/platform/kernel';

/** What the rules need to know of an account. */
export interface AccountFacts {
  readonly accountNumber: string;
  /** Time of the newest event. */
  readonly lastEventAt: Timestamp | undefined;
  readonly hasPositions: boolean;
  readonly hasPendingCash: boolean;
}

/** What keeps a person's data from being erased. */
export interface Hold {
  /** End of the retention period. */
  readonly heldUntil: Timestamp;
  /** Accounts that hold securities, at most {@link MAX_LISTED}. */
  readonly accountsWithPositions: readonly string[];
  /** Accounts with pending or repeating cash transactions, at most {@link MAX_LISTED}. */
  readonly accountsWithTransactions: readonly string[];
}

const MAX_LISTED = 10;

/**
 * The hold of a person: some years after the newest event about the person or any of their accounts. An account need not be closed; it
 * counts as closed when nothing happens on it any more.
 * @param lastEventsAt times of the newest events about the person, ISO-8601 UTC
 * @param years of retention
 */
export function holdOf(
  lastEventsAt: readonly (string | undefined)[],
  accounts: readonly AccountFacts[],
  years: number,
): Hold {
  const times = [...lastEventsAt, ...accounts.map(({ lastEventAt }) => lastEventAt)];
  const end = new Date(
    times
      .filter((at) => at !== undefined)
      .sort()
      .at(-1) ?? '',
  );
  end.setUTCFullYear(end.getUTCFullYear() + years);
  const listed = (isHeld: (account: AccountFacts) => boolean) =>
    accounts
      .filter(isHeld)
      .slice(0, MAX_LISTED)
      .map(({ accountNumber }) => accountNumber);
  return {
    heldUntil: end.toISOString(),
    accountsWithPositions: listed(({ hasPositions }) => hasPositions),
    accountsWithTransactions: listed(({ hasPendingCash }) => hasPendingCash),
  };
}

/** Why a person can't be erased yet; empty if the person can. */
export function holdProblems(hold: Hold, now: string): readonly Problem[] {
  const { heldUntil, accountsWithPositions, accountsWithTransactions } = hold;
  const until = `The data must be kept until ${heldUntil}.`;
  const held = `Securities are held in ${accountsWithPositions.join(', ')}.`;
  const moving = `Cash transactions are pending or repeating in ${accountsWithTransactions.join(', ')}.`;
  return problemsOf(
    now < heldUntil && erasureRules.broken('member.erasure.retention.rule', until),
    accountsWithPositions.length > 0 && erasureRules.broken('member.erasure.positions.rule', held),
    accountsWithTransactions.length > 0 &&
      erasureRules.broken('member.erasure.transactions.rule', moving),
  );
}

/** The rules of erasure (own). */
export const erasureRules = new RuleBook({
  'member.erasure.retention.rule': 'The data must be kept until the time in the message',
  'member.erasure.positions.rule': 'Accounts of the person hold securities',
  'member.erasure.transactions.rule':
    'Accounts of the person have pending, processing or repeating cash transactions',
});
