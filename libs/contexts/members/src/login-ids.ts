import { Injectable } from '@nestjs/common';
import { reservation } from '#libs/platform/event-store';
import { isNumericOid, type Problem } from '#libs/platform/kernel';
import {
  clientDecider,
  firmDecider,
  loginIdTaken,
  memberDecider,
  trusteeDecider,
} from './domain/index.js';
import { HeldLoginId } from './held-login-id.js';

/** Who may have a login id, and how its stream is named after the colon: a login id, or the API key of a client. */
type LoginHolder = `member:${string}` | `trustee:${string}` | `client:${string}`;

/** Keeps a login id with one member, trustee or API client, whatever its case. */
@Injectable()
export class LoginIds extends HeldLoginId<LoginHolder> {
  readonly kind = 'login';
  protected readonly taken = loginIdTaken;

  /** The problem of a login id that somebody else has or is about to have. */
  async problems(loginId: string, holder: LoginHolder): Promise<readonly Problem[]> {
    const [{ state }, namesFirm] = await Promise.all([
      this.aggregates.load(reservation, this.key(loginId)),
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
        throw new Error('a login id is held by a member, a trustee or an API client');
    }
  }
}
