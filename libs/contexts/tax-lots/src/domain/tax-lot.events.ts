import type {
  EventsOf,
  JsonForm,
  LocalDate,
  Money,
  Quantity,
  UsStateCode,
} from '#libs/platform/kernel';
import type { Coverage, LotReliefStrategy, SaleTerm } from './tax-lot.codes.js';

/** The security of a lot, with at least one of its identifiers. */
export interface LotSecurity {
  readonly ticker: string | null;
  readonly cusip: string | null;
  /** Internal id, immutable. */
  readonly id: string | null;
}

/** A reported closed tax lot ([tax-lot.get]). Anything not reported to the tax processing provider is null. */
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

/** A lot as stored in events and documents. */
export type TaxLot = JsonForm<ReportedLot>;

/** Identifies a lot. */
export type LotIds = Readonly<
  Record<'accountNumber' | 'originatingTransactionId' | 'closingTransactionId', string>
>;

/** Events of stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}`. A correction replaces the whole lot. */
export type TaxLotEvent = EventsOf<
  'taxLot.LotReported' | 'taxLot.LotCorrected',
  LotIds & { readonly lot: TaxLot }
>;
