import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { clientDecider, memberDirectories } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException } from '#libs/platform/http';
import { forbidden, notFound } from '#libs/platform/kernel';
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
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /**
   * The feed of the caller's firm: all accounts for the API client's own login, permitted accounts for a member. Auditors read
   * all firms.
   * @throws RefusedException 403 for credentials without a firm
   */
  scopeOf({ roles, firmId, member, firmItself }: Caller): FirmScope {
    if (roles.includes('auditor')) return { firmId: undefined, holder: undefined };
    if (firmId === undefined || member === undefined) throw new RefusedException(forbidden());
    return { firmId, holder: firmItself === true ? undefined : member };
  }

  /** Firm of an API client acting as itself. @throws RefusedException 403 for anyone else */
  firmOfApiUser({ firmId, firmItself }: Caller): string {
    if (firmId === undefined || firmItself !== true) throw new RefusedException(forbidden());
    return firmId;
  }

  /**
   * Firm of an API client that addresses one of its webhooks.
   * @throws RefusedException 403 for anyone else, 404 if the id can't be one of a webhook
   */
  firmOfWebhook(caller: Caller, id: string): string {
    const firmId = this.firmOfApiUser(caller);
    if (!WEBHOOK_ID.test(id)) throw new RefusedException(notFound());
    return firmId;
  }

  /**
   * The webhook of a path, as it is in the log.
   * @throws RefusedException as {@link firmOfWebhook} does, and 404 if the firm has no such webhook
   */
  async webhookOf(caller: Caller, id: string): Promise<Webhook> {
    const firmId = this.firmOfWebhook(caller, id);
    const { webhook } = (await this.aggregates.load(webhooks, id)).state;
    if (webhook?.firmId !== firmId) throw new RefusedException(notFound());
    return webhook;
  }

  /**
   * Whether the acting member still exists in the caller's firm, as of position `atLeast` or later. Nobody can act as a person
   * whose data was erased, or as a revoked client.
   */
  async isKnown({ firmId, member }: Caller, atLeast: bigint): Promise<boolean> {
    if (firmId === undefined || member === undefined) return true;
    const holder = await memberDirectories(this.platform).holderAt(member, atLeast);
    return holder?.firmId === firmId;
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
