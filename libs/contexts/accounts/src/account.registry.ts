import { type Recorded, subjectOfPersons } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  ofAccount,
  type Reason,
  textOf,
} from '#libs/platform/event-store';
import type { AccountEvent } from './domain/events.js';
import { ownersOf } from './domain/state.js';

/**
 * Whose keys protect the personal data of an account: those of all owners together; of the firm for a corporate account. Names
 * of accounts and registrations count as personal, since people put their own names there.
 */
function subject({
  primaryAccountOwner,
  owners = [primaryAccountOwner],
}: {
  readonly primaryAccountOwner: string;
  readonly owners?: readonly string[];
}): string {
  return subjectOfPersons(owners);
}

const permission = (data: EventData): string => `permission/${textOf(data, 'loginId')}`;

const restriction = (data: EventData): string => `restriction/${textOf(data, 'restrictionId')}`;

/** Why a restriction ended: by the last signature, which stands right before it, or because somebody asked. */
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

/** How the events of accounts are stored. */
export const accountEvents = defineEvents<AccountEvent>({
  'account.AccountOpened': {
    history: { title: 'Account opened', subjects: ofAccount },
    personal: {
      subject: (data) => subjectOfPersons(ownersOf(data)),
      fields: [
        'accountName',
        'accountRegistrationInfo',
        'trustedContacts',
        'primaryBeneficiaries',
        'contingentBeneficiaries',
        'minor',
      ],
    },
  },
  'account.AccountUpdated': {
    history: { title: 'Account details changed', subjects: ofAccount },
    // exclusions stood in the clear before
    version: 2,
    upcasts: { 1: (data) => data },
    personal: {
      subject,
      fields: [
        'accountName',
        'previousAccountName',
        'trustedContacts',
        'primaryBeneficiaries',
        'contingentBeneficiaries',
        'securityExclusion',
        'issueExclusion',
        'sectorExclusion',
      ],
    },
  },
  'account.BillingPlanChanged': {
    history: {
      title: 'Billing plan changed',
      subjects: ofAccount,
      fields: ({ billingPlanOid }) => ({ billingPlanOid }),
      reason: planReason,
    },
  },
  'account.OwnerExclusionsApplied': {
    history: {
      title: "Securities of an owner's companies excluded",
      subjects: ofAccount,
      thing: (data) => `exclusions/${textOf(data, 'loginId')}`,
    },
  },
  // a note is free text, which may name people
  'account.AccountRestricted': {
    history: {
      title: 'Account restricted',
      subjects: ofAccount,
      thing: restriction,
      begins: true,
    },
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
  },
  'account.AgreementSigned': {
    history: {
      title: 'Customer agreement signed',
      subjects: ofAccount,
      thing: (data) => `signature/${textOf(data, 'loginId')}`,
      fields: (data) => ({ signer: data['loginId'], ...contentOf(data) }),
    },
  },
  'account.PermissionGranted': {
    history: {
      title: 'Permission granted',
      subjects: ofAccount,
      thing: permission,
      begins: true,
      fields: (data) => ({ holder: data['loginId'], ...contentOf(data) }),
    },
  },
  'account.PermissionChanged': {
    history: {
      title: 'Permission changed',
      subjects: ofAccount,
      thing: permission,
      fields: (data) => ({ holder: data['loginId'], ...contentOf(data) }),
    },
  },
  'account.PermissionRevoked': {
    history: {
      title: 'Permission revoked',
      subjects: ofAccount,
      thing: permission,
      ends: true,
    },
  },
  'account.AccountClosed': {
    history: { title: 'Account closed', subjects: ofAccount, ends: true },
  },
});
