/** Whether a text is a code of the table, spelled exactly. */
export function isCode<T extends object>(table: T, text: string): text is keyof T & string {
  return Object.hasOwn(table, text);
}

export function codesOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** Longest list of codes that a message names. */
const MOST_NAMED = 24;

/** The valid codes, for an error message; undefined if the list is too long or empty. */
export function choicesHint(codes: readonly string[]): string | undefined {
  return codes.length > 0 && codes.length <= MOST_NAMED ? `one of ${codes.join(', ')}` : undefined;
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
