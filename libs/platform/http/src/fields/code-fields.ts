import { IsIn, IsString, Matches } from 'class-validator';
import { canonicalCode, choiceOf, FieldCode, type Forgiven } from '#libs/platform/kernel';
import { field, type FieldOptions, type FieldSchema, type Only } from './field.js';
import { failing, UNREADABLE } from './rules.js';
import { PLAIN_INTEGER, readText, readTextOrNumber, TEXT_OR_NUMBER } from './text-fields.js';

/** A choice from a code list. It yields the spelling of the list. */
export interface CodeOptions extends FieldOptions<string> {
  /** What does not count in the spelling sent. Default: everything counts. */
  readonly forgiven?: Forgiven;
  /** Of what is not in the list. Default `invalid.choice`. */
  readonly errorCode?: string;
}

/** A code list: the codes alone, or a table of what each means, or is. */
export type CodeList = readonly string[] | Readonly<Record<string, unknown>>;

/** The codes of a list, without what they mean. */
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
export function Code<O extends CodeOptions>(
  list: CodeList,
  options?: Only<O, CodeOptions>,
): PropertyDecorator {
  const given: CodeOptions = options ?? {};
  const codes = codesIn(list);
  const hint = choiceOf(codes);
  return field<string>(
    {
      wanted: hint,
      read: (sent) => {
        const text = readTextOrNumber(sent);
        if (text === UNREADABLE || given.forgiven === undefined) return text;
        return canonicalCode(codes, text, given.forgiven) ?? UNREADABLE;
      },
      rules: [IsIn(codes, failing(given.errorCode ?? FieldCode.Choice, hint))],
      schema: codeSchema(list),
      accepts: acceptedCodes(list, given),
    },
    given,
  );
}

/** Codes as a request may spell them. */
function acceptedCodes(list: CodeList, { forgiven }: CodeOptions): FieldSchema {
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

/** The form of codes that stand in no list. */
interface CodeForm {
  readonly pattern: RegExp;
  /** What a person reads of it. */
  readonly hint: string;
  /** A code of one digit may also come as a JSON number. */
  readonly orDigit?: boolean;
}

/** A code of some form, from no list; anything else is `invalid.choice`. */
export function CodeLike<O extends FieldOptions<string>>(
  { pattern, hint, orDigit = false }: CodeForm,
  options?: Only<O, FieldOptions<string>>,
): PropertyDecorator {
  const given: FieldOptions<string> = options ?? {};
  const wrong = failing(FieldCode.Choice, hint);
  const schema = { type: 'string', pattern: pattern.source };
  return field<string>(
    {
      wanted: hint,
      read: orDigit ? readTextOrNumber : readText,
      rules: [IsString(wrong), Matches(pattern, wrong)],
      schema,
      ...(orDigit && { accepts: { ...schema, ...TEXT_OR_NUMBER, maximum: 9 } }),
    },
    given,
  );
}
