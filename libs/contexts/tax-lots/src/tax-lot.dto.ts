import {
  Amount,
  Bool,
  Code,
  Country,
  Digits,
  Identifier,
  IsoDate,
  ObjectOf,
  Oid,
  ResponseOf,
  Shares,
  Text,
  Ticker,
} from '#libs/platform/http';
import {
  FieldCode,
  type LocalDate,
  type Money,
  type Quantity,
  mustBe,
} from '#libs/platform/kernel';
import { type UsStateCode, UsStates } from '#libs/contexts/codes';
import type { TaxLotDocument } from './tax-lot.document.js';
import type { LotIds, LotSecurity, ReportedLot } from './tax-lot.events.js';
import {
  type Coverage,
  Coverages,
  Decimals,
  isReportable,
  LotReliefStrategies,
  type LotReliefStrategy,
  MAX_TEXT,
  type SaleTerm,
  SaleTerms,
} from './tax-lot.js';

const amount = { decimals: Decimals.amount, min: '0', example: '1250.00' };

const optionalAmount = { ...amount, nullable: true };

const text = { trim: true, max: MAX_TEXT, printable: 'line', nullable: true } as const;

const date = { past: true, nullable: true };

/** The security of a lot, with at least one of its identifiers. */
class LotSecurityDto implements LotSecurity {
  // A delisted security may have lost its ticker.
  @Ticker({
    required: ({ cusip, id }: LotSecurity) => cusip === null && id === null,
    nullable: true,
    example: 'IBM',
    description: 'Ticker of the security',
  })
  ticker: string | null = null;

  @Identifier({
    pattern: /^[0-9A-Z]{5}[0-9A-Z*@#]{3}[0-9]$/,
    hint: 'a CUSIP',
    nullable: true,
    example: '459200101',
    description: 'CUSIP of the security',
  })
  cusip: string | null = null;

  @Oid({ nullable: true, description: 'Immutable internal id', example: 'memorandum' })
  id: string | null = null;
}

/** A closed tax lot: body of the back office's PUT ([back-office.reportedtaxlots]). */
export class ReportedTaxLotDto implements ReportedLot, Partial<LotIds> {
  @Digits({
    length: 4,
    required: true,
    check: (year, now) =>
      !/^(?:19|20)/.test(year)
        ? { code: FieldCode.Value, message: mustBe('a year yyyy') }
        : !isReportable(year, now)
          ? { code: FieldCode.Value, message: mustBe('a year before the current one') }
          : undefined,
    description: 'Before the current year',
    example: '2024',
  })
  taxYear!: string;

  @Code(SaleTerms, {
    required: true,
    description: 'How long the shares were held',
    example: 'L',
  })
  termOfSale!: SaleTerm;

  @ObjectOf(() => LotSecurityDto, { required: true, description: 'The security' })
  security!: LotSecurityDto;

  @Identifier({ description: 'Account number, same as in the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Amount({ ...optionalAmount, description: 'Adjusted for splits, exchanges, wash sales' })
  adjustedCostBasis: Money | null = null;

  @Amount({ ...amount, required: true, description: 'shareQuantity × salePrice' })
  netSaleAmount!: Money;

  @Identifier({ description: 'Same as in the path', example: '3002' })
  closingTransactionId?: string;

  @Identifier({ description: 'Same as in the path', example: '3001' })
  originatingTransactionId?: string;

  @Identifier({ ...text, description: 'Id of the lot', example: '77' })
  taxLotId: string | null = null;

  @Text({ ...text, description: 'Indicator of the cost basis, as reported', example: 'Y' })
  costBasisIndicator: string | null = null;

  @Country({ nullable: true, description: 'ISO 3166 code', example: 'CA' })
  withholdingCountry: string | null = null;

  @Code(Coverages, { required: true, description: 'Whether the cost basis is reported to the IRS' })
  covered!: Coverage;

  @Amount({ ...optionalAmount, description: 'Loss disallowed because of wash sales' })
  disallowedLoss: Money | null = null;

  @Amount({ ...optionalAmount, description: 'Withheld for foreign taxes, US dollars' })
  foreignTaxWithholding: Money | null = null;

  @Amount({ ...optionalAmount, description: 'Withheld for federal taxes, US dollars' })
  federalTaxWithholding: Money | null = null;

  @Amount({ ...optionalAmount, description: 'Withheld for state taxes, US dollars' })
  stateTaxWithholding: Money | null = null;

  @Code(UsStates, { nullable: true, description: 'State abbreviation' })
  withholdingState: UsStateCode | null = null;

  @Amount({
    decimals: Decimals.amount,
    nullable: true,
    description: 'After adjustment for wash sales',
    example: '-12.50',
  })
  reportableGainLoss: Money | null = null;

  @IsoDate({ ...date, description: 'Acquisition date, adjusted for wash sales' })
  adjustedAcquisitionDate: LocalDate | null = null;

  @IsoDate({ ...date, description: 'Acquisition date; null if unknown', example: '2024-01-10' })
  originalAcquisitionDate: LocalDate | null = null;

  @Amount({ ...optionalAmount, description: 'Cost basis before adjustments, US dollars' })
  originalCostBasis: Money | null = null;

  @Amount({
    decimals: Decimals.price,
    min: '0',
    required: true,
    example: '12.5',
    description: 'Price per share, US dollars',
  })
  salePrice!: Money;

  @Shares({
    decimals: Decimals.shares,
    min: '0',
    moreThanMin: true,
    required: true,
    example: '100',
    description: 'Number of shares',
  })
  shareQuantity!: Quantity;

  @IsoDate({ ...date, description: 'Day the sale settled', example: '2024-06-18' })
  closingTransactionSettlementDate: LocalDate | null = null;

  @IsoDate({ ...date, description: 'Day of the sale', example: '2024-06-15' })
  closingTransactionDate: LocalDate | null = null;

  @Code(LotReliefStrategies, {
    required: true,
    description: 'How the sold lot was chosen',
  })
  lotReliefStrategyIndicator!: LotReliefStrategy;

  @IsoDate({ ...date, description: 'Ex-dividend day, as reported' })
  exDate: LocalDate | null = null;

  @Text({ ...text, description: 'Statement trail, as reported', example: '2024-06' })
  statementTrail: string | null = null;

  @Text({ ...text, description: 'Transaction code, as reported', example: 'SELL' })
  transCode: string | null = null;

  @IsoDate({ ...date, description: 'Day from which the cost basis applies' })
  costBasisEffectiveDate: LocalDate | null = null;

  @IsoDate({ ...date, description: 'Day the purchase settled' })
  originatingTransactionSettlementDate: LocalDate | null = null;
}

/** A lot as returned by GET: every key, null without a value ([tax-lot.get], [tax-lot.null-keys]). */
export class ReportedTaxLotResponse extends ResponseOf(ReportedTaxLotDto) {}

/** Body of `PUT /backoffice/accounts/{a}/taxdata` ([back-office.taxdata]). */
export class TaxDataDto {
  @Bool({ required: true, description: 'Whether reported lots can be read' })
  available!: boolean;
}

export function toTaxLotResponse(document: TaxLotDocument): ReportedTaxLotResponse {
  const { lot, accountNumber, originatingTransactionId, closingTransactionId } = document;
  return { ...lot, accountNumber, originatingTransactionId, closingTransactionId };
}
