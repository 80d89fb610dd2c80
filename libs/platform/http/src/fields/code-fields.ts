import { IsIn, IsString, Matches } from 'class-validator';
import { canonicalCode, choicesHint, FieldCode, type Forgiven } from '#libs/platform/kernel';
import {
  annotationOf,
  type FieldKind,
  type FieldOptions,
  type FieldSchema,
  failing,
  UNREADABLE,
} from './field.js';
import { PLAIN_INTEGER, readText, readTextOrNumber, TEXT_OR_NUMBER } from './text-fields.js';

interface CodeOptions extends FieldOptions<string> {
  /** Differences in spelling that are ignored. Default: none. */
  readonly forgiven?: Forgiven;
  /** Error code for values outside the list. Default `invalid.choice`. */
  readonly errorCode?: string;
}

/** A code list: the codes, or a table of their meanings or details. */
export type CodeList = readonly string[] | Readonly<Record<string, unknown>>;

export function codesIn(list: CodeList): readonly string[] {
  return Array.isArray(list) ? (list as readonly string[]) : Object.keys(list);
}

function meaningsIn(list: CodeList): Record<string, string> | undefined {
  if (Array.isArray(list)) return undefined;
  const meanings = Object.entries(list).map(([code, entry]) => {
    const { name = entry } = Object(entry) as { name?: unknown };
    return [code, typeof name === 'string' ? name : code];
  });
  return Object.fromEntries(meanings) as Record<string, string>;
}

export function codeSchema(list: CodeList): FieldSchema {
  const meanings = meaningsIn(list);
  return { type: 'string', enum: codesIn(list), ...(meanings !== undefined && { meanings }) };
}

/** A code of a list, in the list's spelling; others are `invalid.choice`. Numeric codes may also be sent as JSON numbers. */
export const Code = annotationOf((list: CodeList, given: CodeOptions): FieldKind<string> => {
  const codes = codesIn(list);
  const hint = choicesHint(codes);
  return {
    wanted: hint,
    read: (sent) => {
      const text = readTextOrNumber(sent);
      if (text === UNREADABLE || given.forgiven === undefined) return text;
      return canonicalCode(codes, text, given.forgiven) ?? UNREADABLE;
    },
    rules: [IsIn(codes, failing(given.errorCode ?? FieldCode.Choice, hint))],
    schema: codeSchema(list),
    accepts: given.ignoredIf ? {} : acceptedCodes(list, given),
  };
});

/** Schema of the codes in requests: a code that is a whole number may be sent as a number. */
export function acceptedCodes(list: CodeList, { forgiven }: CodeOptions = {}): FieldSchema {
  const schema = codeSchema(list);
  const codes = codesIn(list);
  const numbers = codes.filter((code) => PLAIN_INTEGER.test(code)).map(Number);
  return {
    ...schema,
    ...(numbers.length > 0 && { ...TEXT_OR_NUMBER, enum: [...codes, ...numbers] }),
    ...(forgiven !== undefined && { 'x-any-case': true }),
    ...(forgiven === 'case and full stops' && { 'x-any-full-stops': true }),
  };
}

interface CodeForm {
  readonly pattern: RegExp;
  /** The form that `pattern` describes, for people: such as `two letters`. */
  readonly hint: string;
  /** A code of one digit may also be sent as a JSON number. */
  readonly orDigit?: boolean;
}

/** A code in some form, for open lists; others are `invalid.choice`. */
export const CodeLike = annotationOf(
  ({ pattern, hint, orDigit = false }: CodeForm): FieldKind<string> => {
    const wrong = failing(FieldCode.Choice, hint);
    const schema = { type: 'string', pattern: pattern.source };
    return {
      wanted: hint,
      read: orDigit ? readTextOrNumber : readText,
      rules: [IsString(wrong), Matches(pattern, wrong)],
      schema,
      ...(orDigit && { accepts: { ...schema, ...TEXT_OR_NUMBER, maximum: 9 } }),
    };
  },
);
