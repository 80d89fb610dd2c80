import { type Problem, ruleProblem } from '#libs/platform/kernel';

/** Rules of this context, as `errorCode`s of VALIDATION_RULE (own). */
export const ErasureRule = {
  /** The retention hold has not ended. */
  Held: 'member.erasure.retention.rule',
  /** An account of the person holds securities. */
  Positions: 'member.erasure.positions.rule',
} as const;

/** An account on which the person has, or had, a part. */
export interface AccountFacts {
  readonly accountNumber: string;
  /** When something last happened on it, ISO-8601 UTC. */
  readonly lastEventAt: string | undefined;
  readonly hasPositions: boolean;
}

/** What the hold depends on. */
export interface Hold {
  /** End of the hold, ISO-8601 UTC. */
  readonly heldUntil: string;
  /** Accounts that hold securities, at most {@link MOST_NAMED}. */
  readonly accountsWithPositions: readonly string[];
}

const MOST_NAMED = 10;

/**
 * The hold of a person: some years after the last thing that happened to the person or on any account of theirs. An account
 * is never closed here, so that is when it counts as closed.
 */
export class HoldOf {
  #last: string;
  readonly #accounts: string[] = [];

  /** @param lastEventAt when something last happened to the person itself, ISO-8601 UTC */
  constructor(lastEventAt: string) {
    this.#last = lastEventAt;
  }

  add({ accountNumber, lastEventAt, hasPositions }: AccountFacts): void {
    if (lastEventAt !== undefined && lastEventAt > this.#last) this.#last = lastEventAt;
    if (hasPositions && this.#accounts.length < MOST_NAMED) this.#accounts.push(accountNumber);
  }

  /** @param years of retention */
  after(years: number): Hold {
    const end = new Date(this.#last);
    end.setUTCFullYear(end.getUTCFullYear() + years);
    return { heldUntil: end.toISOString(), accountsWithPositions: this.#accounts };
  }
}

/** Why a person can't be erased yet; none when it can. */
export function holdProblems(hold: Hold, now: string): readonly Problem[] {
  const { heldUntil, accountsWithPositions: accounts } = hold;
  return [
    ...(now < heldUntil
      ? [ruleProblem(ErasureRule.Held, `The data must be kept until ${heldUntil}.`)]
      : []),
    ...(accounts.length > 0
      ? [ruleProblem(ErasureRule.Positions, `Securities are held on ${accounts.join(', ')}.`)]
      : []),
  ];
}
