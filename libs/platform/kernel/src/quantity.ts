import { type Decimal, decimalOf } from './decimal.js';

/** A number of shares, fractional ones included; exact. */
export class Quantity {
  private constructor(private readonly value: Decimal) {}

  /** A quantity that code relies on, of any sign; throws when the text is none. */
  static of(text: string): Quantity {
    return new Quantity(decimalOf(text));
  }

  /** -1, 0 or 1. */
  compare(other: Quantity): -1 | 0 | 1 {
    return this.value.comparedTo(other.value) as -1 | 0 | 1;
  }

  isZero(): boolean {
    return this.value.isZero();
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
