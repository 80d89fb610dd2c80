import { Bool, Code, Identifier, Int, IsoTimestamp, ListOfText, Text } from '#libs/platform/http';
import { PUBLISHED_TYPES } from '../domain/contract/index.js';

const STATES = ['enabled', 'disabled'] as const;
const url = { max: 2_048, description: 'https, on the internet' };
const types = { codes: PUBLISHED_TYPES, max: 200, description: 'Default and empty: all types' };

/** Body of `POST /restapi/webhooks`. */
export class CreateWebhookDto {
  @Text({ ...url, required: true })
  url!: string;

  @ListOfText(types)
  eventTypes?: readonly string[];

  @Code(STATES, { description: 'Default enabled' })
  state?: string;
}

/** Body of `PUT /restapi/webhooks/{id}`: what is not given stays. */
export class UpdateWebhookDto {
  @Text(url)
  url?: string;

  @ListOfText(types)
  eventTypes?: readonly string[];

  @Code(STATES, { description: 'Whether events are sent' })
  state?: string;
}

/** Body of `POST /restapi/webhooks/{id}/replay`: a place in the firm's feed, or an event of an account. */
export class ReplayDto {
  @Text({ max: 64, description: 'Cursor of the firm’s feed: what comes after it is sent again' })
  cursor?: string;

  @Identifier({ description: 'With sequence: from this event of the account on' })
  accountNumber?: string;

  @Int({ min: 1, description: 'With accountNumber' })
  sequence?: number;
}

/** A webhook as GET answers it. */
export class WebhookAnswer {
  @Identifier({ required: true, description: 'Id of the webhook' })
  id!: string;

  @Text({ required: true, description: 'Where events are sent' })
  url!: string;

  @ListOfText({ required: true, description: 'Types of events that are sent; empty: all' })
  eventTypes!: readonly string[];

  @Code(STATES, { required: true, description: 'Whether events are sent' })
  state!: string;

  @Code(['request', 'gone', 'failing'], {
    nullable: true,
    description: 'Why it is disabled: asked for, answered 410, or took nothing for three days',
  })
  disabledBecause!: string | null;

  @IsoTimestamp({ required: true, description: 'Since when it is enabled or disabled' })
  stateSince!: string;

  @IsoTimestamp({ nullable: true, description: 'Until then the secret before signs as well' })
  previousSecretUntil!: string | null;

  @IsoTimestamp({ required: true, description: 'When it was made' })
  creationDate!: string;
}

/** A new secret, shown once. */
export class WebhookSecretAnswer {
  @Identifier({ required: true, description: 'Id of the webhook' })
  id!: string;

  @Text({ required: true, description: 'whsec_ and Base64; nobody shows it again' })
  secret!: string;
}

/** What became of a test message. */
export class WebhookTestAnswer {
  @Bool({ required: true, description: 'The receiver took it: answered 2xx' })
  delivered!: boolean;

  @Int({ nullable: true, description: 'HTTP status of the receiver' })
  status!: number | null;

  @Text({ nullable: true, description: 'Kind of failure' })
  reason!: string | null;
}

/** One attempt to deliver an event. */
export class DeliveryAnswer extends WebhookTestAnswer {
  @Identifier({ required: true, description: 'Id of the event, and of the message' })
  eventId!: string;

  @Text({ required: true, description: 'Type of the event' })
  eventType!: string;

  @Identifier({ required: true, description: 'Account of the event' })
  accountNumber!: string;

  @Text({ required: true, description: 'Sequence of the event in its account' })
  sequence!: string;

  @Int({ required: true, description: 'From 1' })
  attempt!: number;

  @IsoTimestamp({ required: true, description: 'When it was tried' })
  attemptedAt!: string;

  @IsoTimestamp({ nullable: true, description: 'When it is tried again' })
  nextAttemptAt!: string | null;
}

/** Most entries of a page, and the default. */
export const DELIVERIES_PAGE = 100;

/** Query of the delivery log. */
export class DeliveriesQuery {
  @Int({ min: 1, max: DELIVERIES_PAGE, description: `At most ${DELIVERIES_PAGE}, the default` })
  limit?: number;

  @Text({ max: 512, description: 'From the Link header of the page before' })
  cursor?: string;
}
