import { CommandFailure, ExitStatus } from './command-failure.js';
import type { ServiceAccess } from './service-access.js';

type Kind = 'account' | 'folio' | 'bankLink' | 'member' | 'firm';

/** Ids of what a list is narrowed to. A folio or a bank link is one of the account. */
export type Subjects = Readonly<Partial<Record<Kind, string | undefined>>>;

const accountOf = ({ account = '' }: Subjects): string =>
  `/restapi/accounts/${encodeURIComponent(account)}`;

/** What each is called, and where the service tells auditors whether there is such a one; what it is in comes before it. */
const PLACES: readonly (readonly [Kind, string, (id: string, subjects: Subjects) => string])[] = [
  ['account', 'account', (_, subjects) => accountOf(subjects)],
  ['folio', 'folio', (id, subjects) => `${accountOf(subjects)}/folios/${id}`],
  ['bankLink', 'bank link', (id, subjects) => `${accountOf(subjects)}/achbanklinks/${id}`],
  ['member', 'member', (id) => `/operator/members/${id}/erasure`],
  ['firm', 'firm', (id) => `/restapi/firms/${id}`],
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
    if (error instanceof CommandFailure && error.answered === 404) {
      await requireKnown(service, subjects);
    }
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
    await service.get(pathOf(encodeURIComponent(id), subjects)).catch((error: unknown) => {
      const answered = error instanceof CommandFailure ? error.answered : undefined;
      if (answered === 404)
        throw new CommandFailure(`There is no ${name} ${id}.`, ExitStatus.refused);
      // a token of the caller's own may not be told
      if (answered !== 403) throw error;
    });
  }
}
