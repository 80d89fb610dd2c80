import { Bool, Code, Identifier, PageQuery, type Sort, SortBy, Text } from '#libs/platform/http';
import { FirmTypes } from '#libs/platform/kernel';

/** Query of `POST /restapi/members` ([member.pending]). */
export class CreateMemberQuery {
  @Bool({
    description: 'Whether to check the identity later; the member is PENDING_NEW until then',
  })
  asynchronousSSNValidation?: boolean;
}

/** Query of `GET /restapi/members`; the filters are combined with AND. */
export class MembersQuery extends PageQuery {
  @Identifier({ description: 'Only members whose login id starts with this', example: 'jane' })
  loginId?: string;

  @Text({
    max: 100,
    trim: true,
    description: 'Only members whose first and last name contain this, ignoring case',
    example: 'jane d',
  })
  name?: string;

  @Text({
    max: 254,
    trim: true,
    description: 'Only members with this whole e-mail address, ignoring case',
    noBlanks: true,
    example: 'jane@example.com',
  })
  email?: string;

  @SortBy(['loginId', 'name'], 'loginId')
  sort: Sort<'loginId' | 'name'> = 'loginId';
}

/** Query of `GET /restapi/firms`; the filters are combined with AND. */
export class FirmsQuery extends PageQuery {
  @Code(FirmTypes, { description: 'Only firms of this type' })
  firmType?: keyof typeof FirmTypes;

  @Text({
    max: 100,
    trim: true,
    description: 'Only firms whose name contains this, ignoring case',
    example: 'acme',
  })
  name?: string;

  @SortBy(['firmId', 'name'], 'firmId')
  sort: Sort<'firmId' | 'name'> = 'firmId';
}

/** Query of `GET /operator/clients`. */
export class ClientsQuery extends PageQuery {
  @Identifier({ description: 'Only clients of this firm', example: '1000000001' })
  firmId?: string;
}
