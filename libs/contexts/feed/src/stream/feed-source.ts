import { account } from '#libs/contexts/accounts';
import { AggregateStore, type StoredEvent } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/http';
import type { RightsLost } from '../domain/contract/schemas.js';
import { encodeCursor } from '../feed-places.js';
import type { OwnedAccount } from '../domain/published-event.js';
import type { FeedEntry, FeedReader } from '../feed-reader.js';
import { type FeedRights, type FirmScope, shownTo } from '../feed-rights.js';

/** Events read at a time. */
export const BATCH = 100;

/** What one stream shows, and how far it has come. */
export interface FeedSource {
  /** Whether an event belongs to the stream and is newer than what it has shown. */
  isNext(entry: FeedEntry): boolean;
  /** The next events from the log, at most {@link BATCH}; fewer: there are no more at present. */
  read(): Promise<readonly FeedEntry[]>;
  /** Whether the caller is shown this one. */
  shows(entry: FeedEntry): Promise<boolean>;
  /** The event has been shown, or passed over. */
  passed(entry: FeedEntry): void;
  /** Everything up to a position of the log has been shown or passed over. */
  reached(position: bigint): void;
  /** What a reader that comes back has to send. */
  readonly cursor: string;
  /** What heartbeats say. */
  newest(): Readonly<Record<string, string>>;
  /** Whether an event of the log may take away a right that {@link lost} looks at. */
  isOnRights(event: StoredEvent): boolean;
  /**
   * Why the caller may read no further; undefined while it may.
   * @param atLeast position of the log that the answer must not be older than
   */
  lost(atLeast: bigint): Promise<RightsLost | undefined>;
}

/** The feed of one account, after a sequence. */
export function accountSource(
  reader: FeedReader,
  rights: FeedRights,
  caller: Caller,
  { firmId, accountNumber }: OwnedAccount,
  after: number,
): FeedSource {
  return {
    isNext: (entry) => entry.accountNumber === accountNumber && entry.sequence > after,
    read: () => reader.ofAccount(firmId, accountNumber, after, BATCH),
    shows: () => Promise.resolve(true),
    passed: ({ sequence }) => void (after = sequence),
    // the sequence says it all
    reached: () => undefined,
    get cursor() {
      return encodeCursor({ sequence: after });
    },
    newest: () => ({ sequence: String(after) }),
    isOnRights: ({ stream, type }) =>
      isOnCallers(type) || stream === AggregateStore.stream(account, accountNumber),
    async lost(atLeast) {
      if (await rights.isRevoked(caller)) return 'credentials-revoked';
      const stillMay =
        (await rights.isKnown(caller, atLeast)) && (await rights.mayRead(accountNumber, caller));
      return stillMay ? undefined : 'rights-lost';
    },
  };
}

/** The feed of a firm, or of all firms, as far as the caller may see it, after a position of the log. */
export function firmSource(
  reader: FeedReader,
  rights: FeedRights,
  caller: Caller,
  scope: FirmScope,
  after: bigint,
): FeedSource {
  const { firmId, holder } = scope;
  return {
    isNext: (entry) => (firmId === undefined || entry.firmId === firmId) && entry.position > after,
    async read() {
      const entries: FeedEntry[] = [];
      for await (const entry of reader.ofFirm(firmId, after, BATCH)) entries.push(entry);
      return entries;
    },
    shows: shownTo(caller, scope, rights),
    passed: ({ position }) => void (after = position),
    reached(position) {
      if (position > after) after = position;
    },
    get cursor() {
      return encodeCursor({ position: after });
    },
    newest: () => ({ cursor: encodeCursor({ position: after }) }),
    isOnRights: ({ type }) => isOnCallers(type),
    async lost(atLeast) {
      if (await rights.isRevoked(caller)) return 'credentials-revoked';
      if (firmId === undefined) return undefined;
      // the own login of an API client sees the whole firm as long as it is one
      const stillMay =
        holder === undefined
          ? await rights.isApiUser(firmId, caller.member ?? '', atLeast)
          : await rights.isKnown(caller, atLeast);
      return stillMay ? undefined : 'rights-lost';
    },
  };
}

/** Whether an event may end what somebody is to the service: an API client, or a person. */
function isOnCallers(type: string): boolean {
  return type.startsWith('client.') || type.startsWith('erasure.');
}
