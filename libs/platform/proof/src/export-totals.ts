import type { ExportOrder, ManifestLine } from './export-lines.js';
import { leafHash, MerkleRoot, type StreamHead } from './merkle.js';

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
