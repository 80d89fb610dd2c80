import { account } from '#libs/contexts/accounts';
import { AggregateStore, type StoredEvent } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/http';
import type { RightsLost } from '../domain/contract/stream-messages.js';
import { encodeCursor } from '../domain/cursor.js';
import type { FeedEntry, FeedReader } from '../feed-reader.js';
import { type FeedRights, type FirmScope, knownAccounts } from '../feed-rights.js';

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

/** The feed of one account. */
export class AccountSource implements FeedSource {
  constructor(
    private readonly reader: FeedReader,
    private readonly rights: FeedRights,
    private readonly caller: Caller,
    private readonly account: { readonly firmId: string; readonly accountNumber: string },
    private after: number,
  ) {}

  isNext({ accountNumber, sequence }: FeedEntry): boolean {
    return accountNumber === this.account.accountNumber && sequence > this.after;
  }

  read(): Promise<readonly FeedEntry[]> {
    const { firmId, accountNumber } = this.account;
    return this.reader.ofAccount(firmId, accountNumber, this.after, BATCH);
  }

  shows(): Promise<boolean> {
    return Promise.resolve(true);
  }

  passed({ sequence }: FeedEntry): void {
    this.after = sequence;
  }

  reached(): void {
    // the sequence says it all
  }

  get cursor(): string {
    return encodeCursor({ sequence: this.after });
  }

  newest(): Readonly<Record<string, string>> {
    return { sequence: String(this.after) };
  }

  isOnRights({ stream, type }: StoredEvent): boolean {
    const { accountNumber } = this.account;
    return isOnCallers(type) || stream === AggregateStore.stream(account, accountNumber);
  }

  async lost(atLeast: bigint): Promise<RightsLost | undefined> {
    const { rights, caller } = this;
    if (await rights.isRevoked(caller)) return 'credentials-revoked';
    const stillMay =
      (await rights.isKnown(caller, atLeast)) &&
      (await rights.mayRead(this.account.accountNumber, caller));
    return stillMay ? undefined : 'rights-lost';
  }
}

/** The feed of a firm, or of all firms, as far as the caller may see it. */
export class FirmSource implements FeedSource {
  readonly #may = knownAccounts<boolean>();

  constructor(
    private readonly reader: FeedReader,
    private readonly rights: FeedRights,
    private readonly caller: Caller,
    private readonly scope: FirmScope,
    private after: bigint,
  ) {}

  isNext({ firmId, position }: FeedEntry): boolean {
    const { firmId: own } = this.scope;
    return (own === undefined || firmId === own) && position > this.after;
  }

  async read(): Promise<readonly FeedEntry[]> {
    const entries: FeedEntry[] = [];
    for await (const entry of this.reader.ofFirm(this.scope.firmId, this.after, BATCH)) {
      entries.push(entry);
    }
    return entries;
  }

  async shows({ accountNumber, event }: FeedEntry): Promise<boolean> {
    if (this.scope.holder === undefined) return true;
    if (event.type === 'brokerage.account.permissions-changed.v1') this.#may.delete(accountNumber);
    const known = this.#may.get(accountNumber);
    if (known !== undefined) return known;
    const may = await this.rights.mayRead(accountNumber, this.caller);
    this.#may.set(accountNumber, may);
    return may;
  }

  passed({ position }: FeedEntry): void {
    this.after = position;
  }

  reached(position: bigint): void {
    if (position > this.after) this.after = position;
  }

  get cursor(): string {
    return encodeCursor({ position: this.after });
  }

  newest(): Readonly<Record<string, string>> {
    return { cursor: this.cursor };
  }

  isOnRights({ type }: StoredEvent): boolean {
    return isOnCallers(type);
  }

  async lost(atLeast: bigint): Promise<RightsLost | undefined> {
    const { caller, rights, scope } = this;
    if (await rights.isRevoked(caller)) return 'credentials-revoked';
    const { firmId, holder } = scope;
    if (firmId === undefined) return undefined;
    // the own login of an API client sees the whole firm as long as it is one
    const stillMay =
      holder === undefined
        ? await rights.isApiUser(firmId, caller.member ?? '', atLeast)
        : await rights.isKnown(caller, atLeast);
    return stillMay ? undefined : 'rights-lost';
  }
}

/** Whether an event may end what somebody is to the service: an API client, or a person. */
function isOnCallers(type: string): boolean {
  return type.startsWith('client.') || type.startsWith('erasure.');
}
