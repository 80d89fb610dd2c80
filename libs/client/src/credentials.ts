// By its path: as a package of its own the client has no `#libs`.
import { signedAuthorization } from '../../platform/signing/src/index.js';

/** How a client proves who it is: an API key with its shared secret, or a bearer token ([auth.client], [auth.bearer]). */
export type ClientCredentials =
  | {
      readonly apiKey: string;
      readonly sharedSecret: string;
      /** Login id of the member to act as; default is the API client's own. */
      readonly memberId?: string;
    }
  | { readonly token: string };

/**
 * Time of the newest signature of this process: no two have the same, for the service takes a request that is signed like one
 * before it for a replay ([auth.replay]), also when the caller means to send it twice.
 */
let lastSigned = 0;

/**
 * A URL as it is sent and signed: what a URL can't hold is encoded, a fragment left out, and a question mark with nothing behind it,
 * which one version of `fetch` sends and another does not.
 */
export function sentUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}

/** `Authorization` of one request to a {@link sentUrl}; to be made anew each time it is sent. `now`: milliseconds since 1970. */
export function authorizationOf(
  credentials: ClientCredentials,
  { method, url, body }: { method: string; url: string; body: string },
  now = Date.now(),
): string {
  if ('token' in credentials) return `Bearer ${credentials.token}`;
  lastSigned = Math.max(now, lastSigned + 1);
  const timestamp = new Date(lastSigned).toISOString();
  return signedAuthorization(credentials, { method, url, timestamp, body });
}
