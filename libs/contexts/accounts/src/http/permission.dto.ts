import { AnswerOf, Bool, Code, Identifier, Text } from '#libs/platform/http';
import {
  type AlertLevel,
  AlertLevels,
  type MembershipState,
  MembershipStates,
  type Permission,
  Permissions,
  RestrictionReasons,
  type RestrictionType,
  RestrictionTypes,
} from '#libs/platform/kernel';
import type { PermissionInput } from '../domain/commands.js';

/** What firms restrict accounts by: 020 belongs to the opening, 022 to the service ([restriction.reasons]). */
const EXTERNAL = { '021': RestrictionReasons['021'] };
const MEMBER = { description: 'Login id of the member', example: 'jane.doe' };
const PERMISSION = { description: 'What the member may do', example: 'DV' };

/** Body of PUT `…/permissions/{loginid}` ([permission.managing]): what is left out stays as it is. */
export class PermissionBody implements PermissionInput {
  @Identifier(MEMBER)
  loginId?: string;

  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(Permissions, { ...PERMISSION, required: 'whenSent' })
  permission?: Permission;

  @Code(AlertLevels, {
    description: 'Which alerts the member gets; by default all for AM, none for others',
    example: 'all',
  })
  alertLevel?: AlertLevel;

  @Bool({ description: 'Whether the member is listed on reports; by default not' })
  listOnReport?: boolean;
}

/** A permission as GET answers it ([permission.list]). */
export class PermissionAnswer extends AnswerOf(PermissionBody) {}

/** Body of POST `…/permissions`. */
export class NewPermissionBody extends PermissionBody {
  @Identifier({ ...MEMBER, required: true })
  override loginId!: string;

  @Code(Permissions, { ...PERMISSION, required: true })
  override permission!: Permission;
}

/** Body of POST `…/restrictions` ([restriction.managing]). */
export class RestrictionBody {
  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(EXTERNAL, { description: 'Default 021, the only one a firm may set' })
  reasonCode?: keyof typeof EXTERNAL;

  @Code(RestrictionTypes, { description: 'How far the restriction goes' })
  restrictionType?: RestrictionType;

  @Text({ max: 255, trim: true, description: 'What else is to be said', example: 'Court order' })
  note?: string;
}

/** Body of PUT `/restapi/members/{loginid}/membership` ([member.membership]). */
export class MembershipBody {
  @Code(MembershipStates, {
    required: true,
    description: 'What the membership is to be; EM follows from the accounts by itself',
    example: 'CM',
  })
  transState!: MembershipState;
}
