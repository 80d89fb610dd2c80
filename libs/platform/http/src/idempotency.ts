import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { FieldCode, fieldProblem, type Problem } from '#libs/platform/kernel';
import type { Caller } from './caller.js';
import { ProblemsException } from './problems.js';

/** Result of looking up a command id. */
export type LedgerResult =
  /** Not in the ledger. */
  | 'new'
  /** In the ledger with the same fingerprint: handling it again returns the first result. */
  | 'known'
  /** In the ledger with another fingerprint: the key was reused for a different request (HTTP 422). */
  | 'mismatch';

/** An entry of the ledger. All events of the command have positions after `since`, if that is known. */
export interface LedgerEntry {
  readonly answer: LedgerResult;
  readonly since?: bigint;
}

/** Remembers which request a command id was first used for. */
export interface IdempotencyLedger {
  /** @param fingerprint from {@link requestFingerprint} */
  find(commandId: string, fingerprint: string): Promise<LedgerEntry>;
  /** Looks a command id up, and stores it if it is new. */
  begin(commandId: string, fingerprint: string): Promise<LedgerResult>;
}

const HEADER = 'Idempotency-Key';
/** UUID namespace of command ids that are derived from keys. */
const NAMESPACE = '5b0cb5a4-0c3c-5f0e-9f5a-1c1f3a7e6d42';

/**
 * Returns the idempotency key of a request.
 * @throws ProblemsException 400 unless it has 1 to 255 visible ASCII characters
 */
export function idempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  const code = header.length > 255 ? FieldCode.Length : FieldCode.Value;
  throw new ProblemsException(400, fieldProblem(HEADER, code, '1 to 255 visible ASCII characters'));
}

/**
 * Derives a command id from caller and key (UUID version 5). The name of a token's caller includes the firm, because its subject may act
 * for several firms, or look like an API key.
 */
export function commandIdOf(
  { kind, id, firmId = '' }: Pick<Caller, 'kind' | 'id' | 'firmId'>,
  key: string,
): string {
  const name = kind === 'token' ? `${firmId}\n${id}` : id;
  return v5(`${name}\n${key}`, NAMESPACE);
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

/** Command ids of the open requests of this process. */
export class RunningCommands {
  readonly #running = new Set<string>();

  /**
   * @returns a function to call when the request is over
   * @throws ProblemsException 409 while another request with the id is open
   */
  enter(commandId: string): () => void {
    if (this.#running.has(commandId)) throw keyRunning();
    this.#running.add(commandId);
    return () => void this.#running.delete(commandId);
  }
}

/** HTTP 409: the request of this key is still running, in this process or another. */
export function keyRunning(): ProblemsException {
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
