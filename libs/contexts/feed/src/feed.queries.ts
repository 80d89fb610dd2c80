import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { account, type AccountCaller, mayDo } from '#libs/contexts/accounts';
import { clientDecider, memberDirectories } from '#libs/contexts/members';
import {
  AggregateStore,
  BehindLogError,
  EventCodec,
  type EventStore,
  type StoredEvent,
  UnknownPositionError,
} from '#libs/platform/event-store';
import { encodeConsistencyToken, ProblemsException } from '#libs/platform/http';
import { isSecretOf, type SignedCaller } from '#libs/platform/identity';
import {
  type Caller,
  FieldCode,
  fieldProblem,
  forbidden,
  notFound,
  type RecordedOf,
  recordingTime,
  RefusedException,
  type Timestamp,
} from '#libs/platform/kernel';
import { EVENT_STORE, PLATFORM, type Platform } from '#libs/platform/service';
import {
  type DeliveredEvent,
  type EventPublished,
  type FeedFilter,
  feedPrefix,
  feedStream,
  type OwnedAccount,
  type PublishedMetadata,
} from './feed.events.js';
import { FeedTranslator } from './feed.reactions.js';
import { type Webhook, webhooks } from './webhook.js';

/** Selects everything. */
export const EVERYTHING: FeedFilter = { eventTypes: [], accounts: [] };

export function selects(
  { eventTypes, accounts }: FeedFilter,
  { accountNumber, event }: Pick<FeedEntry, 'accountNumber' | 'event'>,
): boolean {
  return (
    (eventTypes.length === 0 || eventTypes.includes(event.type)) &&
    (accounts.length === 0 || accounts.includes(accountNumber))
  );
}

/** A place in a feed: after a sequence (feed of an account) or after a log position (feed of a firm). */
export type FeedPlace = { readonly sequence: number } | { readonly position: bigint };

/** Encodes a place as an opaque cursor. It stays valid, because public streams are never rewritten. */
export function encodeCursor(place: FeedPlace): string {
  const text = 'sequence' in place ? `s${place.sequence}` : `p${place.position}`;
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** Decodes a cursor; undefined if it is malformed. */
export function decodeCursor(cursor: string): FeedPlace | undefined {
  if (!/^[A-Za-z0-9_-]{2,40}$/.test(cursor)) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, kind, digits = ''] = /^([sp])(0|[1-9]\d{0,18})$/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const place = kind === 's' ? { sequence: Number(digits) } : { position: BigInt(digits) };
  return encodeCursor(place) === cursor ? place : undefined;
}

/** Refused, because a reader at such a place would wait forever without noticing that it misses events. */
const AHEAD =
  'It is ahead of the feed, which is another one or was restored to an earlier state. Start without a cursor, or from an earlier one.';

const WRONG_FEED = 'It is no cursor of this feed: those of an account and of all accounts differ.';

interface NamedPlace {
  /** Undefined: the beginning. */
  readonly at: string | undefined;
  /** Field or header that contains it. */
  readonly field: string;
}

/** The place from `Last-Event-ID` if sent, otherwise from the query. */
export function placeOf(lastEventId: string | undefined, cursor: string | undefined): NamedPlace {
  return lastEventId === undefined
    ? { at: cursor, field: 'cursor' }
    : { at: lastEventId, field: 'Last-Event-ID' };
}

/** @throws ProblemsException 400 unless it is a cursor of an account's feed */
export function sequenceAt(named: NamedPlace): number {
  const place = named.at === undefined ? { sequence: 0 } : decodeCursor(named.at);
  if (place && 'sequence' in place) return place.sequence;
  throw refused(named, WRONG_FEED);
}

/** @throws ProblemsException 400 unless it is a cursor of a firm's feed */
export function positionAt(named: NamedPlace): bigint {
  const place = named.at === undefined ? { position: 0n } : decodeCursor(named.at);
  if (place && 'position' in place) return place.position;
  throw refused(named, WRONG_FEED);
}

/** The refusal of a cursor that the feed has not reached. */
export function ahead(named: NamedPlace): ProblemsException {
  return refused(named, AHEAD);
}

function refused({ field }: NamedPlace, message: string): ProblemsException {
  return new ProblemsException(400, [fieldProblem(field, FieldCode.Value, message)]);
}

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

/** Returns which events of a firm's feed a caller sees, called in order. It caches each account's rights until they change. */
export function shownTo(
  caller: Caller,
  { holder }: FirmScope,
  rights: Pick<FeedRights, 'mayRead'>,
  filter: FeedFilter = EVERYTHING,
): (entry: FeedEntry) => Promise<boolean> {
  if (holder === undefined) return (entry) => Promise.resolve(selects(filter, entry));
  // maxSize instead of max, because max allocates its room up front
  const known = new LRUCache<string, Promise<boolean>>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
  });
  return (entry) => {
    const { accountNumber, event } = entry;
    if (event.type === PERMISSIONS_CHANGED) known.delete(accountNumber);
    if (!selects(filter, entry)) return Promise.resolve(false);
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

  /**
   * Whether the API client was revoked, or the secret replaced that it signed with, as of position `atLeast` or later. Bearer tokens can't
   * be: they are valid until they expire.
   */
  async isRevoked({ kind, id, secret }: SignedCaller, atLeast: bigint): Promise<boolean> {
    if (kind !== 'api-client') return false;
    const { state } = await this.aggregates.load(clientDecider, id);
    if (state.client?.revoked !== false) return true;
    const directories = memberDirectories(this.platform);
    await directories.clientChanged(id, atLeast);
    return !isSecretOf(await directories.clients.find(id), secret, this.platform.clock.now());
  }
}

/** A published event and its place in the log. */
export interface FeedEntry extends OwnedAccount {
  readonly position: bigint;
  readonly sequence: number;
  readonly event: DeliveredEvent;
  /** When what it is about was recorded, ISO-8601 UTC; the time of the event itself is by the clock of a sandbox. */
  readonly recordedAt: Timestamp;
  /** Span of the command that caused it, if that was traced. */
  readonly traceparent?: string;
}

/** Reads the public streams. */
@Injectable()
export class FeedReader {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  async ofAccount(
    firmId: string,
    accountNumber: string,
    after: number,
    max: number,
  ): Promise<readonly FeedEntry[]> {
    const stored: StoredEvent[] = [];
    const stream = feedStream(firmId, accountNumber);
    for await (const event of this.store.readStream(stream, { from: after, max })) {
      stored.push(event);
    }
    return this.entries(stored);
  }

  /** Sequence of the newest event of an account; 0 before the first. */
  async newestOf(firmId: string, accountNumber: string): Promise<number> {
    const stream = feedStream(firmId, accountNumber);
    for await (const event of this.store.readStream(stream, { direction: 'backwards', max: 1 })) {
      return event.revision + 1;
    }
    return 0;
  }

  /** Events of all accounts of a firm (or of all firms) after a log position, in log order. */
  async *ofFirm(
    firmId: string | undefined,
    after: bigint,
    max?: number,
  ): AsyncGenerator<FeedEntry, void, undefined> {
    const filter = { streamPrefixes: [feedPrefix(firmId)] };
    const options = { after, filter, ...(max !== undefined && { max }) };
    for await (const stored of this.store.readAll(options)) {
      yield* await this.entries([stored]);
    }
  }

  /** Whether a feed can resume at a position: it isn't beyond the log, and the store knows it. */
  async has(position: bigint): Promise<boolean> {
    if (position === 0n) return true;
    if (position > (await this.head())) return false;
    try {
      for await (const next of this.store.readAll({ after: position, max: 1 })) {
        return next.position > position;
      }
      return true;
    } catch (error) {
      if (error instanceof UnknownPositionError) return false;
      throw error;
    }
  }

  head(): Promise<bigint> {
    return this.store.head();
  }

  /** Decodes stored events of public streams. */
  async entries(stored: readonly StoredEvent[]): Promise<FeedEntry[]> {
    const entries: FeedEntry[] = [];
    for (const recorded of await this.codec.decode(stored)) {
      if (recorded?.type !== 'feed.EventPublished') continue;
      const { position, revision, data, metadata } = recorded as RecordedOf<EventPublished>;
      const { traceparent, sourcePosition } = metadata as PublishedMetadata;
      entries.push({
        ...data,
        event: { ...data.event, position: encodeConsistencyToken(BigInt(sourcePosition)) },
        recordedAt: recordingTime(recorded),
        position,
        sequence: revision + 1,
        ...(traceparent !== undefined && { traceparent }),
      });
    }
    return entries;
  }
}

/** Events scanned for one page: a member may read few of the firm's accounts. The next page continues from there. */
const MAX_SCANNED = 2_000;

/** One page of a feed, and the cursor that continues after it. */
export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  readonly cursor: string;
  /** Reads that are not older than this include everything up to the end of the page. */
  readonly position: bigint;
  readonly more: boolean;
}

/** Reads pages of feeds, never older than what the caller has written. */
@Injectable()
export class FeedPages {
  readonly #patienceMs: number;

  constructor(
    private readonly reader: FeedReader,
    private readonly rights: FeedRights,
    private readonly translator: FeedTranslator,
    @Inject(PLATFORM)
    { config }: { readonly config: Pick<Platform['config'], 'readPatienceSeconds'> },
  ) {
    this.#patienceMs = config.readPatienceSeconds * 1_000;
  }

  async ofAccount(
    { firmId, accountNumber }: OwnedAccount,
    after: number,
    limit: number,
    atLeast: bigint | undefined,
    filter: FeedFilter = EVERYTHING,
  ): Promise<FeedPage> {
    await this.#await(atLeast, accountNumber);
    const head = await this.reader.head();
    const entries: FeedEntry[] = [];
    let [sequence, position, scanned] = [after, head, 0];
    const pageOf = (more: boolean): FeedPage => {
      return { entries, cursor: encodeCursor({ sequence }), position, more };
    };
    while (scanned < MAX_SCANNED) {
      const found = await this.reader.ofAccount(firmId, accountNumber, sequence, limit + 1);
      for (const entry of found) {
        if (entries.length === limit) return pageOf(true);
        if (selects(filter, entry)) entries.push(entry);
        ({ sequence, position } = entry);
      }
      if (found.length <= limit) return pageOf(false);
      scanned += found.length;
    }
    return pageOf(true);
  }

  async ofFirm(
    caller: Caller,
    after: bigint,
    limit: number,
    atLeast: bigint | undefined,
    filter: FeedFilter = EVERYTHING,
  ): Promise<FeedPage> {
    await this.#await(atLeast);
    const scope = this.rights.scopeOf(caller);
    const shown = shownTo(caller, scope, this.rights, filter);
    const entries: FeedEntry[] = [];
    // newer events belong to the next page
    const head = await this.reader.head();
    let [scanned, position, shownUpTo] = [0, after, 0n];
    for await (const entry of this.reader.ofFirm(scope.firmId, after)) {
      if (entry.position > head) break;
      if (scanned === MAX_SCANNED) return page(entries, position, true);
      scanned += 1;
      ({ position } = entry);
      if (!(await shown(entry))) continue;
      if (entries.length === limit) return page(entries, shownUpTo, true);
      entries.push(entry);
      shownUpTo = position;
    }
    return page(entries, head > after ? head : after, false);
  }

  /** Sequence of the newest event of an account, including what the caller has written. */
  async newestOf(account: OwnedAccount, atLeast: bigint | undefined): Promise<number> {
    await this.#await(atLeast, account.accountNumber);
    return this.reader.newestOf(account.firmId, account.accountNumber);
  }

  /** Sequence of the newest event of an account that was published up to a log position. */
  async sequenceAt({ firmId, accountNumber }: OwnedAccount, position: bigint): Promise<number> {
    let [known, most] = [0, await this.reader.newestOf(firmId, accountNumber)];
    while (known < most) {
      const middle = Math.ceil((known + most) / 2);
      const [entry] = await this.reader.ofAccount(firmId, accountNumber, middle - 1, 1);
      if (entry !== undefined && entry.position <= position) known = middle;
      else most = middle - 1;
    }
    return known;
  }

  async hasSequence({ firmId, accountNumber }: OwnedAccount, sequence: number): Promise<boolean> {
    if (sequence === 0) return true;
    const [entry] = await this.reader.ofAccount(firmId, accountNumber, sequence - 1, 1);
    return entry !== undefined;
  }

  hasPosition(position: bigint): Promise<boolean> {
    return this.reader.has(position);
  }

  /** The end of the log, after waiting until everything the caller has written is published. */
  async head(atLeast: bigint | undefined): Promise<bigint> {
    await this.#await(atLeast);
    return this.reader.head();
  }

  /** @throws BehindLogError (HTTP 503) instead of returning older data */
  async #await(position: bigint | undefined, accountNumber?: string): Promise<void> {
    if (position === undefined) return;
    const isThere =
      (await this.translator.waitFor(position, this.#patienceMs)) &&
      (accountNumber === undefined ||
        (await this.translator.hasPublished(accountNumber, position)));
    if (!isThere) throw new BehindLogError('the feed is behind the log');
  }
}

function page(entries: readonly FeedEntry[], position: bigint, more: boolean): FeedPage {
  return { entries, cursor: encodeCursor({ position }), position, more };
}
