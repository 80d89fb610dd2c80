import { Bool, Code, Identifier, IsoTimestamp, ResponseOf, Text } from '#libs/platform/http';
import { codesOf, wireTimestamp } from '#libs/platform/kernel';
import { type AlertLevel, AlertLevels } from './access.js';
import {
  type MembershipState,
  MembershipStates,
  type Permission,
  Permissions,
  RestrictionReasons,
  type RestrictionType,
  RestrictionTypes,
} from '#libs/contexts/codes';
import {
  type SignatureImageEncoding,
  SignatureImageEncodings,
  type SignatureMethod,
  SignatureMethods,
} from './signing.js';
import type { PermissionInput } from './account-commands.js';
import type {
  AccountDocument,
  DocumentRestriction,
  DocumentSignature,
} from './account.document.js';
import type { AccountPermission } from './account.events.js';

/** The reasons a firm may set: 020 is for the opening, 022 for the service ([restriction.reasons]). */
const EXTERNAL = { '021': RestrictionReasons['021'] };

const MEMBER = { description: 'Login id of the member', example: 'jane.doe' };

const PERMISSION = { description: 'What the member may do', example: 'DV' };

/** Body of PUT `…/permissions/{loginid}` ([permission.managing]); omitted fields keep their values. */
export class PermissionBody implements PermissionInput {
  @Identifier(MEMBER)
  loginId?: string;

  @Identifier('Account number of the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(Permissions, { ...PERMISSION, required: 'whenSent' })
  permission?: Permission;

  @Code(AlertLevels, 'Which alerts the member gets; defaults to all for AM, none otherwise', {
    example: 'all',
  })
  alertLevel?: AlertLevel;

  @Bool('Whether the member is listed on reports; defaults to false')
  listOnReport?: boolean;
}

/** A permission as GET returns it ([permission.list]). */
export class PermissionResponse extends ResponseOf(PermissionBody) {}

/** Body of POST `…/permissions`. */
export class NewPermissionBody extends PermissionBody {
  @Identifier({ ...MEMBER, required: true })
  override loginId!: string;

  @Code(Permissions, { ...PERMISSION, required: true })
  override permission!: Permission;
}

/** Body of POST `…/restrictions` ([restriction.managing]). */
export class RestrictionBody {
  @Identifier('Account number of the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Code(EXTERNAL, 'Defaults to 021, the only one a firm may set')
  reasonCode?: keyof typeof EXTERNAL;

  @Code(RestrictionTypes, 'How far the restriction goes')
  restrictionType?: RestrictionType;

  @Text('Free-text note', { max: 255, trim: true, example: 'Court order' })
  note?: string;
}

/** Body of PUT `/restapi/members/{loginid}/membership` ([member.membership]). */
export class MembershipBody {
  @Code(MembershipStates, 'The new state; the service sets EM itself, from the member’s accounts', {
    required: true,
    example: 'CM',
  })
  transState!: MembershipState;
}

/** A restriction as GET returns it. */
export class RestrictionResponse {
  @Identifier('Id of the restriction', { example: '2542671282' })
  restrictionId!: string;

  @Identifier('Account number', { example: 'RA1B2C3D4E' })
  accountNumber!: string;

  @Code(RestrictionReasons, 'Why the account is restricted')
  reasonCode!: string;

  @Code(RestrictionTypes, 'How far the restriction goes')
  restrictionType!: string;

  @Text('Free-text note', { nullable: true, example: 'Court order' })
  note!: string | null;

  @IsoTimestamp('When it was created', { example: '2026-03-02T15:00:00.000+00:00' })
  creationDate!: string;
}

/** A stored signature; its document is never served ([signature.store]). */
export class SignatureResponse {
  @Identifier('Login id of the member', { example: 'jane.doe' })
  loginId!: string;

  @Code(SignatureMethods, 'What was signed: a document or an image', { example: 'SIGNATURE_IMAGE' })
  signatureMethod!: string;

  @Code(SignatureImageEncodings, 'Encoding of an image', { nullable: true })
  signatureImageEncoding!: string | null;

  @Bool('Subject to backup withholding', { nullable: true })
  w9Withhold!: boolean | null;

  @Text('SHA-256 of the decoded document, lower-case hex', {
    example: 'ff0435ba40c686ace18f50f1f3673e697a95cf662175fefcfb89a3bb1d5e7a10',
  })
  sha256!: string;

  @IsoTimestamp('When the signature was stored')
  signedAt!: string;
}

/** Body of POST `…/customeragreement` ([signature.body]). */
export class SignatureBody {
  @Identifier('Login id of the member', { required: true, example: 'jane.doe' })
  loginId!: string;

  @Text('Base64; at most 8 MiB when decoded', {
    required: true,
    example:
      'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDAgTDkgOSIvPjwvc3ZnPg==',
  })
  signatureData!: string;

  @Code(SignatureMethods, 'What was signed: a document or an image', {
    required: true,
    missing: 'null.signature.method',
    example: 'SIGNATURE_IMAGE',
  })
  signatureMethod!: SignatureMethod;

  @Code(
    SignatureImageEncodings,
    `Encoding of the image: ${codesOf(SignatureImageEncodings).join(', ')}; ignored with SIGNED_PDF, whatever it is`,
    {
      required: ({ signatureMethod }: SignatureBody) => signatureMethod === 'SIGNATURE_IMAGE',
      ignoredIf: ({ signatureMethod }: SignatureBody) => signatureMethod === 'SIGNED_PDF',
      kept: (encoding) => (encoding in SignatureImageEncodings ? encoding : undefined),
      example: 'SVG',
    },
  )
  signatureImageEncoding?: SignatureImageEncoding;

  @Bool('Subject to backup withholding')
  w9Withhold?: boolean;
}

/** One restriction as `GET …/restrictions[/{id}]` returns it. */
export function toRestrictionResponse(
  { accountNumber }: Pick<AccountDocument, 'accountNumber'>,
  restriction: DocumentRestriction,
): RestrictionResponse {
  return {
    restrictionId: restriction.restrictionId,
    accountNumber,
    reasonCode: restriction.reasonCode,
    restrictionType: restriction.restrictionType,
    note: restriction.note ?? null,
    creationDate: wireTimestamp(restriction.since),
  };
}

/** One permission as `GET …/permissions[/{loginid}]` returns it. */
export function toPermissionResponse(
  { accountNumber }: Pick<AccountDocument, 'accountNumber'>,
  { loginId, permission, alertLevel, listOnReport }: AccountPermission,
): PermissionResponse {
  return { loginId, accountNumber, permission, alertLevel, listOnReport };
}

/** One signature as `GET …/customeragreement` lists it. */
export function toSignatureResponse(signature: DocumentSignature): SignatureResponse {
  return {
    loginId: signature.loginId,
    signatureMethod: signature.method,
    signatureImageEncoding: signature.encoding ?? null,
    w9Withhold: signature.w9Withhold ?? null,
    sha256: signature.sha256,
    signedAt: wireTimestamp(signature.signedAt),
  };
}
