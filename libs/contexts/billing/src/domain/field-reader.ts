import {
  FieldCode,
  fieldProblem,
  isCode,
  isPrintable,
  lengthOf,
  Money,
  parseDecimal,
  type Problem,
  UnreadFields,
} from '#libs/platform/kernel';

/** Fractions of a cent are allowed in fees: commissions per share have them. */
const MONEY_DECIMALS = 4;
const BASIS_POINT_DECIMALS = 4;
const MAX_BASIS_POINTS = 10_000;

type Value = string | null | undefined;

/**
 * Reads fields of the wire into canonical form and notes what is wrong with them. An unreadable field reads as undefined;
 * the caller builds nothing from it when there are problems.
 */
export class FieldReader {
  /**
   * @param known what reading the body found wrong; a field named there is not missed
   * @param item which item of a list the fields belong to; goes in front of messages
   */
  constructor(
    known: readonly Problem[],
    private readonly item?: string,
    readonly problems: Problem[] = [...known],
    private readonly unread = new UnreadFields(known),
  ) {}

  /** The same notebook, for an item of a list. */
  of(list: string, index: number): FieldReader {
    return new FieldReader([], `${list}[${index}]`, this.problems, this.unread);
  }

  problem(field: string, errorCode: string, detail?: string): void {
    const message = [this.item, detail].filter((part) => part !== undefined).join(': ');
    this.problems.push(fieldProblem(field, errorCode, message === '' ? undefined : message));
  }

  /** Whether reading the body found something wrong with a field. */
  isUnread(field: string): boolean {
    return this.unread.has(field, this.item);
  }

  /** Notes a missing value. */
  required<T>(field: string, value: T | null | undefined): value is T {
    if (value !== undefined && value !== null) return true;
    if (!this.isUnread(field)) this.problem(field, FieldCode.Required);
    return false;
  }

  code<T extends object>(table: T, field: string, value: Value): (keyof T & string) | undefined {
    if (!this.required(field, value)) return undefined;
    if (isCode(table, value)) return value;
    this.problem(field, FieldCode.Choice);
    return undefined;
  }

  text(field: string, value: Value, most: number): string | undefined {
    const text = value?.trim();
    if (text === undefined) return undefined;
    if (text === '' || !isPrintable(text)) this.problem(field, FieldCode.Value);
    else if (lengthOf(text) > most) this.problem(field, FieldCode.Length, `at most ${most}`);
    return text;
  }

  /** Dollars, not negative. */
  money(field: string, value: Value): string | undefined {
    return this.#read(field, value, (text) => Money.parseExact(text, MONEY_DECIMALS)?.toString());
  }

  /** A whole number, not negative. */
  count(field: string, value: Value): string | undefined {
    return this.#read(field, value, (text) => parseDecimal(text, { maxDecimals: 0 })?.toFixed());
  }

  basisPoints(field: string, value: Value): string | undefined {
    return this.#read(field, value, (text) => {
      const points = parseDecimal(text, { maxDecimals: BASIS_POINT_DECIMALS });
      return points?.lessThanOrEqualTo(MAX_BASIS_POINTS) ? points.toFixed() : undefined;
    });
  }

  #read(
    field: string,
    value: Value,
    parse: (text: string) => string | undefined,
  ): string | undefined {
    if (value === undefined || value === null) return undefined;
    const read = parse(value);
    if (read === undefined) this.problem(field, FieldCode.Value);
    return read;
  }
}
