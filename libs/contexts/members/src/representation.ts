import { Injectable } from '@nestjs/common';
import {
  AggregateStore,
  reservation,
  type ReservationCommand,
  Reservations,
} from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { type CommandMetadata, isRefusal, loginIdKey, refuse } from '#libs/platform/kernel';
import type { ExecuteOptions, ReservationOwner } from '#libs/platform/service';
import { firmDecider, memberDecider, type RepresentativeFacts } from './domain/index.js';
import { memberRules } from './domain/member-rules.js';

/** Kind of the value that accounts hold shared for each owner, and a firm exclusively for its representative. */
export const ACCOUNT_OWNER = 'account-owner';

const notFree = memberRules.broken(
  'group.firm.invalid.representative',
  'The member owns accounts or represents a firm.',
  'firmRep',
);

/**
 * Keeps a firm rep free of accounts and of other firms ([firm.representative]). The value is that of the accounts' shared
 * reservations, so that either keeps the other out; the kind is the firms' own, so that the sweeper asks about each holder
 * where it is known.
 */
@Injectable()
export class Representation implements ReservationOwner {
  readonly kind = 'firm-rep';

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly reservations: Reservations,
  ) {}

  /** What the rules about a firm rep look at. */
  async facts(loginId: string, firmId: string): Promise<RepresentativeFacts> {
    const [{ state }, { state: holders }] = await Promise.all([
      this.aggregates.load(memberDecider, loginId),
      this.aggregates.load(reservation, this.#key(loginId)),
    ]);
    const { member } = state;
    const others = [...holders].filter(([holder]) => holder !== holderOf(firmId));
    return {
      firmId: member?.dateOfBirth === undefined ? undefined : member.firmOid,
      ownsAccounts: others.some(([, { mode }]) => mode === 'shared'),
      isFirmRep: others.some(([, { mode }]) => mode === 'exclusive'),
      identityFailed: member?.cipStatus === 'FAILED',
    };
  }

  /**
   * Appends to the firm's stream while its representative is held for it.
   * @throws RefusedException
   */
  async during<T>(
    loginId: string,
    firmId: string,
    metadata: CommandMetadata,
    append: (options: ExecuteOptions) => Promise<T>,
  ): Promise<T> {
    const key = this.#key(loginId);
    const holder = holderOf(firmId);
    if (!(await this.#reserve(key, holder, metadata))) {
      throw new RefusedException(refuse(notFree));
    }
    try {
      return await append({ alongside: () => this.keep(loginId, firmId, metadata) });
    } catch (error) {
      if (error instanceof RefusedException) {
        const held = await this.holds(holder, key);
        await this.reservations.settle(key, { kind: this.kind, holder }, held, metadata);
      }
      throw error;
    }
  }

  /** Makes the member the firm's for good, once the firm's stream says so. */
  async keep(loginId: string, firmId: string, metadata: CommandMetadata): Promise<void> {
    const held = { kind: this.kind, holder: holderOf(firmId) };
    await this.reservations.keep(this.#key(loginId), held, metadata);
  }

  async holds(holder: string, key: string): Promise<boolean> {
    const firmId = holder.slice(holder.indexOf(':') + 1);
    const { state } = await this.aggregates.load(firmDecider, firmId);
    return state.corporate !== undefined && this.#key(state.corporate.firmRep) === key;
  }

  async #reserve(key: string, holder: string, metadata: CommandMetadata): Promise<boolean> {
    const command: ReservationCommand = {
      type: 'Reserve',
      kind: this.kind,
      holder,
      mode: 'exclusive',
    };
    const options = { always: true };
    return !isRefusal(await this.aggregates.handle(reservation, key, command, metadata, options));
  }

  #key(loginId: string): string {
    return this.reservations.key({ kind: ACCOUNT_OWNER, value: loginIdKey(loginId) });
  }
}

function holderOf(firmId: string): string {
  return `firm:${firmId}`;
}
