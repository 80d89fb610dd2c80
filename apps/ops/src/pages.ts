import { CommandFailure } from './command-failure.js';
import type { RequestOptions, ServiceAccess, ServiceAnswer } from './service-access.js';

const PAGE = 200;

/**
 * The first entries of a list that comes in pages, along its `Link` headers.
 * @param limit how many at most, as it was given on the command line; undefined: all
 */
export async function firstOf<T>(
  service: ServiceAccess,
  path: string,
  limit: string | undefined,
  query: NonNullable<RequestOptions['query']> = {},
): Promise<T[]> {
  const most = limit === undefined ? Infinity : limitOf(limit);
  const entries: T[] = [];
  let page: ServiceAnswer<T[]> = await service.get<T[]>(path, {
    query: { ...query, limit: Math.min(most, PAGE) },
  });
  for (;;) {
    entries.push(...page.body);
    const next = /^<(.+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    if (next === undefined || entries.length >= most) return entries.slice(0, most);
    // the same path, wherever callers reach the service
    page = await service.get<T[]>(path + next.slice(next.indexOf('?')));
  }
}

/**
 * What `--limit` says.
 * @throws CommandFailure unless it is a whole number from 1
 */
export function limitOf(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new CommandFailure('error: --limit is a whole number from 1');
}
