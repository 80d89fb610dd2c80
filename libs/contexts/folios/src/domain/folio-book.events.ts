import type { DomainEvent } from '#libs/platform/kernel';

/** Share of one security in a folio. */
export interface TargetWeight {
  readonly ticker: string;
  /** Percent: a canonical decimal string above 0 with two to six decimals. */
  readonly targetWeight: string;
}

/** Holding of one security in a folio. */
export interface Position {
  readonly ticker: string;
  /** Shares: a canonical decimal string above 0. */
  readonly shareQuantity: string;
}

/** Settings the owner may change. */
export interface FolioSettings extends PlainSettings {
  readonly folioName: string;
}

/** Settings without personal data. */
export interface PlainSettings {
  /** Reinvests dividends of 1 dollar or more in the security that pays them. */
  readonly dividendReinvest: boolean;
  readonly dividendPayToAccount: boolean;
  /** Ticker to compare the folio with. */
  readonly benchmark: string | null;
}

/** Every event names its folio by the full number (account number and two digits). */
export interface FolioIds {
  readonly accountNumber: string;
  readonly folioNumber: string;
}

/** A name is free text and may contain personal data. It is absent once the key of any owner is destroyed. */
interface Named {
  readonly folioName?: string;
  /** Owners of the account; absent without a name. */
  readonly owners?: readonly string[];
}

/** An open folio was created with the account's next number ([folio.created]). */
export type FolioCreated = DomainEvent<
  'folio.FolioCreated',
  FolioIds &
    Named &
    PlainSettings & {
      /** Firm of the account; scopes reads. */
      readonly firmId: string;
      readonly folioOid: string;
      /** RTG folio to associate, if any. */
      readonly prepackagedFolioId: string | null;
    }
>;

/** Settings changed; holds only new values. */
export type FolioUpdated = DomainEvent<
  'folio.FolioUpdated',
  FolioIds & Named & { readonly changes: Partial<PlainSettings> }
>;

/** A folio is being closed: its open orders are looked up once more. Nothing has changed yet. */
export type ClosingBegun = DomainEvent<
  'folio.ClosingBegun',
  FolioIds &
    Named & {
      /** What the same request changes, like the name. Recorded with the closing. */
      readonly changes: Partial<PlainSettings>;
    }
>;

/** Something came beside the closing, and the folio stays open. */
export type ClosingTakenBack = DomainEvent<
  'folio.ClosingTakenBack',
  FolioIds & {
    /** What stood in the way, one sentence each. */
    readonly obstacles: readonly string[];
  }
>;

/** A folio without positions and open orders was permanently closed. */
export type FolioClosed = DomainEvent<'folio.FolioClosed', FolioIds>;

/** Target weights were replaced; the new ones total exactly 100 percent. */
export type TargetWeightsSet = DomainEvent<
  'folio.TargetWeightsSet',
  FolioIds & {
    /** In the order sent. Pairs, since a body may have more items than would fit into an event as objects. */
    readonly weights: readonly (readonly [ticker: string, targetWeight: string])[];
  }
>;

/** The back office reported new holdings, sorted by ticker. */
export type PositionsSet = DomainEvent<
  'folio.PositionsSet',
  FolioIds & { readonly positions: readonly Position[] }
>;

/** The folio subscribed to another RTG folio model; its target weights stay ([rtg.subscribe]). */
export type SubscribedToRtg = DomainEvent<
  'folio.SubscribedToRtg',
  FolioIds & {
    readonly rtgOid: string;
    /** The previous model, if any. */
    readonly previousRtgOid: string | null;
  }
>;

/** All events of stream `folios-{accountNumber}`. */
export type FolioEvent =
  | FolioCreated
  | FolioUpdated
  | ClosingBegun
  | ClosingTakenBack
  | FolioClosed
  | TargetWeightsSet
  | PositionsSet
  | SubscribedToRtg;
