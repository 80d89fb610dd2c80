import { Decimal, decimalOf, parseDecimal } from './decimal.js';
import type { Percent } from './percent.js';
import type { Quantity } from './quantity.js';

/** An exact amount of US dollars: products keep every digit until {@link Money.rounded}. Shown with at least two decimals. */
export class Money {
  static readonly zero = new Money(new Decimal(0));

  private constructor(private readonly amount: Decimal) {}

  /** Parses a payable amount: at most two decimals, not negative. Undefined if invalid. */
  static parse(text: string): Money | undefined {
    const amount = parseDecimal(text, { maxDecimals: 2 });
    return amount && new Money(amount);
  }

  /** Parses an amount of any sign that must be valid; throws otherwise. */
  static of(text: string): Money {
    return new Money(decimalOf(text));
  }

  static sum(amounts: Iterable<Money>): Money {
    let total = Money.zero;
    for (const amount of amounts) total = total.plus(amount);
    return total;
  }

  plus(other: Money): Money {
    return new Money(this.amount.plus(other.amount));
  }

  /** Price × quantity, exact. */
  times(quantity: Quantity): Money {
    return new Money(this.amount.times(quantity.toDecimal()));
  }

  /** A percentage of the amount, exact. */
  percent(percent: Percent): Money {
    return new Money(this.amount.times(percent.toDecimal()).dividedBy(100));
  }

  /** Rounds to whole cents, half a cent away from zero. */
  rounded(): Money {
    return new Money(this.amount.toDecimalPlaces(2));
  }

  equals(other: Money): boolean {
    return this.amount.equals(other.amount);
  }

  lessThan(other: Money): boolean {
    return this.amount.lessThan(other.amount);
  }

  greaterThan(other: Money): boolean {
    return this.amount.greaterThan(other.amount);
  }

  isZero(): boolean {
    return this.amount.isZero();
  }

  /** Wire form: `12.00`, `0.1234`. */
  toString(): string {
    return this.amount.toFixed(Math.max(2, this.amount.decimalPlaces()));
  }

  toJSON(): string {
    return this.toString();
  }
}
