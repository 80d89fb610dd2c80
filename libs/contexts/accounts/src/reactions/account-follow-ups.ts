import { Injectable } from '@nestjs/common';
import { AggregateStore, KeyedQueue } from '#libs/platform/event-store';
import { type CommandMetadata, isRefusal } from '#libs/platform/kernel';
import { CommandRunner } from '#libs/platform/service';
import { account } from '../domain/account.js';
import type {
  ApplyIdentityCheck,
  ApplyOwnerExclusions,
  ChangeBillingPlan,
} from '../domain/commands.js';

type FollowUp = ApplyOwnerExclusions | ApplyIdentityCheck | ChangeBillingPlan;

/** The outcome of a reaction's command: the account's newest position, and whether anything changed. */
export interface Followed {
  readonly position: bigint;
  readonly changed: boolean;
}

/** The outcome if there is nothing to do. */
export const NOTHING: Followed = { position: 0n, changed: false };

/** Passes over an owner's accounts before a reaction gives up; its subscription then runs it again. */
const PASSES = 20;

/**
 * What reactions do to accounts. They apply the current state, not the content of their event, and decide again each time, so if two of
 * them cross, the later run corrects the earlier one.
 */
@Injectable()
export class AccountFollowUps {
  readonly #turns = new KeyedQueue();

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  /**
   * Repeats a pass over an owner's accounts until it finds nothing to change, since another process may open and change accounts
   * meanwhile. Within this process, passes for one owner take turns: two that cross could swap their plans forever.
   */
  untilSettled(owner: string, pass: () => Promise<Followed>): Promise<bigint> {
    return this.#turns.run(owner, async () => {
      let newest = 0n;
      for (let left = PASSES; left > 0; left--) {
        const { position, changed } = await pass();
        newest = later(newest, position);
        if (!changed) return newest;
      }
      throw new Error("the owner's accounts keep changing concurrently");
    });
  }

  /**
   * Brings an account up to date with another stream and returns the account's newest position. The other stream may have changed
   * meanwhile, and the reaction to that change may already be done, so the command is repeated until it changes nothing.
   * @param commandNow builds the command from the current state of the other stream
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
   * Carries out the command. Returns the account's newest position even if nothing changed: the durable run of the same reaction may
   * have been faster, and the caller must see its effect.
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
