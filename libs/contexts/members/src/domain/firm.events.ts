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
  /** Payee of checks. */
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

/** Back office defined an institutional firm. */
export type FirmDefined = DomainEvent<'firm.FirmDefined', InstitutionalFirm & OfFirm>;

/** Back office changed an institutional firm; carries the complete definition. */
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

/** Extra rights that are granted per firm. */
export const Entitlements = {
  fullTid: 'May see full tax ids',
  removeRestrictions: 'May lift restrictions',
  ownerVerification: 'Its API client may verify bank links for their owners',
} as const;
export type Entitlement = keyof typeof Entitlements;

/** Entitlements of an API client: those of its firm, narrowed to the client's own list if it has one. */
export function effectiveEntitlements(
  firm: readonly Entitlement[],
  client: readonly Entitlement[] | undefined,
): readonly Entitlement[] {
  return client === undefined ? firm : firm.filter((name) => client.includes(name));
}
