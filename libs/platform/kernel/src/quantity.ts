import { type Decimal, type DecimalBounds, parseDecimal } from './decimal.js';

/** A number of shares, fractional ones included; exact. */
export class Quantity {
  private constructor(private readonly value: Decimal) {}

  /** Reads a quantity; not negative unless `bounds` say so. Undefined when it isn't one. */
  static parse(text: string, bounds: DecimalBounds = {}): Quantity | undefined {
    const value = parseDecimal(text, bounds);
    return value === undefined ? undefined : new Quantity(value);
  }

  /** A quantity that code relies on, of any sign; throws when the text is none. */
  static of(text: string): Quantity {
    const quantity = Quantity.parse(text, { negative: true });
    if (quantity === undefined) throw new Error('not a quantity');
    return quantity;
  }

  /** -1, 0 or 1. */
  compare(other: Quantity): -1 | 0 | 1 {
    return this.value.comparedTo(other.value) as -1 | 0 | 1;
  }

  isZero(): boolean {
    return this.value.isZero();
  }

  isPositive(): boolean {
    return this.value.greaterThan(0);
  }

  /** Whole shares only: what folio 02 trades. */
  isWhole(): boolean {
    return this.value.isInteger();
  }

  toDecimal(): Decimal {
    return this.value;
  }

  /** Wire form without trailing zeros: `10`, `0.125`. */
  toString(): string {
    return this.value.toFixed();
  }

  toJSON(): string {
    return this.toString();
  }
}
