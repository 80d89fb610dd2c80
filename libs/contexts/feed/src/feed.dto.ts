import {
  AnyObject,
  encodeConsistencyToken,
  ListBody,
  ListOfText,
  PageQuery,
  pointAt,
  Response,
  Text,
} from '#libs/platform/http';
import { EventTypes } from './contract.js';
import type { FeedPage } from './feed.queries.js';

/** Default page size of events, subscriptions and webhooks. */
export const PAGE = 200;

export const FEED_HEADERS = {
  'X-Feed-Cursor': 'Cursor that continues after the last event of the page',
  'X-Feed-Position':
    'A read that sends it as X-Consistency-Token includes everything up to the end of the page',
} as const;

export class FeedQuery extends PageQuery {
  @Text(
    'Where to continue: the X-Feed-Cursor of a page, the id of a live event, or newest. Default: the first event',
    { max: 64, example: 'newest' },
  )
  override cursor?: string;

  @Text(
    'Where to begin, unless cursor or Last-Event-ID says where to continue: a timestamp with offset, a date (its end in New York), or a consistency token. ' +
      'Of what a token includes, events may come again, but none after it is missing',
    { max: 64, example: '2026-03-02T15:00:00.000+00:00' },
  )
  from?: string;

  @ListOfText('Only events of these types. Sequences then have gaps. Default: all', {
    ...EventTypes,
    commaSeparated: true,
    example: ['brokerage.account.opened.v1'],
  })
  eventTypes?: readonly string[];
}

/** Account numbers that select events. */
export const ACCOUNTS = {
  max: 1_000,
  form: { pattern: /^R[A-Z][0-9A-Z]{8}$/, hint: 'an account number' },
  example: ['RA1B2C3D4E'],
} as const;

export class FirmFeedQuery extends FeedQuery {
  @ListOfText('Only events of these accounts. Default: all', { ...ACCOUNTS, commaSeparated: true })
  accounts?: readonly string[];
}

/** A published event: CloudEvents 1.0. */
export class PublishedEventResponse {
  @Text('1.0', { example: '1.0' })
  specversion!: string;

  @Text('UUID, the same in the feed, live and in webhooks', {
    example: '5f0e9f7c-0001-5000-8000-000000000001',
  })
  id!: string;

  @Text('Path of the account', { example: '/restapi/accounts/RA1B2C3D4E' })
  source!: string;

  @Text('See /asyncapi.json', { example: 'brokerage.account.opened.v1' })
  type!: string;

  @Text('Path of the changed resource', { example: '/restapi/accounts/RA1B2C3D4E' })
  subject!: string;

  @Text('When it happened, ISO-8601 UTC', { example: '2026-03-02T15:00:00.000Z' })
  time!: string;

  @Text('Media type of the data', { example: 'application/json' })
  datacontenttype!: string;

  @Text('Consecutive number per account, from 1', { example: '1' })
  sequence!: string;

  @Text('Integer', { example: 'Integer' })
  sequencetype!: string;

  @Text('Consistency token of what happened: asOf with it shows the state right after', {
    example: 'cDdwcw',
  })
  position!: string;

  @AnyObject('Ids and states; its schema is /schemas/events/{type}.json')
  data!: object;
}

/** Log position of a moment that a caller names; undefined if it names none. @throws ProblemsException 400 */
export async function positionOf(
  request: object,
  from: string | undefined,
): Promise<bigint | undefined> {
  return from === undefined ? undefined : (await pointAt(request, 'from', from)).asOf;
}

/** `X-Feed-Cursor` is always sent; `Link` only if there are more events now. */
export function toFeedResponse({
  entries,
  cursor,
  position,
  more,
}: FeedPage): Response<readonly PublishedEventResponse[]> {
  return Response.list(new ListBody({ items: entries.map(({ event }) => event) }), {
    headers: { 'x-feed-cursor': cursor, 'x-feed-position': encodeConsistencyToken(position) },
    next: more ? cursor : undefined,
  });
}
