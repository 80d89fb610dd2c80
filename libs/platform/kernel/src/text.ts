/**
 * Control characters, lone surrogates, private use, line separators, and what reverses the characters after it: a name that
 * reads otherwise than it is.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Characters that change how others are shown, such as joiners and marks of direction: nothing by themselves. */
const FORMAT = /\p{Cf}/u;
const SHOWN = /[^\p{Cf}\s]/u;

/** Whether a text has only characters a reader can see, and blanks; format characters need one that they belong to. */
export function isPrintable(text: string): boolean {
  return !INVISIBLE.test(text) && (!FORMAT.test(text) || SHOWN.test(text));
}

/** Characters as a reader counts them: code points, so that an emoji counts once. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

/** Letters, blank, hyphen and full stop (decisions §4), at least one letter. */
export function isPersonName(text: string): boolean {
  return /^[\p{L}\p{M} .-]+$/u.test(text) && /\p{L}/u.test(text);
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
