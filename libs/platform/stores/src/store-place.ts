/** Where a store is and as whom it is used, as its connection string says. */
export interface StorePlace {
  /** As they are written, with a comma between them: `10.0.0.5:2113, 10.0.0.6:2113`. */
  readonly hosts: string;
  /** Absent where the connection string has none. */
  readonly user?: string;
}

/** What of a connection string may be shown: never its password, nor its options, which may name secrets as well. */
export function placeOf(connectionString: string): StorePlace {
  const rest = connectionString.slice(connectionString.indexOf('://') + 3);
  // a password that is not encoded may hold an @ itself
  const at = rest.lastIndexOf('@');
  const hosts = (/^[^/?]*/.exec(rest.slice(at + 1))?.[0] ?? '').split(',').join(', ');
  if (at < 0) return { hosts };
  const user = (/^[^:@]*/.exec(rest)?.[0] ?? '').replace(/(?:%[\da-f]{2})+/gi, decoded);
  return user === '' ? { hosts } : { hosts, user };
}

function decoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return escapes;
  }
}

/** The user for a message: quoted, or that there is none. */
export function shownUser({ user }: StorePlace): string {
  return user === undefined ? 'a caller without user' : `the user ${JSON.stringify(user)}`;
}
