import { createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { AuthenticationRequest } from '#libs/platform/http';
import {
  type Caller,
  type Clock,
  parseTimestamp,
  type Problem,
  type Secret,
} from '#libs/platform/kernel';
import {
  namingOf,
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
  /** A firm that has a clock of its own is a sandbox, which learns why a signature is refused. */
  readonly clock: Clock;
  /** Default: {@link MemoryReplayGuard}. */
  readonly replays?: ReplayGuard | undefined;
}

/** A caller with the secret that let it in. */
export interface SignedCaller extends Caller {
  readonly secret?: Secret;
}

const CLIENT = ['client'] as const;

const TIMESTAMP_WANTED =
  'FOLIOWS_TIMESTAMP must be ISO-8601 with an offset, such as 2026-03-02T15:00:00.000+00:00';

/** Checks signed requests of API clients ([auth.signing]). */
export class SignatureAuthenticator {
  readonly #replays: ReplayGuard;
  readonly #keys = new WeakMap<Secret, KeyObject>();
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
    const now = this.options.clock.now();
    const signed = {
      method: request.method,
      url: request.baseUrl + request.url,
      timestamp,
      body: request.rawBody,
    };
    // an unknown client is compared as well, so that refusing it takes as long
    const secret = secretsOf(client, now).find((one) =>
      timingSafeEqual(signatureBytes(this.#keyOf(one), signed), signature),
    );
    if (client === undefined || client.revoked === true) {
      return unauthenticated(CredentialCode.Invalid);
    }
    if (secret === undefined) {
      const isSandbox = this.options.clock.firms?.has(client.firmId) === true;
      return unauthenticated(CredentialCode.Invalid, isSandbox ? comparable(signed) : undefined);
    }
    const time = Date.parse(signedAt);
    if (Math.abs(now - time) > WINDOW_MS) return unauthenticated(CredentialCode.Stale);
    const admitted = () =>
      this.#callerOf(client, secret, { memberId, signedAt, associated: request.associatedMember });
    if (request.method.toUpperCase() === 'GET') return admitted();
    return andThen(
      this.#replays.use(signature, time + WINDOW_MS, now),
      (use): MaybePromise<Caller | Problem> => refusalOf(use) ?? admitted(),
    );
  }

  /** Returns the firm of the key in a header, whether or not it was signed with its secret. */
  firmNamed(parameters: string): MaybePromise<string | undefined> {
    const header = parseSignatureHeader(parameters);
    if (typeof header === 'string') return undefined;
    return andThen(this.options.clients.find(header.apiKey), (client) => client?.firmId);
  }

  /** Whether the client that signed for a caller has not been revoked since, and the secret is still one of its. */
  stillAdmits({ id, secret }: SignedCaller): MaybePromise<boolean> {
    return andThen(this.options.clients.find(id), (client) =>
      isSecretOf(client, secret, this.options.clock.now()),
    );
  }

  #callerOf(
    client: ApiClient,
    secret: Secret,
    { memberId: member = client.loginId, signedAt, associated: associatedMember }: SignedFor,
  ): MaybePromise<SignedCaller> {
    const { apiKey: id, firmId, loginId: login, entitlements } = client;
    const kind = 'api-client' as const;
    const named = namingOf(
      this.options.logins,
      { kind, firmId, member, login, roles: CLIENT },
      associatedMember,
    );
    return andThen(named, ({ memberKnown, firmItself, associated }) => {
      // a literal: spreading one object into another takes longer than the rest of the request's checks
      return {
        kind,
        id,
        roles: CLIENT,
        firmId,
        member,
        login,
        entitlements,
        signedAt,
        memberKnown,
        firmItself,
        associated,
        secret,
      };
    });
  }

  #keyOf(secret: Secret | undefined): KeyObject {
    if (secret === undefined) return this.#decoy;
    let key = this.#keys.get(secret);
    if (key === undefined) {
      const text = secret.reveal();
      // Anybody would know an empty secret.
      key = text ? createSecretKey(Buffer.from(text)) : this.#decoy;
      this.#keys.set(secret, key);
    }
    return key;
  }
}

/** Whether a client that is not revoked may sign with a secret at a time, in milliseconds since 1970. */
export function isSecretOf(
  client: ApiClient | undefined,
  secret: Secret | undefined,
  now: number,
): boolean {
  if (secret === undefined || client === undefined || client.revoked === true) return false;
  return secretsOf(client, now).some((one) => one === secret || one?.reveal() === secret.reveal());
}

/** Says what to compare ([auth.compare]), as JSON text: every byte of the string to sign shows. */
function comparable(request: SignedRequest): string {
  return (
    `The signature is not that of the string to sign, ${JSON.stringify(stringToSign(request))}. ` +
    'Compare yours byte by byte; if it is the same, the shared secret is another.'
  );
}

/** For whom a client signed, and when. */
interface SignedFor {
  readonly memberId: string | undefined;
  readonly signedAt: string;
  readonly associated: string | undefined;
}

/** The secrets that are valid at a moment; for an unknown client one that nobody has. */
function secretsOf(client: ApiClient | undefined, now: number): readonly (Secret | undefined)[] {
  if (client?.previous === undefined || now >= Date.parse(client.previous.until)) {
    return [client?.sharedSecret];
  }
  return [client.sharedSecret, client.previous.secret];
}

function refusalOf(use: SignatureUse): Problem | undefined {
  if (use === 'replayed') return unauthenticated(CredentialCode.Replayed);
  if (use === 'forgotten') return unauthenticated(CredentialCode.Stale);
  if (use === 'first') return undefined;
  return { type: 'UNAVAILABLE', message: 'Too many requests have been signed recently.' };
}
