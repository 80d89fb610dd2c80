/**
 * Control characters, lone surrogates, private use, line separators, and what reverses the characters after it: a name that
 * reads otherwise than it is.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/**
 * What can be seen by itself. Joiners, accents and marks of direction need something that they belong to; fillers and the empty
 * Braille pattern look like nothing.
 */
const SHOWN = /[^\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\s\u2800]/u;
const BLANK = /^\s*$/u;

/** What a person reads of a text that has others. */
export const PRINTABLE_ONLY = 'characters that can be seen';

/** Whether a text has only characters a reader can see, and blanks; when it is no blank, there is something to see. */
export function isPrintable(text: string): boolean {
  return !INVISIBLE.test(text) && (BLANK.test(text) || SHOWN.test(text));
}

/** How many there are of something, in words: `1 event`, `2 events`. */
export function counted(count: number | bigint, thing: string): string {
  return `${count} ${thing}${Number(count) === 1 ? '' : 's'}`;
}

/** Characters as a reader counts them: code points, so that an emoji counts once. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

/** Words as a sentence has them that says one of them will do: `A, B, or C`. */
export function eitherOf(words: Iterable<string>): string {
  return EITHER.format(words);
}

/** Letters of any script with their marks, blank, hyphen, full stop and both apostrophes; at least one letter. */
export function isPersonName(text: string): boolean {
  return /^[\p{L}\p{M} .'’-]+$/u.test(text) && /\p{L}/u.test(text);
}

/** An e-mail address as people have them: one @, a domain with a point, no blank; at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(
      text,
    )
  );
}

/** A telephone number: 7 to 15 digits with the usual punctuation, an optional + before and extension after. */
export function isTelephone(text: string): boolean {
  const match = /^\+?([0-9().\- ]{7,25})(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.exec(text);
  const digits = (match?.[1] ?? '').replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 15;
}

/** A text as it is searched in and for: letter case, accents and the kind of apostrophe don't count. */
export function searchForm(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}
