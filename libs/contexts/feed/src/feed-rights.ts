import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { clientDecider, clientDocuments, memberDirectories } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException } from '#libs/platform/http';
import { forbidden, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { PLATFORM, type Platform } from '#libs/platform/service';
import { type Webhook, webhooks } from './domain/webhook.js';
import type { FeedEntry } from './feed-reader.js';

const WEBHOOK_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which accounts' events a caller of the firm's feed is shown. */
export interface FirmScope {
  /** Undefined: every firm. */
  readonly firmId: string | undefined;
  /** Login id of a member who sees the accounts it holds a permission on; undefined: all of the firm's. */
  readonly holder: string | undefined;
}

/** Event after which the account may be read by others than before. */
const PERMISSIONS_CHANGED = 'brokerage.account.permissions-changed.v1';

/** Which events of a firm's feed, in their order, a caller is shown. Each account is looked up once until its permissions change. */
export function shownTo(
  caller: Caller,
  { holder }: FirmScope,
  rights: Pick<FeedRights, 'mayRead'>,
): (entry: FeedEntry) => Promise<boolean> {
  if (holder === undefined) return () => Promise.resolve(true);
  // the last 10,000 accounts; takes no room before they come up
  const known = new LRUCache<string, Promise<boolean>>({
    ...{ maxSize: 10_000, sizeCalculation: () => 1 },
  });
  return ({ accountNumber, event }) => {
    if (event.type === PERMISSIONS_CHANGED) known.delete(accountNumber);
    const answer = known.get(accountNumber) ?? rights.mayRead(accountNumber, caller);
    known.set(accountNumber, answer);
    return answer;
  };
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
   * Firm of an API client that asks for a webhook of its own.
   * @throws RefusedException 403 for everybody else, 404 for a text that is the id of no webhook
   */
  async firmOfWebhook(caller: Caller, id: string): Promise<string> {
    const firmId = await this.firmOfApiUser(caller);
    if (!WEBHOOK_ID.test(id)) throw new RefusedException(notFound());
    return firmId;
  }

  /**
   * The webhook of a path, as the log has it.
   * @throws RefusedException as {@link firmOfWebhook} does, and 404 when the firm has none of this id
   */
  async webhookOf(caller: Caller, id: string): Promise<Webhook> {
    const firmId = await this.firmOfWebhook(caller, id);
    const { webhook } = (await this.aggregates.load(webhooks, id)).state;
    if (webhook?.firmId !== firmId) throw new RefusedException(notFound());
    return webhook;
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
