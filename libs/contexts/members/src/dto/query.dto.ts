import { Bool, Identifier, PageCursor, PageLimit } from '#libs/platform/http';

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
  @PageLimit(MOST_ENTRIES)
  limit?: number;

  @PageCursor()
  cursor?: string;
}

/** Query of `GET /operator/clients`. */
export class ClientsQuery extends PageQuery {
  @Identifier({ description: 'Only those of this firm', example: '1000000001' })
  firmId?: string;
}
