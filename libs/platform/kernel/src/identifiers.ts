/** Symbol of a security in canonical form: capitals and digits, then up to two suffixes. Spelled differently it is another security. */
export type Ticker = string;

/** Pattern of a {@link Ticker}. */
export const TICKER = /^[A-Z0-9]{1,9}(?:[./-][A-Z0-9]{1,4}){0,2}$/;

/** The form of a ticker, for messages. */
export const TICKER_FORM = 'a ticker, such as IBM, BRK.B or 912828YK0';

/** Whether a text is a well-formed ticker (`IBM`, `BRK.B`, `BAC.PRL`, `XYZ.WS.A`, `912828YK0`), traded or not. */
export function isTicker(text: string): boolean {
  return TICKER.test(text);
}

/** Parses a ticker, ignoring surrounding blanks and case. Undefined if malformed. */
export function parseTicker(text: string): Ticker | undefined {
  const ticker = text.trim().toUpperCase();
  return isTicker(ticker) ? ticker : undefined;
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
