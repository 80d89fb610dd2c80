import { createHash, randomUUID } from 'node:crypto';
import { v5 } from 'uuid';
import { type Caller, FieldCode, fieldProblem, type Problem, mustBe } from '#libs/platform/kernel';
import { Response, type KeptResponse } from './response.js';
import { ProblemsException } from './problems.js';

export type LedgerEntry =
  /** The key is free. `freed`: it was begun before, by a request that may have left events. */
  | { readonly use: 'none'; readonly freed?: true }
  /** It was used for another request (HTTP 422). */
  | { readonly use: 'other' }
  /** The same request was begun. What it left in the log, if anything, is after `since`, if that is known. */
  | { readonly use: 'begun'; readonly since?: bigint }
  /** The same request was decided. */
  | { readonly use: 'decided'; readonly answer: KeptResponse };

/** An attempt to carry out the request of a key. There may be several: in other processes, or after one whose answer was lost. */
export interface KeyAttempt {
  readonly keyId: string;
  readonly print: string;
  readonly attempt: string;
}

/** Remembers which request each key was used for, and what was decided ([0007]). `print` is always a {@link requestFingerprint}. */
export interface IdempotencyLedger {
  find(keyId: string, print: string): Promise<LedgerEntry>;
  /**
   * Binds the key to the request. Returns what is known of it already; `none` if the attempt may store something now.
   * @param joins the request has been begun by an earlier attempt
   */
  begin(attempt: KeyAttempt, joins: boolean): Promise<LedgerEntry>;
  /**
   * Keeps the answer of a decided request, for good. Returns what is known of it already; `none` if nothing was decided, and `begun` for a
   * refusal while another attempt may still store something: it is not kept.
   */
  keep(attempt: KeyAttempt, answer: KeptResponse, isRefusal: boolean): Promise<LedgerEntry>;
  /** Says that an attempt that had begun was refused before it was decided. The key is free if there is no other. */
  free(attempt: KeyAttempt): Promise<void>;
  /** The id of the command of a request. Nobody who has the log can tell from it what the request was. */
  commandId(keyId: string, print: string): string;
}

const HEADER = 'Idempotency-Key';
/** UUID namespace of the ids of keys. */
const NAMESPACE = '5b0cb5a4-0c3c-5f0e-9f5a-1c1f3a7e6d42';

/**
 * Returns the idempotency key of a request.
 * @throws ProblemsException 400 unless it has 1 to 255 visible ASCII characters
 */
export function idempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  const code = header.length > 255 ? FieldCode.Length : FieldCode.Value;
  throw new ProblemsException(
    400,
    fieldProblem(HEADER, code, mustBe('1 to 255 visible ASCII characters')),
  );
}

/**
 * The id of a caller's key (UUID version 5). A key belongs to the login of the caller's firm that the credentials are of, so signed requests
 * and tokens of an API client share theirs; without a login, to the subject of the token.
 */
export function keyIdOf(
  { id, firmId = '', login }: Pick<Caller, 'id' | 'firmId' | 'login'>,
  key: string,
): string {
  const owner = login === undefined ? ['subject', id] : ['login', login];
  return v5(JSON.stringify([firmId, ...owner, key]), NAMESPACE);
}

/**
 * Returns the SHA-256 of method, request target, persons and body, in lower-case hex.
 * @param persons the same body on behalf of somebody else is a different request
 */
export function requestFingerprint(
  method: string,
  url: string,
  persons: Readonly<Record<'member' | 'associatedMember', string | undefined>>,
  rawBody: Buffer,
): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, persons.member ?? null, persons.associatedMember ?? null]))
    .update(rawBody)
    .digest('hex');
}

/**
 * What a key keeps of the result of a request: whatever was decided, be it a success or a refusal by a rule of the domain. Undefined for
 * what ended before a decision, for its credentials, rights, fields, state of the service and the like ([request.idempotency]).
 */
export function decisionOf(
  result: Response<unknown> | ProblemsException,
): KeptResponse | undefined {
  if (result instanceof Response) return result.kept;
  if (!result.isDecision) return undefined;
  return { status: result.status, body: JSON.stringify(result.problems) };
}

/** The use of a key by a request, or by a line of an import, that found no decision. */
export class KeyUse {
  readonly #attempt: KeyAttempt;
  #begun: Promise<void> | undefined;
  #counted: boolean;

  /**
   * @param known what the ledger knew of the key
   * @param count counts a new use; throws a 429 if the caller has had too many
   */
  constructor(
    private readonly ledger: IdempotencyLedger,
    keyId: string,
    print: string,
    private readonly known: LedgerEntry,
    private readonly count: () => void = () => undefined,
  ) {
    this.#attempt = { keyId, print, attempt: randomUUID() };
    this.#counted = known.use === 'begun';
  }

  /** Binds the key to the request, before its command stores anything. @throws ProblemsException 409 or 422 if another one was faster */
  readonly begin = (): Promise<void> => (this.#begun ??= this.#begin());

  async #begin(): Promise<void> {
    this.#count();
    const { use } = await this.ledger.begin(this.#attempt, this.known.use === 'begun');
    if (use === 'other') throw keyReused();
    // Another process is working on the request, or has decided it.
    if (use !== 'none') throw keyRunning();
  }

  /**
   * Keeps the result if it is a decision, and else leaves the key free. Returns the answer to send instead if another process has decided
   * the same request meanwhile.
   * @throws ProblemsException 409 for a refusal while another attempt may still carry out what it refuses
   */
  async conclude(
    result: Response<unknown> | ProblemsException,
  ): Promise<Response<unknown> | undefined> {
    const decision = decisionOf(result);
    if (decision === undefined) {
      if (result instanceof ProblemsException && result.status < 500) await this.#free();
      return undefined;
    }
    this.#count();
    const isRefusal = result instanceof ProblemsException;
    const entry = await this.ledger.keep(this.#attempt, decision, isRefusal);
    if (entry.use === 'other') throw keyReused();
    if (entry.use === 'begun') throw keyRunning();
    return entry.use === 'decided' ? Response.again(entry.answer) : undefined;
  }

  /** Frees the key if this request has bound it. */
  async #free(): Promise<void> {
    if (this.#begun === undefined) return;
    const isBound = await this.#begun.then(
      () => true,
      () => false,
    );
    if (isBound) await this.ledger.free(this.#attempt);
  }

  #count(): void {
    if (!this.#counted) this.count();
    this.#counted = true;
  }
}

/** The keys of the open requests of this process, with the fingerprints of the requests. */
export class RunningKeys {
  readonly #running = new Map<string, string>();

  /**
   * @returns a function to call when the request is over
   * @throws ProblemsException while another request with the key is open: 409 for the same one, 422 for a different one
   */
  enter(keyId: string, print: string): () => void {
    const running = this.#running.get(keyId);
    if (running !== undefined) throw running === print ? keyRunning() : keyReused();
    this.#running.set(keyId, print);
    return () => void this.#running.delete(keyId);
  }
}

/** HTTP 409: the request of this key is still running, in this process or another. */
function keyRunning(): ProblemsException {
  const message = `A request with this ${HEADER} is still running.`;
  const problem: Problem = { type: 'CONFLICT', errorCode: 'idempotency.key.in.use', message };
  return new ProblemsException(409, problem, { 'retry-after': '1' });
}

/** HTTP 422: the key was used for a different request. */
export function keyReused(): ProblemsException {
  return new ProblemsException(422, {
    type: 'UNPROCESSABLE',
    field: HEADER,
    message: 'The key was already used for a different request.',
  });
}
