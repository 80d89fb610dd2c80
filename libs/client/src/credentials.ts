// A relative path, because the published package has no `#libs`.
import { signedAuthorization } from '../../platform/signing/src/index.js';

/** An API key with its shared secret, or a bearer token ([auth.client], [auth.bearer]). */
export type ClientCredentials =
  | {
      readonly apiKey: string;
      readonly sharedSecret: string;
      /** Login id of the member to act as; default is the API client's own. */
      readonly memberId?: string;
    }
  | { readonly token: string };

/** Returns a base URL that paths can be appended to. */
export function withoutSlash(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}

/** Returns the credentials. @throws TypeError if one is missing, which would otherwise show when the first request is signed */
export function usable(credentials: ClientCredentials): ClientCredentials {
  const { apiKey, sharedSecret, token } = credentials as Readonly<Record<string, unknown>>;
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
  if ((isText(apiKey) && isText(sharedSecret)) || isText(token)) return credentials;
  throw new TypeError('The credentials need apiKey and sharedSecret, or token, each a text.');
}

/** Time of this process's last signature. Each needs its own, since an identical one would be refused as a replay ([auth.replay]). */
let lastSigned = 0;

/** A URL as sent and signed: encoded, without fragment, and without an empty query, which only some versions of `fetch` send. */
export function sentUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}

/** `Authorization` of one request to a {@link sentUrl}, different for each attempt. `now` is in milliseconds since 1970. */
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
