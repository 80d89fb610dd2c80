/** Meanings of codes by table and code; made by the service. */
export const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>>;
