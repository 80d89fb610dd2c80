import { defineEvents } from '#libs/platform/event-store';
import {
  type EventsOf,
  type JsonForm,
  type LocalDate,
  type Money,
  Published,
  type Quantity,
} from '#libs/platform/kernel';
import { type UsStateCode, fieldsIn, ofAccount } from '#libs/contexts/codes';
import type { Coverage, LotReliefStrategy, SaleTerm } from './tax-lot.js';

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

export type LotIds = Readonly<
  Record<'accountNumber' | 'originatingTransactionId' | 'closingTransactionId', string>
>;

/** Events of stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}`. A correction replaces the whole lot. */
export type TaxLotEvent = EventsOf<
  'taxLot.LotReported' | 'taxLot.LotCorrected',
  LotIds & { readonly lot: TaxLot }
>;

const lotFields = {
  originatingTransactionId: Published.text('Transaction the lot came from'),
  closingTransactionId: Published.text('Transaction that closed it'),
  taxYear: Published.text('Four digits'),
};

/** What both events of a lot have in common. */
const lotEvent = (
  title: string,
  name: `brokerage.${string}.${string}.v${number}`,
  summary: string,
) => ({
  history: { title, subjects: ofAccount, fields: fieldsIn('lot') },
  publishes: Published.event(
    name,
    summary,
    lotFields,
    '/reportedtaxlots/{originatingTransactionId}/{closingTransactionId}',
  ).with(({ lot: { taxYear } }: TaxLotEvent['data']) => ({ taxYear })),
});

const availabilityChanged = Published.event(
  'brokerage.tax-data.availability-changed.v1',
  'Tax data of the account became available or unavailable.',
  { availability: Published.word(['available', 'unavailable'], 'Whether they can be read') },
);

/** What both events of the tax data switch have in common. */
const switchEvent = (title: string, taxDataAvailable: boolean) => ({
  history: { title, subjects: ofAccount, fields: () => ({ taxDataAvailable }) },
  publishes: availabilityChanged.with(() => ({
    availability: taxDataAvailable ? 'available' : 'unavailable',
  })),
});

/**
 * Events of streams `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}` and `taxData-{accountNumber}`. None
 * contains personal data.
 */
export const taxLotEvents = defineEvents<TaxLotEvent | TaxDataEvent>({
  'taxLot.LotReported': lotEvent(
    'Closed tax lot reported',
    'brokerage.tax-lot.reported.v1',
    'A closed tax lot was reported.',
  ),
  'taxLot.LotCorrected': lotEvent(
    'Closed tax lot corrected',
    'brokerage.tax-lot.corrected.v1',
    'A reported tax lot was corrected.',
  ),
  'taxLot.TaxDataSuspended': switchEvent('Tax data made unavailable', false),
  'taxLot.TaxDataResumed': switchEvent('Tax data available again', true),
});

/** Events of stream `taxData-{accountNumber}`. */
export type TaxDataEvent = EventsOf<
  'taxLot.TaxDataSuspended' | 'taxLot.TaxDataResumed',
  { readonly accountNumber: string }
>;
