import { createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { AuthenticationRequest, Caller } from '#libs/platform/http';
import { parseTimestamp, type Clock, type Problem } from '#libs/platform/kernel';
import { callerNaming } from './acting.js';
import {
  type ApiClient,
  type ApiClientDirectory,
  type LoginDirectory,
  type MaybePromise,
  andThen,
} from './directories.js';
import { CredentialCode, malformed, unauthenticated } from './problems.js';
import { MemoryReplayGuard, type ReplayGuard, type SignatureUse } from './replay-guard.js';
import { WINDOW_MS } from './replay-journal.js';
import {
  parseSignatureHeader,
  type SignatureHeader,
  signatureBytes,
  type SignedRequest,
  stringToSign,
} from '#libs/platform/signing';

interface SignatureAuthenticatorOptions {
  readonly clients: ApiClientDirectory;
  readonly logins: LoginDirectory;
  readonly clock: Clock;
  /** Default: {@link MemoryReplayGuard}. */
  readonly replays?: ReplayGuard | undefined;
  /** Whether a firm is a sandbox, which learns why a signature is refused. Default: none is. */
  readonly isSandbox?: ((firmId: string) => boolean) | undefined;
}

const TIMESTAMP_WANTED =
  'FOLIOWS_TIMESTAMP must be ISO-8601 with an offset, such as 2026-03-02T15:00:00.000+00:00';

/** Checks signed requests of API clients ([auth.signing]). */
export class SignatureAuthenticator {
  readonly #replays: ReplayGuard;
  readonly #keys = new WeakMap<ApiClient, KeyObject>();
  /** Whose signature let a caller in. */
  readonly #clients = new WeakMap<Caller, ApiClient>();
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
    if (typeof header === 'string') return malformed(header);
    const signedAt = parseTimestamp(header.timestamp);
    if (signedAt === undefined) return malformed(TIMESTAMP_WANTED);
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
    const signed = {
      method: request.method,
      url: request.baseUrl + request.url,
      timestamp,
      body: request.rawBody,
    };
    const expected = signatureBytes(this.#keyOf(client), signed);
    const matches = timingSafeEqual(expected, signature);
    if (client === undefined || client.revoked === true) {
      return unauthenticated(CredentialCode.Invalid);
    }
    if (!matches) {
      const isSandbox = this.options.isSandbox?.(client.firmId) === true;
      return unauthenticated(CredentialCode.Invalid, isSandbox ? comparable(signed) : undefined);
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

  /** Returns the firm of the key in a header, whether or not it was signed with its secret. */
  firmNamed(parameters: string): MaybePromise<string | undefined> {
    const header = parseSignatureHeader(parameters);
    if (typeof header === 'string') return undefined;
    return andThen(this.options.clients.find(header.apiKey), (client) => client?.firmId);
  }

  /** Whether the client that signed for a caller has neither been revoked since, nor its secret replaced. */
  stillAdmits(caller: Caller): MaybePromise<boolean> {
    const admitted = this.#clients.get(caller);
    return andThen(this.options.clients.find(caller.id), (client) =>
      admitted && client ? isSameCredential(admitted, client) : false,
    );
  }

  #callerOf(
    client: ApiClient,
    member = client.loginId,
    signedAt: string,
    associatedMember: string | undefined,
  ): MaybePromise<Caller> {
    const { apiKey: id, firmId, loginId, entitlements } = client;
    const roles = ['client'] as const;
    const caller = {
      kind: 'api-client',
      id,
      roles,
      firmId,
      member,
      login: loginId,
      entitlements,
      signedAt,
    } as const;
    const named = callerNaming(this.options.logins, caller, associatedMember);
    return andThen(named, (known) => {
      this.#clients.set(known, client);
      return known;
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

/** Says what to compare ([auth.compare]), as JSON text: every byte of the string to sign shows. */
function comparable(request: SignedRequest): string {
  return (
    `The signature is not that of the string to sign, ${JSON.stringify(stringToSign(request))}. ` +
    'Compare yours byte by byte; if it is the same, the shared secret is another.'
  );
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
