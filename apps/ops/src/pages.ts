import { CommandFailure } from './command-failure.js';
import type { Session } from './command-line.js';
import { requireExisting } from './known-subjects.js';
import type { RequestOptions, ServiceResponse } from './service-access.js';

const PAGE = 200;

/**
 * Reads the first entries of a paginated list, following its `Link` headers, and tells the user if there are more.
 * @param limit maximum number as given on the command line; undefined: all
 */
export async function firstOf<T>(
  { service, note }: Pick<Session, 'service' | 'note'>,
  path: string,
  limit: string | undefined,
  query: NonNullable<RequestOptions['query']> = {},
): Promise<T[]> {
  const most = limit === undefined ? Infinity : limitOf(limit);
  const entries: T[] = [];
  let page: ServiceResponse<T[]> = await service.get<T[]>(path, {
    query: { ...query, limit: Math.min(most, PAGE) },
  });
  for (;;) {
    entries.push(...page.body);
    const next = /^<(.+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    const isCut = entries.length > most || (entries.length === most && next !== undefined);
    if (isCut) note(`There are more than these ${most}: --limit shows more.`);
    if (isCut || next === undefined) return entries.slice(0, most);
    // only the query of the link, because its path may be that of a proxy
    page = await service.get<T[]>(path + next.slice(next.indexOf('?')));
  }
}

/** Options of a list of all firms, or of one. */
export interface OfFirm {
  readonly firm?: string;
  readonly limit: string;
}

/** {@link firstOf} a list of all firms or of `--firm`, which must exist. */
export async function firstOfFirm<T>(session: Session<OfFirm>, path: string): Promise<T[]> {
  const { firm, limit } = session.options;
  const found = await firstOf<T>(session, path, limit, { firmId: firm });
  if (found.length === 0) await requireExisting(session.service, { firm });
  return found;
}

/** Parses `--limit`. @throws CommandFailure unless it is a positive whole number */
export function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new CommandFailure('error: --limit must be a positive whole number');
}
