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
