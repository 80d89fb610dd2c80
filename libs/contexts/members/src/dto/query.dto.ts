import { Bool, Identifier, Int, Text } from '#libs/platform/http';

/** Query of `POST /restapi/members` (decisions §4). */
export class CreateMemberQuery {
  @Bool({
    description: 'The identity check may answer later; the member is PENDING_NEW until then',
  })
  asynchronousSSNValidation?: boolean;
}

/** Most entries of one page, and the default. */
export const MOST_ENTRIES = 1000;

/** Query of `GET /restapi/trustees`. */
export class PageQuery {
  @Int({
    min: 1,
    max: MOST_ENTRIES,
    description: `At most ${MOST_ENTRIES}, which is the default`,
    example: 100,
  })
  limit?: number;

  @Text({ description: 'Where to go on: from the Link header of the page before' })
  cursor?: string;
}

/** Query of `GET /operator/clients`. */
export class ClientsQuery extends PageQuery {
  @Identifier({ description: 'Only those of this firm', example: '1000000001' })
  firmId?: string;
}
