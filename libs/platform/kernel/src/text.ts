/** Control characters, lone surrogates, private use, line separators and bidirectional controls, which make a name read differently. */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Characters visible on their own, unlike joiners, accents, direction marks, fillers and the empty Braille pattern. */
const SHOWN = /[^\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\s\u2800]/u;
const BLANK = /^\s*$/u;

/** The form of a printable text, for messages. */
export const PRINTABLE_ONLY = 'a text of characters that can be seen';

/** Whether a text has only blanks and visible characters, and is blank or visible as a whole. */
export function isPrintable(text: string): boolean {
  return !INVISIBLE.test(text) && (BLANK.test(text) || SHOWN.test(text));
}

/** A count with its noun: `1 event`, `2 events`. */
export function pluralize(count: number | bigint, thing: string): string {
  return `${count} ${thing}${Number(count) === 1 ? '' : 's'}`;
}

// eslint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\u0000-\u007f]*$/;

/** Length in characters: code points of the composed form (NFC), so that an emoji and a letter with an accent count as one each. */
export function characterCount(text: string): number {
  return ASCII.test(text) ? text.length : Array.from(text.normalize('NFC')).length;
}

const EITHER = new Intl.ListFormat('en', { type: 'disjunction' });

/** Joins words as alternatives: `A, B, or C`. */
export function joinAlternatives(words: Iterable<string>): string {
  return EITHER.format(words);
}

/** Whether a text is a common e-mail address of at most 254 characters. */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64}(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,64})*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(
      text,
    )
  );
}

/** Dashes, minus signs and blanks as word processors and address books write them in telephone numbers. */
const DASHES = /[\p{Pd}\u2212]/gu;
const BLANKS = /\p{Zs}/gu;

/** Whether a text is a telephone number: 7 to 15 digits with common punctuation, an optional leading + and an extension. */
export function isTelephone(text: string): boolean {
  const plain = text.replace(DASHES, '-').replace(BLANKS, ' ');
  const match = /^\+?([0-9().\- ]{7,25})(?: ?(?:x|ext\.?) ?\d{1,6})?$/i.exec(plain);
  const digits = (match?.[1] ?? '').replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 15;
}

/** Normalizes a text for searching: ignores case, accents and the kind of apostrophe. */
export function searchForm(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();
}

/** Most letters that a mistyped name has wrong, but no more than a third. */
const MOST_WRONG = 3;

/** Says that a name is not among the known ones: which of them are spelled much like it, or all that there are. */
export function noSuchName(what: string, name: string, known: readonly string[]): string {
  const most = Math.min(MOST_WRONG, Math.floor(name.length / 3));
  const alike = known.filter((one) => wrongLetters(name, one) <= most);
  return alike.length > 0
    ? `No such ${what}: did you mean ${alike.join(' or ')}?`
    : `No such ${what}; there are ${known.join(', ')}.`;
}

/** Letters to insert, remove or replace to turn one text into the other (the Levenshtein distance). */
function wrongLetters(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const [before = 0, above = 0, left = 0] = [row[to], row[to + 1], next[to]];
      const replaced = before + Number(one[at] !== other[to]);
      next.push(Math.min(replaced, above + 1, left + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
