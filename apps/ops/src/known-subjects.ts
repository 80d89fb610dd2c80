import { CommandFailure, refused } from './command-failure.js';
import type { ServiceAccess } from './service-access.js';

type Kind = 'account' | 'folio' | 'bankLink' | 'member' | 'firm';

/** Ids of what a list is narrowed to. A folio or a bank link is one of the account. */
export type Subjects = Readonly<Partial<Record<Kind, string | undefined>>>;

/** Path of an account, or of a folio or bank link of it. */
export function accountPath({ account = '', folio, bankLink }: Subjects): string {
  const path = `/restapi/accounts/${encodeURIComponent(account)}`;
  if (folio !== undefined) return `${path}/folios/${encodeURIComponent(folio)}`;
  return bankLink === undefined ? path : `${path}/achbanklinks/${encodeURIComponent(bankLink)}`;
}

/** What each is called, and where the service tells auditors whether there is such a one; what it is in comes before it. */
const PLACES: readonly (readonly [Kind, string, (id: string, subjects: Subjects) => string])[] = [
  ['account', 'account', (account) => accountPath({ account })],
  ['folio', 'folio', (folio, { account }) => accountPath({ account, folio })],
  ['bankLink', 'bank link', (bankLink, { account }) => accountPath({ account, bankLink })],
  ['member', 'member', (id) => `/operator/members/${encodeURIComponent(id)}/erasure`],
  ['firm', 'firm', (id) => `/restapi/firms/${encodeURIComponent(id)}`],
];

/**
 * What the service answers about something; where that is a 404, who is missing is named.
 * @throws CommandFailure
 */
export async function ofKnown<T>(
  service: ServiceAccess,
  subjects: Subjects,
  asking: () => Promise<T>,
): Promise<T> {
  try {
    return await asking();
  } catch (error) {
    if (answered(error) === 404) await requireKnown(service, subjects);
    throw error;
  }
}

/**
 * Looks whether what a list is narrowed to is there at all: of what is not, nobody should take a list for an answer.
 * @throws CommandFailure when it is not
 */
export async function requireKnown(service: ServiceAccess, subjects: Subjects): Promise<void> {
  for (const [kind, name, pathOf] of PLACES) {
    const id = subjects[kind];
    if (id === undefined) continue;
    await service.get(pathOf(id, subjects)).catch((error: unknown) => {
      if (answered(error) === 404) throw refused(`There is no ${name} ${id}.`);
      // a token of the caller's own may not be told
      if (answered(error) !== 403) throw error;
    });
  }
}

/** Status of the answer, where it was the service that said no. */
export function answered(error: unknown): number | undefined {
  return error instanceof CommandFailure ? error.answered : undefined;
}
