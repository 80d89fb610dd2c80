import { Inject, Injectable } from '@nestjs/common';
import {
  Answer,
  EVENT_STREAM,
  EVENT_STREAM_HEADERS,
  EventStreamBody,
  type RequestContext,
} from '#libs/platform/http';
import type { Clock } from '#libs/platform/kernel';
import { CLOCK, type Platform, PLATFORM } from '#libs/platform/service';
import type { OwnedAccount } from '../domain/published-event.js';
import { FeedReader } from '../feed-reader.js';
import { FeedRights } from '../feed-rights.js';
import { FeedHub } from './feed-hub.js';
import { accountSource, type FeedSource, firmSource } from './feed-source.js';
import { FeedSubscription } from './feed-subscription.js';

/** Feeds as streams of server-sent events, each with everything after a place and then what comes. */
@Injectable()
export class FeedStreams {
  constructor(
    private readonly reader: FeedReader,
    private readonly rights: FeedRights,
    private readonly hub: FeedHub,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  ofAccount(context: RequestContext, account: OwnedAccount, after: number): Answer<never> {
    const { reader, rights } = this;
    return this.#stream(context, accountSource(reader, rights, context.caller, account, after));
  }

  async ofFirm(context: RequestContext, after: bigint): Promise<Answer<never>> {
    const { caller } = context;
    const scope = await this.rights.scopeOf(caller);
    const { reader, rights } = this;
    return this.#stream(context, firmSource(reader, rights, caller, scope, after));
  }

  #stream({ caller, stopping }: RequestContext, source: FeedSource): Answer<never> {
    const body = new EventStreamBody();
    const { expiresAt = Infinity } = caller;
    const subscription = new FeedSubscription(source, this.hub, body, {
      stopping,
      expiresIn: () => expiresAt - this.clock.now(),
      heartbeat: this.platform.config.streamHeartbeatSeconds * 1_000,
    });
    void subscription.run();
    return Answer.stream(body, EVENT_STREAM, { headers: EVENT_STREAM_HEADERS });
  }
}
