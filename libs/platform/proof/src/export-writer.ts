import type { KeyObject } from 'node:crypto';
import { eventHash, type HashedEvent } from './event-hash.js';
import {
  type ExportLine,
  FIRST_DIGEST,
  type HeaderLine,
  type HeadProof,
  type ManifestLine,
  manifestBytes,
  sealLine,
  withSignature,
} from './export-lines.js';
import { leafHash, MerkleRoot, type StreamHead } from './merkle.js';
import { type PublicKey, signBytes } from './signatures.js';

/** An event with its place in the log. */
export interface ExportedEvent extends HashedEvent {
  readonly position: bigint;
}

/** Makes the lines of one export, in order. Each line ends with a line feed. Keeps nothing but counts. */
export class ExportWriter {
  #digest = FIRST_DIGEST;
  #lines = 0;
  #records = 0;
  #streams = 0;
  #first: bigint | undefined;
  #last: bigint | undefined;
  readonly #heads = new MerkleRoot();

  constructor(
    private readonly header: Omit<HeaderLine, 'kind'>,
    private readonly key: KeyObject,
    private readonly publicKey: PublicKey,
    /** Of the daily root in the header, when that was signed with an earlier key. */
    private readonly rootKey?: PublicKey,
  ) {}

  begin(): string {
    return this.#seal({ kind: 'header', ...this.header });
  }

  /** One event; answers its line and its hash. */
  event(event: ExportedEvent): { readonly line: string; readonly hash: string } {
    const { stream, revision, position, id, type, data, metadata } = event;
    const hash = eventHash(event);
    this.#records += 1;
    if (this.#first === undefined || position < this.#first) this.#first = position;
    if (this.#last === undefined || position > this.#last) this.#last = position;
    const line = this.#seal({
      kind: 'event',
      ...{ stream, revision, position: String(position), id, type, data, metadata, hash },
    });
    return { line, hash };
  }

  /** The end of a stream, when the export is in the order of streams. */
  endStream(head: StreamHead, first: number, proof: HeadProof | null): string {
    this.#streams += 1;
    this.#heads.add(leafHash(head));
    const { stream, revision: last, hash } = head;
    return this.#seal({ kind: 'stream', stream, first, last, hash, proof });
  }

  /** The manifest, signed. */
  end(): string {
    const manifest: ManifestLine = {
      kind: 'manifest',
      ...this.header,
      records: this.#records,
      streams: this.#streams,
      firstPosition: this.#first === undefined ? null : String(this.#first),
      lastPosition: this.#last === undefined ? null : String(this.#last),
      heads: this.header.order === 'stream' ? this.#heads.root() : null,
      keyId: this.publicKey.kid,
      publicKey: this.publicKey,
      ...(this.rootKey && { rootKey: this.rootKey }),
    };
    const sealed = this.#seal(manifest).trimEnd();
    const signature = signBytes(this.key, manifestBytes(Buffer.from(sealed)));
    return `${withSignature(sealed, signature)}\n`;
  }

  #seal(line: ExportLine): string {
    const { text, digest } = sealLine(this.#digest, this.#lines, line);
    this.#digest = digest;
    this.#lines += 1;
    return `${text}\n`;
  }
}
