import type { Form } from '#libs/platform/http';
import {
  type SealedValue,
  searchForm,
  wireDateAsTimestamp,
  wireTimestamp,
} from '#libs/platform/kernel';
import { statusOf } from '../domain/closing.js';
import { shownExclusions } from '../domain/updating.js';
import type { AccountPermission, Exclusion, NamedPerson } from '../domain/events.js';
import type {
  AccountAnswer,
  AccountsQuery,
  ExclusionAnswer,
  RestrictionAnswer,
  SignatureAnswer,
} from '../http/answers.dto.js';
import type { PermissionAnswer } from '../http/permission.dto.js';
import type {
  AccountDocument,
  DocumentRestriction,
  DocumentSignature,
  SealedPerson,
} from './account.document.js';

/** Opens a sealed tax number; undefined once the key of its person has been destroyed. */
export type Unseal = (sealed: string) => string | undefined;

/** Every ciphertext of a document, for bringing the keys into memory before {@link toAccountAnswer} unseals. */
export function sealedIn(document: AccountDocument): readonly string[] {
  const { minor, primaryBeneficiaries, contingentBeneficiaries } = document;
  return [...(minor ? [minor] : []), ...primaryBeneficiaries, ...contingentBeneficiaries].map(
    ({ ssn }) => ssn.sealed,
  );
}

/** Form an account is read in: `whole` with tax numbers for who may see them, `erased` when its owner has been. */
export function formOf(document: AccountDocument, unsealed: boolean): Form | undefined {
  if (document.accountName === undefined) return 'erased';
  return unsealed && sealedIn(document).length > 0 ? 'whole' : undefined;
}

/**
 * The account as GET answers it ([account.get]): every field of creation, accountNumber, accountStatus (`RESTRICTED` while a
 * restriction is in force, else `OPEN`), the ids of its restrictions, creationDate. Fields without a value are null, lists
 * empty. Tax numbers are masked to the last four, or full where `unseal` is given, for a firm with entitlement `fullTid`.
 */
export function toAccountAnswer(document: AccountDocument, unseal?: Unseal): AccountAnswer {
  const person = personAnswer(unseal);
  const { restrictions } = document;
  return {
    accountNumber: document.accountNumber,
    accountStatus: statusOf(document),
    accountName: document.accountName ?? null,
    accountType: document.accountType,
    billingPlanOid: document.billingPlanOid,
    branchCode: document.branchCode ?? null,
    repCode: document.repCode ?? null,
    defaultTaxLotSelection: document.defaultTaxLotSelection,
    longTermTaxRate: document.longTermTaxRate ?? null,
    shortTermTaxRate: document.shortTermTaxRate ?? null,
    primaryAccountOwner: document.primaryAccountOwner,
    jointOwners: document.jointOwners,
    initContributionDate: document.initContributionDate ?? null,
    trustedContacts: document.trustedContacts.map((contact) => ({
      ...contact,
      relationship: contact.relationship ?? null,
    })),
    primaryBeneficiaries: document.primaryBeneficiaries.map(person),
    contingentBeneficiaries: document.contingentBeneficiaries.map(person),
    minor: document.minor ? person(document.minor) : null,
    w9BackupWithholding: document.w9BackupWithholding,
    trustees: document.trustees,
    accountRegistrationInfo: document.accountRegistrationInfo ?? null,
    taxClassification: document.taxClassification ?? null,
    securityExclusion: shownExclusions(document).map(toExclusionAnswer),
    issueExclusion: document.issueExclusion.map(toExclusionAnswer),
    sectorExclusion: document.sectorExclusion.map(toExclusionAnswer),
    restrictions: restrictions.map(({ restrictionId }) => restrictionId),
    creationDate: wireTimestamp(document.createdAt),
  };
}

function toExclusionAnswer(exclusion: Exclusion): ExclusionAnswer {
  return {
    exclusionStartDate: exclusion.exclusionStartDate ?? null,
    exclusionEndDate: exclusion.exclusionEndDate ?? null,
    exclusionValue: exclusion.exclusionValue,
  };
}

function personAnswer(unseal: Unseal | undefined) {
  return <P extends SealedPerson<NamedPerson>>(person: P) => ({
    ...person,
    title: person.title ?? null,
    middleName: person.middleName ?? null,
    suffix: person.suffix ?? null,
    citizenship: person.citizenship ?? null,
    dateOfBirth: wireDateAsTimestamp(person.dateOfBirth),
    ssn: shown(person.ssn, unseal),
  });
}

function shown({ masked, sealed }: SealedValue, unseal: Unseal | undefined): string {
  return unseal?.(sealed) ?? masked;
}

/** One restriction as `GET …/restrictions[/{id}]` answers it. */
export function toRestrictionAnswer(
  { accountNumber }: Pick<AccountDocument, 'accountNumber'>,
  restriction: DocumentRestriction,
): RestrictionAnswer {
  return {
    restrictionId: restriction.restrictionId,
    accountNumber,
    reasonCode: restriction.reasonCode,
    restrictionType: restriction.restrictionType,
    note: restriction.note ?? null,
    creationDate: wireTimestamp(restriction.since),
  };
}

/** One permission as `GET …/permissions[/{loginid}]` answers it. */
export function toPermissionAnswer(
  { accountNumber }: Pick<AccountDocument, 'accountNumber'>,
  { loginId, permission, alertLevel, listOnReport }: AccountPermission,
): PermissionAnswer {
  return { loginId, accountNumber, permission, alertLevel, listOnReport };
}

/** One signature as `GET …/customeragreement` lists it: without the document, which is never served. */
export function toSignatureAnswer(signature: DocumentSignature): SignatureAnswer {
  return {
    loginId: signature.loginId,
    signatureMethod: signature.method,
    signatureImageEncoding: signature.encoding ?? null,
    w9Withhold: signature.w9Withhold ?? null,
    sha256: signature.sha256,
    signedAt: wireTimestamp(signature.signedAt),
  };
}

/** Whether an account is wanted; undefined: all are. */
export function accountFilter({
  owner,
  accountType,
  accountStatus,
  accountName,
}: Partial<AccountsQuery>): ((account: AccountDocument) => boolean) | undefined {
  if ((owner ?? accountType ?? accountStatus ?? accountName) === undefined) return undefined;
  const name = accountName === undefined ? undefined : searchForm(accountName);
  return (account) =>
    (owner === undefined || account.owners.includes(owner)) &&
    (accountType?.includes(account.accountType) ?? true) &&
    (accountStatus?.includes(statusOf(account)) ?? true) &&
    (name === undefined || searchForm(account.accountName ?? '').includes(name));
}
