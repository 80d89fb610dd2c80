import { FieldCode, fieldProblem, parseTicker, type Ticker } from '#libs/platform/kernel';
import { compact, type FieldChecks, type SentValue } from './field-checks.js';
import { memberRules } from './member-rules.js';

/** Ties to the industry and to listed companies, of a member or of a corporate firm. */
export interface Affiliations {
  readonly finraAffiliated: boolean;
  readonly finraCompany?: string;
  readonly directorOrTenPercentShareholder: boolean;
}

/** The same fields as sent; companies as a comma-separated text or a list ([member.finra], [member.directorOrTenPercentShareholderCompany]). */
export interface AffiliationsInput {
  readonly finraAffiliated?: SentValue<boolean>;
  readonly finraCompany?: SentValue<string>;
  readonly directorOrTenPercentShareholder?: SentValue<boolean>;
  readonly directorOrTenPercentShareholderCompany?: SentValue<string | readonly string[]>;
}

const COMPANIES = 'directorOrTenPercentShareholderCompany';
const MOST_COMPANIES = 100;

/** Reads the affiliations; `tickers` are sorted and without repetitions. Whoever names a company has said yes to its question. */
export function checkAffiliations(
  checks: FieldChecks,
  sent: AffiliationsInput,
): { affiliations: Affiliations; tickers: readonly Ticker[] } {
  const finraAffiliated = sent.finraAffiliated ?? namesCompany(sent);
  const finraCompany = checks.text('finraCompany', sent.finraCompany, {
    max: 100,
    required: finraAffiliated,
  });
  if (!finraAffiliated && finraCompany !== undefined) {
    checks.add(fieldProblem('finraCompany', FieldCode.Value, 'finraAffiliated is false.'));
  }
  const tickers = checkTickers(checks, sent.directorOrTenPercentShareholderCompany);
  const director = sent.directorOrTenPercentShareholder ?? (tickers?.length ?? 0) > 0;
  if (tickers !== undefined && director !== tickers.length > 0) {
    checks.add(
      fieldProblem(
        COMPANIES,
        director ? FieldCode.Required : FieldCode.Value,
        director ? undefined : 'directorOrTenPercentShareholder is false.',
      ),
    );
  }
  return {
    affiliations: compact({
      finraAffiliated,
      finraCompany,
      directorOrTenPercentShareholder: director,
    }),
    tickers: tickers ?? [],
  };
}

/** Whether a company of FINRA's is named. */
export function namesCompany({ finraCompany }: AffiliationsInput): boolean {
  return typeof finraCompany === 'string' && finraCompany.trim() !== '';
}

function checkTickers(
  checks: FieldChecks,
  sent: SentValue<string | readonly string[]>,
): readonly Ticker[] | undefined {
  const texts = (typeof sent === 'string' ? sent.split(',') : (sent ?? []))
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (texts.length > MOST_COMPANIES) {
    checks.add(fieldProblem(COMPANIES, FieldCode.Length));
    return undefined;
  }
  const tickers = texts.map((text) => parseTicker(text));
  if (tickers.every((ticker) => ticker !== undefined)) return [...new Set(tickers)].sort();
  checks.add(
    memberRules.broken('member.tenpct.security.rule', 'Not every company is a ticker.', COMPANIES),
  );
  return undefined;
}
