import { omit, type RecordedOf, searchForm, type Secret, sealedValue } from '#libs/platform/kernel';
import type { AccountEvent, AccountUpdated } from '../domain/events.js';
import { ownersOf, replaced, without } from '../domain/state.js';
import type { AccountDocument, DocumentSignature, SealedPerson } from './account.model.js';

type AccountRecord = RecordedOf<AccountEvent>;

/** The account document after an event; events before the opening leave none. */
export function foldAccount(
  document: AccountDocument | undefined,
  event: AccountRecord,
): AccountDocument | undefined {
  if (event.type === 'account.AccountOpened') {
    return opened(event);
  }
  if (!document) return undefined;
  return { ...document, ...changes(document, event), revision: event.revision };
}

function changes(
  document: AccountDocument,
  event: Exclude<AccountRecord, { type: 'account.AccountOpened' }>,
): Partial<AccountDocument> {
  switch (event.type) {
    case 'account.AccountUpdated':
      return updated(event.data);
    case 'account.BillingPlanChanged':
      return { billingPlanOid: event.data.billingPlanOid };
    case 'account.OwnerExclusionsApplied': {
      const { loginId, tickers } = event.data;
      return { ownerExclusions: replaced(document.ownerExclusions, { loginId, tickers }) };
    }
    case 'account.AccountRestricted': {
      const { restrictionId, reasonCode, restrictionType, note, setBy } = event.data;
      const entry = {
        restrictionId,
        reasonCode,
        restrictionType,
        ...(note !== undefined && { note }),
        ...(setBy !== undefined && { setBy }),
        since: event.at,
      };
      return { restrictions: [...document.restrictions, entry] };
    }
    case 'account.RestrictionLifted': {
      const { restrictionId } = event.data;
      return {
        restrictions: document.restrictions.filter((one) => one.restrictionId !== restrictionId),
      };
    }
    case 'account.AgreementSigned': {
      const { loginId, method, encoding, documentKey, sha256, w9Withhold } = event.data;
      const entry: DocumentSignature = {
        loginId,
        method,
        ...(encoding !== undefined && { encoding }),
        documentKey,
        sha256,
        ...(w9Withhold !== undefined && { w9Withhold }),
        signedAt: event.at,
      };
      return {
        signatures: replaced(document.signatures, entry),
        // the signer certifies to be subject to it
        ...(w9Withhold === true && { w9BackupWithholding: 'C' }),
      };
    }
    case 'account.PermissionGranted':
    case 'account.PermissionChanged': {
      const { loginId, permission, alertLevel, listOnReport } = event.data;
      const entry = { loginId, permission, alertLevel, listOnReport };
      return held(replaced(document.permissions, entry));
    }
    case 'account.PermissionRevoked':
      return held(without(document.permissions, event.data.loginId));
    case 'account.AccountClosed':
      return { closed: true };
  }
}

function held(
  permissions: AccountDocument['permissions'],
): Pick<AccountDocument, 'permissions' | 'holders'> {
  return { permissions, holders: permissions.map(({ loginId }) => loginId) };
}

function opened({
  data,
  at,
  revision,
}: Extract<AccountRecord, { type: 'account.AccountOpened' }>): AccountDocument {
  const { minor, ...rest } = data;
  return {
    ...rest,
    ...sorted(data),
    trustedContacts: data.trustedContacts ?? [],
    primaryBeneficiaries: (data.primaryBeneficiaries ?? []).map(sealedPerson),
    contingentBeneficiaries: (data.contingentBeneficiaries ?? []).map(sealedPerson),
    ...(minor && { minor: sealedPerson(minor) }),
    securityExclusion: [],
    issueExclusion: [],
    sectorExclusion: [],
    ownerExclusions: [],
    signatures: [],
    restrictions: [],
    permissions: [],
    owners: ownersOf(data),
    holders: [],
    createdAt: at,
    revision,
  };
}

function updated(data: AccountUpdated): Partial<AccountDocument> {
  const { primaryBeneficiaries: primary, contingentBeneficiaries: contingent } = data;
  return {
    ...omit(data, 'previousAccountName', 'primaryBeneficiaries', 'contingentBeneficiaries'),
    ...sorted(data),
    ...(primary && { primaryBeneficiaries: primary.map(sealedPerson) }),
    ...(contingent && { contingentBeneficiaries: contingent.map(sealedPerson) }),
  };
}

function sealedPerson<P extends { readonly ssn: Secret }>(person: P): SealedPerson<P> {
  return { ...person, ssn: sealedValue(person.ssn) };
}

function sorted({
  accountName,
}: Pick<AccountDocument, 'accountName'>): Pick<AccountDocument, 'sortName'> {
  return accountName === undefined ? {} : { sortName: searchForm(accountName) };
}
