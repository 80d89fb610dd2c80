import { Injectable } from '@nestjs/common';
import { AggregateStore, type Claim, reservation, Reservations } from '#libs/platform/event-store';
import {
  businessNow,
  type Clock,
  type CommandMetadata,
  type Decider,
  type DomainEvent,
  isNumericOid,
  isRefusal,
  loginIdKey,
  type Problem,
  refuse,
  RefusedException,
} from '#libs/platform/kernel';
import { derivedIds } from '#libs/platform/runtime';
import {
  type ExecuteOptions,
  OwnsReservations,
  type ReservationOwner,
} from '#libs/platform/service';
import { clientDecider } from './client.js';
import { firmDecider, type RepresentativeFacts } from './firm.js';
import { memberDecider } from './member.js';
import { loginIdTaken, memberRules } from './person.js';
import { trusteeDecider } from './trustee.js';

/** Reserves a login id for one holder: during the append to the holder's stream, and permanently after it. */
@Injectable()
abstract class HeldLoginId<Holder extends string> implements ReservationOwner {
  abstract readonly kinds: readonly [string];
  /** The kind whose values are shared; undefined: values of its own. */
  protected readonly valuesOf: string | undefined = undefined;
  /** The problem if another holder has the login id. */
  protected abstract readonly taken: Problem;

  constructor(
    protected readonly aggregates: AggregateStore,
    protected readonly reservations: Reservations,
  ) {}

  /** The login id of a holder, from its stream. */
  protected abstract loginIdOf(holder: string): Promise<string | undefined>;

  /**
   * Appends to the holder's stream while the login id is reserved. After a refusal the reservation is kept only if the holder already
   * has the login id: from the same request sent twice, or from a faster one.
   * @param append receives options that make the reservation permanent alongside the follow-ups
   */
  async during<T>(
    loginId: string,
    holder: Holder,
    metadata: CommandMetadata,
    append: (options: ExecuteOptions) => Promise<T>,
  ): Promise<T> {
    const claim = this.#claim(loginId, holder);
    if (!(await this.reservations.reserve(claim, metadata))) {
      throw new RefusedException(refuse(this.taken));
    }
    const key = this.key(loginId);
    try {
      const whileReacting = () => this.reservations.keep(key, claim, metadata);
      return await append({ whileReacting });
    } catch (error) {
      if (error instanceof RefusedException) {
        await this.reservations.resolve(key, claim, await this.holds(holder, key), metadata);
      }
      throw error;
    }
  }

  /** Appends to the stream of a holder that already has the login id, and makes the reservation permanent. */
  async again<T>(
    loginId: string,
    holder: Holder,
    metadata: CommandMetadata,
    append: () => Promise<T>,
  ): Promise<T> {
    const outcome = await append();
    await this.reservations.keep(this.key(loginId), this.#claim(loginId, holder), metadata);
    return outcome;
  }

  async holds(holder: string, key: string): Promise<boolean> {
    const loginId = await this.loginIdOf(holder);
    return loginId !== undefined && this.key(loginId) === key;
  }

  protected key(loginId: string): string {
    return this.reservations.key(this.#claim(loginId, ''));
  }

  #claim(loginId: string, holder: string): Claim {
    return { kind: this.kinds[0], valuesOf: this.valuesOf, value: loginIdKey(loginId), holder };
  }
}

/**
 * Decides a command without appending, and returns its events, so that all problems are reported in one list.
 * @param elsewhere problems found outside the decider
 * @throws RefusedException if there is any problem
 */
export function dryRun<State, Command, E extends DomainEvent>(
  decider: Decider<State, Command, E>,
  state: State,
  command: Command,
  clock: Clock,
  { commandId, firmId }: Pick<CommandMetadata, 'commandId' | 'firmId'>,
  elsewhere: readonly Problem[] = [],
): readonly E[] {
  const now = businessNow(clock, firmId);
  const decision = decider.decide(command, state, { now, ids: derivedIds(commandId) });
  if (!isRefusal(decision)) {
    if (elsewhere.length === 0) return decision;
    throw new RefusedException(refuse(...elsewhere));
  }
  if (decision.kind !== 'invalid') throw new RefusedException(decision);
  throw new RefusedException(refuse(...decision.problems, ...elsewhere));
}

/** A holder of a login id; the stream id after the colon is a login id, or the API key of a client. */
type LoginHolder = `member:${string}` | `trustee:${string}` | `client:${string}`;

/** Keeps login ids unique among members, trustees and API clients, ignoring case. */
@OwnsReservations()
export class LoginIds extends HeldLoginId<LoginHolder> {
  readonly kinds = ['login'] as const;
  protected readonly taken = loginIdTaken;

  /** The problem, if any, of a login id that somebody else has or has reserved. */
  async problems(loginId: string, holder: LoginHolder): Promise<readonly Problem[]> {
    const [{ state }, namesFirm] = await Promise.all([
      this.aggregates.load(reservation, this.key(loginId)),
      this.#namesFirm(loginId),
    ]);
    const taken = [...state.keys()].some((other) => other !== holder);
    return taken || namesFirm ? [loginIdTaken] : [];
  }

  /** Whether it is the id of a corporate firm: like login ids, these name owners of accounts and keys of personal data. */
  async #namesFirm(loginId: string): Promise<boolean> {
    if (!isNumericOid(loginId)) return false;
    return (await this.aggregates.load(firmDecider, loginId)).state.corporate !== undefined;
  }

  protected async loginIdOf(holder: string): Promise<string | undefined> {
    const colon = holder.indexOf(':');
    const id = holder.slice(colon + 1);
    switch (holder.slice(0, colon)) {
      case 'member':
        return (await this.aggregates.load(memberDecider, id)).state.member?.loginId;
      case 'trustee':
        return (await this.aggregates.load(trusteeDecider, id)).state.trustee?.loginId;
      case 'client':
        return (await this.aggregates.load(clientDecider, id)).state.client?.loginId;
      default:
        throw new Error('a login id holder must be a member, a trustee or an API client');
    }
  }
}

/** Reservation kind whose value accounts hold shared for each owner, and a firm exclusively for its representative. */
export const ACCOUNT_OWNER = 'account-owner';

const notFree = memberRules.broken(
  'group.firm.invalid.representative',
  'The member owns accounts or represents a firm.',
  'firmRep',
);

/**
 * Ensures that a firm rep has no accounts and no other firm ([firm.representative]). The value is that of the accounts' shared
 * reservations, so that each excludes the other. The kind is separate, so that the sweeper can tell firms from accounts.
 */
@OwnsReservations()
export class Representation extends HeldLoginId<`firm:${string}`> {
  readonly kinds = ['firm-rep'] as const;
  protected override readonly valuesOf = ACCOUNT_OWNER;
  protected readonly taken = notFree;

  /** What the rules about a firm rep need to know. */
  async facts(loginId: string, firmId: string): Promise<RepresentativeFacts> {
    const [{ state }, { state: holders }] = await Promise.all([
      this.aggregates.load(memberDecider, loginId),
      this.aggregates.load(reservation, this.key(loginId)),
    ]);
    const { member } = state;
    const others = [...holders].filter(([holder]) => holder !== `firm:${firmId}`);
    return {
      firmId: member?.dateOfBirth === undefined ? undefined : member.firmOid,
      ownsAccounts: others.some(([, { mode }]) => mode === 'shared'),
      isFirmRep: others.some(([, { mode }]) => mode === 'exclusive'),
      identityFailed: member?.cipStatus === 'FAILED',
    };
  }

  protected async loginIdOf(holder: string): Promise<string | undefined> {
    const firmId = holder.slice(holder.indexOf(':') + 1);
    return (await this.aggregates.load(firmDecider, firmId)).state.corporate?.firmRep;
  }
}
