import { IsBoolean, IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import {
  choicesHint,
  Decimal,
  FieldCode,
  IN_THE_FUTURE,
  isFutureMoment,
  isFutureDay,
  isLocalDate,
  MAX_DIGITS,
  Money,
  parseDateOrTimestamp,
  parseDecimal,
  parseTimestamp,
  periodBound,
  Quantity,
  type Timestamp,
} from '#libs/platform/kernel';
import { JsonNumber } from '../json/strict-json.js';
import {
  annotation,
  annotationOf,
  field,
  type FieldKind,
  type FieldOptions,
  type FieldSchema,
  type Scalar,
  type Failure,
  failing,
  rule,
  UNREADABLE,
} from './field.js';

function readBool(sent: Scalar): boolean | string | typeof UNREADABLE {
  if (sent === 'true') return true;
  if (sent === 'false') return false;
  return typeof sent === 'object' ? UNREADABLE : sent;
}

/** A boolean, or the string "true" or "false" ([request.booleans]). */
export const Bool = annotation<boolean>(() => ({
  read: (sent) => readBool(sent) as boolean,
  wanted: 'true or false',
  rules: [IsBoolean(failing(FieldCode.Value, 'true or false'))],
  schema: { type: 'boolean' },
  accepts: { type: ['boolean', 'string'], enum: [true, false, 'true', 'false'] },
}));

/** A boolean as {@link Bool} accepts it, or one of a few words. */
export const BoolOrWord = annotationOf((words: readonly string[]): FieldKind<boolean | string> => {
  const wanted = choicesHint(['true', 'false', ...words]);
  const values = [true, false, ...words];
  return {
    wanted,
    read: readBool,
    rules: [IsIn(values, failing(FieldCode.Value, wanted))],
    schema: { type: ['boolean', 'string'], enum: values },
    accepts: { type: ['boolean', 'string'], enum: [true, false, 'true', 'false', ...words] },
  };
});

interface DecimalLimits {
  /** Inclusive, unless `moreThanMin`. */
  readonly min?: string;
  /** Inclusive. */
  readonly max?: string;
  readonly moreThanMin?: boolean;
  /** Most digits after the point, without zeros at the end. Default 8. */
  readonly decimals?: number;
}

interface DecimalOptions extends FieldOptions<string>, DecimalLimits {
  /** Texts allowed beside the numbers, such as `Infinity`; the letter case counts. */
  readonly words?: readonly string[];
}

/** Reads a decimal string, or a JSON number exactly as written; one with an exponent is of a reasonable size. */
function decimalOf(sent: Scalar, maxDecimals: number): Decimal | undefined {
  const bounds = { negative: true, maxDecimals };
  const text = sent instanceof JsonNumber ? sent.text : sent;
  if (typeof text !== 'string') return undefined;
  const exponent = text === sent ? undefined : /[eE]([+-]?\d+)$/.exec(text)?.[1];
  if (exponent === undefined) return parseDecimal(text, bounds);
  if (text.length > 40 || Math.abs(Number(exponent)) > 30) return undefined;
  return parseDecimal(new Decimal(text).toFixed(), bounds);
}

const isReadable = (value: unknown): boolean => value !== UNREADABLE;

const CANONICAL_FORM = /^-?(?:[1-9]\d{0,14}|0(?=\.\d*[1-9]))(?:\.(\d{0,14}[1-9]))?$|^0$/;

/** A fast path: most decimals already come in the form they are stored in. */
function isCanonical(text: string, maxDecimals: number): boolean {
  const match = CANONICAL_FORM.exec(text);
  return match !== null && (match[1]?.length ?? 0) <= maxDecimals;
}

/**
 * A decimal in a string, or a JSON number exactly as written ([request.numbers]). Yields its canonical form: no exponent, no leading
 * or trailing zeros, no minus zero. Anything else is `invalid.value`.
 */
export const DecimalString = annotation((given: DecimalOptions) =>
  decimal(given, (text) => text, given.words),
);

/** Dollars: yields `Money`. Otherwise as {@link DecimalString}. */
export const Amount = annotation((given: DecimalLimits & FieldOptions<Money>) =>
  decimal(given, (text) => Money.of(text)),
);

/** Dollars as {@link Amount} accepts them, or one of a few words. */
export const AmountOrWord = annotationOf(
  (words: readonly string[], given: DecimalLimits & FieldOptions<Money | string>) =>
    decimal(given, (text) => (words.includes(text) ? text : Money.of(text)), words),
);

/** A number of shares: yields a `Quantity`. Otherwise as {@link DecimalString}. */
export const Shares = annotation((given: DecimalLimits & FieldOptions<Quantity>) =>
  decimal(given, (text) => Quantity.of(text)),
);

/** @param valueOf converts the canonical form of a decimal, or a word; `toString` of its result must return the input */
function decimal<T extends { toString(): string }>(
  given: DecimalLimits,
  valueOf: (text: string) => T,
  words: readonly string[] = [],
): FieldKind<T> {
  const { decimals = 8 } = given;
  const min = given.min === undefined ? undefined : new Decimal(given.min);
  const max = given.max === undefined ? undefined : new Decimal(given.max);
  const inside = (sent: T): boolean => {
    const text = sent.toString();
    if (words.includes(text)) return true;
    const value = new Decimal(text);
    if (min !== undefined && (given.moreThanMin === true ? value.lte(min) : value.lt(min))) {
      return false;
    }
    return max === undefined || value.lte(max);
  };
  const hint = [
    'a decimal number',
    given.min !== undefined && `${given.moreThanMin === true ? 'above' : 'from'} ${given.min}`,
    given.max === undefined
      ? `at most ${MAX_DIGITS} digits before the point`
      : `up to ${given.max}`,
    `at most ${decimals} decimal places`,
    words.length > 0 && `or ${words.join(', ')}`,
  ]
    .filter(Boolean)
    .join(', ');
  const schema = {
    type: 'string',
    format: 'decimal',
    pattern: ['^-?\\d+(\\.\\d+)?$', ...words.map((word) => `^${word}$`)].join('|'),
  };
  return {
    wanted: hint,
    read: (sent) => {
      const isFinal =
        typeof sent === 'string' && (words.includes(sent) || isCanonical(sent, decimals));
      const text = isFinal ? sent : decimalOf(sent, decimals)?.toFixed();
      return text === undefined ? UNREADABLE : valueOf(text);
    },
    rules: [
      rule('decimal', isReadable, FieldCode.Value, hint),
      ...(min !== undefined || max !== undefined
        ? [rule('inside', inside, FieldCode.Value, hint)]
        : []),
    ],
    schema,
    accepts: {
      ...schema,
      type: ['string', 'number'],
      ...(given.min !== undefined && {
        [given.moreThanMin === true ? 'exclusiveMinimum' : 'minimum']: Number(given.min),
      }),
      ...(given.max === undefined
        ? { exclusiveMaximum: 10 ** MAX_DIGITS }
        : { maximum: Number(given.max) }),
    },
  };
}

interface IntOptions extends FieldOptions<number> {
  /** Inclusive. */
  readonly min?: number;
  /** Inclusive. */
  readonly max?: number;
}

/** A whole number, as a JSON number or its digits in a string; yields a `number`. */
export const Int = annotation((given: IntOptions): FieldKind<number> => {
  const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = given;
  const limits = [
    given.min !== undefined && `from ${min}`,
    given.max !== undefined && `up to ${max}`,
  ];
  const wanted = ['a whole number', ...limits].filter(Boolean).join(' ');
  const wrong = failing(FieldCode.Value, wanted);
  const schema = {
    type: 'integer',
    ...(given.min !== undefined && { minimum: min }),
    ...(given.max !== undefined && { maximum: max }),
  };
  return {
    wanted,
    read: (sent) => {
      const text = sent instanceof JsonNumber ? sent.text : sent;
      if (typeof text !== 'string' || !/^-?\d{1,16}(?:\.0+)?$/.test(text)) return UNREADABLE;
      return Number(text) + 0; // turns -0 into 0
    },
    rules: [IsInt(wrong), Min(min, wrong), Max(max, wrong)],
    schema,
    accepts: {
      type: ['integer', 'string'],
      minimum: min,
      maximum: max,
      pattern: '^-?\\d+(\\.0+)?$',
    },
  };
});

interface TimeOptions extends FieldOptions<string> {
  /** A day after today, in New York, is `invalid.date`. */
  readonly past?: boolean;
}

const AHEAD: Failure = { code: FieldCode.Date, message: IN_THE_FUTURE };

/** Adds the check of the `past` option. */
const past =
  (isAhead: (at: string, now: Timestamp) => boolean) =>
  <O extends TimeOptions>(given: O): O => {
    if (given.past !== true) return given;
    const check: NonNullable<TimeOptions['check']> = (at, now, object) =>
      isAhead(at, now) ? AHEAD : given.check?.(at, now, object);
    return { ...given, check };
  };

/** A timestamp in responses: UTC, milliseconds ([request.timestamps]). */
const TIMESTAMP = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+]00:00$',
};
/** A timestamp in requests: fractions are optional; the offset is Z, or has an optional colon. */
export const ANY_TIMESTAMP = {
  type: 'string',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:?\\d{2})$',
};
/** A date, yyyy-MM-dd. */
export const DATE = { type: 'string', format: 'date' };

const DATE_FORM = 'a date yyyy-MM-dd';
const TIMESTAMP_FORM = 'a timestamp yyyy-MM-ddTHH:mm:ss.SSS with an offset';
const DATE_OR_TIMESTAMP_FORM = `${DATE_FORM}, or a timestamp`;

/** @param parse returns undefined for an invalid text */
function time(
  wanted: string,
  parse: (text: string) => string | undefined,
  {
    schema,
    accepts = schema,
    hint = wanted,
  }: { schema: FieldSchema; accepts?: FieldSchema; hint?: string },
): FieldKind<string> {
  return {
    read: (sent) => (typeof sent === 'string' ? parse(sent) : undefined) ?? UNREADABLE,
    wanted,
    rules: [IsString(failing(FieldCode.Date, hint))],
    schema,
    accepts,
    noBlanks: true,
  };
}

/** A day, `yyyy-MM-dd`; one that does not exist is `invalid.date`. */
export const IsoDate = annotation<string, TimeOptions>(
  () => time(DATE_FORM, (text) => (isLocalDate(text) ? text : undefined), { schema: DATE }),
  past(isFutureDay),
);

/** Start (inclusive) or end (exclusive) of a period ([lists.periods]). A date stands for its start or end in New York. */
export const PeriodBound = annotationOf((bound: 'from' | 'to') =>
  time(DATE_OR_TIMESTAMP_FORM, (text) => periodBound(bound, text), {
    schema: TIMESTAMP,
    accepts: { anyOf: [ANY_TIMESTAMP, DATE] },
    hint: `${DATE_FORM}, or ${TIMESTAMP_FORM}`,
  }),
);

/** An ISO-8601 timestamp with offset; yields UTC `yyyy-MM-ddTHH:mm:ss.SSSZ`. Anything else is `invalid.date`. */
export const IsoTimestamp = annotation<string, TimeOptions>(
  () => time(TIMESTAMP_FORM, parseTimestamp, { schema: TIMESTAMP, accepts: ANY_TIMESTAMP }),
  past(isFutureMoment),
);

interface DateOrTimestampOptions extends TimeOptions {
  /** Form in responses. Default: the timestamp of midnight in UTC. */
  readonly answeredAs?: 'date' | 'timestamp';
}

/** A day that may also be sent as a timestamp (`dateOfBirth`). Yields the calendar date as written, whatever the offset. */
export const IsoDateOrTimestamp = annotation<string, DateOrTimestampOptions>(
  ({ answeredAs }) =>
    time(DATE_OR_TIMESTAMP_FORM, parseDateOrTimestamp, {
      schema: answeredAs === 'date' ? DATE : TIMESTAMP,
      accepts: { anyOf: [DATE, ANY_TIMESTAMP] },
    }),
  past(isFutureDay),
);

/** Check of a field that is another spelling of a second one: if both are sent, they must be equal. */
export function sameAs<Name extends string>(
  name: Name,
): (
  value: unknown,
  now: Timestamp,
  object: Readonly<Partial<Record<Name, unknown>>>,
) => Failure | undefined {
  return (value, _now, { [name]: other }) =>
    (other ?? value) === value
      ? undefined
      : { code: FieldCode.Value, message: `It differs from ${name}.` };
}

/** A field that only a creation accepts. In an update any value is `not.updatable`. */
export function NotUpdatable(): PropertyDecorator {
  const never = rule('never', () => false, FieldCode.NotUpdatable);
  return field<never>(
    { read: () => UNREADABLE, rules: [never], schema: { type: 'null' } },
    { nullable: false, description: 'Not updatable' },
  );
}

/** Any JSON value. For responses only. */
export const Anything = annotation<unknown>(() => ({
  read: (sent) => sent,
  rules: [],
  schema: {},
}));
