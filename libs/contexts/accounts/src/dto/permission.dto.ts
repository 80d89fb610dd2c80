import { Bool, Code, Identifier, Text } from '#libs/platform/http';
import {
  type AlertLevel,
  AlertLevels,
  type Permission,
  Permissions,
  type RestrictionReason,
  RestrictionReasons,
  type RestrictionType,
  RestrictionTypes,
} from '#libs/platform/kernel';

/** Body of POST and PUT `…/permissions[/{loginid}]` (specification, "Account permission"). */
export class PermissionBody {
  @Identifier({ description: 'Login id of the member', example: 'jane.doe' })
  loginId?: string;

  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(Permissions, { description: 'What the member may do', example: 'DV' })
  permission?: Permission;

  @Code(AlertLevels, { description: 'Which alerts the member gets', example: 'all' })
  alertLevel?: AlertLevel;

  @Bool({ description: 'Whether the member is listed on reports' })
  listOnReport?: boolean;
}

/** Body of POST `…/restrictions` (decisions §5). */
export class RestrictionBody {
  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(RestrictionReasons, { description: 'Default 021, the only one a firm may set' })
  reasonCode?: RestrictionReason;

  @Code(RestrictionTypes, { description: 'How far the restriction goes' })
  restrictionType?: RestrictionType;

  @Text({ max: 255, trim: true, description: 'What else is to be said', example: 'Court order' })
  note?: string;
}
