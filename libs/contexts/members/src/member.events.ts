import { defineEvents, type EventData } from '#libs/platform/event-store';
import {
  type DomainEvent,
  personKeyId,
  type Secret,
  type Ticker,
  type Timestamp,
} from '#libs/platform/kernel';
import {
  type BillingLevel,
  type CipStatus,
  type MembershipState,
  contentOf,
  ofFirm,
  ofMember,
  Subject,
  textOf,
  wholeOf,
} from '#libs/contexts/codes';
import type { ApiClient } from './client.js';
import type { Entitlements, FirmTaxIdType } from './firm.js';
import type { Affiliations, MemberProfile } from './member.js';
import type { Address, Contact, Identity } from './person.js';

/** A member joined an advisor firm. The ten-percent companies are in {@link TenPercentHoldingsChanged}. */
type MemberCreated = DomainEvent<
  'member.MemberCreated',
  Identity &
    MemberProfile & {
      readonly tid: Secret;
      readonly loginId: string;
      /** Numeric, never changes. */
      readonly memberOid: string;
      readonly firmOid: string;
      readonly partnerCode?: string;
      /** Login id of the API client or advisor who created the member. */
      readonly advisorLoginId?: string;
      readonly creationDate: Timestamp;
      readonly cipStatus: CipStatus;
      readonly transState: MembershipState;
    }
>;

export interface OfMember {
  readonly loginId: string;
  readonly firmOid: string;
}

/** The profile changed: new values, and the names of cleared optional fields. */
type MemberUpdated = DomainEvent<
  'member.MemberUpdated',
  Partial<MemberProfile> & OfMember & { readonly cleared: readonly (keyof MemberProfile)[] }
>;

/** Companies the member directs or owns ten percent of; excluded on all of the member's accounts ([member.directorOrTenPercentShareholderCompany]). */
type TenPercentHoldingsChanged = DomainEvent<
  'member.TenPercentHoldingsChanged',
  OfMember & { readonly before: readonly Ticker[]; readonly after: readonly Ticker[] }
>;

export type IdentityCheckRequested = DomainEvent<'member.IdentityCheckRequested', OfMember>;

type IdentityCheckCompleted = DomainEvent<
  'member.IdentityCheckCompleted',
  OfMember & { readonly result: 'PASSED' | 'FAILED'; readonly previous: CipStatus }
>;

/** The membership is being ended: open accounts are looked up once more. */
type MembershipEndBegun = DomainEvent<
  'member.MembershipEndBegun',
  OfMember & { readonly transState: MembershipState }
>;

/** An account was opened beside it, and the membership lasts. */
type MembershipEndTakenBack = DomainEvent<
  'member.MembershipEndTakenBack',
  OfMember & { readonly accounts: readonly string[] }
>;

/** The membership ended or resumed ([member.transState]). */
type MembershipChanged = DomainEvent<
  'member.MembershipChanged',
  OfMember & { readonly transState: MembershipState; readonly previous: MembershipState }
>;

/** Stream `member-{loginId}`. */
export type MemberEvent =
  | MemberCreated
  | MemberUpdated
  | TenPercentHoldingsChanged
  | IdentityCheckRequested
  | IdentityCheckCompleted
  | MembershipEndBegun
  | MembershipEndTakenBack
  | MembershipChanged;

/** Whether a firm is a sandbox ([sandbox.firms]). */
export interface SandboxMark {
  readonly sandbox?: true;
  /** Initial time of the sandbox clock; defaults to the time of creation. */
  readonly sandboxStart?: Timestamp;
}

/** An advisor firm ([back-office.firms]). */
export interface InstitutionalFirm extends SandboxMark {
  readonly name: string;
  readonly firmType: 'L';
  readonly billingLevel: BillingLevel;
  readonly entitlements: readonly Entitlement[];
  /** Address that checks are sent to. */
  readonly depositAddress?: Address;
  readonly payableTo?: string;
  readonly partnerCode?: string;
}

/** A client's corporation, partnership or similar entity ([firm.create]). */
export interface CorporateFirm extends Affiliations {
  readonly firmName: string;
  readonly firmTaxId: Secret;
  readonly firmTaxIdType: FirmTaxIdType;
  /** Login id of the member who represents it. */
  readonly firmRep: string;
  readonly primaryAddress: Address;
  readonly mailingAddress?: Address;
  readonly firmTelephone1?: string;
  readonly firmTelephone2?: string;
  readonly firmEmail1?: string;
  readonly firmEmail2?: string;
  readonly directorOrTenPercentShareholderCompany: readonly Ticker[];
}

export type FirmDefined = DomainEvent<'firm.FirmDefined', InstitutionalFirm & OfFirm>;

/** Back office changed an institutional firm; carries the complete definition. */
type FirmUpdated = DomainEvent<'firm.FirmUpdated', InstitutionalFirm & OfFirm>;

interface OfFirm {
  readonly firmId: string;
}

/** An advisor firm created a corporate firm. */
type CorporateFirmCreated = DomainEvent<
  'firm.CorporateFirmCreated',
  CorporateFirm &
    OfFirm & {
      readonly firmType: 'G';
      /** The advisor firm it belongs to. */
      readonly parentFirmId: string;
      readonly creationDate: Timestamp;
    }
>;

/** Stream `firm-{firmId}`. */
export type FirmEvent = FirmDefined | FirmUpdated | CorporateFirmCreated;

export type Entitlement = keyof typeof Entitlements;

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
  'firm.FirmUpdated': {
    history: {
      title: 'Firm changed',
      subjects: ofFirm,
      fields: wholeOf(['depositAddress', 'payableTo', 'partnerCode']),
    },
  },
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

type ClientDefined = DomainEvent<
  'client.ClientDefined',
  ApiClient & { readonly sharedSecret: Secret }
>;

/** An operator changed an API client; carries the complete definition. */
type ClientUpdated = DomainEvent<'client.ClientUpdated', ApiClient>;

type ClientSecretReplaced = DomainEvent<
  'client.SecretReplaced',
  OfClient & {
    readonly sharedSecret: Secret;
    /** The secret it replaces is valid until then; absent if it ended at once. One that was replaced before has ended. */
    readonly previousUntil?: Timestamp;
  }
>;

type ClientRevoked = DomainEvent<'client.ClientRevoked', OfClient>;

type OfClient = Pick<ApiClient, 'apiKey' | 'firmId'>;

/** Stream `client-{apiKey}`. */
export type ClientEvent = ClientDefined | ClientUpdated | ClientSecretReplaced | ClientRevoked;

/** An advisor firm created a trustee for its clients' corporate accounts ([trustee.create]). */
type TrusteeCreated = DomainEvent<
  'trustee.TrusteeCreated',
  Identity &
    Contact & {
      readonly loginId: string;
      /** Numeric, never changes; from the same range as members'. */
      readonly memberOid: string;
      readonly firmOid: string;
      readonly creationDate: Timestamp;
    }
>;

/** Stream `trustee-{loginId}`. */
export type TrusteeEvent = TrusteeCreated;
