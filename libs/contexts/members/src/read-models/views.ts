import { fieldsOf } from '#libs/platform/http';
import { omit, wireDateAsTimestamp, wireTimestamp } from '#libs/platform/kernel';
import { compact } from '../domain/index.js';
import { type FirmResponse, MemberResponse, type TrusteeResponse } from '../http/index.js';
import type { FirmDocument } from './firm.document.js';
import type { MemberDocument } from './member.document.js';
import type { TrusteeDocument } from './trustee.document.js';

/** Every field of {@link MemberResponse} as null, since fields without a value are not omitted. */
const ALL_NULL = Object.fromEntries(fieldsOf(MemberResponse).map(({ name }) => [name, null])) as {
  readonly [Field in keyof MemberResponse]: null;
};

/** A member on the wire ([member.get]), with the tax id masked unless `fullTid` is given. */
export function toMemberResponse(document: MemberDocument, fullTid?: string): MemberResponse {
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
    tid: fullTid ?? tid.masked,
  });
  return { ...ALL_NULL, ...values };
}

/** A firm on the wire; clients know its id by two names. */
export function toFirmResponse(document: FirmDocument, fullTaxId?: string): FirmResponse {
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
export function toTrusteeResponse(document: TrusteeDocument, fullTid?: string): TrusteeResponse {
  const { firmId: firmOid, tid, dateOfBirth, creationDate } = document;
  return compact({
    ...omit(document, 'firmId', 'revision', 'tid', 'dateOfBirth', 'creationDate', 'readers'),
    firmOid,
    dateOfBirth: dateOfBirth && wireDateAsTimestamp(dateOfBirth),
    creationDate: wireTimestamp(creationDate),
    tid: fullTid ?? tid?.masked,
  });
}
