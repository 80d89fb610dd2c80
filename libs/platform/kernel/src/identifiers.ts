/** Symbol of a security in canonical form: capitals and digits, then up to two suffixes. Spelled differently it is another security. */
export type Ticker = string;

/** Pattern of a {@link Ticker}, traded or not: `IBM`, `BRK.B`, `BAC.PRL`, `XYZ.WS.A`, `912828YK0`. */
export const TICKER = /^[A-Z0-9]{1,9}(?:[./-][A-Z0-9]{1,4}){0,2}$/;

/** The form of a ticker, for messages. */
export const TICKER_FORM = 'a ticker, such as IBM, BRK.B or 912828YK0';

/** Parses a ticker, ignoring surrounding blanks and case. Undefined if malformed. */
export function parseTicker(text: string): Ticker | undefined {
  const ticker = text.trim().toUpperCase();
  return TICKER.test(ticker) ? ticker : undefined;
}

/** Pattern of a login id (own); see {@link isLoginId}. */
export const LOGIN_ID = /^[A-Za-z0-9][A-Za-z0-9._@+-]{2,63}$/;

/** Whether a text is a login id of a member, trustee or API client (own). Login ids are safe in path segments and stream names. */
export function isLoginId(text: string): boolean {
  return LOGIN_ID.test(text);
}

/** The key by which login ids are unique: ids that differ only in case look like the same person. */
export function loginIdKey(loginId: string): string {
  return loginId.toLowerCase();
}

/** Pattern of the numeric id of a firm or member: 1 to 19 digits without a leading zero. */
export const NUMERIC_OID = /^[1-9]\d{0,18}$/;

/** Whether a text matches {@link NUMERIC_OID}. */
export function isNumericOid(text: string): boolean {
  return NUMERIC_OID.test(text);
}

/** Pattern of an id assigned by the back office. */
export const OID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** The form of such an id, for messages. */
export const OID_FORM = 'an id of letters, digits and . _ : -, a letter or digit first';

/** Whether a text matches {@link OID}. */
export function isOid(text: string): boolean {
  return OID.test(text);
}

export function isApiKey(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/.test(text);
}

/** Number of digits in ids that this service assigns. */
export const OID_DIGITS = 15;

/**
 * Whether a text can be a person's tax id: a social security number (area not 000, 666 or 900 and up; group not 00; serial not 0000)
 * or an ITIN (area 900 and up; group 50-65, 70-88, 90-92 or 94-99).
 */
export function isPersonTaxId(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const [area, group, serial] = [text.slice(0, 3), Number(text.slice(3, 5)), text.slice(5)];
  if (serial === '0000') return false;
  if (area >= '900') return isItinGroup(group);
  return area !== '000' && area !== '666' && group !== 0;
}

function isItinGroup(group: number): boolean {
  return (
    (group >= 50 && group <= 65) ||
    (group >= 70 && group <= 88) ||
    (group >= 90 && group <= 92) ||
    group >= 94
  );
}

/** Region names by code; `of` returns undefined for an unknown code. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Region codes that are not countries: subdivisions, unions and reserved codes. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** Whether a text is a current ISO 3166 country code (two capitals), or XK for Kosovo, which has none. */
export function isCountryCode(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || NO_COUNTRY.has(text)) return false;
  // A withdrawn code is canonicalized to its successor.
  return regions.of(text) !== undefined && new Intl.Locale(`und-${text}`).region === text;
}
