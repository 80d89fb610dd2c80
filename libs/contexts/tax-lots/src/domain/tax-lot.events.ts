import type {
  DomainEvent,
  JsonForm,
  LocalDate,
  Money,
  Quantity,
  UsStateCode,
} from '#libs/platform/kernel';
import type { Coverage, LotReliefStrategy, SaleTerm } from './tax-lot.codes.js';

/** The security of a lot; at least one of its names is known. */
export interface LotSecurity {
  readonly ticker: string | null;
  readonly cusip: string | null;
  /** Internal id, immutable. */
  readonly id: string | null;
}

/** A reported closed tax lot ([tax-lot.get]). What the tax processing provider was not told is null. */
export interface ReportedLot {
  /** `yyyy`. */
  readonly taxYear: string;
  readonly termOfSale: SaleTerm;
  readonly security: LotSecurity;
  readonly adjustedCostBasis: Money | null;
  /** `shareQuantity` × `salePrice`. */
  readonly netSaleAmount: Money;
  readonly taxLotId: string | null;
  readonly costBasisIndicator: string | null;
  readonly withholdingCountry: string | null;
  readonly covered: Coverage;
  readonly disallowedLoss: Money | null;
  readonly foreignTaxWithholding: Money | null;
  readonly federalTaxWithholding: Money | null;
  readonly stateTaxWithholding: Money | null;
  readonly withholdingState: UsStateCode | null;
  /** After adjustment for wash sales; negative for a loss. */
  readonly reportableGainLoss: Money | null;
  readonly adjustedAcquisitionDate: LocalDate | null;
  readonly originalAcquisitionDate: LocalDate | null;
  readonly originalCostBasis: Money | null;
  /** Per share. */
  readonly salePrice: Money;
  readonly shareQuantity: Quantity;
  readonly closingTransactionSettlementDate: LocalDate | null;
  readonly closingTransactionDate: LocalDate | null;
  readonly lotReliefStrategyIndicator: LotReliefStrategy;
  readonly exDate: LocalDate | null;
  readonly statementTrail: string | null;
  readonly transCode: string | null;
  readonly costBasisEffectiveDate: LocalDate | null;
  readonly originatingTransactionSettlementDate: LocalDate | null;
}

/** A lot as events and documents have it. */
export type TaxLot = JsonForm<ReportedLot>;

/** What names a lot. */
export type LotIds = Readonly<
  Record<'accountNumber' | 'originatingTransactionId' | 'closingTransactionId', string>
>;

/** A closed lot was reported to the tax processing provider. */
export type LotReported = DomainEvent<'taxLot.LotReported', LotIds & { readonly lot: TaxLot }>;

/** A report was corrected: all of it. */
export type LotCorrected = DomainEvent<'taxLot.LotCorrected', LotIds & { readonly lot: TaxLot }>;

/** Everything that happens in stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}`. */
export type TaxLotEvent = LotReported | LotCorrected;
