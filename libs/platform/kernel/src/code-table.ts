/** Whether a text is a code of the table, spelled exactly. */
export function isCode<T extends object>(table: T, text: string): text is keyof T & string {
  return Object.hasOwn(table, text);
}

export function codesOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Longest list of codes that a message names. */
const MOST_NAMED = 24;

/** The valid codes, for an error message; of a long list how many there are, and an example. Undefined if there are none. */
export function choicesHint(codes: readonly string[]): string | undefined {
  if (codes[0] === undefined) return undefined;
  const long = codes.length > MOST_NAMED;
  return long ? `one of ${codes.length} codes, such as ${codes[0]}` : `one of ${codes.join(', ')}`;
}

/** What a comparison of codes ignores. */
export type Forgiven = 'case' | 'case and full stops';

/** The canonical spelling of a code; undefined if the text is not one of them. */
export function canonicalCode<Code extends string>(
  codes: readonly Code[],
  text: string,
  forgiven: Forgiven = 'case',
): Code | undefined {
  const form = (code: string): string =>
    (forgiven === 'case' ? code : code.replaceAll('.', '')).toLowerCase();
  const sent = form(text);
  return codes.find((code) => form(code) === sent);
}
