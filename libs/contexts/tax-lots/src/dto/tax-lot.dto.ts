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
import { codesOf, UsStates } from '#libs/platform/kernel';
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
  @Text({ nullable: true, example: 'IBM' })
  ticker?: string | null;

  @Identifier({ nullable: true, example: '459200101' })
  cusip?: string | null;

  @Identifier({ nullable: true, description: 'Immutable internal id' })
  id?: string | null;
}

/**
 * A reported closed tax lot (specification, "Reported closed tax lot"): what GET answers, and the body of the back office's PUT
 * (decisions §10).
 */
export class ReportedTaxLotDto {
  @Digits({ length: 4, required: true, description: 'Before the current year', example: '2024' })
  taxYear?: string;

  @Code(codesOf(SaleTerms), {
    required: true,
    description: 'S short term (ST as well), L long term, U unknown',
  })
  termOfSale?: string;

  @ObjectOf(() => LotSecurityDto, { required: true })
  security?: LotSecurityDto;

  @Identifier({ description: 'Account number of the path' })
  accountNumber?: string;

  @DecimalString({ ...optionalAmount, description: 'Adjusted for splits, exchanges, wash sales' })
  adjustedCostBasis?: string | null;

  @DecimalString({ ...amount, required: true, description: 'shareQuantity × salePrice' })
  netSaleAmount?: string;

  @Identifier({ description: 'Id of the path' })
  closingTransactionId?: string;

  @Identifier({ description: 'Id of the path' })
  originatingTransactionId?: string;

  @Text(text)
  taxLotId?: string | null;

  @Text(text)
  costBasisIndicator?: string | null;

  @Text({ nullable: true, description: 'ISO 3166 code', example: 'CA' })
  withholdingCountry?: string | null;

  @Code(codesOf(Coverages), { required: true, description: 'C covered, N uncovered, U unknown' })
  covered?: string;

  @DecimalString({ ...optionalAmount, description: 'Loss not allowed for wash sales' })
  disallowedLoss?: string | null;

  @DecimalString(optionalAmount)
  foreignTaxWithholding?: string | null;

  @DecimalString(optionalAmount)
  federalTaxWithholding?: string | null;

  @DecimalString(optionalAmount)
  stateTaxWithholding?: string | null;

  @Code(codesOf(UsStates), { nullable: true, description: 'State abbreviation' })
  withholdingState?: string | null;

  @DecimalString({
    scale: Decimals.amount,
    nullable: true,
    description: 'After adjustment for wash sales',
    example: '-12.50',
  })
  reportableGainLoss?: string | null;

  @IsoDate(date)
  adjustedAcquisitionDate?: string | null;

  @IsoDate(date)
  originalAcquisitionDate?: string | null;

  @DecimalString(optionalAmount)
  originalCostBasis?: string | null;

  @DecimalString({ scale: Decimals.price, min: '0', required: true, example: '12.5' })
  salePrice?: string;

  @DecimalString({
    scale: Decimals.shares,
    min: '0',
    moreThanMin: true,
    required: true,
    example: '100',
  })
  shareQuantity?: string;

  @IsoDate(date)
  closingTransactionSettlementDate?: string | null;

  @IsoDate(date)
  closingTransactionDate?: string | null;

  @Code(codesOf(LotReliefStrategies), {
    required: true,
    description: 'F first in first out, S specific lot; A average cost never for taxable accounts',
  })
  lotReliefStrategyIndicator?: string;

  @IsoDate(date)
  exDate?: string | null;

  @Text(text)
  statementTrail?: string | null;

  @Text(text)
  transCode?: string | null;

  @IsoDate(date)
  costBasisEffectiveDate?: string | null;

  @IsoDate(date)
  originatingTransactionSettlementDate?: string | null;
}

/** Body of `PUT /backoffice/accounts/{a}/taxdata` (decisions §10). */
export class TaxDataDto {
  @Bool({ required: true, description: 'Whether reported lots can be read' })
  available?: boolean;
}
