import { CommandFailure, refused } from './command-failure.js';
import type { Session } from './command-line.js';
import type { ServiceAccess, RequestOptions, ServiceResponse } from './service-access.js';

type Kind = 'account' | 'folio' | 'bankLink' | 'member' | 'firm';

/** Ids that a command is about. A folio or bank link belongs to the account. */
export type Subjects = Readonly<Partial<Record<Kind, string | undefined>>>;

/** Path of an account, or of one of its folios or bank links. */
export function accountPath({ account = '', folio, bankLink }: Subjects): string {
  const path = `/restapi/accounts/${encodeURIComponent(account)}`;
  if (folio !== undefined) return `${path}/folios/${encodeURIComponent(folio)}`;
  return bankLink === undefined ? path : `${path}/achbanklinks/${encodeURIComponent(bankLink)}`;
}

/** Path of a subject whose history is kept. */
export function pathOf({ account, folio, bankLink, member, firm }: Subjects): string {
  if (firm !== undefined) return `/restapi/firms/${encodeURIComponent(firm)}`;
  if (member !== undefined) return `/restapi/members/${encodeURIComponent(member)}`;
  return accountPath({ account, folio, bankLink });
}

/** The name of each kind, and a path that tells auditors whether one exists; containers come before their contents. */
const PLACES: readonly (readonly [Kind, string, (id: string, subjects: Subjects) => string])[] = [
  ['account', 'account', (account) => accountPath({ account })],
  ['folio', 'folio', (folio, { account }) => accountPath({ account, folio })],
  ['bankLink', 'bank link', (bankLink, { account }) => accountPath({ account, bankLink })],
  ['member', 'member', (id) => `/operator/members/${encodeURIComponent(id)}/erasure`],
  ['firm', 'firm', (id) => `/restapi/firms/${encodeURIComponent(id)}`],
];

/** Sends a request about subjects; if the response is 404, names the missing one. @throws CommandFailure */
export async function orMissing<T>(
  service: ServiceAccess,
  subjects: Subjects,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (statusOf(error) === 404) await requireExisting(service, subjects);
    throw error;
  }
}

/** @throws CommandFailure if a subject does not exist: an empty list would suggest that it does */
export async function requireExisting(service: ServiceAccess, subjects: Subjects): Promise<void> {
  for (const [kind, name, pathOf] of PLACES) {
    const id = subjects[kind];
    if (id === undefined) continue;
    await service.get(pathOf(id, subjects)).catch((error: unknown) => {
      if (statusOf(error) === 404) throw refused(`There is no ${name} ${id}.`);
      // the caller's own token may not be allowed to know
      if (statusOf(error) !== 403) throw error;
    });
  }
}

/** HTTP status of a response that refused the request. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof CommandFailure ? error.httpStatus : undefined;
}

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
