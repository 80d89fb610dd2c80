/** Names of regions by their codes; undefined for a code that is none. */
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Regions that are no country: parts of one, unions of several, and codes of no place at all. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));

/** Whether a text is the code of a country today: two capital letters of ISO 3166, and XK for Kosovo, which has no other. */
export function isCountryCode(text: string): boolean {
  if (!/^[A-Z]{2}$/.test(text) || NO_COUNTRY.has(text)) return false;
  // A code that was given up has the name of what is there now.
  return regions.of(text) !== undefined && new Intl.Locale(`und-${text}`).region === text;
}
