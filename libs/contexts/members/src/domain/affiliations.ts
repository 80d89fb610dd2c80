import {
  FieldCode,
  fieldProblem,
  parseTicker,
  type Problem,
  type Ticker,
} from '#libs/platform/kernel';
import { compact, type Requested } from './requested.js';
import { memberRules } from './member-rules.js';

/** Ties to the industry and to listed companies, of a member or of a corporate firm. */
export interface Affiliations {
  readonly finraAffiliated: boolean;
  readonly finraCompany?: string;
  readonly directorOrTenPercentShareholder: boolean;
}

/** Affiliations as sent, with the companies ([member.finra], [member.directorOrTenPercentShareholderCompany]). */
export type RequestedAffiliations = Requested<
  Affiliations & { readonly directorOrTenPercentShareholderCompany: readonly string[] }
>;

const COMPANIES = 'directorOrTenPercentShareholderCompany';

/** Completes and checks affiliations; a flag that is not sent is true if its company is. */
export function affiliationsOf(sent: RequestedAffiliations): {
  readonly affiliations: Affiliations;
  /** Sorted, without duplicates. */
  readonly tickers: readonly Ticker[];
  readonly problems: readonly Problem[];
} {
  const finraCompany = sent.finraCompany ?? undefined;
  const finraAffiliated = sent.finraAffiliated ?? finraCompany !== undefined;
  const companies = (sent[COMPANIES] ?? []).filter((text) => text.trim() !== '').map(parseTicker);
  const tickers = [...new Set(companies.filter((ticker) => ticker !== undefined))].sort();
  const director = sent.directorOrTenPercentShareholder ?? companies.length > 0;
  const problems: Problem[] = [];
  if (finraAffiliated && finraCompany === undefined) {
    problems.push(fieldProblem('finraCompany', FieldCode.Required));
  } else if (!finraAffiliated && finraCompany !== undefined) {
    problems.push(fieldProblem('finraCompany', FieldCode.Value, 'finraAffiliated is false.'));
  }
  if (companies.includes(undefined)) {
    const message = 'Not every company is a valid ticker.';
    problems.push(memberRules.broken('member.tenpct.security.rule', message, COMPANIES));
  } else if (director && tickers.length === 0) {
    problems.push(fieldProblem(COMPANIES, FieldCode.Required));
  } else if (!director && tickers.length > 0) {
    const message = 'directorOrTenPercentShareholder is false.';
    problems.push(fieldProblem(COMPANIES, FieldCode.Value, message));
  }
  return {
    affiliations: compact({
      finraAffiliated,
      finraCompany,
      directorOrTenPercentShareholder: director,
    }),
    tickers,
    problems,
  };
}
