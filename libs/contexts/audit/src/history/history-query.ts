import { Code, ListOfText, PageQuery, PeriodBound, Text } from '#libs/platform/http';

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
