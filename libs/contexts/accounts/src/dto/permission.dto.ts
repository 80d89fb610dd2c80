import { Bool, Code, Identifier, Text } from '#libs/platform/http';
import {
  type AlertLevel,
  AlertLevels,
  codesOf,
  type Permission,
  Permissions,
  type RestrictionReason,
  RestrictionReasons,
  type RestrictionType,
  RestrictionTypes,
} from '#libs/platform/kernel';

/** Body of POST and PUT `…/permissions[/{loginid}]` (specification, "Account permission"). */
export class PermissionBody {
  @Identifier()
  loginId?: string;

  @Identifier()
  accountNumber?: string;

  @Code(codesOf(Permissions))
  permission?: Permission;

  @Code(codesOf(AlertLevels))
  alertLevel?: AlertLevel;

  @Bool({ description: 'Whether the member is listed on reports' })
  listOnReport?: boolean;
}

/** Body of POST `…/restrictions` (decisions §5). */
export class RestrictionBody {
  @Identifier()
  accountNumber?: string;

  @Code(codesOf(RestrictionReasons), { description: 'Default 021, the only one a firm may set' })
  reasonCode?: RestrictionReason;

  @Code(codesOf(RestrictionTypes))
  restrictionType?: RestrictionType;

  @Text({ max: 255, trim: true })
  note?: string;
}
