import type { OwnerExclusions } from './state.js';
import type { Exclusion } from './values.js';

/** What is kept out of an account by ticker: the client's list, and companies its owners direct. */
interface SecurityExclusions {
  readonly securityExclusion: readonly Exclusion[];
  readonly ownerExclusions: readonly OwnerExclusions[];
}

/** The companies of the owners that the client's list does not name. */
function companiesBeside({ securityExclusion, ownerExclusions }: SecurityExclusions): Set<string> {
  const named = new Set(securityExclusion.map(({ exclusionValue }) => exclusionValue));
  const companies = ownerExclusions.flatMap(({ tickers }) => tickers);
  return new Set(companies.filter((ticker) => !named.has(ticker)));
}

/** The list as a read shows it: the client's and, after it, the companies of the owners that it does not name. */
export function shownExclusions(kept: SecurityExclusions): readonly Exclusion[] {
  const companies = [...companiesBeside(kept)];
  return [...kept.securityExclusion, ...companies.map((exclusionValue) => ({ exclusionValue }))];
}

/**
 * Of a list that was sent the client's part. A list with all companies of the owners is one that was read, and they stay the
 * owners'; in any other the client names for itself what it names.
 */
export function clientsPart(
  sent: readonly Exclusion[],
  kept: SecurityExclusions,
): readonly Exclusion[] {
  const companies = companiesBeside(kept);
  const shown = ({ exclusionValue, exclusionStartDate, exclusionEndDate }: Exclusion): boolean =>
    (exclusionStartDate ?? exclusionEndDate) === undefined && companies.has(exclusionValue);
  const returned = new Set(sent.filter(shown).map(({ exclusionValue }) => exclusionValue));
  return returned.size < companies.size ? sent : sent.filter((one) => !shown(one));
}
