import {
  AnswerOf,
  Bool,
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  PageQuery,
  Text,
} from '#libs/platform/http';
import { EVENT_TYPES } from '../domain/contract/schemas.js';

const STATES = ['enabled', 'disabled'] as const;
/** Most webhooks of a page, and the default. */
export const WEBHOOKS_PAGE = 200;
const url = { max: 2_048, example: 'https://hooks.example.com/brokerage' };
const GIVEN = 'https, on the internet';
const ID = '5f0e9f7c-0001-5000-8000-000000000001';
const EVENT_TYPE = 'brokerage.account.opened.v1';
const types = { codes: EVENT_TYPES, max: 200, description: 'Default and empty: all types' };

/** Body of `POST /restapi/webhooks`. */
export class CreateWebhookDto {
  @Text({ ...url, required: true, description: GIVEN })
  url!: string;

  @ListOfText(types)
  eventTypes?: readonly string[];

  @Code(STATES, { description: 'Default enabled' })
  state?: string;
}

/** Body of `POST /restapi/webhooks/{id}/replay`: a place in the firm's feed, or an event of an account. */
export class ReplayDto {
  @Text({ max: 64, description: 'Cursor of the firm’s feed; events after it are sent again' })
  cursor?: string;

  @Identifier({
    description: 'With sequence: from this event of the account on',
    example: 'RA1B2C3D4E',
  })
  accountNumber?: string;

  @Int({ min: 1, description: 'With accountNumber', example: 1 })
  sequence?: number;
}

/** An event that a receiver doesn't take: that of the account which has waited longest. */
export class WebhookFailureAnswer {
  @Identifier({ required: true, description: 'Account that waits', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text({
    required: true,
    max: 20,
    description: 'Sequence of the event in its account',
    example: '1',
  })
  sequence!: string;

  @Text({ required: true, max: 255, description: 'Type of the event', example: EVENT_TYPE })
  eventType!: string;

  @IsoTimestamp({ required: true, description: 'When the first attempt failed' })
  since!: string;

  @Int({ required: true, description: 'Attempts so far' })
  attempts!: number;

  @IsoTimestamp({ required: true, description: 'When the last attempt failed' })
  attemptedAt!: string;

  @Int({ nullable: true, description: 'HTTP status of the last answer; null without one' })
  status!: number | null;

  @Text({ required: true, max: 255, description: 'Kind of the last failure', example: 'status' })
  reason!: string;

  @IsoTimestamp({ nullable: true, description: 'Next attempt; null while disabled' })
  nextAttemptAt!: string | null;

  @IsoTimestamp({
    nullable: true,
    description:
      'When the webhook will be disabled if failures continue; null while it is disabled',
  })
  disabledFrom!: string | null;
}

/** Whether a webhook is sent events, and how that goes. */
class WebhookStateFields {
  @Identifier({ description: 'Id of the webhook; in a request that of the path', example: ID })
  id?: string;

  @Code(STATES, { description: 'Whether events are sent' })
  state?: string;

  @Code(['request', 'gone', 'failing'], {
    nullable: true,
    description: 'Why it is disabled: on request, after a 410, or after three days of failures',
  })
  disabledBecause?: string | null;

  @IsoTimestamp({ description: 'Since when it is enabled or disabled' })
  stateSince?: string;

  @ObjectOf(() => WebhookFailureAnswer, {
    nullable: true,
    description: 'The event that fails, and the outcome of the last attempt; null without one',
  })
  failing?: WebhookFailureAnswer | null;
}

/**
 * Body of `PUT /restapi/webhooks/{id}`: what GET answered, of which `url`, `eventTypes` and `state` are changed; what is not given
 * stays. What the service observes moves by itself, so that it says nothing in a PUT.
 */
export class UpdateWebhookDto extends WebhookStateFields {
  @Text({ ...url, required: 'whenSent', description: `Where events are sent: ${GIVEN}` })
  url?: string;

  @ListOfText({
    ...types,
    description: 'Types of events that are sent; empty: all',
    example: [EVENT_TYPE],
  })
  eventTypes?: readonly string[];

  @IsoTimestamp({ nullable: true, description: 'Until then the previous secret signs as well' })
  previousSecretUntil?: string | null;

  @IsoTimestamp({ description: 'When it was made' })
  creationDate?: string;
}

/** A webhook as GET answers it. */
export class WebhookAnswer extends AnswerOf(UpdateWebhookDto) {}

/** Query of `GET /operator/webhooks`. */
export class WebhookStatusesQuery extends PageQuery {
  @Identifier({ description: 'Only those of this firm', example: '1000000001' })
  firmId?: string;
}

/** A webhook as operators see it: not where in the firm's system it leads. */
export class WebhookStatusAnswer extends AnswerOf(WebhookStateFields) {
  @Identifier({ description: 'Firm it belongs to', example: '1000000001' })
  firmId!: string;

  @Text({
    description: 'Scheme and host that events are sent to',
    example: 'https://hooks.example.com',
  })
  target!: string;

  @Text({
    description: 'Age of the oldest undelivered event in seconds; 0.0 without one',
    example: '0.0',
  })
  lagSeconds!: string;
}

/** A new secret, shown once. */
export class WebhookSecretAnswer {
  @Identifier({ description: 'Id of the webhook', example: ID })
  id!: string;

  @Text({
    description: 'whsec_ and Base64; nobody shows it again',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;
}

/** What became of a test message. */
export class WebhookTestAnswer {
  @Bool({ description: 'The receiver took it: answered 2xx' })
  delivered!: boolean;

  @Int({ nullable: true, description: 'HTTP status of the receiver' })
  status!: number | null;

  @Text({ nullable: true, description: 'Kind of failure', example: 'status' })
  reason!: string | null;
}

/** A failed attempt, the success that ended failures, or events of an account that were taken at once, one after the other. */
export class DeliveryAnswer extends WebhookTestAnswer {
  @Identifier({ description: 'Id of the event, and of the message', example: ID })
  eventId!: string;

  @Text({ description: 'Type of the event', example: EVENT_TYPE })
  eventType!: string;

  @Identifier({ description: 'Account of the event', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text({ description: 'Sequence of the event in its account', example: '1' })
  sequence!: string;

  @Int({
    description:
      'Events of the account taken at the first attempt one after the other, of which this is the last',
    example: 1,
  })
  events!: number;

  @Int({ description: 'From 1' })
  attempt!: number;

  @IsoTimestamp({ description: 'When it was tried' })
  attemptedAt!: string;

  @IsoTimestamp({
    nullable: true,
    description: 'Time of the next attempt; null after a success, or when the webhook was disabled',
  })
  nextAttemptAt!: string | null;
}

/** A list of deliveries, with most entries of a page, which is the default. */
export const DELIVERIES = { shape: DeliveryAnswer, list: true, pages: 100 } as const;
