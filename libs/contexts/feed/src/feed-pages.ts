import { Inject, Injectable } from '@nestjs/common';
import { BehindLogError } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/http';
import { PLATFORM, type Platform } from '#libs/platform/service';
import { encodeCursor } from './feed-places.js';
import type { OwnedAccount } from './domain/published-event.js';
import { type FeedEntry, FeedReader } from './feed-reader.js';
import { FeedRights, shownTo } from './feed-rights.js';
import { FeedTranslator } from './feed-translator.js';

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
  ): Promise<FeedPage> {
    await this.#await(atLeast, accountNumber);
    const head = await this.reader.head();
    const found = await this.reader.ofAccount(firmId, accountNumber, after, limit + 1);
    const entries = found.slice(0, limit);
    const { sequence = after, position = head } = entries.at(-1) ?? {};
    return { entries, cursor: encodeCursor({ sequence }), position, more: found.length > limit };
  }

  async ofFirm(
    caller: Caller,
    after: bigint,
    limit: number,
    atLeast: bigint | undefined,
  ): Promise<FeedPage> {
    await this.#await(atLeast);
    const scope = this.rights.scopeOf(caller);
    const shown = shownTo(caller, scope, this.rights);
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
