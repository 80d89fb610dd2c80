import { Injectable } from '@nestjs/common';
import {
  AggregateStore,
  type Claim,
  type Outcome,
  reservation,
  Reservations,
} from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type DomainEvent,
  isNumericOid,
  isRefusal,
  loginIdKey,
  type Problem,
  refuse,
  type Refusal,
} from '#libs/platform/kernel';
import type { ExecuteOptions, ReservationOwner } from '#libs/platform/service';
import {
  clientDecider,
  firmDecider,
  loginIdTaken,
  memberDecider,
  trusteeDecider,
} from '../domain/index.js';

/** Who may have a login id, and how its stream is named after the colon: a login id, or the API key of a client. */
export type LoginHolder = `member:${string}` | `trustee:${string}` | `client:${string}`;

/** Keeps a login id with one member, trustee or API client, whatever its case. */
@Injectable()
export class LoginIds implements ReservationOwner {
  readonly kind = 'login';

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly reservations: Reservations,
  ) {}

  /** The problem of a login id that somebody else has or is about to have. */
  async problems(loginId: string, holder: LoginHolder): Promise<readonly Problem[]> {
    const key = this.reservations.key(this.#claim(loginId, holder));
    const [{ state }, namesFirm] = await Promise.all([
      this.aggregates.load(reservation, key),
      this.#namesFirm(loginId),
    ]);
    const taken = [...state.keys()].some((other) => other !== holder);
    return taken || namesFirm ? [loginIdTaken] : [];
  }

  /** Whether it is the id of a corporate firm: that names owners and the keys of personal data, as login ids do. */
  async #namesFirm(loginId: string): Promise<boolean> {
    if (!isNumericOid(loginId)) return false;
    return (await this.aggregates.load(firmDecider, loginId)).state.corporate !== undefined;
  }

  /**
   * Appends to the holder's stream while the login id is held for it. The reservation outlives a refusal only where the
   * holder has the login id already: from the same request sent twice, or from another that was faster.
   * @param append makes the login id the holder's for good alongside what follows from its events
   */
  async during<E extends DomainEvent>(
    loginId: string,
    holder: LoginHolder,
    metadata: CommandMetadata,
    append: (options: ExecuteOptions) => Promise<Outcome<E> | Refusal>,
  ): Promise<Outcome<E> | Refusal> {
    const claim = this.#claim(loginId, holder);
    if (!(await this.reservations.reserve(claim, metadata))) return refuse(loginIdTaken);
    const outcome = await append({ alongside: () => this.keep(loginId, holder, metadata) });
    if (isRefusal(outcome)) {
      const key = this.reservations.key(claim);
      await this.reservations.settle(key, claim, await this.holds(holder, key), metadata);
    }
    return outcome;
  }

  /** Makes the login id the holder's for good, once its stream says so. */
  async keep(loginId: string, holder: LoginHolder, metadata: CommandMetadata): Promise<void> {
    const claim = this.#claim(loginId, holder);
    await this.reservations.keep(this.reservations.key(claim), claim, metadata);
  }

  async holds(holder: string, key: string): Promise<boolean> {
    const loginId = await this.#loginIdOf(holder);
    return (
      loginId !== undefined &&
      this.reservations.key({ kind: this.kind, value: loginIdKey(loginId) }) === key
    );
  }

  /** The login id a holder has according to its stream. */
  async #loginIdOf(holder: string): Promise<string | undefined> {
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
        throw new Error('a login id is held by a member, a trustee or an API client');
    }
  }

  #claim(loginId: string, holder: LoginHolder): Claim {
    return { kind: this.kind, value: loginIdKey(loginId), holder };
  }
}
