import { LRUCache } from 'lru-cache';

const STREAMS = 50_000;
/** Of a stream that is watched, and whose end is not known yet. */
const UNKNOWN = -1;

/**
 * Where streams end, as far as this process has read or written them and follows the log. What others append meanwhile it sees there:
 * so a stream has to be watched before it is asked for its end.
 */
export class StreamEnds {
  readonly #ends = new LRUCache<string, number>({ max: STREAMS });

  /** The last revision of a stream; undefined where it is not known. */
  of(stream: string): number | undefined {
    const end = this.#ends.get(stream);
    return end === UNKNOWN ? undefined : end;
  }

  /** The end of a stream is about to be asked for: what comes from now on counts. */
  watch(stream: string): void {
    if (!this.#ends.has(stream)) this.#ends.set(stream, UNKNOWN);
  }

  /** A stream that is watched has been found to reach a revision. */
  set(stream: string, revision: number): void {
    const known = this.#ends.get(stream);
    if (known !== undefined && revision > known) this.#ends.set(stream, revision);
  }

  /** Events that have been appended, by whomever. */
  passed(records: readonly { readonly stream: string; readonly revision: number }[]): void {
    for (const { stream, revision } of records) this.set(stream, revision);
  }

  /** Some events have not been seen. */
  forget(): void {
    this.#ends.clear();
  }
}
