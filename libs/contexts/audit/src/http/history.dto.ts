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

/** Entries of a page when nobody says how many. */
export const PAGE = 50;

/** Query of a history. */
export class HistoryQuery extends PageQuery {
  @Code(['newest', 'oldest'], { description: 'Which come first; default newest' })
  order?: 'newest' | 'oldest';

  @PeriodBound('from', { description: 'Only what happened at this moment or later' })
  from?: string;

  @PeriodBound('to', { description: 'Only what happened before this moment' })
  to?: string;

  @ListOfText({
    min: 1,
    commaSeparated: true,
    description:
      'Only events of these types, such as account.RestrictionLifted, or of all types that begin with the word before the point, such as account',
    example: ['account.RestrictionLifted', 'cash'],
  })
  type?: readonly string[];

  @Text({
    description: 'Only what this API key, token subject, process, acting or associated member did',
    example: 'jane.doe',
  })
  actor?: string;
}

class ActorAnswer {
  @Text({ description: 'API key, token subject or the process that acted', example: 'acme-key' })
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

class AboutAnswer {
  @Text({ description: 'What the id is called', example: 'folioNumber' })
  name!: string;

  @Text({ description: 'The id', example: 'RA1B2C3D4E03' })
  value!: string;
}

/** A field that got another value. */
export class ChangeAnswer {
  @Text({ description: 'Name of the field', example: 'accountName' })
  field!: string;

  @Anything({
    nullable: true,
    description: 'Null: it had no value; **** for personal data',
    example: 'Jane first',
  })
  from!: unknown;

  @Anything({
    nullable: true,
    description: 'Null when removed; **** for personal data',
    example: 'Jane second',
  })
  to!: unknown;
}

class ReasonAnswer {
  @Code(['refused', 'lifted', 'cancelled', 'rejected', 'followed'], {
    description: 'What the rule did',
  })
  outcome!: string;

  @Text({
    description: 'Error code of the rule, or another code that says why',
    answered: 'maybe',
    example: 'account.restricted.rule',
  })
  code?: string;

  @Text({ answered: 'maybe', description: 'What brought it about, in words', example: 'amounts' })
  cause?: string;

  @Identifier({
    description: 'Whose act it was, such as the last signature',
    answered: 'maybe',
    example: 'jane.doe',
  })
  by?: string;

  @Int({ min: 0, answered: 'maybe', description: 'Attempts that are left' })
  remainingAttempts?: number;
}

/** One event of a history. */
export class HistoryEntryAnswer {
  @IsoTimestamp({ description: 'When it happened' })
  time!: string;

  @Text({
    description: 'Event type, such as account.RestrictionLifted',
    example: 'account.RestrictionLifted',
  })
  type!: string;

  @Text({ description: 'What happened, in words', example: 'The account was updated' })
  description!: string;

  @ListOf(() => AboutAnswer, {
    description: 'Which folio, member, transaction or other thing it is about',
  })
  about!: readonly AboutAnswer[];

  @ObjectOf(() => ActorAnswer, { description: 'Who did it' })
  actor!: ActorAnswer;

  @ListOf(() => ChangeAnswer, { description: 'Fields that got another value' })
  changes!: readonly ChangeAnswer[];

  @ObjectOf(() => ReasonAnswer, {
    nullable: true,
    description: 'The rule that refused, ended or lifted something',
  })
  reason!: ReasonAnswer | null;

  @Text({ description: 'Stream of the log', example: 'account-RA1B2C3D4E' })
  stream!: string;

  @Int({ min: 0, description: 'Place in the stream' })
  revision!: number;

  @Text({
    description: 'Place in the log, in the form of X-Consistency-Token',
    example: 'AAAAAAAAASw',
  })
  position!: string;

  @Text({
    description: 'X-Request-Id of the request that caused it',
    example: '7f9c24e5-0d3b-4c46-9a1e-6f0f6b1f2c11',
  })
  requestId!: string;
}
