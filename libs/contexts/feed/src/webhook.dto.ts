import {
  Bool,
  Code,
  type Fields,
  Identifier,
  Int,
  IsoTimestamp,
  ListOfText,
  ObjectOf,
  PageQuery,
  ResponseOf,
  Text,
} from '#libs/platform/http';
import { FieldCode, fieldProblem, problemsOf, requiredProblem } from '#libs/platform/kernel';
import { EventTypes } from './contract.js';
import { positionOf } from './feed.dto.js';
import { EventOfAccount, word } from './subscription.dto.js';
import type { ReplayStart } from './webhook.facts.js';

const STATES = ['enabled', 'disabled'] as const;

const url = { max: 2_048, example: 'https://hooks.example.com/brokerage' };

const PUBLIC_HTTPS = 'https, reachable on the internet';

const ID = '5f0e9f7c-0001-5000-8000-000000000001';

const EVENT_TYPE = 'brokerage.account.opened.v1';

const types = { ...EventTypes, description: 'Default or empty: all types' };

/** Body of `POST /restapi/webhooks`. */
export class CreateWebhookDto {
  @Text({ ...url, required: true, description: PUBLIC_HTTPS })
  url!: string;

  @ListOfText(types)
  eventTypes?: readonly string[];

  @Code(STATES, { description: 'Default: enabled' })
  state?: string;
}

/** Where a replay begins; without a field, at the first event. */
export class ReplayDto {
  @Text({ max: 64, description: 'Cursor of the feed; later events come again', example: 'cDQ3MTE' })
  cursor?: string;

  @Text({
    max: 64,
    description:
      'In place of a cursor: a timestamp with offset, a date (its end in New York) or a consistency token; later events come again',
    example: '2026-03-02T15:00:00.000+00:00',
  })
  from?: string;
}

/** Body of `POST /restapi/webhooks/{id}/replay`. */
export class ReplayToWebhookDto extends ReplayDto {
  @Identifier({
    description: 'Only events of this account; the cursor may then be of its feed. Default: all',
    example: 'RA1B2C3D4E',
  })
  accountNumber?: string;

  @Int({
    min: 1,
    description: 'With accountNumber, in place of a cursor: from this event of the account',
    example: 1,
  })
  sequence?: number;
}

/** What the body of a replay says, with the log position of `from`. @throws ProblemsException 400 */
export async function replayStartOf(
  request: object,
  body: Fields<ReplayDto> | Fields<ReplayToWebhookDto>,
): Promise<ReplayStart> {
  const { value }: { readonly value: Partial<ReplayToWebhookDto> } = body;
  const [first, other] = (['sequence', 'cursor', 'from'] as const).filter(
    (name) => value[name] !== undefined,
  );
  const { from, ...start } = body.with(
    ...problemsOf(
      other && fieldProblem(other, FieldCode.Value, `It is not accepted with ${first}.`),
      value.sequence !== undefined &&
        value.accountNumber === undefined &&
        requiredProblem('accountNumber', 'with sequence'),
    ),
  );
  return { ...start, position: await positionOf(request, from) };
}

/** Body of `POST /restapi/webhooks/{id}/skip`. */
export class SkipEventDto extends EventOfAccount {
  @Text({ ...word, required: true, description: 'A word for why; nothing about persons' })
  reason!: string;
}

/** The undelivered event of the account that has been failing longest. */
export class WebhookFailureResponse {
  @Identifier({ required: true, description: 'Account of the event', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text({
    required: true,
    max: 20,
    description: 'Sequence of the event within its account',
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

  @Int({ nullable: true, description: 'HTTP status of the last response; null if none' })
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

class WebhookStateFields {
  @Identifier({ description: 'Id of the webhook; in a request, that of the path', example: ID })
  id?: string;

  @Code(STATES, { description: 'Whether events are sent' })
  state?: string;

  @Code(['request', 'gone', 'failing'], {
    nullable: true,
    description: 'Why it is disabled: on request, after a 410, or after three days of failures',
  })
  disabledBecause?: string | null;

  @IsoTimestamp({ description: 'Time of the last change of state' })
  stateSince?: string;

  @ObjectOf(() => WebhookFailureResponse, {
    nullable: true,
    description: 'The failing event and the outcome of its last attempt; null if none fails',
  })
  failing?: WebhookFailureResponse | null;
}

/**
 * Body of `PUT /restapi/webhooks/{id}`: what GET returned. `url`, `eventTypes` and `state` can be changed; omitted fields stay.
 * The other fields are ignored, because the service changes them at any time.
 */
export class UpdateWebhookDto extends WebhookStateFields {
  @Text({ ...url, required: 'whenSent', description: `Where events are sent: ${PUBLIC_HTTPS}` })
  url?: string;

  @ListOfText({
    ...types,
    description: 'Event types to send; empty: all',
    example: [EVENT_TYPE],
  })
  eventTypes?: readonly string[];

  @IsoTimestamp({ nullable: true, description: 'Until when the previous secret also signs' })
  previousSecretUntil?: string | null;

  @IsoTimestamp({ description: 'When it was created' })
  creationDate?: string;
}

/** A webhook as GET returns it. */
export class WebhookResponse extends ResponseOf(UpdateWebhookDto) {}

/** Query of `GET /operator/webhooks`. */
export class WebhookStatusesQuery extends PageQuery {
  @Identifier({ description: 'Only webhooks of this firm', example: '1000000001' })
  firmId?: string;
}

/** A webhook as operators see it, without the path of its URL. */
export class WebhookStatusResponse extends ResponseOf(WebhookStateFields) {
  @Identifier({ description: 'Firm that owns it', example: '1000000001' })
  firmId!: string;

  @Text({
    description: 'Scheme and host of the URL',
    example: 'https://hooks.example.com',
  })
  target!: string;

  @Text({
    description: 'Age of the oldest undelivered event in seconds; 0.0 if there is none',
    example: '0.0',
  })
  lagSeconds!: string;
}

/** A new secret, shown once. */
export class WebhookSecretResponse {
  @Identifier({ description: 'Id of the webhook', example: ID })
  id!: string;

  @Text({
    description: 'whsec_ and Base64; never shown again',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;
}

/** The outcome of a test message. */
export class WebhookTestResponse {
  @Bool({ description: 'Whether the receiver responded 2xx' })
  delivered!: boolean;

  @Int({ nullable: true, description: 'HTTP status of the response; null if none' })
  status!: number | null;

  @Text({ nullable: true, description: 'Kind of failure', example: 'status' })
  reason!: string | null;
}

/** A failed attempt, the success that ended failures, or a run of events accepted at the first attempt. */
export class DeliveryResponse extends WebhookTestResponse {
  @Identifier({ description: 'Id of the event and of the message', example: ID })
  eventId!: string;

  @Text({ description: 'Type of the event', example: EVENT_TYPE })
  eventType!: string;

  @Identifier({ description: 'Account of the event', example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text({ description: 'Sequence of the event within its account', example: '1' })
  sequence!: string;

  @Int({
    description:
      'Number of consecutive events accepted at the first attempt, of which this is the last',
    example: 1,
  })
  events!: number;

  @Int({ description: 'Number of the attempt, from 1' })
  attempt!: number;

  @IsoTimestamp({ description: 'Time of the attempt' })
  attemptedAt!: string;

  @IsoTimestamp({
    nullable: true,
    description: 'Time of the next attempt; null after a success, or if the webhook was disabled',
  })
  nextAttemptAt!: string | null;
}

/** A list of deliveries with its maximum and default page size. */
export const DELIVERIES = { shape: DeliveryResponse, list: true, pages: 100 } as const;
