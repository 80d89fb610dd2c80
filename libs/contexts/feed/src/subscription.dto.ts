import {
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  PageQuery,
  ResponseOf,
  Text,
} from '#libs/platform/http';
import { EventTypes } from './contract.js';
import { ACCOUNTS, PublishedEventResponse } from './feed.dto.js';

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/;
const EVENT_ID = '5f0e9f7c-0001-5000-8000-000000000001';
const EVENT_TYPE = 'brokerage.account.opened.v1';
const CURSOR = 'cDQ3MTE';

/** Whether a subscription can have a name: at most 40 small letters, digits and hyphens, none at either end. */
export function isSubscriptionName(text: string): boolean {
  return NAME.test(text);
}

class FilterFields {
  @ListOfText('Only events of these types; empty: all', { ...EventTypes, example: [EVENT_TYPE] })
  eventTypes?: readonly string[];

  @ListOfText('Only events of these accounts; empty: all', ACCOUNTS)
  accounts?: readonly string[];
}

/** Body of `PUT /restapi/subscriptions/{name}`. Without a list, all are selected. */
export class PutFeedSubscriptionDto extends FilterFields {
  @Text(
    'Where a new subscription begins: a timestamp with offset, a date (its end in New York) or a consistency token. Default: now. It changes nothing later',
    { max: 64, example: '2026-03-02T15:00:00.000+00:00' },
  )
  from?: string;
}

/** A subscription, and how far its reader has come. */
export class FeedSubscriptionResponse extends ResponseOf(FilterFields) {
  @Text('Name, unique within the firm', { example: 'reporting' })
  name!: string;

  @Text('Everything up to here is acknowledged', { example: CURSOR })
  cursor!: string;

  @Text('Age of the oldest event that waits; 0.0 if there is none', { example: '0.0' })
  lagSeconds!: string;

  @Int('Number of parked events', { min: 0 })
  parkedEvents!: number;

  @IsoTimestamp('When it was created')
  creationDate!: string;
}

/** Query of the subscriptions of all firms. */
export class SubscriptionStatusesQuery extends PageQuery {
  @Identifier('Only subscriptions of this firm', { example: '1000000001' })
  firmId?: string;
}

/** A subscription as operators see it. */
export class FeedSubscriptionStatusResponse extends FeedSubscriptionResponse {
  @Identifier('Firm that owns it', { example: '1000000001' })
  firmId!: string;
}

/** Query of `GET /restapi/subscriptions/{name}/events`. */
export class SubscriptionEventsQuery extends PageQuery {
  @Text('Where to read on without an acknowledgement. Default: after what is acknowledged', {
    max: 64,
    example: CURSOR,
  })
  override cursor?: string;
}

/** Body of `POST /restapi/subscriptions/{name}/acknowledgements`. */
export class AcknowledgeDto {
  @Text('X-Feed-Cursor of a page; everything up to it is dealt with', {
    required: true,
    max: 64,
    example: CURSOR,
  })
  cursor!: string;
}

export class EventOfAccount {
  @Identifier('Account of the event', { required: true, example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Int('Its sequence within the account', { required: true, min: 1, example: 1 })
  sequence!: number;
}

/** A word of a caller. */
export const word = {
  max: 64,
  pattern: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/,
  hint: 'a name of small letters, digits, full stops, hyphens and underscores',
  example: 'mapping-failed',
} as const;

/** Body of `POST /restapi/subscriptions/{name}/parked`. */
export class ParkFeedEventDto extends EventOfAccount {
  @Text('A word of your own for why; nothing about persons', word)
  reason?: string;
}

export class ParkedFeedEventResponse {
  @Identifier('Id of the event', { example: EVENT_ID })
  eventId!: string;

  @Text('Type of the event', { example: EVENT_TYPE })
  eventType!: string;

  @Identifier('Account of the event', { example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text('Its sequence within the account', { example: '1' })
  sequence!: string;

  @Text('Why; null if that was not said', { nullable: true, example: 'mapping-failed' })
  reason!: string | null;

  @IsoTimestamp('When it was put aside')
  parkedAt!: string;

  @ObjectOf(() => PublishedEventResponse, 'The event itself')
  event!: PublishedEventResponse;
}
