import { Decimal as DecimalJs } from 'decimal.js';

/** A clone that no setting made elsewhere affects. 60 significant digits hold any product of two amounts; halves round away from zero. */
export const Decimal = DecimalJs.clone({
  defaults: true,
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
/** An exact decimal number. */
export type Decimal = DecimalJs;

/** Maximum digits before and after the decimal point; keeps sums and products exact. */
export const MAX_DIGITS = 15;
const DIGITS = `\\d{1,${MAX_DIGITS}}`;
/** Zeros at the end are not decimals, however many there are. */
const PLAIN = new RegExp(`^(-?)(${DIGITS})(?:\\.(?=\\d)(\\d{0,${MAX_DIGITS}}?)0*)?$`);

interface DecimalBounds {
  /** Maximum digits after the point, without zeros at the end; default 15. */
  readonly maxDecimals?: number;
  /** Whether a minus sign is allowed (also in `-0`); default false. */
  readonly negative?: boolean;
}

/** Parses a decimal string ([request.decimals]): no exponent, plus sign, blank or thousands separator. Undefined if invalid. */
export function parseDecimal(text: string, bounds: DecimalBounds = {}): Decimal | undefined {
  const match = PLAIN.exec(text);
  if (match === null) return undefined;
  if (match[1] === '-' && bounds.negative !== true) return undefined;
  const [, , whole = '', decimals = ''] = match;
  if (decimals.length > (bounds.maxDecimals ?? MAX_DIGITS)) return undefined;
  const value = new Decimal(`${match[1] ?? ''}${whole}.${decimals}0`);
  return value.isZero() ? new Decimal(0) : value;
}

/** Parses a decimal string that must be valid: anything else is a bug and throws. */
export function decimalOf(text: string): Decimal {
  const value = parseDecimal(text, { negative: true });
  if (value === undefined) throw new Error('not a decimal string');
  return value;
}
