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
  ExportTotals,
} from './export-lines.js';
import type { StreamHead } from './merkle.js';
import { type PublicKey, signBytes } from './signatures.js';

/** An event with its position in the log. */
export interface ExportedEvent extends HashedEvent {
  readonly position: bigint;
}

/** Produces the lines of one export, in order. Each line ends with a line feed. Keeps only running totals. */
export class ExportWriter {
  #digest = FIRST_DIGEST;
  #lines = 0;
  readonly #totals = new ExportTotals();

  constructor(
    private readonly header: Omit<HeaderLine, 'kind'>,
    private readonly key: KeyObject,
    private readonly publicKey: PublicKey,
    /** The key of the daily root in the header, if it was signed with an earlier one. */
    private readonly rootKey?: PublicKey,
  ) {}

  begin(): string {
    return this.#seal({ kind: 'header', ...this.header });
  }

  event(event: ExportedEvent): { readonly line: string; readonly hash: string } {
    const { stream, revision, position, id, type, data, metadata } = event;
    const hash = eventHash(event);
    this.#totals.addEvent(position);
    const line = this.#seal({
      kind: 'event',
      ...{ stream, revision, position: String(position), id, type, data, metadata, hash },
    });
    return { line, hash };
  }

  /** Returns the line that closes a stream, in an export ordered by stream. */
  endStream(head: StreamHead, first: number, proof: HeadProof | null): string {
    this.#totals.addStream(head);
    const { stream, revision: last, hash } = head;
    return this.#seal({ kind: 'stream', stream, first, last, hash, proof });
  }

  /** Returns the line for events that can't be exported because the log has been damaged. */
  damage(stream: string | null, message: string): string {
    return this.#seal({ kind: 'damage', stream, message });
  }

  /** Returns the signed manifest. */
  end(): string {
    const manifest: ManifestLine = {
      kind: 'manifest',
      ...this.header,
      ...this.#totals.in(this.header.order),
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
