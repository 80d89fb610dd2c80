import {
  IsIn,
  IsNotEmpty,
  IsString,
  Matches,
  matches,
  maxLength,
  MinLength,
  minLength,
} from 'class-validator';
import { FieldCode, isEmail, isTelephone, Secret } from '#libs/platform/kernel';
import { JsonNumber } from '../json/strict-json.js';
import {
  field,
  type FieldOptions,
  type FieldSchema,
  type Scalar,
  type ScalarKind,
} from './field.js';
import { atMost, failing, rule, UNREADABLE, usable } from './rules.js';

const PLAIN_INTEGER = /^(?:0|[1-9]\d*)$/;

/** A string as it is. */
export function readText(sent: Scalar): string | typeof UNREADABLE {
  return typeof sent === 'string' ? sent : UNREADABLE;
}

/** A string, or a whole number as written (decisions §1). */
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
  /** Blanks at both ends are cut before anything is checked. */
  readonly trim?: boolean;
  /** Error code of what is no text at all. Default `invalid.value`. */
  readonly wrongType?: string;
  /** What the domain checks besides, for the API description: keywords of JSON Schema. */
  readonly documents?: FieldSchema;
}

/** A string, or the same digits as a JSON number. */
const TEXT_OR_NUMBER = { type: ['string', 'integer'] };

function textKind(options: TextOptions, read: typeof readText): ScalarKind<string> {
  const { max = Infinity, min = 1, pattern, trim = false, wrongType = FieldCode.Value } = options;
  const wrong = failing(FieldCode.Value);
  const schema = {
    type: 'string',
    ...(min > 0 && { minLength: min }),
    ...(max !== Infinity && { maxLength: max }),
    ...(pattern !== undefined && { pattern: pattern.source }),
    ...options.documents,
  };
  return {
    read: trim
      ? (sent) => {
          const text = read(sent);
          return text === UNREADABLE ? text : text.trim();
        }
      : read,
    rules: [
      IsString(failing(wrongType)),
      ...(max !== Infinity ? [atMost(max)] : []),
      usable(),
      ...(min === 1 ? [IsNotEmpty(wrong)] : min > 1 ? [MinLength(min, wrong)] : []),
      ...(pattern !== undefined ? [Matches(pattern, wrong)] : []),
    ],
    schema,
    accepts: {
      ...schema,
      ...(trim && { 'x-trimmed': true }),
      ...(read === readTextOrNumber && TEXT_OR_NUMBER),
    },
  };
}

/** A string. */
export function Text(options: TextOptions = {}): PropertyDecorator {
  return field(textKind(options, readText), options);
}

/** An id the service gave out: a string, or the same digits as a JSON number. Default at most 64 characters. */
export function Identifier(options: TextOptions = {}): PropertyDecorator {
  return field(textKind({ max: 64, ...options }, readTextOrNumber), options);
}

/** A choice from a code list: exact, or in any letter case, which yields the spelling of the list. */
export interface CodeOptions extends FieldOptions<string> {
  readonly ignoreCase?: boolean;
  /** Any text is let through as sent: the domain has the rule, this list is for the description. */
  readonly unchecked?: boolean;
}

/** A code list: the codes alone, or a table of what each means, or is. */
export type CodeList = readonly string[] | Readonly<Record<string, unknown>>;

export function codesIn(list: CodeList): readonly string[] {
  return Array.isArray(list) ? (list as readonly string[]) : Object.keys(list);
}

/** What the codes mean, as far as the list says. */
function meaningsIn(list: CodeList): Record<string, string> | undefined {
  if (Array.isArray(list)) return undefined;
  const meanings = Object.entries(list).map(([code, entry]) => {
    const { name = entry } = Object(entry) as { name?: unknown };
    return [code, typeof name === 'string' ? name : code];
  });
  return Object.fromEntries(meanings) as Record<string, string>;
}

/** JSON Schema of a choice from a code list. */
export function codeSchema(list: CodeList): FieldSchema {
  const meanings = meaningsIn(list);
  return { type: 'string', enum: codesIn(list), ...(meanings !== undefined && { meanings }) };
}

/** One of a code list; anything else is `invalid.choice`. A digit code may also come as a JSON number. */
export function Code(list: CodeList, options: CodeOptions = {}): PropertyDecorator {
  const codes = codesIn(list);
  const spellings = new Map(codes.map((code) => [code.toLowerCase(), code]));
  const hint = codes.length <= 12 ? `one of ${codes.join(', ')}` : undefined;
  const schemas = { schema: codeSchema(list), accepts: acceptedCodes(list, options) };
  if (options.unchecked === true) {
    const { read, rules } = textKind({ min: 0, wrongType: FieldCode.Choice }, readTextOrNumber);
    return field<string>({ read, rules, ...schemas }, options);
  }
  return field<string>(
    {
      read: (sent) => {
        const text = readTextOrNumber(sent);
        if (text === UNREADABLE || options.ignoreCase !== true) return text;
        return spellings.get(text.toLowerCase()) ?? UNREADABLE;
      },
      rules: [IsIn(codes, failing(FieldCode.Choice, hint))],
      ...schemas,
    },
    options,
  );
}

/** Codes as a request may spell them. */
function acceptedCodes(list: CodeList, { ignoreCase }: CodeOptions): FieldSchema {
  const schema = codeSchema(list);
  const codes = codesIn(list);
  const numbers = codes.filter((code) => PLAIN_INTEGER.test(code)).map(Number);
  return {
    ...schema,
    ...(numbers.length > 0 && { ...TEXT_OR_NUMBER, enum: [...codes, ...numbers] }),
    ...(ignoreCase === true && { 'x-any-case': true }),
  };
}

interface DigitsLimits {
  readonly length?: number;
  readonly min?: number;
  readonly max?: number;
}

/** How many digits: exactly `length`, or from `min` to `max`. */
export interface DigitsOptions<T = string> extends FieldOptions<T>, DigitsLimits {}

/** Secret digits of a request. */
export interface SecretDigitsOptions extends DigitsOptions<Secret> {
  /** The mask that answers show is taken too; what it stands for is for the domain to say. */
  readonly orMask?: boolean;
}

/** What digits have in common, open and secret ones. */
function digits(
  { length, min = length ?? 1, max = length ?? 64 }: DigitsLimits,
  open: (value: never) => string,
): Pick<ScalarKind, 'rules' | 'schema' | 'accepts'> {
  const only = (value: never): boolean => matches(open(value), /^[0-9]+$/);
  const most = (value: never): boolean => maxLength(open(value), max);
  const least = (value: never): boolean => minLength(open(value), min);
  const schema = { type: 'string', pattern: `^[0-9]{${min},${max}}$` };
  return {
    rules: [
      rule('digits', only, FieldCode.Digits),
      rule('most', most, FieldCode.Length, `at most ${max} digits`),
      rule('least', least, FieldCode.Value, `at least ${min} digits`),
    ],
    schema,
    accepts: { ...schema, ...TEXT_OR_NUMBER },
  };
}

/** A string of digits: other characters are `allows.only.digits`, too many `invalid.length`, too few `invalid.value`. */
export function Digits(options: DigitsOptions = {}): PropertyDecorator {
  const { rules, ...schemas } = digits(options, (text: string) => text);
  const all = [IsString(failing(FieldCode.Value)), ...rules];
  return field<string>({ read: readTextOrNumber, rules: all, ...schemas }, options);
}

/** How an answer shows secret digits: the last four, or all of them to who may see them. */
const MASKED = { type: 'string', pattern: '^[*]*[0-9]*$' };

const isSecret = (value: unknown): boolean => value instanceof Secret;

/** Digits nobody may see again – SSN, tax id, bank account number: yields a kernel `Secret`. */
export function SecretDigits(options: SecretDigitsOptions = {}): PropertyDecorator {
  const { orMask = false } = options;
  const { rules, accepts } = digits(options, (secret: Secret) =>
    orMask && secret.isMask ? secret.masked.replaceAll('*', '0') : (secret.reveal() ?? ''),
  );
  return field<Secret>(
    {
      read: (sent) => {
        const text = readTextOrNumber(sent);
        return text === UNREADABLE ? text : Secret.of(text);
      },
      rules: [rule('secret', isSecret, FieldCode.Value), ...rules],
      schema: MASKED,
      ...(accepts !== undefined && {
        accepts: orMask ? { anyOf: [accepts, MASKED] } : accepts,
      }),
    },
    options,
  );
}

/** An e-mail address, at most 254 characters. The kernel's rule: `IsEmail` takes what mail programs do not. */
export function Email(options: FieldOptions<string> = {}): PropertyDecorator {
  const { read, rules } = textKind({ max: 254 }, readText);
  return field<string>(
    {
      read,
      rules: [...rules, rule('email', isEmail, FieldCode.Value)],
      schema: { type: 'string', format: 'email', maxLength: 254 },
    },
    options,
  );
}

/** A telephone number as people write it: 7 to 15 digits with the usual punctuation. */
export function Phone(options: FieldOptions<string> = {}): PropertyDecorator {
  const { read, rules } = textKind({ max: 40 }, readText);
  return field<string>(
    {
      read,
      rules: [...rules, rule('telephone', isTelephone, FieldCode.Value)],
      schema: { type: 'string', maxLength: 40 },
    },
    options,
  );
}
