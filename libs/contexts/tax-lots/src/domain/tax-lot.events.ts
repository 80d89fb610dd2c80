import type { DomainEvent, LocalDate, UsStateCode } from '#libs/platform/kernel';
import type {
  AMOUNTS,
  Coverage,
  DATES,
  LotReliefStrategy,
  SaleTerm,
  TEXTS,
} from './tax-lot.codes.js';

/** The security of a lot; at least one of its names is known. */
export interface LotSecurity {
  readonly ticker: string | null;
  readonly cusip: string | null;
  /** Internal id, immutable. */
  readonly id: string | null;
}

/**
 * A reported closed tax lot in canonical form (specification, "Reported closed tax lot"). Amounts are dollars, decimal
 * strings; what the tax processing provider was not told is null.
 */
export type TaxLot = {
  /** `yyyy`. */
  readonly taxYear: string;
  readonly termOfSale: SaleTerm;
  readonly security: LotSecurity;
  /** `shareQuantity` × `salePrice`. */
  readonly netSaleAmount: string;
  /** After adjustment for wash sales; negative for a loss. */
  readonly reportableGainLoss: string | null;
  /** Per share. */
  readonly salePrice: string;
  readonly shareQuantity: string;
  readonly covered: Coverage;
  readonly withholdingCountry: string | null;
  readonly withholdingState: UsStateCode | null;
  readonly lotReliefStrategyIndicator: LotReliefStrategy;
} & Readonly<Record<(typeof AMOUNTS)[number], string | null>> &
  Readonly<Record<(typeof DATES)[number], LocalDate | null>> &
  Readonly<Record<(typeof TEXTS)[number], string | null>>;

interface OfLot {
  readonly accountNumber: string;
  readonly originatingTransactionId: string;
  readonly closingTransactionId: string;
  readonly lot: TaxLot;
}

/** A closed lot was reported to the tax processing provider. */
export type LotReported = DomainEvent<'taxLot.LotReported', OfLot>;

/** A report was corrected: all of it. */
export type LotCorrected = DomainEvent<'taxLot.LotCorrected', OfLot>;

/** Everything that happens in stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}`. */
export type TaxLotEvent = LotReported | LotCorrected;
