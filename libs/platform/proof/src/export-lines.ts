import { createHash } from 'node:crypto';
import type { HashedEvent } from './event-hash.js';
import type { PublicKey, SignedRoot } from './signatures.js';
import { leafHash, MerkleRoot, type StreamHead } from './merkle.js';

/** Names the format in the first line of an export. */
export const FORMAT = 'brokerage-audit-export';
/** Version of the format; the verifier accepts no other. */
export const VERSION = 1;

export interface ExportScope {
  readonly account?: string;
  readonly firm?: string;
  readonly member?: string;
  /** Events from this moment on, ISO-8601 UTC: streams may then start midway. */
  readonly from?: string;
  /** Events before this moment. */
  readonly to?: string;
}

/** `stream`: one stream after the other, each closed by a line of its own. `log`: in log order. */
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
  /** Head of the log when the export began, decimal: the export contains nothing newer. */
  readonly upTo: string;
  /** Newest signed root, against which the streams are proven; null if there is none. */
  readonly root: SignedRoot | null;
}

/** An event exactly as it is stored. */
export interface EventLine extends HashedEvent {
  readonly kind: 'event';
  /** Decimal. */
  readonly position: string;
  /** Hash of the event; the metadata of the next event of the stream contains it too. */
  readonly hash: string;
}

/** Proves that an event was the newest of its stream when the day of the header's root ended. */
export interface HeadProof {
  readonly revision: number;
  readonly hash: string;
  /** Index of the leaf. */
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
  /** Null: the stream is newer than the root, or the root does not cover the exported part. */
  readonly proof: HeadProof | null;
}

/** Stands for what the log no longer has as it was written; no such export is verified. */
interface DamageLine {
  readonly kind: 'damage';
  /** The stream whose remaining events are left out; null in log order, where the export ends here. */
  readonly stream: string | null;
  /** Names the bytes of the log. */
  readonly message: string;
}

/** Last line, signed. */
export interface ManifestLine extends Omit<HeaderLine, 'kind'> {
  readonly kind: 'manifest';
  readonly records: number;
  readonly streams: number;
  /** Decimal; null if there are no events. */
  readonly firstPosition: string | null;
  readonly lastPosition: string | null;
  /** Root of the Merkle tree over the stream lines, in file order; null in log order. */
  readonly heads: string | null;
  readonly keyId: string;
  readonly publicKey: PublicKey;
  /** The key of the daily root, if it was signed with an earlier one. */
  readonly rootKey?: PublicKey;
}

export type ExportLine = HeaderLine | EventLine | StreamLine | DamageLine | ManifestLine;

/** The digest that the first line follows. */
export const FIRST_DIGEST = createHash('sha256').update(`${FORMAT}/${VERSION}`).digest('base64url');

const LINE = ',"line":"';
/** Bytes of `,"line":"<43 characters>"}`. */
const LINE_SUFFIX = LINE.length + 43 + 2;
const SIGNATURE = ',"signature":"';
/** Bytes of `,"signature":"<86 characters>"}`. */
const SIGNATURE_SUFFIX = SIGNATURE.length + 86 + 2;

function digestOver(previous: string, body: string | Buffer): string {
  return createHash('sha256').update(previous).update('\n').update(body).digest('base64url');
}

/** Returns the text of line `n`, without its line feed, and its digest, which covers the previous digest too. */
export function sealLine(
  previous: string,
  n: number,
  line: ExportLine,
): { readonly text: string; readonly digest: string } {
  const body = JSON.stringify({ n, ...line });
  const digest = digestOver(previous, body);
  return { text: `${body.slice(0, -1)}${LINE}${digest}"}`, digest };
}

/** Adds a signature to a sealed line. */
export function withSignature(text: string, signature: string): string {
  return `${text.slice(0, -1)}${SIGNATURE}${signature}"}`;
}

/** Splits a line into the bytes that were signed and the signature; undefined for an unsigned line. */
export function withoutSignature(
  bytes: Buffer,
): { readonly signed: Buffer; readonly signature: string } | undefined {
  const end = bytes.subarray(-SIGNATURE_SUFFIX).toString('latin1');
  if (!/^,"signature":"[\w-]{86}"\}$/.test(end)) return undefined;
  const signed = Buffer.concat([bytes.subarray(0, -SIGNATURE_SUFFIX), Buffer.from('}')]);
  return { signed, signature: end.slice(SIGNATURE.length, -2) };
}

/** The digest that a line states; undefined if it has none. */
export function statedDigest(bytes: Buffer): string | undefined {
  const end = bytes.subarray(-LINE_SUFFIX).toString('latin1');
  return /^,"line":"[\w-]{43}"\}$/.test(end) ? end.slice(LINE.length, -2) : undefined;
}

/** The digest that a line should state after `previous`. */
export function actualDigest(previous: string, bytes: Buffer): string {
  return digestOver(previous, Buffer.concat([bytes.subarray(0, -LINE_SUFFIX), Buffer.from('}')]));
}

/** The bytes that the signature of a manifest covers. */
export function manifestBytes(signed: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${FORMAT}/${VERSION}\n`), signed]);
}

type Totals = Pick<
  ManifestLine,
  'records' | 'streams' | 'firstPosition' | 'lastPosition' | 'heads'
>;

/** Adds up what the manifest states about the lines before it. */
export class ExportTotals {
  #records = 0;
  #streams = 0;
  #first: bigint | undefined;
  #last: bigint | undefined;
  readonly #heads = new MerkleRoot();

  addEvent(position: bigint): void {
    this.#records += 1;
    if (this.#first === undefined || position < this.#first) this.#first = position;
    if (this.#last === undefined || position > this.#last) this.#last = position;
  }

  addStream(head: StreamHead): void {
    this.#streams += 1;
    this.#heads.add(leafHash(head));
  }

  /** The totals as the manifest of an export in this order states them. */
  in(order: ExportOrder): Totals {
    return {
      records: this.#records,
      streams: this.#streams,
      firstPosition: this.#first === undefined ? null : String(this.#first),
      lastPosition: this.#last === undefined ? null : String(this.#last),
      heads: order === 'stream' ? this.#heads.root() : null,
    };
  }
}
