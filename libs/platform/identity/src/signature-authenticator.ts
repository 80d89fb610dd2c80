import { createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { AuthenticationRequest, Caller } from '#libs/platform/http';
import { parseTimestamp, type Clock, type Problem } from '#libs/platform/kernel';
import { namingOf } from './acting.js';
import {
  type ApiClient,
  type ApiClientDirectory,
  type LoginDirectory,
  type MaybePromise,
  andThen,
} from './directories.js';
import { CredentialCode, unauthenticated } from './problems.js';
import { MemoryReplayGuard, type ReplayGuard, type SignatureUse } from './replay-guard.js';
import { WINDOW_MS } from './replay-journal.js';
import { parseSignatureHeader, type SignatureHeader, signatureBytes } from '#libs/platform/signing';

interface SignatureAuthenticatorOptions {
  readonly clients: ApiClientDirectory;
  readonly logins: LoginDirectory;
  readonly clock: Clock;
  /** Default: {@link MemoryReplayGuard}. */
  readonly replays?: ReplayGuard | undefined;
}

/** A caller with the client whose signature let it in. */
interface SignedCaller extends Caller {
  readonly client?: ApiClient;
}

const ROLES = ['client'] as const;

/** Checks signed requests of API clients ([auth.signing]). */
export class SignatureAuthenticator {
  readonly #replays: ReplayGuard;
  readonly #keys = new WeakMap<ApiClient, KeyObject>();
  /** Key for unknown clients, so that refusing them takes as long as for a wrong signature. */
  readonly #decoy = createSecretKey(randomBytes(32));

  constructor(private readonly options: SignatureAuthenticatorOptions) {
    this.#replays = options.replays ?? new MemoryReplayGuard();
  }

  /**
   * Synchronous if client and member are cached, which is nearly always. A writing request may have to wait for the shared replay guard.
   * @param parameters the `Authorization` header after the scheme name
   */
  authenticate(request: AuthenticationRequest, parameters: string): MaybePromise<Caller | Problem> {
    const header = parseSignatureHeader(parameters);
    const signedAt = header && parseTimestamp(header.timestamp);
    if (header === undefined || signedAt === undefined) {
      return unauthenticated(CredentialCode.Malformed);
    }
    return andThen(this.options.clients.find(header.apiKey), (client) =>
      this.#check(request, header, signedAt, client),
    );
  }

  #check(
    request: AuthenticationRequest,
    { signature, timestamp, memberId }: SignatureHeader,
    signedAt: string,
    client: ApiClient | undefined,
  ): MaybePromise<Caller | Problem> {
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
    const admitted = () => this.#callerOf(client, memberId, signedAt, request.associatedMember);
    if (request.method.toUpperCase() === 'GET') return admitted();
    return andThen(
      this.#replays.use(expected, time + WINDOW_MS, now),
      (use): MaybePromise<Caller | Problem> => refusalOf(use) ?? admitted(),
    );
  }

  /** Whether the client that signed for a caller has neither been revoked since, nor its secret replaced. */
  stillAdmits({ id, client: admitted }: SignedCaller): MaybePromise<boolean> {
    return andThen(this.options.clients.find(id), (client) =>
      admitted && client ? isSameCredential(admitted, client) : false,
    );
  }

  #callerOf(
    client: ApiClient,
    member = client.loginId,
    signedAt: string,
    associatedMember: string | undefined,
  ): MaybePromise<SignedCaller> {
    const { apiKey: id, firmId, loginId: login, entitlements } = client;
    const kind = 'api-client' as const;
    const named = namingOf(
      this.options.logins,
      { kind, firmId, member, login, roles: ROLES },
      associatedMember,
    );
    return andThen(named, ({ memberKnown, firmItself, associated }) => {
      // a literal: spreading one object into another costs ten times as much
      return {
        kind,
        id,
        roles: ROLES,
        firmId,
        member,
        login,
        entitlements,
        signedAt,
        memberKnown,
        firmItself,
        associated,
        client,
      };
    });
  }

  #keyOf(client: ApiClient | undefined): KeyObject {
    if (client === undefined) return this.#decoy;
    let key = this.#keys.get(client);
    if (key === undefined) {
      const secret = client.sharedSecret.reveal();
      // Anybody would know an empty secret.
      key = secret ? createSecretKey(Buffer.from(secret)) : this.#decoy;
      this.#keys.set(client, key);
    }
    return key;
  }
}

function isSameCredential(one: ApiClient, now: ApiClient): boolean {
  if (now === one) return true;
  return now.revoked !== true && now.sharedSecret.reveal() === one.sharedSecret.reveal();
}

function refusalOf(use: SignatureUse): Problem | undefined {
  if (use === 'replayed') return unauthenticated(CredentialCode.Replayed);
  if (use === 'forgotten') return unauthenticated(CredentialCode.Stale);
  if (use === 'first') return undefined;
  return { type: 'UNAVAILABLE', message: 'Too many requests have been signed recently.' };
}
