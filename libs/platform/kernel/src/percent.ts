import { Decimal, parseDecimal } from './decimal.js';

/** A percentage from 0 to 100, exact. */
export class Percent {
  private constructor(private readonly value: Decimal) {}

  /** Reads 0 to 100 with at most `maxDecimals` digits after the point. Undefined when it isn't that. */
  static parse(text: string, maxDecimals: number): Percent | undefined {
    const value = parseDecimal(text, { maxDecimals });
    return value === undefined || value.greaterThan(100) ? undefined : new Percent(value);
  }

  /** A percentage that code relies on; throws when the text is none. */
  static of(text: string): Percent {
    const percent = Percent.parse(text, 15);
    if (percent === undefined) throw new Error('not a percentage');
    return percent;
  }

  /** Whether percentages add up to exactly 100: beneficiary shares and target weights. */
  static addUpToHundred(percents: Iterable<Percent>): boolean {
    let total = new Decimal(0);
    for (const percent of percents) total = total.plus(percent.value);
    return total.equals(100);
  }

  toDecimal(): Decimal {
    return this.value;
  }

  /** Wire form with `decimals` digits at least: `33.30` for 2, `33.3` for none. */
  toString(decimals = 0): string {
    return this.value.toFixed(Math.max(decimals, this.value.decimalPlaces()));
  }

  toJSON(): string {
    return this.toString();
  }
}

/** Limits of a target weight, in percent, of folios and of models ([folio.weights]). */
export const TARGET_WEIGHT = { scale: 15, decimals: 6, min: '0', moreThanMin: true } as const;
