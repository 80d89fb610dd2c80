import { Controller, Get } from '@nestjs/common';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import {
  AlsoEventStream,
  Answer,
  Context,
  Describes,
  nextPage,
  PresentOnly,
  ProblemsException,
  type RequestContext,
  StrictQuery,
} from '#libs/platform/http';
import { FieldCode, fieldProblem } from '#libs/platform/kernel';
import { ForRoles } from '#libs/platform/service';
import { decodeCursor, type FeedPlace } from './domain/cursor.js';
import { FeedQuery, PAGE, PublishedEventAnswer } from './dto/feed.dto.js';
import { type FeedPage, FeedPages } from './feed-pages.js';
import { FeedStreams } from './stream/feed-streams.js';

/** Stands for the end of a feed: only what comes after. */
const NEWEST = 'newest';

/** A reader at such a place would wait for ever, and never know that it misses events. */
export const AHEAD = 'The place is ahead of the feed, which begins anew or has been restored.';

/** What both feeds answer. */
const FEED = {
  headers: {
    'X-Feed-Cursor': 'Where to go on: the place after the last event of the page',
    'X-Accel-Buffering': 'no: proxies pass on a stream as it comes',
  },
  also: {
    'text/event-stream': 'Live: an event per published event, heartbeats with the newest sequence',
  },
};

/** What has happened to accounts, for programs that follow it. */
@Controller('restapi')
export class FeedController {
  constructor(
    private readonly pages: FeedPages,
    private readonly streams: FeedStreams,
  ) {}

  /** Events of one account; with `Accept: text/event-stream` also those to come. */
  @Get('accounts/:accountnumber/events')
  @AlsoEventStream()
  @PresentOnly()
  @OnAccount('details')
  @Describes('Get the events of an account', { ...FEED, shape: PublishedEventAnswer, list: true })
  async ofAccount(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @StrictQuery(FeedQuery) { limit = PAGE, cursor }: FeedQuery,
  ): Promise<Answer> {
    const { present, wantsEventStream, lastEventId } = context;
    const place = lastEventId ?? cursor;
    const after =
      place === NEWEST ? await this.pages.newestOf(account, present) : sequenceIn(place);
    if (!(await this.pages.hasSequence(account, after))) throw badCursor(AHEAD);
    if (wantsEventStream) return this.streams.ofAccount(context, account, after);
    const page = await this.pages.ofAccount(account, after, limit, present);
    return answer(page, `/restapi/accounts/${account.accountNumber}/events`, limit);
  }

  /** Events of all accounts of the caller's firm that the caller may see. */
  @Get('events')
  @AlsoEventStream()
  @PresentOnly()
  @ForRoles('client', 'auditor')
  @Describes('Get the events of all accounts', { ...FEED, shape: PublishedEventAnswer, list: true })
  async ofFirm(
    @Context() context: RequestContext,
    @StrictQuery(FeedQuery) { limit = PAGE, cursor }: FeedQuery,
  ): Promise<Answer> {
    const { caller, present, wantsEventStream, lastEventId } = context;
    const place = lastEventId ?? cursor;
    const after = place === NEWEST ? await this.pages.head(present) : positionIn(place);
    if (!(await this.pages.hasPosition(after))) throw badCursor(AHEAD);
    if (wantsEventStream) return this.streams.ofFirm(context, after);
    const page = await this.pages.ofFirm(caller, after, limit, present);
    return answer(page, '/restapi/events', limit);
  }
}

/** @throws ProblemsException 400 for a cursor of no account's feed */
function sequenceIn(cursor: string | undefined): number {
  const place = placeIn(cursor, { sequence: 0 });
  if ('sequence' in place) return place.sequence;
  throw badCursor();
}

/** @throws ProblemsException 400 for a cursor of no firm's feed */
export function positionIn(cursor: string | undefined): bigint {
  const place = placeIn(cursor, { position: 0n });
  if ('position' in place) return place.position;
  throw badCursor();
}

function placeIn(cursor: string | undefined, start: FeedPlace): FeedPlace {
  const place = cursor === undefined ? start : decodeCursor(cursor);
  if (place === undefined) throw badCursor();
  return place;
}

/** What a cursor is answered with that is none, or none of this feed. */
export function badCursor(message?: string): ProblemsException {
  return new ProblemsException(400, [fieldProblem('cursor', FieldCode.Value, message)]);
}

/** `X-Feed-Cursor` always says where to go on; `Link` only where there is more at once. */
function answer({ entries, cursor, more }: FeedPage, path: string, limit: number): Answer {
  return Answer.ok(
    entries.map(({ event }) => event),
    {
      headers: {
        'x-feed-cursor': cursor,
        ...nextPage(path, { limit }, more ? cursor : undefined),
      },
    },
  );
}
