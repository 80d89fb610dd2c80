import {
  FieldCode,
  type InputReader,
  isCountryCode,
  isOid,
  isTicker,
  isUsState,
  type LocalDate,
  type Quantity,
  type SentValue,
  type UsStateCode,
  yearOf,
} from '#libs/platform/kernel';
import {
  AMOUNTS,
  Coverages,
  DATES,
  Decimals,
  LotReliefStrategies,
  MAX_TEXT,
  SaleTerms,
  TaxLotRule,
  TEXTS,
} from './tax-lot.codes.js';
import type { TaxLotInput } from './tax-lot.commands.js';
import type { LotSecurity, TaxLot } from './tax-lot.events.js';

const REQUIRED = [
  'taxYear',
  'termOfSale',
  'security',
  'netSaleAmount',
  'covered',
  'salePrice',
  'shareQuantity',
  'lotReliefStrategyIndicator',
] as const;

/** Whether a lot of this year may be reported at a time in this year: years before the current one only. */
export function isReportable(taxYear: string, currentYear: number): boolean {
  return Number(taxYear) < currentYear;
}

/**
 * Reads a lot into canonical form. Undefined only together with a problem.
 * @param today in New York: the lot is of a year before, and everything it tells of has happened
 */
export function readLot(
  reader: InputReader,
  input: TaxLotInput,
  today: LocalDate,
): TaxLot | undefined {
  for (const field of REQUIRED) reader.present(field, input[field]);
  const taxYear = readTaxYear(reader, input.taxYear, yearOf(today));
  const termOfSale = reader.code(SaleTerms, 'termOfSale', input.termOfSale);
  const security = readSecurity(reader, input.security);
  const covered = reader.code(Coverages, 'covered', input.covered);
  const amount = { decimals: Decimals.amount };
  const netSaleAmount = reader.money('netSaleAmount', input.netSaleAmount, amount);
  const gain = { ...amount, negative: true };
  const reportableGainLoss = reader.money('reportableGainLoss', input.reportableGainLoss, gain);
  const salePrice = reader.money('salePrice', input.salePrice, { decimals: Decimals.price });
  const shareQuantity = readShares(reader, input.shareQuantity);
  const strategy = reader.code(
    LotReliefStrategies,
    'lotReliefStrategyIndicator',
    input.lotReliefStrategyIndicator,
  );
  if (strategy === 'A') {
    const message = 'Average cost is for non-taxable accounts, which have no reported lots.';
    reader.rule(TaxLotRule.LotRelief, message, 'lotReliefStrategyIndicator');
  }
  const optional = {
    reportableGainLoss: reportableGainLoss?.toString() ?? null,
    withholdingCountry: readCountry(reader, input.withholdingCountry),
    withholdingState: readState(reader, input.withholdingState),
    ...each(AMOUNTS, (name) => reader.money(name, input[name], amount)?.toString() ?? null),
    ...each(DATES, (name) => reader.date(name, input[name], today)),
    ...each(TEXTS, (name) => reader.text(name, input[name], { max: MAX_TEXT })),
  };
  if (taxYear === null || termOfSale === null || !security || covered === null) return undefined;
  if (!netSaleAmount || !salePrice || !shareQuantity || strategy === null) return undefined;
  return {
    taxYear,
    termOfSale,
    security,
    netSaleAmount: netSaleAmount.toString(),
    salePrice: salePrice.toString(),
    shareQuantity: shareQuantity.toString(),
    covered,
    lotReliefStrategyIndicator: strategy,
    ...optional,
  };
}

function each<Name extends string>(
  names: readonly Name[],
  read: (name: Name) => string | null,
): Record<Name, string | null> {
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, string | null>;
}

function readTaxYear(
  reader: InputReader,
  sent: SentValue<string>,
  currentYear: number,
): string | null {
  if (sent === undefined || sent === null) return null;
  if (!/^\d+$/.test(sent)) reader.problem('taxYear', FieldCode.Digits);
  else if (!/^(?:19|20)\d\d$/.test(sent)) reader.problem('taxYear', FieldCode.Value, 'yyyy');
  else if (!isReportable(sent, currentYear)) {
    reader.problem('taxYear', FieldCode.Value, 'years before the current one only');
  }
  return sent;
}

function readShares(reader: InputReader, sent: SentValue<string>): Quantity | null {
  const shares = reader.quantity('shareQuantity', sent, { decimals: Decimals.shares });
  if (shares?.isZero() === true) reader.problem('shareQuantity', FieldCode.Value, 'above 0');
  return shares;
}

function readSecurity(reader: InputReader, sent: TaxLotInput['security']): LotSecurity | undefined {
  if (!sent) return undefined;
  const at = reader.at('security');
  const { ticker = null, cusip = null, id = null } = sent;
  if (ticker !== null && !isTicker(ticker)) at.problem('ticker', FieldCode.Value, 'not a ticker');
  if (cusip !== null && !/^[0-9A-Z]{5}[0-9A-Z*@#]{3}[0-9]$/.test(cusip)) {
    at.problem('cusip', FieldCode.Value, 'not a CUSIP');
  }
  if (id !== null && !isOid(id)) at.problem('id', FieldCode.Value);
  // A security that was delisted may have lost its ticker; one without any name is none.
  if (cusip === null && id === null) at.present('ticker', ticker);
  return { ticker, cusip, id };
}

function readCountry(reader: InputReader, sent: SentValue<string>): string | null {
  if (sent === undefined || sent === null) return null;
  if (!isCountryCode(sent)) {
    reader.problem('withholdingCountry', FieldCode.Choice, 'two letters, ISO 3166');
  }
  return sent;
}

function readState(reader: InputReader, sent: SentValue<string>): UsStateCode | null {
  if (sent === undefined || sent === null) return null;
  if (isUsState(sent)) return sent;
  reader.problem('withholdingState', FieldCode.Choice);
  return null;
}
