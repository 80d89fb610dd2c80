import { Decimal, parseDecimal } from './decimal.js';

/** A percentage from 0 to 100, exact. */
export class Percent {
  private constructor(private readonly value: Decimal) {}

  /** Parses a percentage from 0 to 100 with at most `maxDecimals` decimals. Undefined if invalid. */
  static parse(text: string, maxDecimals: number): Percent | undefined {
    const value = parseDecimal(text, { maxDecimals });
    return value === undefined || value.greaterThan(100) ? undefined : new Percent(value);
  }

  /** Parses a percentage that must be valid; throws otherwise. */
  static of(text: string): Percent {
    const percent = Percent.parse(text, 15);
    if (percent === undefined) throw new Error('not a percentage');
    return percent;
  }

  /** Whether percentages, such as beneficiary shares or target weights, add up to exactly 100. */
  static addUpToHundred(percents: Iterable<Percent>): boolean {
    let total = new Decimal(0);
    for (const percent of percents) total = total.plus(percent.value);
    return total.equals(100);
  }

  toDecimal(): Decimal {
    return this.value;
  }

  /** Wire form with at least `decimals` decimals: `33.30` for 2, `33.3` for 0. */
  toString(decimals = 0): string {
    return this.value.toFixed(Math.max(decimals, this.value.decimalPlaces()));
  }

  toJSON(): string {
    return this.toString();
  }
}
