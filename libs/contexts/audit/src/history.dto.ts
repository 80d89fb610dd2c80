import {
  Anything,
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOf,
  ListOfText,
  ObjectOf,
  PageQuery,
  PeriodBound,
  Text,
} from '#libs/platform/http';

/** Default page size. */
export const PAGE = 50;

export class HistoryQuery extends PageQuery {
  @Code(['newest', 'oldest'], { description: 'Which entries come first; default: newest' })
  order?: 'newest' | 'oldest';

  @PeriodBound('from', { description: 'Only events from this moment on' })
  from?: string;

  @PeriodBound('to', { description: 'Only events before this moment' })
  to?: string;

  @ListOfText({
    min: 1,
    commaSeparated: true,
    description:
      'Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account',
    example: ['account.RestrictionLifted', 'cash'],
  })
  type?: readonly string[];

  @Text({
    description:
      'Only actions of this API key, token subject, process, acting or associated member',
    example: 'jane.doe',
  })
  actor?: string;
}

class ActorResponse {
  @Text({ description: 'API key, token subject or process that acted', example: 'acme-key' })
  caller!: string;

  @Identifier({ nullable: true, description: 'Login id of the acting member', example: 'acme.api' })
  actingMember!: string | null;

  @Identifier({
    nullable: true,
    description: 'X-Associated-Member-Id of the request',
    example: 'jane.doe',
  })
  associatedMember!: string | null;
}

class AboutResponse {
  @Text({ description: 'Name of the id', example: 'folioNumber' })
  name!: string;

  @Text({ description: 'The id', example: 'RA1B2C3D4E03' })
  value!: string;
}

export class ChangeResponse {
  @Text({ description: 'Name of the field', example: 'accountName' })
  field!: string;

  @Anything({
    nullable: true,
    description: 'Previous value; null if there was none; **** for personal data',
    example: 'Jane first',
  })
  from!: unknown;

  @Anything({
    nullable: true,
    description: 'New value; null if removed; **** for personal data',
    example: 'Jane second',
  })
  to!: unknown;
}

class ReasonResponse {
  @Code(['refused', 'lifted', 'cancelled', 'rejected', 'followed'], {
    description: 'What the rule did',
  })
  outcome!: string;

  @Text({
    description: 'Error code of the rule, or another code for the reason',
    answered: 'maybe',
    example: 'account.restricted.rule',
  })
  code?: string;

  @Text({ answered: 'maybe', description: 'The cause, in words', example: 'amounts' })
  cause?: string;

  @Identifier({
    description: 'Login id of the person whose act it was, such as the last signer',
    answered: 'maybe',
    example: 'jane.doe',
  })
  by?: string;

  @Int({ min: 0, answered: 'maybe', description: 'Remaining attempts' })
  remainingAttempts?: number;
}

/** One event of a history. */
export class HistoryEntryResponse {
  @IsoTimestamp({ description: 'When it happened' })
  time!: string;

  @Text({
    description: 'Event type, such as account.RestrictionLifted',
    example: 'account.RestrictionLifted',
  })
  type!: string;

  @Text({ description: 'What happened, in words', example: 'The account was updated' })
  description!: string;

  @ListOf(() => AboutResponse, {
    description: 'The folio, member, transaction or other thing it is about',
  })
  about!: readonly AboutResponse[];

  @ObjectOf(() => ActorResponse, { description: 'Who did it' })
  actor!: ActorResponse;

  @ListOf(() => ChangeResponse, { description: 'Changed fields' })
  changes!: readonly ChangeResponse[];

  @ObjectOf(() => ReasonResponse, {
    nullable: true,
    description: 'The rule that refused, ended or lifted something',
  })
  reason!: ReasonResponse | null;

  @Text({ description: 'Stream of the log', example: 'account-RA1B2C3D4E' })
  stream!: string;

  @Int({ min: 0, description: 'Revision within the stream' })
  revision!: number;

  @Text({
    description: 'Position in the log, in the form of X-Consistency-Token',
    example: 'AAAAAAAAASw',
  })
  position!: string;

  @Text({
    description: 'X-Request-Id of the request that caused it',
    example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11',
  })
  requestId!: string;
}

/** Options of every list of history entries. */
export const HISTORY = { shape: HistoryEntryResponse, list: true, pages: PAGE } as const;
