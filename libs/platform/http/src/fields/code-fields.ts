import { IsIn } from 'class-validator';
import { choiceOf, FieldCode } from '#libs/platform/kernel';
import { field, type FieldOptions, type FieldSchema, type Only } from './field.js';
import { failing, UNREADABLE } from './rules.js';
import { PLAIN_INTEGER, readTextOrNumber, TEXT_OR_NUMBER, textKind } from './text-fields.js';

/** A choice from a code list: exact, or in any letter case, which yields the spelling of the list. */
export interface CodeOptions extends FieldOptions<string> {
  readonly ignoreCase?: boolean;
  /** Any text is let through as sent: the domain has the rule, this list is for the description. */
  readonly unchecked?: boolean;
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
  const spellings = new Map(codes.map((code) => [code.toLowerCase(), code]));
  const hint = choiceOf(codes);
  const schemas = { schema: codeSchema(list), accepts: acceptedCodes(list, given) };
  if (given.unchecked === true) {
    const { read, rules } = textKind({ min: 0, wrongType: FieldCode.Choice }, readTextOrNumber);
    return field<string>({ read, rules, ...schemas }, given);
  }
  return field<string>(
    {
      read: (sent) => {
        const text = readTextOrNumber(sent);
        if (text === UNREADABLE || given.ignoreCase !== true) return text;
        return spellings.get(text.toLowerCase()) ?? UNREADABLE;
      },
      rules: [IsIn(codes, failing(FieldCode.Choice, hint))],
      ...schemas,
    },
    given,
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
