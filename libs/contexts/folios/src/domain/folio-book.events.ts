import type { DomainEvent } from '#libs/platform/kernel';

/** Share of one security in a folio. */
export interface TargetWeight {
  readonly ticker: string;
  /** Percent, a canonical decimal string above 0 with at most two decimals. */
  readonly targetWeight: string;
}

/** Holding of one security in a folio. */
export interface Position {
  readonly ticker: string;
  /** Shares, a canonical decimal string above 0. */
  readonly shareQuantity: string;
}

/** What the owner may change of a folio. */
export interface FolioSettings extends PlainSettings {
  readonly folioName: string;
}

/** Settings that say nothing of a person. */
export interface PlainSettings {
  /** Dividends of 1 dollar or more are reinvested in the security that pays them. */
  readonly dividendReinvest: boolean;
  readonly dividendPayToAccount: boolean;
  /** Ticker the folio is compared with. */
  readonly benchmark: string | null;
}

/** Every event names its folio by the full number (account number and two digits). */
export interface OfFolio {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** A name is what somebody thought of, and may be a person's. It is missing once the key of one of the owners has been destroyed. */
interface Named {
  readonly folioName?: string;
  /** Owners of the account; absent without a name. */
  readonly owners?: readonly string[];
}

/** A folio exists and is open; its number is the next one of the account ([folio.created]). */
export type FolioCreated = DomainEvent<
  'folio.FolioCreated',
  OfFolio &
    Named &
    PlainSettings & {
      /** Firm of the account, for the scope of reads. */
      readonly firmId: string;
      readonly folioOid: string;
      /** RTG folio to associate; null for none. */
      readonly prepackagedFolioId: string | null;
    }
>;

/** Settings changed; name and `changes` hold only those with another value than before. */
export type FolioUpdated = DomainEvent<
  'folio.FolioUpdated',
  OfFolio & Named & { readonly changes: Partial<PlainSettings> }
>;

/** A folio without positions was closed, for good. */
export type FolioClosed = DomainEvent<'folio.FolioClosed', OfFolio>;

/** New target weights, adding up to exactly 100 percent, replace the old ones. */
export type TargetWeightsSet = DomainEvent<
  'folio.TargetWeightsSet',
  OfFolio & {
    /** Ticker and percent, in the order sent. Pairs, because a body may hold more items than an event could hold objects. */
    readonly weights: readonly (readonly [ticker: string, targetWeight: string])[];
  }
>;

/** The holdings of a folio as the back office knows them, in order of ticker, replace the old ones. */
export type PositionsSet = DomainEvent<
  'folio.PositionsSet',
  OfFolio & { readonly positions: readonly Position[] }
>;

/** The folio follows another RTG folio model from now on; its target weights stay ([rtg.subscribe]). */
export type SubscribedToRtg = DomainEvent<
  'folio.SubscribedToRtg',
  OfFolio & {
    readonly rtgOid: string;
    /** The model it followed before; null for none. */
    readonly previousRtgOid: string | null;
  }
>;

/** Everything that happens in stream `folios-{accountNumber}`. */
export type FolioEvent =
  FolioCreated | FolioUpdated | FolioClosed | TargetWeightsSet | PositionsSet | SubscribedToRtg;
