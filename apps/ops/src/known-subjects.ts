import { CommandFailure, ExitStatus } from './command-failure.js';
import type { ServiceAccess } from './service-access.js';

/** Where the service tells auditors whether there is an account, a member or trustee, or a firm. */
const PATHS = {
  account: (number: string) => `/restapi/accounts/${encodeURIComponent(number)}`,
  member: (login: string) => `/operator/members/${encodeURIComponent(login)}/erasure`,
  firm: (id: string) => `/restapi/firms/${encodeURIComponent(id)}`,
} as const;

/** Ids of what a list is narrowed to. */
export type Subjects = Readonly<Partial<Record<keyof typeof PATHS, string | undefined>>>;

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
  for (const [kind, pathOf] of Object.entries(PATHS)) {
    const id = subjects[kind as keyof typeof PATHS];
    if (id === undefined) continue;
    await service.get(pathOf(id)).catch((error: unknown) => {
      const answered = error instanceof CommandFailure ? error.answered : undefined;
      if (answered === 404)
        throw new CommandFailure(`There is no ${kind} ${id}.`, ExitStatus.refused);
      // a token of the caller's own may not be told
      if (answered !== 403) throw error;
    });
  }
}
