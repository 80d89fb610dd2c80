import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { clientDecider, clientDocuments, memberDirectories } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException } from '#libs/platform/http';
import { forbidden } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { PLATFORM, type Platform } from '#libs/platform/service';

/** Which accounts' events a caller of the firm's feed is shown. */
export interface FirmScope {
  /** Undefined: every firm. */
  readonly firmId: string | undefined;
  /** Login id of a member who sees the accounts it holds a permission on; undefined: all of the firm's. */
  readonly holder: string | undefined;
}

/** Which accounts a caller may read, as far as they have come up: the last 10,000 of them. Takes no room before they do. */
export function knownAccounts<Answer extends object | boolean>(): LRUCache<string, Answer> {
  return new LRUCache({ maxSize: 10_000, sizeCalculation: () => 1 });
}

/** Who may read which feed, at this moment: rights are looked up in the log, not in what a caller once had. */
@Injectable()
export class FeedRights {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(PLATFORM) private readonly platform: Platform,
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

  /**
   * Whether the acting member still is one of the caller's firm, or the login of an API client of it: nobody acts as a person whose data
   * were erased, or as a client that was revoked.
   * @param atLeast position of the log that the answer must not be older than
   */
  async isKnown({ firmId, member }: Caller, atLeast: bigint): Promise<boolean> {
    if (firmId === undefined || member === undefined) return true;
    return (await memberDirectories(this.platform).firmAt(member, atLeast)) === firmId;
  }

  /** Whether the caller may read the details of an account now. */
  async mayRead(accountNumber: string, caller: AccountCaller): Promise<boolean> {
    const { state } = await this.aggregates.load(account, accountNumber);
    return state.opened && mayDo('details', state, caller) === 'ok';
  }

  /** Whether the credentials of an API client have been revoked; a token is good until it expires. */
  async isRevoked({ kind, id }: Caller): Promise<boolean> {
    if (kind !== 'api-client') return false;
    const { state } = await this.aggregates.load(clientDecider, id);
    return state.client?.revoked !== false;
  }
}
