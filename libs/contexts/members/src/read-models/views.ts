import { omit, wireDateAsTimestamp, wireTimestamp } from '#libs/platform/kernel';
import { compact } from '../domain/index.js';
import type { FirmDocument } from './firm.document.js';
import type { MemberDocument } from './member.document.js';
import type { TrusteeDocument } from './trustee.document.js';

/** Body of an answer. */
export type View = Readonly<Record<string, unknown>>;

/** Every optional field of a member's answer; those without a value are null. */
const NOTHING = Object.fromEntries(
  [
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'title',
    'dateOfBirth',
    'dayTelephone',
    'eveningTelephone',
    'email1',
    'email2',
    'primaryAddress',
    'mailingAddress',
    'employerAddress',
    'employerName',
    'employmentStatus',
    'occupationType',
    'annualIncome',
    'liquidNetWorth',
    'netWorth',
    'dependentCount',
    'citizenship',
    'residenceCountry',
    'accreditedInvestorAnnualIncome',
    'accreditedInvestorNetWorth',
    'directorOrTenPercentShareholder',
    'finraAffiliated',
    'finraCompany',
    'previousPrivatePlacementExperience',
    'previousExperienceSector',
    'memberProfileItems',
    'membershipType',
    'partnerCode',
    'advisorLoginId',
    'tid',
  ].map((field) => [field, null]),
);

/**
 * A member on the wire ([member.get]). `fullTid` is the opened tax id, for firms entitled to it;
 * without it the mask is shown.
 */
export function memberView(document: MemberDocument, fullTid?: string): View {
  const { firmId: firmOid, tid, tickers, profile, dateOfBirth, creationDate } = document;
  const values = compact({
    ...omit(
      document,
      'firmId',
      'revision',
      'tid',
      'tickers',
      'profile',
      'dateOfBirth',
      'creationDate',
      'sortName',
      'emails',
    ),
    ...profile,
    firmOid,
    directorOrTenPercentShareholderCompany: tickers,
    dateOfBirth: dateOfBirth && wireDateAsTimestamp(dateOfBirth),
    creationDate: wireTimestamp(creationDate),
    tid: fullTid ?? tid?.masked,
  });
  return { ...NOTHING, ...values };
}

/** A firm on the wire; its id under both names clients know. */
export function firmView(document: FirmDocument, fullTaxId?: string): View {
  const firmOid = document.firmId;
  if (document.firmType === 'L') {
    const { sandboxStart } = document;
    const start = sandboxStart === undefined ? {} : { sandboxStart: wireTimestamp(sandboxStart) };
    return { ...omit(document, 'scope', 'revision', 'sortName'), ...start, firmOid };
  }
  return {
    ...omit(document, 'scope', 'revision', 'firmTaxId', 'creationDate', 'createdBy', 'sortName'),
    firmOid,
    creationDate: wireTimestamp(document.creationDate),
    firmTaxId: fullTaxId ?? document.firmTaxId.masked,
  };
}

/** A trustee on the wire. */
export function trusteeView(document: TrusteeDocument, fullTid?: string): View {
  const { firmId: firmOid, tid, dateOfBirth, creationDate } = document;
  return compact({
    ...omit(document, 'firmId', 'revision', 'tid', 'dateOfBirth', 'creationDate', 'readers'),
    firmOid,
    dateOfBirth: dateOfBirth && wireDateAsTimestamp(dateOfBirth),
    creationDate: wireTimestamp(creationDate),
    tid: fullTid ?? tid?.masked,
  });
}
