import { scanAppends } from './log-append-scan.js';
import type { LogEnd } from './lmdb-index.js';
import type { LogParts } from './log-opening.js';

/** Learns, in a process that only reads, how far the one that writes has got. */
export class LogFollower {
  readonly #parts: LogParts;
  #seen: LogEnd;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.#seen = parts.start;
  }

  /**
   * The end of the log now. Its newest records, which the index doesn't have, are in the tail then. They may stand in the
   * file before the disk has them, so they are flushed first: nobody acts on what a power cut could still take back.
   */
  end(): number {
    const { index, file, tail } = this.#parts;
    index.refresh();
    const indexed = index.logEnd();
    if (indexed) {
      tail.drop(indexed.end);
      if (indexed.end > this.#seen.end) this.#seen = indexed;
    }
    const { end, checksum } = this.#seen;
    const size = file.size();
    if (size <= end) return end;
    const appends = [...scanAppends(file, end, checksum, size)];
    const last = appends.at(-1);
    if (last && file.flush(last.end)) {
      for (const append of appends) tail.addAppend(append);
      this.#seen = { end: last.end, checksum: last.checksum };
    }
    return this.#seen.end;
  }
}
