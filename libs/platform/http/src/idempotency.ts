import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { FieldCode, fieldProblem, type Problem } from '#libs/platform/kernel';
import type { Caller } from './caller.js';
import { ProblemsException } from './problems.js';

/** What is known of a command id that comes with an `Idempotency-Key`. */
export type LedgerAnswer =
  /** Never seen. */
  | 'new'
  /** Seen with the same fingerprint: handling it again answers the first result. */
  | 'known'
  /** Seen with another fingerprint: the key was reused for another request (HTTP 422). */
  | 'mismatch';

/** What is known, and behind which position of the log everything stands that the id has left, as far as that is known. */
export interface LedgerEntry {
  readonly answer: LedgerAnswer;
  readonly since?: bigint;
}

/** Remembers which request a command id was first used for. */
export interface IdempotencyLedger {
  /**
   * What is known, without keeping anything.
   * @param fingerprint of {@link requestFingerprint}
   */
  look(commandId: string, fingerprint: string): Promise<LedgerEntry>;
  /** The same, and keeps what the command id is used for where it was never seen. */
  begin(commandId: string, fingerprint: string): Promise<LedgerAnswer>;
}

const HEADER = 'Idempotency-Key';
/** Namespace of command ids made from keys. */
const NAMESPACE = '5b0cb5a4-0c3c-5f0e-9f5a-1c1f3a7e6d42';

/**
 * The key of a request.
 *
 * @throws ProblemsException 400 unless it is 1 to 255 visible ASCII characters
 */
export function idempotencyKey(header: string | readonly string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  const code = header.length > 255 ? FieldCode.Length : FieldCode.Value;
  throw new ProblemsException(400, fieldProblem(HEADER, code, '1 to 255 visible ASCII characters'));
}

/**
 * The command id of a key: the same for the same caller and key, always (UUID version 5). An API key is of one firm; the
 * subject of tokens may act for several, and may read like an API key.
 */
export function commandIdOf(
  { kind, id, firmId = '' }: Pick<Caller, 'kind' | 'id' | 'firmId'>,
  key: string,
): string {
  const name = kind === 'token' ? `${firmId}\n${id}` : id;
  return v5(`${name}\n${key}`, NAMESPACE);
}

/**
 * SHA-256 over method, request target, persons and body, lower-case hex.
 * @param persons whom the request is made as and for: the same body for somebody else is another request
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

/** Command ids whose requests this process is working on. */
export class RunningCommands {
  readonly #running = new Set<string>();

  /**
   * @returns what to call when the request is over
   * @throws ProblemsException 409 while an earlier request with the id is running
   */
  enter(commandId: string): () => void {
    if (this.#running.has(commandId)) throw keyRunning();
    this.#running.add(commandId);
    return () => void this.#running.delete(commandId);
  }
}

/** The answer to a key whose request is under way, in this process or in another one. */
export function keyRunning(): ProblemsException {
  const message = `A request with this ${HEADER} is still running.`;
  const problem: Problem = { type: 'CONFLICT', errorCode: 'idempotency.key.in.use', message };
  return new ProblemsException(409, problem, { 'retry-after': '1' });
}

/** The answer to a key that was used for another request. */
export function keyReused(): ProblemsException {
  return new ProblemsException(422, {
    type: 'UNPROCESSABLE',
    field: HEADER,
    message: 'The key was used before, for another request.',
  });
}
