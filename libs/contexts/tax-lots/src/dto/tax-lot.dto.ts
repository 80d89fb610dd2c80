import {
  Bool,
  Code,
  DecimalString,
  Digits,
  Identifier,
  IsoDate,
  ObjectOf,
  Text,
} from '#libs/platform/http';
import { UsStates } from '#libs/platform/kernel';
import {
  Coverages,
  Decimals,
  LotReliefStrategies,
  MAX_TEXT,
  SaleTerms,
} from '../domain/tax-lot.codes.js';

const amount = { scale: Decimals.amount, min: '0', example: '1250.00' };
const optionalAmount = { ...amount, nullable: true };
const text = { trim: true, max: MAX_TEXT, nullable: true };
const date = { nullable: true };

/** The security of a lot; at least one of the names is there. */
export class LotSecurityDto {
  @Text({ nullable: true, example: 'IBM', description: 'Ticker of the security' })
  ticker?: string | null;

  @Identifier({ nullable: true, example: '459200101', description: 'CUSIP of the security' })
  cusip?: string | null;

  @Identifier({ nullable: true, description: 'Immutable internal id', example: 'memorandum' })
  id?: string | null;
}

/**
 * A reported closed tax lot (specification, "Reported closed tax lot"): what GET answers, and the body of the back office's PUT
 * (decisions §10).
 */
export class ReportedTaxLotDto {
  @Digits({ length: 4, required: true, description: 'Before the current year', example: '2024' })
  taxYear?: string;

  @Code(SaleTerms, {
    required: true,
    description: 'S short term (ST as well), L long term, U unknown',
    example: 'L',
  })
  termOfSale?: string;

  @ObjectOf(() => LotSecurityDto, { required: true, description: 'The security' })
  security?: LotSecurityDto;

  @Identifier({ description: 'Account number of the path', example: 'RA1B2C3D4E' })
  accountNumber?: string;

  @DecimalString({ ...optionalAmount, description: 'Adjusted for splits, exchanges, wash sales' })
  adjustedCostBasis?: string | null;

  @DecimalString({ ...amount, required: true, description: 'shareQuantity × salePrice' })
  netSaleAmount?: string;

  @Identifier({ description: 'Id of the path', example: '3002' })
  closingTransactionId?: string;

  @Identifier({ description: 'Id of the path', example: '3001' })
  originatingTransactionId?: string;

  @Identifier({ ...text, description: 'Id of the lot', example: '77' })
  taxLotId?: string | null;

  @Text({ ...text, description: 'Indicator of the cost basis, as reported', example: 'Y' })
  costBasisIndicator?: string | null;

  @Text({ nullable: true, description: 'ISO 3166 code', example: 'CA' })
  withholdingCountry?: string | null;

  @Code(Coverages, { required: true, description: 'C covered, N uncovered, U unknown' })
  covered?: string;

  @DecimalString({ ...optionalAmount, description: 'Loss not allowed for wash sales' })
  disallowedLoss?: string | null;

  @DecimalString({ ...optionalAmount, description: 'Withheld for foreign taxes, US dollars' })
  foreignTaxWithholding?: string | null;

  @DecimalString({ ...optionalAmount, description: 'Withheld for federal taxes, US dollars' })
  federalTaxWithholding?: string | null;

  @DecimalString({ ...optionalAmount, description: 'Withheld for state taxes, US dollars' })
  stateTaxWithholding?: string | null;

  @Code(UsStates, { nullable: true, description: 'State abbreviation' })
  withholdingState?: string | null;

  @DecimalString({
    scale: Decimals.amount,
    nullable: true,
    description: 'After adjustment for wash sales',
    example: '-12.50',
  })
  reportableGainLoss?: string | null;

  @IsoDate({ ...date, description: 'Acquisition, adjusted for wash sales' })
  adjustedAcquisitionDate?: string | null;

  @IsoDate({ ...date, description: 'Acquisition; null when not known', example: '2024-01-10' })
  originalAcquisitionDate?: string | null;

  @DecimalString({ ...optionalAmount, description: 'Cost basis before adjustments, US dollars' })
  originalCostBasis?: string | null;

  @DecimalString({
    scale: Decimals.price,
    min: '0',
    required: true,
    example: '12.5',
    description: 'Price per share, US dollars',
  })
  salePrice?: string;

  @DecimalString({
    scale: Decimals.shares,
    min: '0',
    moreThanMin: true,
    required: true,
    example: '100',
    description: 'Number of shares',
  })
  shareQuantity?: string;

  @IsoDate({ ...date, description: 'Day the sale settled', example: '2024-06-18' })
  closingTransactionSettlementDate?: string | null;

  @IsoDate({ ...date, description: 'Day of the sale', example: '2024-06-15' })
  closingTransactionDate?: string | null;

  @Code(LotReliefStrategies, {
    required: true,
    description: 'F first in first out, S specific lot; A average cost never for taxable accounts',
  })
  lotReliefStrategyIndicator?: string;

  @IsoDate({ ...date, description: 'Ex-dividend day, as reported' })
  exDate?: string | null;

  @Text({ ...text, description: 'Trail of the statement, as reported', example: '2024-06' })
  statementTrail?: string | null;

  @Text({ ...text, description: 'Code of the transaction, as reported', example: 'SELL' })
  transCode?: string | null;

  @IsoDate({ ...date, description: 'From when the cost basis counts' })
  costBasisEffectiveDate?: string | null;

  @IsoDate({ ...date, description: 'Day the purchase settled' })
  originatingTransactionSettlementDate?: string | null;
}

/** Body of `PUT /backoffice/accounts/{a}/taxdata` (decisions §10). */
export class TaxDataDto {
  @Bool({ required: true, description: 'Whether reported lots can be read' })
  available?: boolean;
}
