import { subjectOfPersons } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';
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

const plain = { version: 1 } as const;

/** How the events of accounts are stored. */
export const accountEvents = defineEvents<AccountEvent>({
  'account.AccountOpened': {
    version: 1,
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
  'account.BillingPlanChanged': plain,
  'account.OwnerExclusionsApplied': plain,
  // a note is free text, which may name people
  'account.AccountRestricted': { version: 1, personal: { subject, fields: ['note'] } },
  'account.RestrictionLifted': plain,
  'account.AgreementSigned': plain,
  'account.PermissionGranted': plain,
  'account.PermissionChanged': plain,
  'account.PermissionRevoked': plain,
  'account.AccountClosed': plain,
});
