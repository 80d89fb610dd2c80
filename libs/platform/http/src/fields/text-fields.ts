import { IsString, Matches, matches, maxLength, MinLength, minLength } from 'class-validator';
import {
  counted,
  FieldCode,
  isCountryCode,
  isEmail,
  isPrintable,
  isTelephone,
  isPersonTaxId,
  OID,
  OID_FORM,
  PRINTABLE_ONLY,
  omit,
  Secret,
  TICKER,
  TICKER_FORM,
} from '#libs/platform/kernel';
import { JsonNumber } from '../json/strict-json.js';
import {
  annotation,
  type FieldKind,
  type FieldOptions,
  type FieldSchema,
  type Scalar,
  type ScalarKind,
} from './field.js';
import { atMost, type Failure, failing, notEmpty, rule, UNREADABLE, usable } from './rules.js';

/** A whole number as JSON writes it. */
export const PLAIN_INTEGER = /^(?:0|[1-9]\d*)$/;

/** A string as it is. */
export function readText(sent: Scalar): string | typeof UNREADABLE {
  return typeof sent === 'string' ? sent : UNREADABLE;
}

/** A string, or a whole number as written ([request.numbers]). */
export function readTextOrNumber(sent: Scalar): string | typeof UNREADABLE {
  const text = sent instanceof JsonNumber && PLAIN_INTEGER.test(sent.text) ? sent.text : sent;
  return typeof text === 'string' ? text : UNREADABLE;
}

/** Limits of a text. Lengths are in characters (code points). */
export interface TextOptions extends FieldOptions<string> {
  /** Longer is `invalid.length`. */
  readonly max?: number;
  /** Shorter is `invalid.value`. Default 1: the empty string is no value; 0 allows it. */
  readonly min?: number;
  /** Anything else is `invalid.value`. */
  readonly pattern?: RegExp;
  /** What a person reads of a text that does not match `pattern`. */
  readonly hint?: string;
  /** Every character can be seen, in one line or in several; anything else is `invalid.value`. */
  readonly printable?: 'line' | 'lines';
}

const TEXT_OR_WHOLE = 'a text or a whole number';
const DIGITS = 'a text of digits';

/** A string, or the same digits as a JSON number. */
export const TEXT_OR_NUMBER = { type: ['string', 'integer'] };

const PRINTABLE = {
  line: isPrintable,
  lines: (text: string): boolean => isPrintable(text.replaceAll(/[\r\n\t]/g, '')),
} as const;

/** How many of something: `9`, `1 to 16`, `at least 1`. */
function many(min: number, max: number, what: string): string {
  if (max === Infinity) return `at least ${counted(min, what)}`;
  return min === max ? counted(max, what) : `${min} to ${counted(max, what)}`;
}

function textOf(min: number, max: number): string {
  return min === 0 && max === Infinity ? 'a text' : many(min, max, 'character');
}

/** A text of one kind or another: see {@link TextOptions}. */
function textKind(options: TextOptions, read: typeof readText): ScalarKind<string> {
  const { max = Infinity, min = 1, pattern } = options;
  const { hint, printable } = options;
  const schema = {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    ...(max !== Infinity && { maxLength: max }),
    ...(pattern !== undefined && { pattern: pattern.source }),
  };
  return {
    wanted: hint ?? textOf(min, max),
    read,
    rules: [
      IsString(failing(FieldCode.Value, read === readTextOrNumber ? TEXT_OR_WHOLE : 'a text')),
      ...(max !== Infinity ? [atMost(max)] : []),
      usable(),
      ...(min === 1 ? [notEmpty()] : []),
      ...(min > 1
        ? [MinLength(min, failing(FieldCode.Value, `at least ${counted(min, 'character')}`))]
        : []),
      ...(pattern !== undefined ? [Matches(pattern, failing(FieldCode.Value, hint))] : []),
      ...(printable !== undefined
        ? [rule('printable', PRINTABLE[printable], FieldCode.Value, PRINTABLE_ONLY)]
        : []),
    ],
    schema,
    accepts: {
      ...(options.blankIsNull === true ? omit(schema, 'minLength') : schema),
      ...(read === readTextOrNumber && TEXT_OR_NUMBER),
    },
  };
}

/** A string. */
export const Text = annotation((given: TextOptions) => textKind(given, readText));

/** An id the service gave out: a string, or the same digits as a JSON number. Default at most 64 characters. */
export const Identifier = annotation((given: TextOptions) =>
  textKind({ max: 64, ...given }, readTextOrNumber),
);

/** An id that the back office gave: see `OID` for its form. */
export const Oid = annotation((given: FieldOptions<string>) =>
  textKind({ max: 64, ...given, pattern: OID, hint: OID_FORM }, readTextOrNumber),
);

/** A ticker in its one form: `IBM`, `BRK.B`. */
export const Ticker = annotation((given: FieldOptions<string>) =>
  textKind({ ...given, pattern: TICKER, hint: TICKER_FORM }, readText),
);

/** A text of a form that the kernel knows. */
function known(
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
  known(
    'two letters, ISO 3166',
    isCountryCode,
    { type: 'string', pattern: '^[A-Z]{2}$' },
    FieldCode.Choice,
  ),
);

/** An e-mail address, at most 254 characters. The kernel's rule: `IsEmail` takes what mail programs do not. */
export const Email = annotation(
  known('an e-mail address', isEmail, { type: 'string', format: 'email', maxLength: 254 }),
);

/** A telephone number as people write it: 7 to 15 digits with the usual punctuation. */
export const Phone = annotation(
  known('7 to 15 digits', isTelephone, { type: 'string', maxLength: 40 }),
);

const isBytes = (value: unknown): boolean => Buffer.isBuffer(value);
const BLANKS = /[ \t\r\n]+/g;

/**
 * The bytes of a Base64 text (RFC 4648, with its padding). Blanks and line ends, which e-mail encoders put in, are passed over.
 */
function readBase64(sent: Scalar): Buffer | typeof UNREADABLE {
  if (typeof sent !== 'string') return UNREADABLE;
  const base64 = sent.replaceAll(BLANKS, '');
  const bytes = Buffer.from(base64, 'base64');
  // Node passes over what it does not know; only text that comes back the same was Base64 throughout
  return bytes.length > 0 && bytes.toString('base64') === base64 ? bytes : UNREADABLE;
}

/** Bytes in Base64, one at least: yields a `Buffer`. */
export const Base64 = annotation<Buffer>(() => ({
  wanted: 'Base64',
  read: readBase64,
  rules: [rule('bytes', isBytes, FieldCode.Value, 'The document is not Base64.')],
  schema: { type: 'string', minLength: 1 },
}));

interface DigitsLimits {
  readonly length?: number;
  readonly min?: number;
  readonly max?: number;
}

/** How many digits: exactly `length`, or from `min` to `max`. */
interface DigitsOptions<T = string> extends FieldOptions<T>, DigitsLimits {}

/** Secret digits of a request. */
interface SecretDigitsOptions extends DigitsOptions<Secret> {
  /** The mask that answers show is taken too; what it stands for is for the domain to say. */
  readonly orMask?: boolean;
}

/** What digits have in common, open and secret ones. */
function digits(
  { length, min = length ?? 1, max = length ?? 64 }: DigitsLimits,
  open: (value: never) => string,
): Omit<ScalarKind, 'read'> & { readonly accepts: FieldSchema } {
  const only = (value: never): boolean => matches(open(value), /^[0-9]+$/);
  const most = (value: never): boolean => maxLength(open(value), max);
  const least = (value: never): boolean => minLength(open(value), min);
  const schema = { type: 'string', pattern: `^[0-9]{${min},${max}}$` };
  const wanted = many(min, max, 'digit');
  return {
    wanted,
    rules: [
      rule(
        'digits',
        only,
        FieldCode.Digits,
        `digits only, ${min === max ? min : `${min} to ${max}`} of them`,
      ),
      rule('most', most, FieldCode.Length, `at most ${counted(max, 'digit')}`),
      rule('least', least, FieldCode.Value, `at least ${counted(min, 'digit')}`),
    ],
    schema,
    accepts: { ...schema, ...TEXT_OR_NUMBER },
  };
}

/** A string of digits: other characters are `allows.only.digits`, too many `invalid.length`, too few `invalid.value`. */
export const Digits = annotation((given: DigitsOptions): FieldKind<string> => {
  const { rules, ...schemas } = digits(given, (text: string) => text);
  const all = [IsString(failing(FieldCode.Value, DIGITS)), ...rules];
  return { read: readTextOrNumber, rules: all, ...schemas };
});

/** How an answer shows secret digits: the last four, or all of them to who may see them. */
const MASKED = { type: 'string', pattern: '^[*]*[0-9]*$' };

const isSecret = (value: unknown): boolean => value instanceof Secret;

function secretDigits(given: SecretDigitsOptions): FieldKind<Secret> {
  const { orMask = false } = given;
  const { wanted, rules, accepts } = digits(given, (secret: Secret) =>
    orMask && secret.isMask ? secret.masked.replaceAll('*', '0') : (secret.reveal() ?? ''),
  );
  return {
    wanted,
    read: (sent) => {
      const text = readTextOrNumber(sent);
      return text === UNREADABLE ? text : Secret.of(text);
    },
    rules: [rule('secret', isSecret, FieldCode.Value, DIGITS), ...rules],
    schema: MASKED,
    accepts: orMask ? { anyOf: [accepts, MASKED] } : accepts,
  };
}

/** Digits nobody may see again – SSN, tax id, bank account number: yields a kernel `Secret`. */
export const SecretDigits = annotation(secretDigits);

/** What is said of nine digits that are nobody's tax id. */
export const NO_TAX_ID: Failure = {
  code: FieldCode.Value,
  hint: 'nine digits, as they are given out',
};

/** A person's tax id: a social security number or an ITIN; yields a kernel `Secret`. */
export const PersonTaxId = annotation(
  (given: Omit<SecretDigitsOptions, keyof DigitsLimits | 'check'>) =>
    secretDigits({ ...given, length: 9 }),
  (given) => ({
    ...given,
    check: (secret: Secret) =>
      secret.isMask || isPersonTaxId(secret.reveal() ?? '') ? undefined : NO_TAX_ID,
  }),
);
