import { account } from '#libs/contexts/accounts';
import { AggregateStore, type StoredEvent } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/kernel';
import type { RightsLost } from '../contract.js';
import {
  encodeCursor,
  EVERYTHING,
  type FeedEntry,
  type FeedReader,
  type FeedRights,
  type FirmScope,
  selects,
  shownTo,
} from '../feed.queries.js';
import type { FeedFilter, OwnedAccount } from '../feed.events.js';

/** Events read at a time. */
export const BATCH = 100;

/** What a stream shows, and how far it has come. */
export interface FeedSource {
  /** Whether an event belongs to the stream and hasn't been passed yet. */
  isNext(entry: FeedEntry): boolean;
  /** Reads the next events from the log; fewer than {@link BATCH} if there are no more at present. */
  read(): Promise<readonly FeedEntry[]>;
  shows(entry: FeedEntry): Promise<boolean>;
  passed(entry: FeedEntry): void;
  /** Marks everything up to a log position as shown or skipped. */
  reached(position: bigint): void;
  /** Where a reader that reconnects resumes. */
  readonly cursor: string;
  /** The data of a heartbeat. */
  newest(): Readonly<Record<string, string>>;
  /** Whether a log event may take away a right that {@link lost} checks. */
  isOnRights(event: StoredEvent): boolean;
  /** Why the caller may no longer read, as of position `atLeast` or later; undefined while it may. */
  lost(atLeast: bigint): Promise<RightsLost | undefined>;
}

/** The feed of one account after a sequence. */
export function accountSource(
  reader: FeedReader,
  rights: FeedRights,
  caller: Caller,
  { firmId, accountNumber }: OwnedAccount,
  after: number,
  filter: FeedFilter = EVERYTHING,
): FeedSource {
  return {
    isNext: (entry) => entry.accountNumber === accountNumber && entry.sequence > after,
    read: () => reader.ofAccount(firmId, accountNumber, after, BATCH),
    shows: (entry) => Promise.resolve(selects(filter, entry)),
    passed: ({ sequence }) => void (after = sequence),
    // positions don't matter here: the sequence is the place
    reached: () => undefined,
    get cursor() {
      return encodeCursor({ sequence: after });
    },
    newest: () => ({ sequence: String(after) }),
    isOnRights: ({ stream, type }) =>
      isOnCallers(type) || stream === AggregateStore.stream(account, accountNumber),
    async lost(atLeast) {
      if (await rights.isRevoked(caller, atLeast)) return 'credentials-revoked';
      const stillMay =
        (await rights.isKnown(caller, atLeast)) && (await rights.mayRead(accountNumber, caller));
      return stillMay ? undefined : 'rights-lost';
    },
  };
}

/** The feed of a firm, or of all firms, after a log position, limited to what the caller may see. */
export function firmSource(
  reader: FeedReader,
  rights: FeedRights,
  caller: Caller,
  scope: FirmScope,
  after: bigint,
  filter: FeedFilter = EVERYTHING,
): FeedSource {
  const { firmId } = scope;
  return {
    isNext: (entry) => (firmId === undefined || entry.firmId === firmId) && entry.position > after,
    async read() {
      const entries: FeedEntry[] = [];
      for await (const entry of reader.ofFirm(firmId, after, BATCH)) entries.push(entry);
      return entries;
    },
    shows: shownTo(caller, scope, rights, filter),
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
      if (await rights.isRevoked(caller, atLeast)) return 'credentials-revoked';
      if (firmId === undefined) return undefined;
      return (await rights.isKnown(caller, atLeast)) ? undefined : 'rights-lost';
    },
  };
}

/** Whether an event may revoke an API client, replace its secret or erase a person. */
function isOnCallers(type: string): boolean {
  return type.startsWith('client.') || type.startsWith('erasure.');
}
