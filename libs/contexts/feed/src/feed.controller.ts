import { Controller, Get, Param, Query, Req } from '@nestjs/common';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import {
  AlsoEventStream,
  Context,
  Describes,
  PresentOnly,
  Public,
  type RequestContext,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { notFound, RefusedException } from '#libs/platform/kernel';
import { FeedContract } from './contract.queries.js';
import {
  FEED_HEADERS,
  FeedQuery,
  FirmFeedQuery,
  PAGE,
  positionOf,
  PublishedEventResponse,
  toFeedResponse,
} from './feed.dto.js';
import { ahead, FeedPages, placeOf, positionAt, sequenceAt } from './feed.queries.js';
import { FeedStreams } from './stream/feed-subscription.js';

const NEWEST = 'newest';

const FEED = {
  shape: PublishedEventResponse,
  list: true,
  pages: PAGE,
  resumable: true,
  headers: {
    ...FEED_HEADERS,
    'X-Accel-Buffering': 'no: proxies must not buffer the stream',
  },
  also: {
    'text/event-stream': 'Live: one message per event, and heartbeats with the newest sequence',
  },
} as const;

/** The feeds of account events. */
@Controller('restapi')
export class FeedController {
  constructor(
    private readonly pages: FeedPages,
    private readonly streams: FeedStreams,
  ) {}

  /** Events of one account; with `Accept: text/event-stream` live. */
  @Get('accounts/:accountnumber/events')
  @AlsoEventStream()
  @PresentOnly()
  @OnAccount('details')
  @Describes('Get the events of an account', FEED)
  async ofAccount(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Req() request: object,
    @Query() { limit = PAGE, cursor, from, eventTypes = [] }: FeedQuery,
  ) {
    const { present, wantsEventStream, lastEventId } = context;
    const place = placeOf(lastEventId, cursor);
    const begin = place.at === undefined ? await positionOf(request, from) : undefined;
    const after =
      place.at === NEWEST
        ? await this.pages.newestOf(account, present)
        : begin !== undefined
          ? await this.pages.sequenceAt(account, begin)
          : sequenceAt(place);
    if (!(await this.pages.hasSequence(account, after))) throw ahead(place);
    const filter = { eventTypes, accounts: [] };
    if (wantsEventStream) return this.streams.ofAccount(context, account, after, filter);
    return toFeedResponse(await this.pages.ofAccount(account, after, limit, present, filter));
  }

  /** Events of all accounts of the caller's firm that the caller may read. */
  @Get('events')
  @AlsoEventStream()
  @PresentOnly()
  @ForRoles('client', 'auditor')
  @Describes('Get the events of all accounts', FEED)
  async ofFirm(
    @Context() context: RequestContext,
    @Req() request: object,
    @Query() { limit = PAGE, cursor, from, eventTypes = [], accounts = [] }: FirmFeedQuery,
  ) {
    const { caller, present, wantsEventStream, lastEventId } = context;
    const place = placeOf(lastEventId, cursor);
    const begin = place.at === undefined ? await positionOf(request, from) : undefined;
    const after =
      place.at === NEWEST ? await this.pages.head(present) : (begin ?? positionAt(place));
    if (!(await this.pages.hasPosition(after))) throw ahead(place);
    const filter = { eventTypes, accounts };
    if (wantsEventStream) return this.streams.ofFirm(context, after, filter);
    return toFeedResponse(await this.pages.ofFirm(caller, after, limit, present, filter));
  }
}

/** The contract of the feed, open to everybody. */
@Controller()
export class ContractController {
  readonly #asyncApi: Response;
  readonly #schemas: ReadonlyMap<string, Response>;

  constructor(contract: FeedContract) {
    const json = JSON.stringify(contract.asyncApi());
    this.#asyncApi = Response.document(json, 'application/json; charset=utf-8');
    this.#schemas = new Map(
      Object.entries(contract.sent()).map(([type, schema]) => [
        `${type}.json`,
        Response.document(JSON.stringify(schema), 'application/schema+json'),
      ]),
    );
  }

  @Get('asyncapi.json')
  @Public()
  @Describes('Get the AsyncAPI description of the events', {
    type: 'application/json',
    example: { asyncapi: '3.0.0' },
  })
  asyncApi() {
    return this.#asyncApi;
  }

  @Get('schemas/events/:file')
  @Public()
  @Describes('Get the JSON Schema of a type of event', { type: 'application/schema+json' })
  schema(@Param('file') file: string) {
    const schema = this.#schemas.get(file);
    if (schema === undefined) throw new RefusedException(notFound());
    return schema;
  }
}
