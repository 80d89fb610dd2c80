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
  @Ticker('Ticker of the security', {
    required: ({ cusip, id }: LotSecurity) => cusip === null && id === null,
    nullable: true,
    example: 'IBM',
  })
  ticker: string | null = null;

  @Identifier('CUSIP of the security', {
    pattern: /^[0-9A-Z]{5}[0-9A-Z*@#]{3}[0-9]$/,
    hint: 'a CUSIP',
    nullable: true,
    example: '459200101',
  })
  cusip: string | null = null;

  @Oid('Immutable internal id', { nullable: true, example: 'memorandum' })
  id: string | null = null;
}

/** A closed tax lot: body of the back office's PUT ([back-office.reportedtaxlots]). */
export class ReportedTaxLotDto implements ReportedLot, Partial<LotIds> {
  @Digits('Before the current year', {
    length: 4,
    required: true,
    check: (year, now) =>
      !/^(?:19|20)/.test(year)
        ? { code: FieldCode.Value, message: mustBe('a year yyyy') }
        : !isReportable(year, now)
          ? { code: FieldCode.Value, message: mustBe('a year before the current one') }
          : undefined,
    example: '2024',
  })
  taxYear!: string;

  @Code(SaleTerms, 'How long the shares were held', { required: true, example: 'L' })
  termOfSale!: SaleTerm;

  @ObjectOf(() => LotSecurityDto, 'The security', { required: true })
  security!: LotSecurityDto;

  @Identifier('Account number, same as in the path', { example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @Amount('Adjusted for splits, exchanges, wash sales', optionalAmount)
  adjustedCostBasis: Money | null = null;

  @Amount('shareQuantity × salePrice', { ...amount, required: true })
  netSaleAmount!: Money;

  @Identifier('Same as in the path', { example: '3002' })
  closingTransactionId?: string;

  @Identifier('Same as in the path', { example: '3001' })
  originatingTransactionId?: string;

  @Identifier('Id of the lot', { ...text, example: '77' })
  taxLotId: string | null = null;

  @Text('Indicator of the cost basis, as reported', { ...text, example: 'Y' })
  costBasisIndicator: string | null = null;

  @Country('ISO 3166 code', { nullable: true, example: 'CA' })
  withholdingCountry: string | null = null;

  @Code(Coverages, 'Whether the cost basis is reported to the IRS', { required: true })
  covered!: Coverage;

  @Amount('Loss disallowed because of wash sales', optionalAmount)
  disallowedLoss: Money | null = null;

  @Amount('Withheld for foreign taxes, US dollars', optionalAmount)
  foreignTaxWithholding: Money | null = null;

  @Amount('Withheld for federal taxes, US dollars', optionalAmount)
  federalTaxWithholding: Money | null = null;

  @Amount('Withheld for state taxes, US dollars', optionalAmount)
  stateTaxWithholding: Money | null = null;

  @Code(UsStates, 'State abbreviation', { nullable: true })
  withholdingState: UsStateCode | null = null;

  @Amount('After adjustment for wash sales', {
    decimals: Decimals.amount,
    nullable: true,
    example: '-12.50',
  })
  reportableGainLoss: Money | null = null;

  @IsoDate('Acquisition date, adjusted for wash sales', date)
  adjustedAcquisitionDate: LocalDate | null = null;

  @IsoDate('Acquisition date; null if unknown', { ...date, example: '2024-01-10' })
  originalAcquisitionDate: LocalDate | null = null;

  @Amount('Cost basis before adjustments, US dollars', optionalAmount)
  originalCostBasis: Money | null = null;

  @Amount('Price per share, US dollars', {
    decimals: Decimals.price,
    min: '0',
    required: true,
    example: '12.5',
  })
  salePrice!: Money;

  @Shares('Number of shares', {
    decimals: Decimals.shares,
    min: '0',
    moreThanMin: true,
    required: true,
    example: '100',
  })
  shareQuantity!: Quantity;

  @IsoDate('Day the sale settled', { ...date, example: '2024-06-18' })
  closingTransactionSettlementDate: LocalDate | null = null;

  @IsoDate('Day of the sale', { ...date, example: '2024-06-15' })
  closingTransactionDate: LocalDate | null = null;

  @Code(LotReliefStrategies, 'How the sold lot was chosen', { required: true })
  lotReliefStrategyIndicator!: LotReliefStrategy;

  @IsoDate('Ex-dividend day, as reported', date)
  exDate: LocalDate | null = null;

  @Text('Statement trail, as reported', { ...text, example: '2024-06' })
  statementTrail: string | null = null;

  @Text('Transaction code, as reported', { ...text, example: 'SELL' })
  transCode: string | null = null;

  @IsoDate('Day from which the cost basis applies', date)
  costBasisEffectiveDate: LocalDate | null = null;

  @IsoDate('Day the purchase settled', date)
  originatingTransactionSettlementDate: LocalDate | null = null;
}

/** A lot as returned by GET: every key, null without a value ([tax-lot.get], [tax-lot.null-keys]). */
export class ReportedTaxLotResponse extends ResponseOf(ReportedTaxLotDto) {}

/** Body of `PUT /backoffice/accounts/{a}/taxdata` ([back-office.taxdata]). */
export class TaxDataDto {
  @Bool('Whether reported lots can be read', { required: true })
  available!: boolean;
}

export function toTaxLotResponse(document: TaxLotDocument): ReportedTaxLotResponse {
  const { lot, accountNumber, originatingTransactionId, closingTransactionId } = document;
  return { ...lot, accountNumber, originatingTransactionId, closingTransactionId };
}
