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
  @Code(['newest', 'oldest'], 'Which entries come first; default: newest')
  order?: 'newest' | 'oldest';

  @PeriodBound('from', 'Only events from this moment on')
  from?: string;

  @PeriodBound('to', 'Only events before this moment')
  to?: string;

  @ListOfText(
    'Only events of these types, such as account.RestrictionLifted, or of all types with this prefix before the dot, such as account',
    { min: 1, commaSeparated: true, example: ['account.RestrictionLifted', 'cash'] },
  )
  type?: readonly string[];

  @Text('Only actions of this API key, token subject, process, acting or associated member', {
    example: 'jane.doe',
  })
  actor?: string;
}

class ActorResponse {
  @Text('API key, token subject or process that acted', { example: 'acme-key' })
  caller!: string;

  @Identifier('Login id of the acting member', { nullable: true, example: 'acme.api' })
  actingMember!: string | null;

  @Identifier('X-Associated-Member-Id of the request', { nullable: true, example: 'jane.doe' })
  associatedMember!: string | null;
}

class AboutResponse {
  @Text('Name of the id', { example: 'folioNumber' })
  name!: string;

  @Text('The id', { example: 'RA1B2C3D4E03' })
  value!: string;
}

export class ChangeResponse {
  @Text('Name of the field', { example: 'accountName' })
  field!: string;

  @Anything('Previous value; null if there was none; **** for personal data', {
    nullable: true,
    example: 'Jane first',
  })
  from!: unknown;

  @Anything('New value; null if removed; **** for personal data', {
    nullable: true,
    example: 'Jane second',
  })
  to!: unknown;
}

class ReasonResponse {
  @Code(['refused', 'lifted', 'cancelled', 'rejected', 'followed'], 'What the rule did')
  outcome!: string;

  @Text('Error code of the rule, or another code for the reason', {
    answered: 'maybe',
    example: 'account.restricted.rule',
  })
  code?: string;

  @Text('The cause, in words', { answered: 'maybe', example: 'amounts' })
  cause?: string;

  @Identifier('Login id of the person whose act it was, such as the last signer', {
    answered: 'maybe',
    example: 'jane.doe',
  })
  by?: string;

  @Int('Remaining attempts', { min: 0, answered: 'maybe' })
  remainingAttempts?: number;
}

/** One event of a history. */
export class HistoryEntryResponse {
  @IsoTimestamp('When it happened')
  time!: string;

  @Text('Event type, such as account.RestrictionLifted', { example: 'account.RestrictionLifted' })
  type!: string;

  @Text('What happened, in words', { example: 'The account was updated' })
  description!: string;

  @ListOf(() => AboutResponse, 'The folio, member, transaction or other thing it is about')
  about!: readonly AboutResponse[];

  @ObjectOf(() => ActorResponse, 'Who did it')
  actor!: ActorResponse;

  @ListOf(() => ChangeResponse, 'Changed fields')
  changes!: readonly ChangeResponse[];

  @ObjectOf(() => ReasonResponse, 'The rule that refused, ended or lifted something', {
    nullable: true,
  })
  reason!: ReasonResponse | null;

  @Text('Stream of the log', { example: 'account-RA1B2C3D4E' })
  stream!: string;

  @Int('Revision within the stream', { min: 0 })
  revision!: number;

  @Text('Position in the log, in the form of X-Consistency-Token', { example: 'AAAAAAAAASw' })
  position!: string;

  @Text('X-Request-Id of the request that caused it', {
    example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11',
  })
  requestId!: string;
}

/** Options of every list of history entries. */
export const HISTORY = { shape: HistoryEntryResponse, list: true, pages: PAGE } as const;
