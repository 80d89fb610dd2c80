import {
  Anything,
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOf,
  ObjectOf,
  Text,
} from '#libs/platform/http';

/** Most entries of one page. */
export const MOST_ENTRIES = 200;
/** Entries of a page when nobody says how many. */
export const PAGE = 50;

/** Query of a history. */
export class HistoryQuery {
  @Code(['newest', 'oldest'], { description: 'Which come first; default newest' })
  order?: 'newest' | 'oldest';

  @Int({ min: 1, max: MOST_ENTRIES, description: `Entries a page; default ${PAGE}` })
  limit?: number;

  @Text({ max: 512, description: 'From the Link header of the page before' })
  cursor?: string;
}

/** Who did it. */
export class ActorAnswer {
  @Text({ description: 'API key, token subject or the process that acted' })
  caller!: string;

  @Identifier({ nullable: true })
  actingMember!: string | null;

  @Identifier({ nullable: true, description: 'X-Associated-Member-Id of the request' })
  associatedMember!: string | null;
}

/** A field that got another value. */
export class ChangeAnswer {
  @Text()
  field!: string;

  @Anything({ nullable: true, description: 'Null: it had no value; **** for personal data' })
  from!: unknown;

  @Anything({ nullable: true })
  to!: unknown;
}

/** The rule that refused, ended or lifted something. */
export class ReasonAnswer {
  @Code(['refused', 'lifted', 'cancelled', 'rejected', 'followed'])
  outcome!: string;

  @Text({ description: 'Error code of the rule, or a code of the specification' })
  code?: string;

  @Text()
  cause?: string;

  @Identifier({ description: 'Whose act it was, such as the last signature' })
  by?: string;

  @Int({ min: 0 })
  remainingAttempts?: number;
}

/** One event of a history. */
export class HistoryEntryAnswer {
  @IsoTimestamp()
  time!: string;

  @Text({ description: 'Event type, such as account.RestrictionLifted' })
  type!: string;

  @Text()
  description!: string;

  @ObjectOf(() => ActorAnswer)
  actor!: ActorAnswer;

  @ListOf(() => ChangeAnswer)
  changes!: readonly ChangeAnswer[];

  @ObjectOf(() => ReasonAnswer, { nullable: true })
  reason!: ReasonAnswer | null;

  @Text()
  stream!: string;

  @Int({ min: 0 })
  revision!: number;

  @Text({ description: 'Place in the log, in the form of X-Consistency-Token' })
  position!: string;

  @Text({ description: 'X-Request-Id of the request that caused it' })
  requestId!: string;
}
