import { IsString, Matches, matches, maxLength, MinLength, minLength } from 'class-validator';
import {
  pluralize,
  FieldCode,
  isCountryCode,
  isEmail,
  isPrintable,
  isTelephone,
  isPersonTaxId,
  OID,
  OID_FORM,
  PRINTABLE_ONLY,
  Secret,
  TICKER,
  TICKER_FORM,
  mustBe,
} from '#libs/platform/kernel';
import { JsonNumber } from '../json/strict-json.js';
import {
  annotation,
  type FieldKind,
  type FieldOptions,
  type FieldSchema,
  type Scalar,
  type ScalarKind,
  atMost,
  type Failure,
  failing,
  notEmpty,
  rule,
  UNREADABLE,
  usable,
} from './field.js';

/** A whole number as JSON writes it. */
export const PLAIN_INTEGER = /^(?:0|[1-9]\d*)$/;

export function readText(sent: Scalar): string | typeof UNREADABLE {
  return typeof sent === 'string' ? sent : UNREADABLE;
}

/** Reads a string, or a whole number as written ([request.numbers]). */
export function readTextOrNumber(sent: Scalar): string | typeof UNREADABLE {
  const text = sent instanceof JsonNumber && PLAIN_INTEGER.test(sent.text) ? sent.text : sent;
  return typeof text === 'string' ? text : UNREADABLE;
}

/** Limits of a text. Lengths are in characters (code points). */
export interface TextOptions extends FieldOptions<string> {
  /** Longer texts are `invalid.length`. */
  readonly max?: number;
  /** Shorter texts are `invalid.value`. Default 1; 0 allows the empty string. */
  readonly min?: number;
  /** Texts that don't match are `invalid.value`. */
  readonly pattern?: RegExp;
  /** The form that `pattern` describes, for people: such as `a cursor`. */
  readonly hint?: string;
  /** No valid text has a blank: see `Kind.noBlanks`. */
  readonly noBlanks?: boolean;
  /** Printable characters only, on one line or several; others are `invalid.value`. */
  readonly printable?: 'line' | 'lines';
}

const TEXT_OR_WHOLE = 'a text or a whole number';
const DIGITS = 'a text of digits';

/** Schema of a string, or of the same digits as a JSON number. */
export const TEXT_OR_NUMBER = { type: ['string', 'integer'], minimum: 0 };

const PRINTABLE = {
  line: isPrintable,
  lines: (text: string): boolean => isPrintable(text.replaceAll(/[\r\n\t]/g, '')),
} as const;

/** `9 digits`, `1 to 16 digits`, `at least 1 digit`. */
function countInWords(min: number, max: number, what: string): string {
  if (max === Infinity) return `at least ${pluralize(min, what)}`;
  return min === max ? pluralize(max, what) : `${min} to ${pluralize(max, what)}`;
}

function textInWords(min: number, max: number): string {
  return min === 0 && max === Infinity ? 'a text' : countInWords(min, max, 'character');
}

function textKind(options: TextOptions, read: typeof readText): ScalarKind<string> {
  const { max = Infinity, min = 1, pattern, hint, printable } = options;
  const { noBlanks = read === readTextOrNumber } = options;
  const schema = {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    ...(max !== Infinity && { maxLength: max }),
    ...(pattern !== undefined && { pattern: pattern.source }),
  };
  return {
    wanted: hint ?? textInWords(min, max),
    noBlanks,
    read,
    rules: [
      IsString(failing(FieldCode.Value, read === readTextOrNumber ? TEXT_OR_WHOLE : 'a text')),
      ...(max !== Infinity ? [atMost(max)] : []),
      usable(),
      ...(min === 1 ? [notEmpty()] : []),
      ...(min > 1
        ? [MinLength(min, failing(FieldCode.Value, `at least ${pluralize(min, 'character')} long`))]
        : []),
      ...(pattern !== undefined ? [Matches(pattern, failing(FieldCode.Value, hint))] : []),
      ...(printable !== undefined
        ? [rule('printable', PRINTABLE[printable], FieldCode.Value, PRINTABLE_ONLY)]
        : []),
    ],
    schema,
    accepts: {
      ...schema,
      ...(read === readTextOrNumber && TEXT_OR_NUMBER),
    },
  };
}

/** A string. */
export const Text = annotation((given: TextOptions) => textKind(given, readText));

/** An id issued by the service: a string, or the same digits as a JSON number. By default at most 64 characters. */
export const Identifier = annotation((given: TextOptions) =>
  textKind({ max: 64, ...given }, readTextOrNumber),
);

/** An id issued by the back office, in the form of `OID`. */
export const Oid = annotation((given: FieldOptions<string>) =>
  textKind({ max: 64, ...given, pattern: OID, hint: OID_FORM }, readTextOrNumber),
);

/** Length of the longest ticker: nine characters, and two suffixes of a separator and four. */
const LONGEST_TICKER = 19;

/** A ticker: `IBM`, `BRK.B`. */
export const Ticker = annotation((given: FieldOptions<string>) =>
  textKind({ ...given, max: LONGEST_TICKER, pattern: TICKER, hint: TICKER_FORM }, readText),
);

/** A text in a form that the kernel checks. */
function checkedText(
  wanted: string,
  holds: (text: string) => boolean,
  schema: FieldSchema & { readonly maxLength?: number },
  code: string = FieldCode.Value,
): () => FieldKind<string> {
  const { read, rules } = textKind({ max: schema.maxLength ?? Infinity }, readText);
  return () => ({ wanted, read, rules: [...rules, rule('known', holds, code, wanted)], schema });
}

/** A country of ISO 3166; anything else is `invalid.choice`. */
export const Country = annotation(
  checkedText(
    'two letters of ISO 3166',
    isCountryCode,
    { type: 'string', pattern: '^[A-Z]{2}$' },
    FieldCode.Choice,
  ),
);

/** An e-mail address of at most 254 characters. Not `IsEmail`, which accepts addresses that mail programs refuse. */
export const Email = annotation(
  checkedText('an e-mail address', isEmail, { type: 'string', format: 'email', maxLength: 254 }),
);

/** A telephone number: 7 to 15 digits with the usual punctuation. */
export const Phone = annotation(
  checkedText('7 to 15 digits', isTelephone, { type: 'string', maxLength: 40 }),
);

const isBytes = (value: unknown): boolean => Buffer.isBuffer(value);

/** Reads padded Base64 (RFC 4648). Blanks and line ends, which e-mail encoders insert, are ignored. */
function readBase64(sent: Scalar): Buffer | typeof UNREADABLE {
  if (typeof sent !== 'string') return UNREADABLE;
  const base64 = sent.replaceAll(/[ \t\r\n]+/g, '');
  const bytes = Buffer.from(base64, 'base64');
  // Node skips invalid characters, so valid Base64 is what encodes back to itself.
  return bytes.length > 0 && bytes.toString('base64') === base64 ? bytes : UNREADABLE;
}

/** At least one byte, in Base64. Yields a `Buffer`. */
export const Base64 = annotation<Buffer>(() => ({
  wanted: 'Base64',
  read: readBase64,
  rules: [rule('bytes', isBytes, FieldCode.Value, 'Base64')],
  schema: { type: 'string', minLength: 1 },
}));

/** How many digits: exactly `length`, or from `min` to `max`. */
interface DigitsLimits {
  readonly length?: number;
  readonly min?: number;
  readonly max?: number;
}

interface SecretDigitsOptions extends FieldOptions<Secret>, DigitsLimits {
  /** Also accepts the mask that responses show; the domain decides what it stands for. */
  readonly acceptMask?: boolean;
}

/** Digits of which every whole number, and of which every power of ten, is exact in JavaScript. */
const EXACT_DIGITS = 15;
const EXACT_POWERS = 22;

/** Everything but `read` of a kind of digits. */
function digits(
  { length, min = length ?? 1, max = length ?? 64 }: DigitsLimits,
  textOf: (value: never) => string,
): Omit<ScalarKind, 'read'> & { readonly accepts: FieldSchema } {
  const onlyDigits = (value: never): boolean => matches(textOf(value), /^[0-9]+$/);
  const atMostMax = (value: never): boolean => maxLength(textOf(value), max);
  const atLeastMin = (value: never): boolean => minLength(textOf(value), min);
  const schema = { type: 'string', pattern: `^[0-9]{${min},${max}}$` };
  const wanted = countInWords(min, max, 'digit');
  return {
    wanted,
    rules: [
      rule('digits', onlyDigits, FieldCode.Digits, wanted),
      rule('most', atMostMax, FieldCode.Length, `at most ${pluralize(max, 'digit')} long`),
      rule('least', atLeastMin, FieldCode.Value, `at least ${pluralize(min, 'digit')} long`),
    ],
    schema,
    accepts: {
      ...schema,
      ...TEXT_OR_NUMBER,
      // as a number, which begins with no zero
      minimum: min > 1 ? 10 ** (min - 1) : 0,
      ...(max <= EXACT_DIGITS && { maximum: 10 ** max - 1 }),
      ...(max > EXACT_DIGITS && max <= EXACT_POWERS && { exclusiveMaximum: 10 ** max }),
    },
  };
}

/** A string of digits: other characters are `allows.only.digits`, too many `invalid.length`, too few `invalid.value`. */
export const Digits = annotation(
  (given: FieldOptions<string> & DigitsLimits): FieldKind<string> => {
    const { rules, ...rest } = digits(given, (text: string) => text);
    return {
      ...rest,
      read: readTextOrNumber,
      rules: [IsString(failing(FieldCode.Value, DIGITS)), ...rules],
    };
  },
);

/** Secret digits in a response: the last four, or all for callers who may see them. */
const MASKED = { type: 'string', pattern: '^[*]*[0-9]*$' };

const isSecret = (value: unknown): boolean => value instanceof Secret;

function secretDigits(given: SecretDigitsOptions): FieldKind<Secret> {
  const { acceptMask = false } = given;
  const { wanted, rules, accepts } = digits(given, (secret: Secret) =>
    acceptMask && secret.isMask ? secret.masked.replaceAll('*', '0') : (secret.reveal() ?? ''),
  );
  return {
    wanted,
    read: (sent) => {
      const text = readTextOrNumber(sent);
      return text === UNREADABLE ? text : Secret.of(text);
    },
    rules: [rule('secret', isSecret, FieldCode.Value, DIGITS), ...rules],
    schema: MASKED,
    accepts: acceptMask ? { anyOf: [accepts, MASKED] } : accepts,
  };
}

/** Secret digits, such as an SSN or a bank account number. Yields a kernel `Secret`. */
export const SecretDigits = annotation(secretDigits);

/** Failure for nine digits that can't be a tax id. */
export const NO_TAX_ID: Failure = {
  code: FieldCode.Value,
  message: mustBe('nine digits that form a valid tax id'),
};

/** A person's tax id, an SSN or ITIN. Yields a kernel `Secret`. */
export const PersonTaxId = annotation(
  (given: Omit<SecretDigitsOptions, keyof DigitsLimits | 'check'>) =>
    secretDigits({ ...given, length: 9 }),
  (given) => ({
    ...given,
    check: (secret: Secret) =>
      secret.isMask || isPersonTaxId(secret.reveal() ?? '') ? undefined : NO_TAX_ID,
  }),
);
