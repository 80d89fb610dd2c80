import { Inject, Injectable } from '@nestjs/common';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { clientDecider, clientDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException } from '#libs/platform/http';
import { type Clock, forbidden } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CLOCK } from '#libs/platform/service';
import type { RightsLost } from './domain/contract/stream-messages.js';

/** Which accounts' events a caller of the firm's feed is shown. */
export interface FirmScope {
  /** Undefined: every firm. */
  readonly firmId: string | undefined;
  /** Login id of a member who sees the accounts it holds a permission on; undefined: all of the firm's. */
  readonly holder: string | undefined;
}

/** Who may read which feed, at this moment: rights are looked up in the log, not in what a caller once had. */
@Injectable()
export class FeedRights {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * The feed of the caller's firm: all its accounts for the own login of an API client, those it holds a permission on for a
   * member; every firm for an auditor.
   * @throws RefusedException 403 for credentials without a firm
   */
  async scopeOf(caller: Caller): Promise<FirmScope> {
    if (caller.roles.includes('auditor')) return { firmId: undefined, holder: undefined };
    const { firmId, member } = caller;
    if (firmId === undefined || member === undefined) throw new RefusedException(forbidden());
    return { firmId, holder: (await this.isApiUser(firmId, member)) ? undefined : member };
  }

  /**
   * Firm of an API client that acts as itself.
   * @throws RefusedException 403 for everybody else
   */
  async firmOfApiUser({ firmId, member }: Caller): Promise<string> {
    const isApiUser =
      firmId !== undefined && member !== undefined && (await this.isApiUser(firmId, member));
    if (!isApiUser) throw new RefusedException(forbidden());
    return firmId;
  }

  /**
   * Whether a login id is the own one of an API client of the firm.
   * @param atLeast position of the log that the answer must not be older than
   */
  async isApiUser(firmId: string, loginId: string, atLeast?: bigint): Promise<boolean> {
    const selection = { index: 'byLoginId', equals: [loginId], limit: 100 };
    const { items } = await this.readModels.of(clientDocuments).find(selection, atLeast);
    return items.some((client) => client.firmId === firmId && !client.revoked);
  }

  /** Whether the caller may read the details of an account now. */
  async mayRead(accountNumber: string, caller: AccountCaller): Promise<boolean> {
    const { state } = await this.aggregates.load(account, accountNumber);
    return state.opened && mayDo('details', state, caller) === 'ok';
  }

  /** Why the credentials themselves are good no longer; undefined while they are. */
  async credentialsLost(caller: Caller): Promise<RightsLost | undefined> {
    if (caller.expiresAt !== undefined && this.clock.now() >= caller.expiresAt) {
      return 'credentials-expired';
    }
    if (caller.kind !== 'api-client') return undefined;
    const { state } = await this.aggregates.load(clientDecider, caller.id);
    return state.client?.revoked === false ? undefined : 'credentials-revoked';
  }
}
