import { personKeyId } from '#libs/platform/kernel';
import {
  contentOf,
  defineEvents,
  type EventData,
  ofFirm,
  ofMember,
  Subject,
  textOf,
} from '#libs/platform/event-store';
import type { ClientEvent, FirmEvent, MemberEvent, TrusteeEvent } from './domain/index.js';

/** The key that protects the personal data of a member or trustee. */
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
/** Other personal fields of a member. Flags, country of residence and tickers stay unencrypted, since rules depend on them. */
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

/** Shows cleared fields as null. */
function profileChanges({ cleared, ...data }: EventData): EventData {
  const changes: Record<string, unknown> = { ...contentOf(data) };
  for (const field of cleared as readonly string[]) changes[field] = null;
  return changes;
}

/** How the events of stream `member-{loginId}` are stored. */
export const memberEvents = defineEvents<MemberEvent>({
  'member.MemberCreated': {
    history: { title: 'Member created', subjects: ofMember },
    personal: { subject: person, fields: [...IDENTITY, ...PROFILE, ...CIRCUMSTANCES] },
  },
  'member.MemberUpdated': {
    history: { title: 'Profile changed', subjects: ofMember, fields: profileChanges },
    personal: { subject: person, fields: [...PROFILE, ...CIRCUMSTANCES] },
  },
  'member.TenPercentHoldingsChanged': {
    history: {
      title: 'Companies directed or held by ten percent changed',
      subjects: ofMember,
      fields: ({ after }) => ({ directorOrTenPercentShareholderCompany: after }),
    },
  },
  'member.IdentityCheckRequested': {
    history: {
      title: 'Identity check requested',
      subjects: ofMember,
      fields: () => ({ cipStatus: 'PENDING_NEW' }),
    },
  },
  'member.IdentityCheckCompleted': {
    history: {
      title: 'Identity check completed',
      subjects: ofMember,
      fields: ({ result }) => ({ cipStatus: result }),
      reason: ({ result }) =>
        result === 'FAILED' ? { outcome: 'refused', code: 'member.riskwise.rule' } : undefined,
    },
  },
  'member.MembershipEndBegun': {
    history: { title: 'End of the membership begun', subjects: ofMember, fields: () => ({}) },
  },
  'member.MembershipEndTakenBack': {
    history: {
      title: 'End of the membership taken back',
      subjects: ofMember,
      fields: () => ({}),
      reason: () => ({ outcome: 'refused', code: 'member.membership.rule' }),
    },
  },
  'member.MembershipChanged': {
    history: {
      title: 'Membership changed',
      subjects: ofMember,
      fields: ({ transState }) => ({ transState }),
    },
  },
});

/** How the events of stream `trustee-{loginId}` are stored. */
export const trusteeEvents = defineEvents<TrusteeEvent>({
  'trustee.TrusteeCreated': {
    history: { title: 'Trustee created', subjects: ofMember },
    personal: { subject: person, fields: [...IDENTITY, ...PROFILE, 'citizenship'] },
  },
});

/** How the events of stream `firm-{firmId}` are stored. */
export const firmEvents = defineEvents<FirmEvent>({
  'firm.FirmDefined': { history: { title: 'Firm defined', subjects: ofFirm } },
  'firm.FirmUpdated': { history: { title: 'Firm changed', subjects: ofFirm } },
  'firm.CorporateFirmCreated': {
    history: {
      title: 'Corporate firm created',
      about: (data) => [{ name: 'firmId', value: textOf(data, 'firmId') }],
      subjects: (data) => [Subject.firm(textOf(data, 'parentFirmId')), ...ofFirm(data)],
    },
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

/** Name of the key that protects the shared secrets of an API client. */
export const clientKeyId = (apiKey: string): string => `client:${apiKey}`;
const client = (data: { readonly apiKey: string }): string => clientKeyId(data.apiKey);

/** How the events of stream `client-{apiKey}` are stored. */
export const clientEvents = defineEvents<ClientEvent>({
  'client.ClientDefined': {
    history: { title: 'API client defined', subjects: ofFirm },
    personal: { subject: client, fields: ['sharedSecret'] },
  },
  'client.ClientUpdated': { history: { title: 'API client changed', subjects: ofFirm } },
  'client.SecretReplaced': {
    history: { title: 'Shared secret replaced', subjects: ofFirm },
    personal: { subject: client, fields: ['sharedSecret'] },
  },
  'client.ClientRevoked': {
    history: { title: 'API client revoked', subjects: ofFirm, fields: () => ({ revoked: true }) },
  },
});
