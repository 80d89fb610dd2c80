import { Decimal as DecimalJs } from 'decimal.js';

/**
 * Decimal arithmetic of the service: a clone of its own, so that no setting made elsewhere reaches it. 60 significant
 * digits hold every product of two amounts exactly; half cents round away from zero.
 */
export const Decimal = DecimalJs.clone({
  defaults: true,
  precision: 60,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
/** An exact decimal number. */
export type Decimal = DecimalJs;

/** Most digits before the point, and after it: sums and products stay exact. */
export const MAX_DIGITS = 15;
const DIGITS = `\\d{1,${MAX_DIGITS}}`;
const PLAIN = new RegExp(`^(-?)(${DIGITS})(?:\\.(${DIGITS}))?$`);

/** Bounds a decimal string has to keep. */
interface DecimalBounds {
  /** Most digits after the point, trailing zeros included; default 15. */
  readonly maxDecimals?: number;
  /** Default false: a minus sign is refused (`-0` too). */
  readonly negative?: boolean;
}

/**
 * Reads a decimal string of the wire ([request.decimals]): digits with an optional fraction; no exponent, plus sign,
 * blank or thousands separator. Undefined when it isn't one.
 */
export function parseDecimal(text: string, bounds: DecimalBounds = {}): Decimal | undefined {
  const match = PLAIN.exec(text);
  if (match === null) return undefined;
  if (match[1] === '-' && bounds.negative !== true) return undefined;
  if ((match[3] ?? '').length > (bounds.maxDecimals ?? 15)) return undefined;
  const value = new Decimal(text);
  return value.isZero() ? new Decimal(0) : value;
}

/** A decimal string that code relies on; throws on anything else, which is a bug. */
export function decimalOf(text: string): Decimal {
  const value = parseDecimal(text, { negative: true });
  if (value === undefined) throw new Error('not a decimal string');
  return value;
}
