import { createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { AuthenticationRequest, Caller } from '#libs/platform/http';
import { parseTimestamp, type Clock, type Problem } from '#libs/platform/kernel';
import {
  type ApiClient,
  type ApiClientDirectory,
  type MaybeLater,
  type MemberDirectory,
  then,
} from './directories.js';
import { CredentialCode, unauthenticated } from './problems.js';
import { MemoryReplayGuard, type ReplayGuard, type SignatureUse } from './replay-guard.js';
import { parseSignatureHeader, type SignatureHeader, signatureBytes } from '#libs/platform/signing';

/** Greatest difference between a timestamp and the clock ([auth.replay]). */
export const WINDOW_MS = 5 * 60_000;

/** What signatures are checked with. */
interface SignatureAuthenticatorOptions {
  readonly clients: ApiClientDirectory;
  readonly members: MemberDirectory;
  readonly clock: Clock;
  /** Default: {@link MemoryReplayGuard}. */
  readonly replays?: ReplayGuard;
}

/** Checks signed requests of API clients ([auth.signing]). */
export class SignatureAuthenticator {
  readonly #replays: ReplayGuard;
  readonly #keys = new WeakMap<ApiClient, KeyObject>();
  /** Stands in for the secret of an unknown client, so that it takes as long to refuse as a wrong signature. */
  readonly #nobody = createSecretKey(randomBytes(32));

  constructor(private readonly options: SignatureAuthenticatorOptions) {
    this.#replays = options.replays ?? new MemoryReplayGuard();
  }

  /**
   * Answers at once when client and member are known already, which is nearly always; a request that changes something may
   * have to wait for the replay guard of all processes.
   * @param parameters what follows the scheme name in the `Authorization` header
   */
  authenticate(request: AuthenticationRequest, parameters: string): MaybeLater<Caller | Problem> {
    const header = parseSignatureHeader(parameters);
    const signedAt = header && parseTimestamp(header.timestamp);
    if (header === undefined || signedAt === undefined) {
      return unauthenticated(CredentialCode.Malformed);
    }
    return then(this.options.clients.find(header.apiKey), (client) =>
      this.#check(request, header, signedAt, client),
    );
  }

  #check(
    request: AuthenticationRequest,
    { signature, timestamp, memberId }: SignatureHeader,
    signedAt: string,
    client: ApiClient | undefined,
  ): MaybeLater<Caller | Problem> {
    const expected = signatureBytes(this.#keyOf(client), {
      method: request.method,
      url: request.baseUrl + request.url,
      timestamp,
      body: request.rawBody,
    });
    const matches = timingSafeEqual(expected, signature);
    if (!matches || client === undefined || client.revoked === true) {
      return unauthenticated(CredentialCode.Invalid);
    }
    const now = this.options.clock.now();
    const time = Date.parse(signedAt);
    if (Math.abs(now - time) > WINDOW_MS) return unauthenticated(CredentialCode.Stale);
    const admitted = () => this.#callerOf(client, memberId, signedAt);
    if (request.method.toUpperCase() === 'GET') return admitted();
    return then(
      this.#replays.use(expected, time + WINDOW_MS, now),
      (use): MaybeLater<Caller | Problem> => refusalOf(use) ?? admitted(),
    );
  }

  #callerOf(
    { apiKey, firmId, loginId, entitlements }: ApiClient,
    member = loginId,
    signedAt: string,
  ): MaybeLater<Caller> {
    const firm = member === loginId ? firmId : this.options.members.firmOf(member);
    return then(firm, (known) => ({
      kind: 'api-client',
      id: apiKey,
      roles: ['client'],
      firmId,
      member,
      memberKnown: known === firmId,
      entitlements,
      signedAt,
    }));
  }

  #keyOf(client: ApiClient | undefined): KeyObject {
    if (client === undefined) return this.#nobody;
    let key = this.#keys.get(client);
    if (key === undefined) {
      const secret = client.sharedSecret.reveal();
      // An empty secret would be one that anybody knows.
      key = secret ? createSecretKey(Buffer.from(secret)) : this.#nobody;
      this.#keys.set(client, key);
    }
    return key;
  }
}

function refusalOf(use: SignatureUse): Problem | undefined {
  if (use === 'replayed') return unauthenticated(CredentialCode.Replayed);
  if (use === 'forgotten') return unauthenticated(CredentialCode.Stale);
  if (use === 'first') return undefined;
  return { type: 'UNAVAILABLE', message: 'Too many requests have been signed recently.' };
}
