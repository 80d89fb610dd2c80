import { Injectable } from '@nestjs/common';
import { AggregateStore, KeyedQueue } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type {
  ApplyIdentityCheck,
  ApplyOwnerExclusions,
  ChangeBillingPlan,
} from '../domain/commands.js';

type FollowUp = ApplyOwnerExclusions | ApplyIdentityCheck | ChangeBillingPlan;

/** What a command of a reaction left: the account's newest position, and whether it changed anything. */
export interface Followed {
  readonly position: bigint;
  readonly changed: boolean;
}

/** Nothing had to be changed. */
export const NOTHING: Followed = { position: 0n, changed: false };

/** Passes over the accounts of an owner before a reaction gives up, to be run again by its subscription. */
const PASSES = 20;

/**
 * What reactions do to accounts. They apply how things stand now, not what their event says, and decide again each time: of
 * two that cross, the later run puts right what the earlier one left.
 */
@Injectable()
export class AccountFollowUps {
  readonly #turns = new KeyedQueue();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
  ) {}

  /**
   * Repeats a pass over the accounts of an owner until one finds nothing to change: another process may open and change accounts
   * meanwhile. In this process those of one owner take turns, for two that cross could go on exchanging their plans.
   */
  untilSettled(owner: string, pass: () => Promise<Followed>): Promise<bigint> {
    return this.#turns.run(owner, async () => {
      let newest = 0n;
      for (let left = PASSES; left > 0; left--) {
        const { position, changed } = await pass();
        newest = later(newest, position);
        if (!changed) return newest;
      }
      throw new Error('others keep changing the accounts of the owner');
    });
  }

  /**
   * Brings an account up to date with how something else stands; answers the account's newest position. What the account did not
   * know may have changed again meanwhile, and the reaction to that may have come first: so it is told until it knows it already.
   * @param commandNow tells the account how it stands now
   */
  async bringUpToDate(
    accountNumber: string,
    commandNow: () => Promise<FollowUp>,
    metadata: CommandMetadata,
  ): Promise<bigint> {
    for (;;) {
      const [command] = await Promise.all([
        commandNow(),
        this.aggregates.load(account, accountNumber),
      ]);
      const { position, changed } = await this.follow(accountNumber, command, metadata, true);
      if (!changed) return position;
    }
  }

  /**
   * Answers the position of the account's newest event also when nothing had to change: the durable run of the same reaction may
   * have been faster, and who is answered now must see what it did.
   */
  async follow(
    accountNumber: string,
    command: FollowUp,
    metadata: CommandMetadata,
    loaded = false,
  ): Promise<Followed> {
    const options = { always: true, loaded };
    const outcome = await this.commands.execute(account, accountNumber, command, metadata, options);
    if (isRefusal(outcome)) throw new Error(`${command.type} was refused: ${outcome.kind}`);
    return { position: outcome.position, changed: outcome.events.length > 0 };
  }
}

/** The later one of two positions. */
export function later(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
