import { personKeyId } from '#libs/platform/kernel';
import { defineEvents } from '#libs/platform/event-store';
import type { ClientEvent, FirmEvent, MemberEvent, TrusteeEvent } from './domain/index.js';

/** Key that protects the personal data of a member or trustee. */
const person = (data: { readonly loginId: string }): string => personKeyId(data.loginId);

const PROFILE = [
  'title',
  'suffix',
  'email1',
  'email2',
  'dayTelephone',
  'eveningTelephone',
  'primaryAddress',
  'mailingAddress',
] as const;
/** What else says something of a member's life. Flags, the country of residence and tickers are what rules are about, and stay open. */
const CIRCUMSTANCES = [
  'employerName',
  'employerAddress',
  'employmentStatus',
  'occupationType',
  'annualIncome',
  'liquidNetWorth',
  'netWorth',
  'dependentCount',
  'citizenship',
  'finraCompany',
  'previousExperienceSector',
  'memberProfileItems',
] as const;
const IDENTITY = ['firstName', 'middleName', 'lastName', 'dateOfBirth', 'tid'] as const;

/** How the events of stream `member-{loginId}` are stored. */
export const memberEvents = defineEvents<MemberEvent>({
  'member.MemberCreated': {
    version: 1,
    personal: { subject: person, fields: [...IDENTITY, ...PROFILE, ...CIRCUMSTANCES] },
  },
  'member.MemberUpdated': {
    version: 1,
    personal: { subject: person, fields: [...PROFILE, ...CIRCUMSTANCES] },
  },
  'member.TenPercentHoldingsChanged': { version: 1 },
  'member.IdentityCheckRequested': { version: 1 },
  'member.IdentityCheckCompleted': { version: 1 },
  'member.MembershipChanged': { version: 1 },
});

/** How the events of stream `trustee-{loginId}` are stored. */
export const trusteeEvents = defineEvents<TrusteeEvent>({
  'trustee.TrusteeCreated': {
    version: 1,
    personal: { subject: person, fields: [...IDENTITY, ...PROFILE, 'citizenship'] },
  },
});

/** How the events of stream `firm-{firmId}` are stored. */
export const firmEvents = defineEvents<FirmEvent>({
  'firm.FirmDefined': { version: 1 },
  'firm.FirmUpdated': { version: 1 },
  'firm.CorporateFirmCreated': {
    version: 1,
    personal: {
      subject: (data) => `firm:${data.firmId}`,
      fields: [
        'firmTaxId',
        'primaryAddress',
        'mailingAddress',
        'firmTelephone1',
        'firmTelephone2',
        'firmEmail1',
        'firmEmail2',
      ],
    },
  },
});

/** Key that protects the shared secrets of an API client. */
const client = (data: { readonly apiKey: string }): string => `client:${data.apiKey}`;

/** How the events of stream `client-{apiKey}` are stored. */
export const clientEvents = defineEvents<ClientEvent>({
  'client.ClientDefined': { version: 1, personal: { subject: client, fields: ['sharedSecret'] } },
  'client.ClientUpdated': { version: 1 },
  'client.SecretReplaced': { version: 1, personal: { subject: client, fields: ['sharedSecret'] } },
  'client.ClientRevoked': { version: 1 },
});
