/** A security's symbol in the form the service uses: capitals, with an optional class or series after a point or a hyphen. */
export type Ticker = string;

/** The form of a {@link Ticker}. */
export const TICKER = /^[A-Z]{1,6}(?:[.-][A-Z]{1,2})?$/;

/** What a person reads of it. */
export const TICKER_FORM = 'a ticker, such as IBM or BRK.B';

/** Whether a text is a well-formed ticker: `IBM`, `BRK.B`, `BF-B`. Whether it trades is not asked. */
export function isTicker(text: string): boolean {
  return TICKER.test(text);
}

/** The ticker a text means, blanks and small letters forgiven; undefined when it is not well-formed. */
export function parseTicker(text: string): Ticker | undefined {
  const ticker = text.trim().toUpperCase();
  return isTicker(ticker) ? ticker : undefined;
}

/** The form of a login id (own): see {@link isLoginId}. */
export const LOGIN_ID = /^[A-Za-z0-9][A-Za-z0-9._@+-]{2,63}$/;

/**
 * Login id of a member, a trustee or an API client (own): 3 to 64 letters, digits and `. _ - @ +`, starting with a letter
 * or digit. Safe in a path segment and in a stream name.
 */
export function isLoginId(text: string): boolean {
  return LOGIN_ID.test(text);
}

/** What has to be unique about a login id: two that differ only in case are the same person to a reader. */
export function loginIdKey(loginId: string): string {
  return loginId.toLowerCase();
}

/** The form of the numeric id of a firm or a member: 1 to 19 digits without a leading zero. */
export const NUMERIC_OID = /^[1-9]\d{0,18}$/;

/** Whether a text has the form of the numeric id of a firm or a member: {@link NUMERIC_OID}. */
export function isNumericOid(text: string): boolean {
  return NUMERIC_OID.test(text);
}

/** The form of an id of something back office names: 1 to 64 letters, digits and `. _ : -`, starting with a letter or digit. */
export const OID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/;

/** What a person reads of it. */
export const OID_FORM = 'letters, digits and . _ : -, a letter or digit first';

/** Whether a text has the form of an id of something back office names: {@link OID}. */
export function isOid(text: string): boolean {
  return OID.test(text);
}

/** API key of a client: 8 to 64 letters, digits, hyphens and underscores. */
export function isApiKey(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/.test(text);
}

/** Account number: `R`, one letter, eight of digits and capital letters ([account.number]). */
export function isAccountNumber(text: string): boolean {
  return /^R[A-Z][0-9A-Z]{8}$/.test(text);
}

/** Folio number: account number and two digits from 01 ([folio.number]). */
export function isFolioNumber(text: string): boolean {
  return isAccountNumber(text.slice(0, -2)) && /^(?:0[1-9]|[1-9]\d)$/.test(text.slice(-2));
}

/** Digits of an id of a resource that is given out here. */
export const OID_DIGITS = 15;
