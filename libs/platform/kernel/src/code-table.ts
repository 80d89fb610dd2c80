/** Whether a text is a code of the table, in exactly its spelling. */
export function isCode<T extends object>(table: T, text: string): text is keyof T & string {
  return Object.hasOwn(table, text);
}

/** The codes of a table, in its order. */
export function codesOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[];
}

/** So many codes can be named in a message. */
const MOST_NAMED = 24;

/** What to send instead of something that is no code, for a message; undefined for a list that is too long for one, or not known yet. */
export function choiceOf(codes: readonly string[]): string | undefined {
  return codes.length > 0 && codes.length <= MOST_NAMED ? `one of ${codes.join(', ')}` : undefined;
}

/** What does not count when a code is compared: letter case, or full stops as well. */
export type Forgiven = 'case' | 'case and full stops';

/** The code in its own spelling, whatever the spelling it was sent in; undefined when it is none. */
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
