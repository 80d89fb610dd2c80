import { defineEvents } from '#libs/platform/event-store';
import type { AccountEvent } from './domain/events.js';

/**
 * Whose key protects the personal data of an account: that of the primary owner; of the firm for a corporate account. Names
 * of accounts and registrations count as personal, since people put their own names there.
 */
function subject({ primaryAccountOwner }: { readonly primaryAccountOwner: string }): string {
  return `person:${primaryAccountOwner}`;
}

const plain = { version: 1 } as const;

/** How the events of accounts are stored. */
export const accountEvents = defineEvents<AccountEvent>({
  'account.AccountOpened': {
    version: 1,
    personal: {
      subject,
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
    version: 1,
    personal: {
      subject,
      fields: [
        'accountName',
        'previousAccountName',
        'trustedContacts',
        'primaryBeneficiaries',
        'contingentBeneficiaries',
      ],
    },
  },
  'account.BillingPlanChanged': plain,
  'account.OwnerExclusionsApplied': plain,
  // a note is free text, which may name people
  'account.AccountRestricted': { version: 1, personal: { subject, fields: ['note'] } },
  'account.RestrictionLifted': plain,
  'account.AgreementSigned': plain,
  'account.PermissionGranted': plain,
  'account.PermissionChanged': plain,
  'account.PermissionRevoked': plain,
});
