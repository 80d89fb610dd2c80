import { type Problem, RuleBook, type RuleOf } from '#libs/platform/kernel';

interface AccountFacts {
  readonly accountNumber: string;
  /** When something last happened on it, ISO-8601 UTC. */
  readonly lastEventAt: string | undefined;
  readonly hasPositions: boolean;
  readonly hasMoneyUnderWay: boolean;
}

/** What the hold depends on. */
export interface Hold {
  /** End of the hold, ISO-8601 UTC. */
  readonly heldUntil: string;
  /** Accounts that hold securities, at most {@link MOST_NAMED}. */
  readonly accountsWithPositions: readonly string[];
  /** Accounts with money under way, at most {@link MOST_NAMED}. */
  readonly accountsWithTransactions: readonly string[];
}

const MOST_NAMED = 10;

/**
 * The hold of a person: some years after the last thing that happened to the person or on any account of theirs. An account
 * is never closed here, so that is when it counts as closed.
 */
export class HoldOf {
  #last: string;
  readonly #withPositions: string[] = [];
  readonly #withTransactions: string[] = [];

  /** @param lastEventAt when something last happened to the person itself, ISO-8601 UTC */
  constructor(lastEventAt: string) {
    this.#last = lastEventAt;
  }

  /** The person was part of something at that moment, ISO-8601 UTC. */
  lastedUntil(at: string | undefined): void {
    if (at !== undefined && at > this.#last) this.#last = at;
  }

  add({ accountNumber, lastEventAt, hasPositions, hasMoneyUnderWay }: AccountFacts): void {
    this.lastedUntil(lastEventAt);
    if (hasPositions) name(accountNumber, this.#withPositions);
    if (hasMoneyUnderWay) name(accountNumber, this.#withTransactions);
  }

  /** @param years of retention */
  after(years: number): Hold {
    const end = new Date(this.#last);
    end.setUTCFullYear(end.getUTCFullYear() + years);
    return {
      heldUntil: end.toISOString(),
      accountsWithPositions: this.#withPositions,
      accountsWithTransactions: this.#withTransactions,
    };
  }
}

function name(accountNumber: string, among: string[]): void {
  if (among.length < MOST_NAMED) among.push(accountNumber);
}

/** Why a person can't be erased yet; none when it can. */
export function holdProblems(hold: Hold, now: string): readonly Problem[] {
  const { heldUntil, accountsWithPositions, accountsWithTransactions } = hold;
  const until = `The data must be kept until ${heldUntil}.`;
  return [
    ...(now < heldUntil ? [erasureRules.broken('member.erasure.retention.rule', until)] : []),
    ...namedOn('member.erasure.positions.rule', 'Securities are held on', accountsWithPositions),
    ...namedOn(
      'member.erasure.transactions.rule',
      'Money is under way on',
      accountsWithTransactions,
    ),
  ];
}

function namedOn(
  rule: RuleOf<typeof erasureRules>,
  what: string,
  accounts: readonly string[],
): readonly Problem[] {
  return accounts.length > 0 ? [erasureRules.broken(rule, `${what} ${accounts.join(', ')}.`)] : [];
}

/** The rules of erasure (own). */
export const erasureRules = new RuleBook({
  'member.erasure.retention.rule': 'The data must be kept until the time in the message',
  'member.erasure.positions.rule': 'Accounts of the person hold securities',
  'member.erasure.transactions.rule':
    'Cash transactions on accounts of the person are pending or processing, or repeating ones go on',
});
