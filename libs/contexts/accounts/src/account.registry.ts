import {
  AccountTypes,
  Published,
  type Recorded,
  RestrictionReasons,
  RestrictionTypes,
  subjectOfPersons,
} from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  ofAccount,
  type Reason,
  textOf,
} from '#libs/platform/event-store';
import { BENEFICIARY_LISTS } from './domain/details.js';
import type { AccountEvent, AccountUpdated } from './domain/events.js';
import { EXCLUSION_LISTS, ownersOf, UPDATABLE } from './domain/state.js';

/**
 * Personal data of an account is protected by the keys of all owners together, or of the firm of a corporate account. Account and
 * registration names count as personal, since people put their own names there.
 */
const subject = (data: Pick<AccountUpdated, 'primaryAccountOwner' | 'owners'>): string =>
  subjectOfPersons(data.owners ?? [data.primaryAccountOwner]);

const permission = (data: EventData): string => `permission/${textOf(data, 'loginId')}`;

const restriction = (data: EventData): string => `restriction/${textOf(data, 'restrictionId')}`;

/** Why a restriction ended: by the last signature, which is the event right before it, or on request. */
function lifted(data: EventData, before: Recorded | undefined): Reason {
  const signed = before?.type === 'account.AgreementSigned' ? (before.data as EventData) : {};
  const by = data['cause'] === 'signatures' ? textOf(signed, 'loginId') : textOf(data, 'liftedBy');
  return {
    outcome: 'lifted',
    code: textOf(data, 'reasonCode'),
    cause: textOf(data, 'cause'),
    ...(by !== '' && { by }),
  };
}

function planReason(data: EventData): Reason | undefined {
  const account = textOf(data, 'followedAccount');
  const scope = textOf(data, 'scope');
  return scope === 'account'
    ? undefined
    : { outcome: 'followed', cause: scope, ...(account !== '' && { by: account }) };
}

const PERSONAL = ['accountName', 'trustedContacts', ...BENEFICIARY_LISTS] as const;

/** Wire names of the fields that may change after the opening. */
const ACCOUNT_FIELDS = [...UPDATABLE, ...EXCLUSION_LISTS];
const updated = Published.event('brokerage.account.updated.v1', 'Details of the account changed.', {
  changed: Published.words(ACCOUNT_FIELDS, 'Names of the fields that changed'),
});
const restrictionFields = {
  restrictionId: Published.text('Id of the restriction'),
  reasonCode: Published.code(RestrictionReasons, 'Why the account was restricted'),
};
const permissionsChanged = Published.event(
  'brokerage.account.permissions-changed.v1',
  'A permission on the account changed.',
  { change: Published.word(['granted', 'changed', 'revoked'], 'What became of the permission') },
  '/permissions',
);

/** How the events of accounts are stored. */
export const accountEvents = defineEvents<AccountEvent>({
  'account.AccountOpened': {
    history: { title: 'Account opened', subjects: ofAccount },
    publishes: Published.event(
      'brokerage.account.opened.v1',
      'An account was opened; it is restricted.',
      { accountType: Published.code(AccountTypes, 'Type of the account') },
    ),
    personal: {
      subject: (data) => subjectOfPersons(ownersOf(data)),
      fields: [...PERSONAL, 'accountRegistrationInfo', 'minor'],
    },
  },
  'account.AccountUpdated': {
    history: { title: 'Account details changed', subjects: ofAccount },
    publishes: updated.with((data) => ({
      changed: ACCOUNT_FIELDS.filter((name) => data[name] !== undefined),
    })),
    // version 1 had exclusions in clear text
    version: 2,
    upcasts: { 1: (data) => data },
    personal: { subject, fields: [...PERSONAL, 'previousAccountName', ...EXCLUSION_LISTS] },
  },
  'account.BillingPlanChanged': {
    history: {
      title: 'Billing plan changed',
      subjects: ofAccount,
      fields: ({ billingPlanOid }) => ({ billingPlanOid }),
      reason: planReason,
    },
    publishes: Published.event(
      'brokerage.account.billing-plan-changed.v1',
      'Another billing plan applies.',
      { billingPlanOid: Published.text('Id of the plan') },
    ),
  },
  'account.OwnerExclusionsApplied': {
    history: {
      title: "Securities of an owner's companies excluded",
      subjects: ofAccount,
      thing: (data) => `exclusions/${textOf(data, 'loginId')}`,
    },
    publishes: updated.with(() => ({ changed: ['securityExclusion'] })),
  },
  // the note is personal, since free text may name people
  'account.AccountRestricted': {
    history: { title: 'Account restricted', subjects: ofAccount, thing: restriction, begins: true },
    publishes: Published.event(
      'brokerage.account.restricted.v1',
      'A restriction was added.',
      {
        ...restrictionFields,
        restrictionType: Published.code(RestrictionTypes, 'How far it goes'),
      },
      '/restrictions/{restrictionId}',
    ),
    personal: { subject, fields: ['note'] },
  },
  'account.RestrictionLifted': {
    history: {
      title: 'Restriction lifted',
      subjects: ofAccount,
      thing: restriction,
      ends: true,
      reason: lifted,
    },
    publishes: Published.event('brokerage.account.restriction-lifted.v1', 'A restriction ended.', {
      ...restrictionFields,
      cause: Published.word(['signatures', 'request'], 'What ended it'),
    }).with(({ cause }) => ({
      // the published type knows no 'identity'; reporting the passed check counts as the request
      cause: cause === 'identity' ? 'request' : cause,
    })),
  },
  'account.AgreementSigned': {
    history: {
      title: 'Customer agreement signed',
      subjects: ofAccount,
      thing: (data) => `signature/${textOf(data, 'loginId')}`,
      fields: (data) => ({ signer: data['loginId'], ...contentOf(data) }),
    },
    document: ({ documentKey: key, sha256 }) => ({ key, sha256 }),
    publishes: Published.event(
      'brokerage.agreement.signed.v1',
      'A signature on the customer agreement was stored.',
      {},
      '/customeragreement',
    ),
  },
  'account.PermissionGranted': {
    history: {
      title: 'Permission granted',
      subjects: ofAccount,
      thing: permission,
      begins: true,
      fields: (data) => ({ holder: data['loginId'], ...contentOf(data) }),
    },
    publishes: permissionsChanged.with(() => ({ change: 'granted' })),
  },
  'account.PermissionChanged': {
    history: {
      title: 'Permission changed',
      subjects: ofAccount,
      thing: permission,
      fields: (data) => ({ holder: data['loginId'], ...contentOf(data) }),
    },
    publishes: permissionsChanged.with(() => ({ change: 'changed' })),
  },
  'account.PermissionRevoked': {
    history: { title: 'Permission revoked', subjects: ofAccount, thing: permission, ends: true },
    publishes: permissionsChanged.with(() => ({ change: 'revoked' })),
  },
  'account.ClosingBegun': {
    history: { title: 'Closing of the account begun', subjects: ofAccount, fields: () => ({}) },
    publishes: 'nothing',
    personal: { subject, fields: ['changes'] },
  },
  'account.ClosingTakenBack': {
    history: {
      title: 'Closing of the account taken back',
      subjects: ofAccount,
      fields: () => ({}),
      reason: () => ({ outcome: 'refused', code: 'account.closing.rule' }),
    },
    publishes: 'nothing',
  },
  'account.AccountClosed': {
    history: { title: 'Account closed', subjects: ofAccount, ends: true },
    publishes: Published.event(
      'brokerage.account.closed.v1',
      'The account was closed, for good.',
      {},
    ),
  },
});
