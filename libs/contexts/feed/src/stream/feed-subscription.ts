import { Inject, Injectable } from '@nestjs/common';
import type { StoredEvent } from '#libs/platform/event-store';
import {
  Response,
  EVENT_STREAM,
  EVENT_STREAM_HEADERS,
  EventStreamBody,
  type RequestContext,
  serverSentEvent,
} from '#libs/platform/http';
import type { Clock } from '#libs/platform/kernel';
import { CLOCK, type Platform, PLATFORM } from '#libs/platform/service';
import type { EndReason } from '../contract.js';
import { type FeedEntry, FeedReader, FeedRights } from '../feed.queries.js';
import { FeedHub, type FeedListener, type LiveEntry } from './feed-hub.js';
import { accountSource, BATCH, type FeedSource, firmSource } from './feed-source.js';
import type { FeedFilter, OwnedAccount } from '../feed.events.js';

/** Events that may wait in memory for one reader. A slower reader gets them from the log. */
const INBOX = 64;

const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * One reader of a live stream. Old events, and those a slow reader missed, come from the log a page at a time; new ones come from
 * the hub. Rights are checked for each page, and when the hub reports an event that may revoke them, which it does before
 * anything published later.
 */
export class FeedSubscription implements FeedListener {
  #inbox: LiveEntry[] = [];
  #behind = true;
  /** Rights have to be checked as of this position or later. */
  #checkRightsAt: bigint | undefined;
  #idle = false;
  #wake: () => void = () => undefined;

  constructor(
    private readonly source: FeedSource,
    private readonly hub: Pick<FeedHub, 'listen' | 'position' | 'read' | 'queue'>,
    private readonly body: EventStreamBody,
    private readonly options: {
      readonly stopping: AbortSignal;
      /** Milliseconds until the credentials expire. */
      readonly expiresIn: () => number;
      /** Milliseconds between two heartbeats. */
      readonly heartbeat: number;
    },
  ) {}

  published(entry: LiveEntry): void {
    if (this.#behind || !this.source.isNext(entry)) return;
    this.#behind = this.#inbox.length >= INBOX;
    if (this.#behind) this.#inbox = [];
    else this.#inbox.push(entry);
    this.#wake();
  }

  rightsChanged(event: StoredEvent): void {
    if (!this.source.isOnRights(event)) return;
    this.#checkRights(event.position);
    this.#wake();
  }

  async run(): Promise<void> {
    const { heartbeat, stopping } = this.options;
    const expiresIn = this.options.expiresIn();
    const wake = (): void => this.#wake();
    let leave: () => void = () => undefined;
    const expiry = expiresIn > LONGEST_TIMER ? undefined : setTimeout(wake, Math.max(0, expiresIn));
    const beats = setInterval(() => this.#beat(), heartbeat);
    stopping.addEventListener('abort', wake);
    this.body.gone.addEventListener('abort', wake);
    try {
      leave = await this.hub.listen(this);
      const reason = await this.#stream();
      if (reason !== undefined) this.body.finish(reason);
    } catch {
      this.body.finish('unavailable');
    } finally {
      leave();
      clearTimeout(expiry);
      clearInterval(beats);
      stopping.removeEventListener('abort', wake);
    }
  }

  /** Returns undefined if the reader has disconnected. */
  async #stream(): Promise<EndReason | undefined> {
    let greeted = false;
    while (!this.body.gone.aborted) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const end =
        (await this.#endReason()) ?? (await (this.#behind ? this.#catchUp() : this.#deliver()));
      if (end !== undefined) return end;
      if (this.#behind || this.#inbox.length > 0) continue;
      this.#idle = true;
      if (!greeted) this.#beat();
      greeted = true;
      await woken;
      this.#idle = false;
    }
    return undefined;
  }

  #checkRights(position: bigint): void {
    if (position > (this.#checkRightsAt ?? -1n)) this.#checkRightsAt = position;
  }

  /** Why nothing more may be shown. */
  async #endReason(): Promise<EndReason | undefined> {
    if (this.options.stopping.aborted) return 'stopping';
    if (this.options.expiresIn() <= 0) return 'credentials-expired';
    const due = this.#checkRightsAt;
    if (due === undefined) return undefined;
    this.#checkRightsAt = undefined;
    return this.source.lost(due);
  }

  async #catchUp(): Promise<EndReason | undefined> {
    this.#behind = false;
    const page = await this.hub.read(() => this.source.read());
    if (page.length === BATCH) {
      // there is more: what the hub brings meanwhile is read from the log as well
      this.#inbox = [];
      this.#behind = true;
    }
    // the log may be ahead of the hub
    this.#checkRights(page.at(-1)?.position ?? this.hub.position);
    let end = await this.#endReason();
    for (const entry of page) {
      if (end !== undefined) break;
      end = await this.#show(entry, JSON.stringify(entry.event));
    }
    return end;
  }

  async #deliver(): Promise<EndReason | undefined> {
    if (this.#inbox.length > 0) await this.hub.queue();
    for (let entry = this.#inbox.shift(); entry; entry = this.#inbox.shift()) {
      const end = this.source.isNext(entry) ? await this.#show(entry, entry.json()) : undefined;
      if (end !== undefined) return end;
    }
    return undefined;
  }

  async #show(entry: FeedEntry, json: string): Promise<EndReason | undefined> {
    const end = await this.#endReason();
    if (end !== undefined || this.body.gone.aborted) return end;
    const shown = await this.source.shows(entry);
    this.source.passed(entry);
    if (!shown) return undefined;
    if (!this.body.send(serverSentEvent({ id: this.source.cursor, data: json }))) {
      await this.body.room();
    }
    return undefined;
  }

  /** Sends how far the stream has come; if everything has been shown, that is the hub's position. */
  #beat(): void {
    if (this.#idle && !this.#behind && this.#inbox.length === 0) {
      this.source.reached(this.hub.position);
    }
    const { cursor } = this.source;
    const data = JSON.stringify(this.source.newest());
    this.body.send(serverSentEvent({ id: cursor, event: 'heartbeat', data }));
    this.#wake();
  }
}

/** Opens live streams of server-sent events: everything after a place, then new events. */
@Injectable()
export class FeedStreams {
  constructor(
    private readonly reader: FeedReader,
    private readonly rights: FeedRights,
    private readonly hub: FeedHub,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  ofAccount(
    context: RequestContext,
    account: OwnedAccount,
    after: number,
    filter: FeedFilter,
  ): Response<never> {
    const { reader, rights } = this;
    const { caller } = context;
    return this.#stream(context, accountSource(reader, rights, caller, account, after, filter));
  }

  ofFirm(context: RequestContext, after: bigint, filter: FeedFilter): Response<never> {
    const { caller } = context;
    const scope = this.rights.scopeOf(caller);
    const { reader, rights } = this;
    return this.#stream(context, firmSource(reader, rights, caller, scope, after, filter));
  }

  #stream({ caller, stopping }: RequestContext, source: FeedSource): Response<never> {
    const body = new EventStreamBody();
    const { expiresAt = Infinity } = caller;
    const subscription = new FeedSubscription(source, this.hub, body, {
      stopping,
      expiresIn: () => expiresAt - this.clock.now(),
      heartbeat: this.platform.config.streamHeartbeatSeconds * 1_000,
    });
    void subscription.run();
    return Response.stream(body, EVENT_STREAM, { headers: EVENT_STREAM_HEADERS });
  }
}
