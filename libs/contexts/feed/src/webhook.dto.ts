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
  @Text(PUBLIC_HTTPS, { ...url, required: true })
  url!: string;

  @ListOfText(types)
  eventTypes?: readonly string[];

  @Code(STATES, 'Default: enabled')
  state?: string;
}

/** Where a replay begins; without a field, at the first event. */
export class ReplayDto {
  @Text('Cursor of the feed; later events come again', { max: 64, example: 'cDQ3MTE' })
  cursor?: string;

  @Text(
    'In place of a cursor: a timestamp with offset, a date (its end in New York) or a consistency token; later events come again',
    { max: 64, example: '2026-03-02T15:00:00.000+00:00' },
  )
  from?: string;
}

/** Body of `POST /restapi/webhooks/{id}/replay`. */
export class ReplayToWebhookDto extends ReplayDto {
  @Identifier('Only events of this account; the cursor may then be of its feed. Default: all', {
    example: 'RA1B2C3D4E',
  })
  accountNumber?: string;

  @Int('With accountNumber, in place of a cursor: from this event of the account', {
    min: 1,
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
  @Text('A word for why; nothing about persons', { ...word, required: true })
  reason!: string;
}

/** The undelivered event of the account that has been failing longest. */
export class WebhookFailureResponse {
  @Identifier('Account of the event', { required: true, example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text('Sequence of the event within its account', { required: true, max: 20, example: '1' })
  sequence!: string;

  @Text('Type of the event', { required: true, max: 255, example: EVENT_TYPE })
  eventType!: string;

  @IsoTimestamp('When the first attempt failed', { required: true })
  since!: string;

  @Int('Attempts so far', { required: true })
  attempts!: number;

  @IsoTimestamp('When the last attempt failed', { required: true })
  attemptedAt!: string;

  @Int('HTTP status of the last response; null if none', { nullable: true })
  status!: number | null;

  @Text('Kind of the last failure', { required: true, max: 255, example: 'status' })
  reason!: string;

  @IsoTimestamp('Next attempt; null while disabled', { nullable: true })
  nextAttemptAt!: string | null;

  @IsoTimestamp(
    'When the webhook will be disabled if failures continue; null while it is disabled',
    { nullable: true },
  )
  disabledFrom!: string | null;
}

class WebhookStateFields {
  @Identifier('Id of the webhook; in a request, that of the path', { example: ID })
  id?: string;

  @Code(STATES, 'Whether events are sent')
  state?: string;

  @Code(
    ['request', 'gone', 'failing'],
    'Why it is disabled: on request, after a 410, or after three days of failures',
    { nullable: true },
  )
  disabledBecause?: string | null;

  @IsoTimestamp('Time of the last change of state')
  stateSince?: string;

  @ObjectOf(
    () => WebhookFailureResponse,
    'The failing event and the outcome of its last attempt; null if none fails',
    { nullable: true },
  )
  failing?: WebhookFailureResponse | null;
}

/**
 * Body of `PUT /restapi/webhooks/{id}`: what GET returned. `url`, `eventTypes` and `state` can be changed; omitted fields stay.
 * The other fields are ignored, because the service changes them at any time.
 */
export class UpdateWebhookDto extends WebhookStateFields {
  @Text(`Where events are sent: ${PUBLIC_HTTPS}`, { ...url, required: 'whenSent' })
  url?: string;

  @ListOfText('Event types to send; empty: all', { ...types, example: [EVENT_TYPE] })
  eventTypes?: readonly string[];

  @IsoTimestamp('Until when the previous secret also signs', { nullable: true })
  previousSecretUntil?: string | null;

  @IsoTimestamp('When it was created')
  creationDate?: string;
}

/** A webhook as GET returns it. */
export class WebhookResponse extends ResponseOf(UpdateWebhookDto) {}

/** Query of `GET /operator/webhooks`. */
export class WebhookStatusesQuery extends PageQuery {
  @Identifier('Only webhooks of this firm', { example: '1000000001' })
  firmId?: string;
}

/** A webhook as operators see it, without the path of its URL. */
export class WebhookStatusResponse extends ResponseOf(WebhookStateFields) {
  @Identifier('Firm that owns it', { example: '1000000001' })
  firmId!: string;

  @Text('Scheme and host of the URL', { example: 'https://hooks.example.com' })
  target!: string;

  @Text('Age of the oldest undelivered event in seconds; 0.0 if there is none', { example: '0.0' })
  lagSeconds!: string;
}

/** A new secret, shown once. */
export class WebhookSecretResponse {
  @Identifier('Id of the webhook', { example: ID })
  id!: string;

  @Text('whsec_ and Base64; never shown again', {
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  })
  secret!: string;
}

/** The outcome of a test message. */
export class WebhookTestResponse {
  @Bool('Whether the receiver responded 2xx')
  delivered!: boolean;

  @Int('HTTP status of the response; null if none', { nullable: true })
  status!: number | null;

  @Text('Kind of failure', { nullable: true, example: 'status' })
  reason!: string | null;
}

/** A failed attempt, the success that ended failures, or a run of events accepted at the first attempt. */
export class DeliveryResponse extends WebhookTestResponse {
  @Identifier('Id of the event and of the message', { example: ID })
  eventId!: string;

  @Text('Type of the event', { example: EVENT_TYPE })
  eventType!: string;

  @Identifier('Account of the event', { example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Text('Sequence of the event within its account', { example: '1' })
  sequence!: string;

  @Int('Number of consecutive events accepted at the first attempt, of which this is the last', {
    example: 1,
  })
  events!: number;

  @Int('Number of the attempt, from 1')
  attempt!: number;

  @IsoTimestamp('Time of the attempt')
  attemptedAt!: string;

  @IsoTimestamp('Time of the next attempt; null after a success, or if the webhook was disabled', {
    nullable: true,
  })
  nextAttemptAt!: string | null;
}

/** A list of deliveries with its maximum and default page size. */
export const DELIVERIES = { shape: DeliveryResponse, list: true, pages: 100 } as const;
