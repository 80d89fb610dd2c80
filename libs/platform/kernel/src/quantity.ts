import { type Decimal, decimalOf } from './decimal.js';

/** An exact number of shares, possibly fractional. */
export class Quantity {
  private constructor(private readonly value: Decimal) {}

  /** Parses a quantity of any sign that must be valid; throws otherwise. */
  static of(text: string): Quantity {
    return new Quantity(decimalOf(text));
  }

  compare(other: Quantity): -1 | 0 | 1 {
    return this.value.comparedTo(other.value) as -1 | 0 | 1;
  }

  isZero(): boolean {
    return this.value.isZero();
  }

  /** Whether these are whole shares, the only ones that folio 02 trades. */
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
