import { Injectable } from '@nestjs/common';
import { AggregateStore, type Claim, reservation, Reservations } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import {
  type CommandMetadata,
  isNumericOid,
  loginIdKey,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import type { ExecuteOptions, ReservationOwner } from '#libs/platform/service';
import {
  clientDecider,
  firmDecider,
  loginIdTaken,
  memberDecider,
  trusteeDecider,
} from './domain/index.js';

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
   * @throws RefusedException
   */
  async during<T>(
    loginId: string,
    holder: LoginHolder,
    metadata: CommandMetadata,
    append: (options: ExecuteOptions) => Promise<T>,
  ): Promise<T> {
    const claim = this.#claim(loginId, holder);
    const key = this.reservations.key(claim);
    if (!(await this.reservations.reserve(claim, metadata))) {
      throw new RefusedException(refuse(loginIdTaken));
    }
    try {
      const alongside = () => this.reservations.keep(key, claim, metadata);
      return await append({ alongside });
    } catch (error) {
      if (error instanceof RefusedException) {
        await this.reservations.settle(key, claim, await this.holds(holder, key), metadata);
      }
      throw error;
    }
  }

  /** Appends to the stream of a holder that says already that the login id is its own, and makes it the holder's for good. */
  async again<T>(
    loginId: string,
    holder: LoginHolder,
    metadata: CommandMetadata,
    append: () => Promise<T>,
  ): Promise<T> {
    const outcome = await append();
    const claim = this.#claim(loginId, holder);
    await this.reservations.keep(this.reservations.key(claim), claim, metadata);
    return outcome;
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
