import { CommandFailure, refused } from './command-failure.js';
import type { ServiceAccess } from './service-access.js';

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
