import { type EventStreamBody, serverSentEvent } from '#libs/platform/http';
import type { EndReason, RightsLost } from '../domain/contract/stream-messages.js';
import type { FeedEntry } from '../feed-reader.js';
import type { FeedHub, FeedListener, LiveEntry } from './feed-hub.js';
import { BATCH, type FeedSource } from './feed-source.js';

/** Times of a stream, in milliseconds. */
export interface StreamTiming {
  /** Between two heartbeats. */
  readonly heartbeat: number;
  /** Rights that were looked up longer ago are looked up again before the next event. */
  readonly rights: number;
  /** A reader that takes nothing for so long is cut off. */
  readonly stall: number;
}

/** What is not configured of the times of a stream. */
export const STREAM_TIMING: Omit<StreamTiming, 'heartbeat'> = { rights: 1_000, stall: 30_000 };

/** Events that may wait in memory for one reader; a reader further behind reads them from the log. */
const INBOX = 64;

const CHANGES_RIGHTS = 'brokerage.account.permissions-changed.v1';

/**
 * One reader of a live stream. What is old, and what a slow reader has missed, comes from the log a page at a time; what is
 * new comes from the hub. Rights are looked up before each page, before an event that changes rights, and every so often.
 */
export class FeedSubscription implements FeedListener {
  #inbox: LiveEntry[] = [];
  #behind = true;
  #rightsDue = true;
  #idle = false;
  #checkedAt = 0;
  #wake: () => void = () => undefined;

  constructor(
    private readonly source: FeedSource,
    private readonly hub: Pick<FeedHub, 'listen' | 'position' | 'read'>,
    private readonly body: EventStreamBody,
    private readonly options: {
      readonly stopping: AbortSignal;
      /** Milliseconds until the credentials expire. */
      readonly expiresIn?: number | undefined;
      readonly timing: StreamTiming;
    },
  ) {}

  published(entry: LiveEntry): void {
    if (this.#behind || !this.source.isNext(entry)) return;
    if (this.#inbox.length >= INBOX) {
      this.interrupted();
      return;
    }
    this.#inbox.push(entry);
    this.#wake();
  }

  rightsChanged(): void {
    this.#rightsDue = true;
    this.#wake();
  }

  interrupted(): void {
    this.#inbox = [];
    this.#behind = true;
    this.#wake();
  }

  /** Streams until the reader leaves or a reason to end it comes up. */
  async run(): Promise<void> {
    const { stopping, expiresIn } = this.options;
    const wake = (): void => this.#wake();
    let leave: () => void = () => undefined;
    const expiry =
      expiresIn === undefined || expiresIn > 2 ** 31 - 1
        ? undefined
        : setTimeout(() => this.rightsChanged(), Math.max(0, expiresIn));
    const heartbeat = setInterval(() => this.#beat(), this.#timing.heartbeat);
    stopping.addEventListener('abort', wake);
    this.body.gone.addEventListener('abort', wake);
    try {
      leave = await this.hub.listen(this);
      const reason = await this.#stream();
      if (reason !== undefined)
        this.body.finish({ event: 'end', data: JSON.stringify({ reason }) });
    } catch {
      this.body.finish({ event: 'end', data: JSON.stringify({ reason: 'unavailable' }) });
    } finally {
      leave();
      clearTimeout(expiry);
      clearInterval(heartbeat);
      stopping.removeEventListener('abort', wake);
    }
  }

  get #timing(): StreamTiming {
    return this.options.timing;
  }

  /** Undefined: the reader has left. */
  async #stream(): Promise<EndReason | undefined> {
    let greeted = false;
    for (;;) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      if (this.body.gone.aborted) return undefined;
      if (this.options.stopping.aborted) return 'stopping';
      const lost = await this.#lost();
      if (lost !== undefined) return lost;
      const end = this.#behind ? await this.#catchUp() : await this.#deliver();
      if (end !== undefined) return end;
      if (this.#behind || this.#inbox.length > 0) continue;
      this.#idle = true;
      if (!greeted) this.#beat();
      greeted = true;
      await woken;
      this.#idle = false;
    }
  }

  async #lost(): Promise<RightsLost | undefined> {
    if (!this.#rightsDue) return undefined;
    this.#rightsDue = false;
    this.#checkedAt = performance.now();
    return this.source.lost();
  }

  /** One page from the log. */
  async #catchUp(): Promise<EndReason | undefined> {
    this.#behind = false;
    const page = await this.hub.read(() => this.source.read());
    if (page.length === BATCH) {
      // there is more: what the hub brings meanwhile is read from the log as well
      this.#inbox = [];
      this.#behind = true;
    }
    this.#rightsDue = true;
    const lost = await this.#lost();
    if (lost !== undefined) return lost;
    for (const entry of page) {
      const end = await this.#show(entry, JSON.stringify(entry.event));
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #deliver(): Promise<EndReason | undefined> {
    for (let entry = this.#inbox.shift(); entry; entry = this.#inbox.shift()) {
      if (!this.source.isNext(entry)) continue;
      const stale = performance.now() - this.#checkedAt >= this.#timing.rights;
      if (stale || entry.event.type === CHANGES_RIGHTS) this.#rightsDue = true;
      const lost = await this.#lost();
      const end = lost ?? (await this.#show(entry, entry.json()));
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #show(entry: FeedEntry, json: string): Promise<EndReason | undefined> {
    const shown = await this.source.shows(entry);
    this.source.passed(entry);
    if (!shown) return undefined;
    if (this.body.send(serverSentEvent({ id: this.source.cursor, data: json }))) return undefined;
    const room = await this.body.room(this.#timing.stall);
    return room || this.body.gone.aborted ? undefined : 'slow-consumer';
  }

  /** Says how far the stream has come; when all is shown, that everything up to now has been. */
  #beat(): void {
    if (this.#idle && !this.#behind && this.#inbox.length === 0) {
      this.source.reached(this.hub.position);
    }
    const { cursor } = this.source;
    const data = JSON.stringify(this.source.newest());
    this.body.send(serverSentEvent({ id: cursor, event: 'heartbeat', data }));
    this.#rightsDue = true;
    this.#wake();
  }
}
