import type { Recorded } from '#libs/platform/kernel';
import {
  content,
  type Descriptor,
  type EventData,
  ofAccount,
  type Reason,
  text,
} from './descriptor.js';

/** Codes that wrong micro-deposits are refused with. */
const FINAL_FAILURE = 'banklink.final.verification.failure.no.more.attempts';
const WRONG_AMOUNTS =
  'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts';

const permission = (data: EventData): string => `permission/${text(data, 'loginId')}`;
const restriction = (data: EventData): string => `restriction/${text(data, 'restrictionId')}`;
const folio = (data: EventData): string => text(data, 'folioNumber');

/** Why a restriction ended: by the last signature, which stands right before it, or because somebody asked. */
function lifted(data: EventData, before: Recorded | undefined): Reason {
  const signed = before?.type === 'account.AgreementSigned' ? (before.data as EventData) : {};
  const by = data['cause'] === 'signatures' ? text(signed, 'loginId') : text(data, 'liftedBy');
  return {
    outcome: 'lifted',
    code: text(data, 'reasonCode'),
    cause: text(data, 'cause'),
    ...(by !== '' && { by }),
  };
}

function planReason(data: EventData): Reason | undefined {
  const account = text(data, 'followedAccount');
  const scope = text(data, 'scope');
  return scope === 'account'
    ? undefined
    : { outcome: 'followed', cause: scope, ...(account !== '' && { by: account }) };
}

/** Accounts, folios and bank links. */
export const accountDescriptors: Readonly<Record<string, Descriptor>> = {
  'account.AccountOpened': { title: 'Account opened', subjects: ofAccount },
  'account.AccountUpdated': { title: 'Account details changed', subjects: ofAccount },
  'account.BillingPlanChanged': {
    title: 'Billing plan changed',
    subjects: ofAccount,
    fields: ({ billingPlanOid }) => ({ billingPlanOid }),
    reason: planReason,
  },
  'account.OwnerExclusionsApplied': {
    title: "Securities of an owner's companies excluded",
    subjects: ofAccount,
    thing: (data) => `exclusions/${text(data, 'loginId')}`,
  },
  'account.AccountRestricted': {
    title: 'Account restricted',
    subjects: ofAccount,
    thing: restriction,
    begins: true,
  },
  'account.RestrictionLifted': {
    title: 'Restriction lifted',
    subjects: ofAccount,
    thing: restriction,
    ends: true,
    reason: lifted,
  },
  'account.AgreementSigned': {
    title: 'Customer agreement signed',
    subjects: ofAccount,
    thing: (data) => `signature/${text(data, 'loginId')}`,
    fields: (data) => ({ signer: data['loginId'], ...content(data) }),
  },
  'account.PermissionGranted': {
    title: 'Permission granted',
    subjects: ofAccount,
    thing: permission,
    begins: true,
    fields: (data) => ({ holder: data['loginId'], ...content(data) }),
  },
  'account.PermissionChanged': {
    title: 'Permission changed',
    subjects: ofAccount,
    thing: permission,
    fields: (data) => ({ holder: data['loginId'], ...content(data) }),
  },
  'account.PermissionRevoked': {
    title: 'Permission revoked',
    subjects: ofAccount,
    thing: permission,
    ends: true,
  },
  'account.AccountClosed': { title: 'Account closed', subjects: ofAccount, ends: true },
  'folio.FolioCreated': {
    title: 'Folio created',
    subjects: ofAccount,
    thing: folio,
    begins: true,
    fields: (data) => ({ folioStatus: 'O', ...content(data) }),
  },
  'folio.FolioUpdated': {
    title: 'Folio settings changed',
    subjects: ofAccount,
    thing: folio,
    fields: ({ folioName, changes }) => ({ folioName, ...content(changes as EventData) }),
  },
  'folio.FolioClosed': {
    title: 'Folio closed',
    subjects: ofAccount,
    thing: folio,
    fields: () => ({ folioStatus: 'C' }),
  },
  'folio.TargetWeightsSet': {
    title: 'Target weights set',
    subjects: ofAccount,
    thing: folio,
    fields: ({ weights }) => ({
      targetWeights: (weights as string[][]).map(([ticker, targetWeight]) => ({
        ticker,
        targetWeight,
      })),
    }),
  },
  'folio.PositionsSet': { title: 'Positions reported', subjects: ofAccount, thing: folio },
  'folio.SubscribedToRtg': {
    title: 'Subscribed to an RTG model',
    subjects: ofAccount,
    thing: folio,
    fields: ({ rtgOid }) => ({ rtgOid }),
  },
  'bankLink.BankLinkCreated': {
    title: 'Bank account linked',
    subjects: ofAccount,
    fields: (data) => ({ status: 'A', verifyStatus: false, ...content(data) }),
  },
  'bankLink.MicroDepositsSent': { title: 'Micro-deposits sent', subjects: ofAccount },
  'bankLink.MicroDepositsMismatched': {
    title: 'Verification of the bank link refused',
    subjects: ofAccount,
    reason: (data) => ({
      outcome: 'refused',
      code: data['remainingAttempts'] === 0 ? FINAL_FAILURE : WRONG_AMOUNTS,
      cause: 'amounts',
      remainingAttempts: Number(data['remainingAttempts']),
    }),
  },
  'bankLink.BankLinkVerified': {
    title: 'Bank link verified',
    subjects: ofAccount,
    fields: ({ method }) => ({ verifyStatus: true, method }),
  },
  'bankAccount.AttemptsUnlocked': {
    title: 'Verification of the bank account allowed again',
    subjects: ofAccount,
  },
  'bankLink.BankLinkCancelled': {
    title: 'Bank link cancelled',
    subjects: ofAccount,
    fields: () => ({ status: 'D' }),
    reason: (data) => ({
      outcome: 'cancelled',
      cause: text(data, 'cause'),
      ...(data['cause'] === 'attempts' && { code: FINAL_FAILURE }),
    }),
  },
};
