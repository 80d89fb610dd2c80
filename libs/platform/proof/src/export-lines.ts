import { createHash } from 'node:crypto';
import type { SignedRoot } from './daily-root.js';
import type { HashedEvent } from './event-hash.js';
import type { PublicKey } from './signatures.js';

/** What the first line of an export says it is. */
export const FORMAT = 'brokerage-audit-export';
/** Version of the format; a verifier takes no other. */
export const VERSION = 1;

/** What an export is of. */
export interface ExportScope {
  readonly account?: string;
  readonly firm?: string;
  readonly member?: string;
  /** Events from this moment on, ISO-8601 UTC: streams may begin in their middle. */
  readonly from?: string;
  /** Events before this moment. */
  readonly to?: string;
}

/** `stream`: one stream after the other, each closed by its own line. `log`: in the order of the log. */
export type ExportOrder = 'stream' | 'log';

/** First line. */
export interface HeaderLine {
  readonly kind: 'header';
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly scope: ExportScope;
  readonly order: ExportOrder;
  /** ISO-8601 UTC. */
  readonly madeAt: string;
  /** Head of the log when the export began, decimal: nothing newer is in it. */
  readonly upTo: string;
  /** Newest signed root, which the streams' proofs lead to; null when there is none. */
  readonly root: SignedRoot | null;
}

/** An event exactly as it is stored. */
export interface EventLine extends HashedEvent {
  readonly kind: 'event';
  /** Decimal. */
  readonly position: string;
  /** Hash of the event; the next one of the stream carries it in its metadata. */
  readonly hash: string;
}

/** That an event was the newest of its stream at the end of the day of the header's root. */
export interface HeadProof {
  readonly revision: number;
  readonly hash: string;
  /** Place among the leaves. */
  readonly index: number;
  readonly path: readonly string[];
}

/** End of a stream. */
export interface StreamLine {
  readonly kind: 'stream';
  readonly stream: string;
  readonly first: number;
  readonly last: number;
  /** Hash of the last event. */
  readonly hash: string;
  /** Null: the stream is newer than the root, or the root does not concern what was exported of it. */
  readonly proof: HeadProof | null;
}

/** Last line, signed. */
export interface ManifestLine extends Omit<HeaderLine, 'kind'> {
  readonly kind: 'manifest';
  readonly records: number;
  readonly streams: number;
  /** Of the events, decimal; null when there are none. */
  readonly firstPosition: string | null;
  readonly lastPosition: string | null;
  /** Root of the Merkle tree over the stream lines, in their order; null in log order. */
  readonly heads: string | null;
  readonly keyId: string;
  readonly publicKey: PublicKey;
  /** The key that the daily root is signed with, when it is an earlier one. */
  readonly rootKey?: PublicKey;
}

/** A line of an export, by its kind. */
export type ExportLine = HeaderLine | EventLine | StreamLine | ManifestLine;

/** What the first line follows. */
export const FIRST_DIGEST = createHash('sha256').update(`${FORMAT}/${VERSION}`).digest('base64url');

const LINE = ',"line":"';
/** Bytes of `,"line":"<43 characters>"}`. */
const LINE_SUFFIX = LINE.length + 43 + 2;
const SIGNATURE = ',"signature":"';
/** Bytes of `,"signature":"<86 characters>"}`. */
const SIGNATURE_SUFFIX = SIGNATURE.length + 86 + 2;

/** A line with its number and the digest over the line before and its own bytes. */
interface SealedLine {
  readonly text: string;
  readonly digest: string;
}

function digestOver(previous: string, body: string | Buffer): string {
  return createHash('sha256').update(previous).update('\n').update(body).digest('base64url');
}

/** Makes the text of line `n`, without its end of line. */
export function sealLine(previous: string, n: number, line: ExportLine): SealedLine {
  const body = JSON.stringify({ n, ...line });
  const digest = digestOver(previous, body);
  return { text: `${body.slice(0, -1)}${LINE}${digest}"}`, digest };
}

/** Puts a signature to a sealed line. */
export function withSignature(text: string, signature: string): string {
  return `${text.slice(0, -1)}${SIGNATURE}${signature}"}`;
}

/** Takes the signature off a line: the bytes it is over, and itself; undefined for a line without one. */
export function withoutSignature(
  bytes: Buffer,
): { readonly signed: Buffer; readonly signature: string } | undefined {
  const end = bytes.subarray(-SIGNATURE_SUFFIX).toString('latin1');
  if (!/^,"signature":"[\w-]{86}"\}$/.test(end)) return undefined;
  const signed = Buffer.concat([bytes.subarray(0, -SIGNATURE_SUFFIX), Buffer.from('}')]);
  return { signed, signature: end.slice(SIGNATURE.length, -2) };
}

/** The digest a line states; undefined when it has none. */
export function statedDigest(bytes: Buffer): string | undefined {
  const end = bytes.subarray(-LINE_SUFFIX).toString('latin1');
  return /^,"line":"[\w-]{43}"\}$/.test(end) ? end.slice(LINE.length, -2) : undefined;
}

/** The digest a line has to state after `previous`. */
export function actualDigest(previous: string, bytes: Buffer): string {
  return digestOver(previous, Buffer.concat([bytes.subarray(0, -LINE_SUFFIX), Buffer.from('}')]));
}

/** What the signature of a manifest is over. */
export function manifestBytes(signed: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${FORMAT}/${VERSION}\n`), signed]);
}
