import { IN_THE_FUTURE, isAhead } from './business-date.js';
import { isCode } from './code-table.js';
import { isLocalDate, type LocalDate } from './local-date.js';
import { FieldCode, fieldProblem, pathMismatch, type Problem, ruleProblem } from './problem.js';
import { Quantity } from './quantity.js';
import { isPrintable, lengthOf } from './text.js';
import { parseTimestamp, type Timestamp } from './timestamp.js';
import { UnreadFields } from './unread-fields.js';

/** A field of the wire: left out and null are the same. */
export type SentValue<T> = T | null | undefined;

/** Limits of a text. */
export interface TextLimits {
  /** Longest, in characters. */
  readonly max: number;
  /** Line breaks and tabs are allowed. */
  readonly lines?: boolean;
}

/** Limits of a decimal. */
export interface DecimalLimits {
  /** Most digits after the point. Default 15. */
  readonly decimals?: number;
  /** Default false. */
  readonly negative?: boolean;
}

/**
 * Reads the fields of a body into canonical form and collects everything wrong with them ([errors.list]). A field
 * that is missing or unreadable reads as null: build nothing from it before {@link problems} is known to be empty.
 */
export class InputReader {
  /**
   * @param known what reading the body found wrong already: it starts the list, and a field named there is not missed
   * @param place of the object in the body, such as `questions[1]`; goes in front of messages
   */
  constructor(
    known: readonly Problem[] = [],
    private readonly place?: string,
    readonly problems: Problem[] = [...known],
    private readonly unread = new UnreadFields(known),
  ) {}

  /** The same list of problems, for an object inside, such as `security` or `questions[1]`. */
  at(name: string): InputReader {
    const place = this.place === undefined ? name : `${this.place}.${name}`;
    return new InputReader([], place, this.problems, this.unread);
  }

  problem(field: string, errorCode: string, detail?: string): void {
    const message = this.#placed(detail);
    this.problems.push(fieldProblem(field, errorCode, message === '' ? undefined : message));
  }

  /** Notes a broken rule; `field` is what breaks it, where it is one field that does. */
  rule(errorCode: string, message: string, field?: string): void {
    this.problems.push(ruleProblem(errorCode, this.#placed(message), field));
  }

  #placed(message?: string): string {
    return [this.place, message].filter((part) => part !== undefined).join(': ');
  }

  /** Whether something is wrong with one of the fields, wherever it stands: nothing follows from them then. */
  isWrong(...fields: readonly string[]): boolean {
    return this.problems.some(({ field }) => field !== undefined && fields.includes(field));
  }

  /** Notes a missing value, unless reading the body took it away. */
  present<T>(field: string, value: SentValue<T>): value is T {
    if (value !== undefined && value !== null) return true;
    if (!this.unread.has(field, this.place)) this.problem(field, FieldCode.Required);
    return false;
  }

  /** Notes a list that is missing or empty, unless reading the body took it or its items away. */
  filled<T>(field: string, list: SentValue<readonly T[]>): list is readonly T[] {
    if (!this.present(field, list)) return false;
    if (list.length > 0) return true;
    if (!this.unread.has(field, this.place))
      this.problem(field, FieldCode.Value, 'at least 1 item');
    return false;
  }

  /** An id that is in the path as well (`uri.matching.rule`). */
  matches(field: string, value: SentValue<string>, path: string): void {
    if ((value ?? path) !== path) this.problems.push(pathMismatch(field));
  }

  code<T extends object>(
    table: T,
    field: string,
    value: SentValue<string>,
  ): (keyof T & string) | null {
    if (value === undefined || value === null) return null;
    if (isCode(table, value)) return value;
    this.problem(field, FieldCode.Choice);
    return null;
  }

  /** A code that has to be there. */
  requiredCode<T extends object>(
    table: T,
    field: string,
    value: SentValue<string>,
  ): (keyof T & string) | null {
    return this.present(field, value) ? this.code(table, field, value) : null;
  }

  /** Blanks at both ends are cut. */
  text(field: string, value: SentValue<string>, { max, lines = false }: TextLimits): string | null {
    const text = value?.trim();
    if (text === undefined) return null;
    if (text === '' || !isPrintable(lines ? text.replaceAll(/[\r\n\t]/g, '') : text)) {
      this.problem(field, FieldCode.Value);
    } else if (lengthOf(text) > max) {
      this.problem(field, FieldCode.Length, `at most ${max} characters`);
    }
    return text;
  }

  /** @param today in New York, for a day on which something has happened: it is no later */
  date(field: string, value: SentValue<string>, today?: LocalDate): LocalDate | null {
    if (value === undefined || value === null) return null;
    if (!isLocalDate(value)) {
      this.problem(field, FieldCode.Date, 'yyyy-MM-dd');
      return null;
    }
    if (today !== undefined && value > today) this.problem(field, FieldCode.Date, IN_THE_FUTURE);
    return value;
  }

  /** @param now for a moment at which something has happened: see {@link isAhead} */
  timestamp(field: string, value: SentValue<string>, now?: Timestamp): Timestamp | null {
    if (value === undefined || value === null) return null;
    const timestamp = parseTimestamp(value);
    if (timestamp === undefined) this.problem(field, FieldCode.Date);
    else if (now !== undefined && isAhead(timestamp, now)) {
      this.problem(field, FieldCode.Date, IN_THE_FUTURE);
    }
    return timestamp ?? null;
  }

  /** A number of shares, not negative. */
  quantity(field: string, value: SentValue<string>, limits: DecimalLimits = {}): Quantity | null {
    if (value === undefined || value === null) return null;
    const { decimals: maxDecimals = 15, negative = false } = limits;
    const quantity = Quantity.parse(value, { maxDecimals, negative });
    if (quantity === undefined) this.problem(field, FieldCode.Value);
    return quantity ?? null;
  }
}
