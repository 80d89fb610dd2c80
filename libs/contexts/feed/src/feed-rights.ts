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

/** Whose events a caller sees in the feed of a firm. */
export interface FirmScope {
  /** Undefined: every firm. */
  readonly firmId: string | undefined;
  /** Login id of a member, who sees the accounts it has a permission for; undefined: all accounts of the firm. */
  readonly holder: string | undefined;
}

/** Published when the set of people who may read an account may have changed. */
const PERMISSIONS_CHANGED = 'brokerage.account.permissions-changed.v1';

/** Returns a filter for the events of a firm's feed, called in order. It caches each account's rights until they change. */
export function shownTo(
  caller: Caller,
  { holder }: FirmScope,
  rights: Pick<FeedRights, 'mayRead'>,
): (entry: FeedEntry) => Promise<boolean> {
  if (holder === undefined) return () => Promise.resolve(true);
  // maxSize instead of max, because max allocates its room up front
  const known = new LRUCache<string, Promise<boolean>>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
  });
  return ({ accountNumber, event }) => {
    if (event.type === PERMISSIONS_CHANGED) known.delete(accountNumber);
    const allowed = known.get(accountNumber) ?? rights.mayRead(accountNumber, caller);
    known.set(accountNumber, allowed);
    return allowed;
  };
}

/** Who may read which feed right now. Rights are read from the log, not from what the caller was once granted. */
@Injectable()
export class FeedRights {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /**
   * The feed of the caller's firm: all accounts for the API client's own login, permitted accounts for a member. Auditors read
   * all firms.
   * @throws RefusedException 403 for credentials without a firm
   */
  async scopeOf(caller: Caller): Promise<FirmScope> {
    if (caller.roles.includes('auditor')) return { firmId: undefined, holder: undefined };
    const { firmId, member } = caller;
    if (firmId === undefined || member === undefined) throw new RefusedException(forbidden());
    return { firmId, holder: (await this.isApiUser(firmId, member)) ? undefined : member };
  }

  /** Firm of an API client acting as itself. @throws RefusedException 403 for anyone else */
  async firmOfApiUser({ firmId, member }: Caller): Promise<string> {
    const isApiUser =
      firmId !== undefined && member !== undefined && (await this.isApiUser(firmId, member));
    if (!isApiUser) throw new RefusedException(forbidden());
    return firmId;
  }

  /**
   * Firm of an API client that addresses one of its webhooks.
   * @throws RefusedException 403 for anyone else, 404 if the id can't be one of a webhook
   */
  async firmOfWebhook(caller: Caller, id: string): Promise<string> {
    const firmId = await this.firmOfApiUser(caller);
    if (!WEBHOOK_ID.test(id)) throw new RefusedException(notFound());
    return firmId;
  }

  /**
   * The webhook of a path, as it is in the log.
   * @throws RefusedException as {@link firmOfWebhook} does, and 404 if the firm has no such webhook
   */
  async webhookOf(caller: Caller, id: string): Promise<Webhook> {
    const firmId = await this.firmOfWebhook(caller, id);
    const { webhook } = (await this.aggregates.load(webhooks, id)).state;
    if (webhook?.firmId !== firmId) throw new RefusedException(notFound());
    return webhook;
  }

  /** Whether a login id belongs to an API client of the firm, as of position `atLeast` or later. */
  async isApiUser(firmId: string, loginId: string, atLeast?: bigint): Promise<boolean> {
    const selection = { index: 'byLoginId', equals: [loginId], limit: 100 };
    const { items } = await this.readModels.of(clientDocuments).find(selection, atLeast);
    return items.some((client) => client.firmId === firmId && !client.revoked);
  }

  /**
   * Whether the acting member still exists in the caller's firm, as of position `atLeast` or later. Nobody can act as a person
   * whose data was erased, or as a revoked client.
   */
  async isKnown({ firmId, member }: Caller, atLeast: bigint): Promise<boolean> {
    if (firmId === undefined || member === undefined) return true;
    return (await memberDirectories(this.platform).firmAt(member, atLeast)) === firmId;
  }

  async mayRead(accountNumber: string, caller: AccountCaller): Promise<boolean> {
    const { state } = await this.aggregates.load(account, accountNumber);
    return state.opened && mayDo('details', state, caller) === 'ok';
  }

  /** Whether the API client was revoked. Bearer tokens can't be: they are valid until they expire. */
  async isRevoked({ kind, id }: Caller): Promise<boolean> {
    if (kind !== 'api-client') return false;
    const { state } = await this.aggregates.load(clientDecider, id);
    return state.client?.revoked !== false;
  }
}
