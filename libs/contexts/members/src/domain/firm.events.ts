import type {
  BillingLevel,
  DomainEvent,
  FirmTaxIdType,
  Secret,
  Ticker,
  Timestamp,
} from '#libs/platform/kernel';
import type { Address } from './person.js';
import type { Affiliations } from './affiliations.js';

/** Whether a firm only plays ([sandbox.firms]). */
export interface SandboxMark {
  readonly sandbox?: true;
  /** What its clock shows at the beginning; without it the time of then. */
  readonly sandboxStart?: Timestamp;
}

/** An advisor firm as back office defines it ([back-office.firms]). */
export interface InstitutionalFirm extends SandboxMark {
  readonly name: string;
  readonly firmType: 'L';
  readonly billingLevel: BillingLevel;
  readonly entitlements: readonly Entitlement[];
  /** Where checks are sent. */
  readonly depositAddress?: Address;
  /** Whom checks are made out to. */
  readonly payableTo?: string;
  readonly partnerCode?: string;
}

/** A client's corporation, partnership or the like ([firm.create]). */
export interface CorporateFirm extends Affiliations {
  readonly firmName: string;
  readonly firmTaxId: Secret;
  readonly firmTaxIdType: FirmTaxIdType;
  /** Login id of the member that represents it. */
  readonly firmRep: string;
  readonly primaryAddress: Address;
  readonly mailingAddress?: Address;
  readonly firmTelephone1?: string;
  readonly firmTelephone2?: string;
  readonly firmEmail1?: string;
  readonly firmEmail2?: string;
  readonly directorOrTenPercentShareholderCompany: readonly Ticker[];
}

/** Back office defined an institutional firm. */
export type FirmDefined = DomainEvent<'firm.FirmDefined', InstitutionalFirm & OfFirm>;

/** Back office changed an institutional firm: its whole definition. */
export type FirmUpdated = DomainEvent<'firm.FirmUpdated', InstitutionalFirm & OfFirm>;

interface OfFirm {
  readonly firmId: string;
}

/** An advisor firm created a corporate firm. */
export type CorporateFirmCreated = DomainEvent<
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

/** What a firm may do beyond the rest. */
export const Entitlements = {
  fullTid: 'Full tax ids are shown',
  removeRestrictions: 'Restrictions may be lifted',
  ownerVerification: 'The API client may verify bank links for their owners',
} as const;
export type Entitlement = keyof typeof Entitlements;

/** What an API client may do: what its firm may, narrowed to its own entitlements where it has a list of them. */
export function effectiveEntitlements(
  firm: readonly Entitlement[],
  client: readonly Entitlement[] | undefined,
): readonly Entitlement[] {
  return client === undefined ? firm : firm.filter((name) => client.includes(name));
}
