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

/** What to send instead of something that is no code, for a message; undefined for a list that is too long for one. */
export function choiceOf(codes: readonly string[]): string | undefined {
  return codes.length <= MOST_NAMED ? `one of ${codes.join(', ')}` : undefined;
}

/** The code in its own spelling, whatever the case it was sent in; undefined when it is none. */
export function canonicalCode<T extends object>(
  table: T,
  text: string,
): (keyof T & string) | undefined {
  if (isCode(table, text)) return text;
  const lower = text.toLowerCase();
  return codesOf(table).find((code) => code.toLowerCase() === lower);
}
