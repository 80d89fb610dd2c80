import {
  Bool,
  Code,
  Identifier,
  Int,
  IsoTimestamp,
  ListOf,
  ListOfText,
  Text,
} from '#libs/platform/http';
import {
  codesOf,
  RestrictionReasons,
  RestrictionTypes,
  SignatureImageEncodings,
  SignatureMethods,
} from '#libs/platform/kernel';
import { AccountFields, ExclusionBody } from './account.dto.js';

/** Most accounts of one page. */
export const PAGE = 1_000;

/** Query of `GET /restapi/accounts`. */
export class AccountsQuery {
  @Int({ min: 1, max: PAGE, description: `Accounts a page; default and most ${PAGE}` })
  limit?: number;

  @Text({ max: 512, description: 'From the Link header of the page before' })
  cursor?: string;
}

/** An account as GET answers it (decisions §5). */
export class AccountAnswer extends AccountFields {
  @Identifier()
  accountNumber!: string;

  @Code(['OPEN', 'RESTRICTED'])
  accountStatus!: string;

  @ListOf(() => ExclusionBody)
  securityExclusion!: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody)
  issueExclusion!: readonly ExclusionBody[];

  @ListOf(() => ExclusionBody)
  sectorExclusion!: readonly ExclusionBody[];

  @ListOfText({ description: 'Ids' })
  restrictions!: readonly string[];

  @IsoTimestamp()
  creationDate!: string;
}

/** A restriction as GET answers it. */
export class RestrictionAnswer {
  @Identifier()
  restrictionId!: string;

  @Identifier()
  accountNumber!: string;

  @Code(codesOf(RestrictionReasons))
  reasonCode!: string;

  @Code(codesOf(RestrictionTypes))
  restrictionType!: string;

  @Text({ nullable: true })
  note!: string | null;

  @IsoTimestamp()
  creationDate!: string;
}

/** A stored signature; its document is never served (decisions §6). */
export class SignatureAnswer {
  @Identifier()
  loginId!: string;

  @Code(codesOf(SignatureMethods))
  signatureMethod!: string;

  @Code(codesOf(SignatureImageEncodings), { nullable: true })
  signatureImageEncoding!: string | null;

  @Bool({ nullable: true })
  w9Withhold!: boolean | null;

  @Text({ description: 'SHA-256 of the decoded document, lower-case hex' })
  sha256!: string;

  @IsoTimestamp()
  signedAt!: string;
}
