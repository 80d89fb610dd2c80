import type { ReplayJournal } from './replay-journal.js';
import { SignatureSet } from './signature-set.js';

/** `replayed` when it was used before; `full` when no more can be remembered. */
export type SignatureUse = 'first' | 'replayed' | 'full';

/** Remembers signatures until nobody would accept them any more. */
export interface ReplayGuard {
  /**
   * Takes a signature for used.
   * @param signature 32 bytes
   * @param expires moment from which it is refused anyway, in ms since 1970
   * @param now moment of the request, in ms since 1970
   * @throws StoreUnavailableError when it is kept elsewhere and that is away: nothing is let through then
   */
  use(signature: Buffer, expires: number, now: number): Promise<SignatureUse> | SignatureUse;
  /** Lets go of what it keeps them in. */
  close(): Promise<void>;
}

const BUCKET_MS = 60_000;

/**
 * Remembers in the memory of this process, in buckets by minute of expiry that are dropped whole, and in a journal, if there
 * is one, over a restart. The default limit of 4,000,000 signatures takes at most some 130 MB; a full guard lets nothing
 * through rather than forgetting.
 */
export class MemoryReplayGuard implements ReplayGuard {
  readonly #buckets = new Map<number, SignatureSet>();
  readonly #limit: number;
  readonly #journal: ReplayJournal | undefined;
  #size = 0;
  #oldest = Number.NEGATIVE_INFINITY;

  constructor(options: { readonly limit?: number; readonly journal?: ReplayJournal } = {}) {
    this.#limit = options.limit ?? 4_000_000;
    this.#journal = options.journal;
  }

  get size(): number {
    return this.#size;
  }

  use(signature: Buffer, expires: number, now: number): SignatureUse {
    this.#expire(now);
    const minute = Math.floor(expires / BUCKET_MS);
    const bucket = this.#buckets.get(minute) ?? this.#open(minute);
    const high = signature.readUInt32BE(0);
    const low = signature.readUInt32BE(4);
    if (bucket.has(high, low)) return 'replayed';
    if (this.#size >= this.#limit) return 'full';
    bucket.add(high, low);
    this.#size++;
    this.#journal?.append(minute, high, low);
    return 'first';
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #open(minute: number): SignatureSet {
    const bucket = new SignatureSet();
    const recorded = this.#journal?.read(minute);
    for (let at = 0; recorded !== undefined && at + 8 <= recorded.length; at += 8) {
      bucket.add(recorded.readUInt32BE(at), recorded.readUInt32BE(at + 4));
    }
    this.#size += bucket.size;
    this.#buckets.set(minute, bucket);
    return bucket;
  }

  /** The expiry is part of what is signed, so the same signature is always looked for in the same bucket. */
  #expire(now: number): void {
    const current = Math.floor(now / BUCKET_MS);
    if (current <= this.#oldest) return;
    this.#oldest = current;
    for (const [minute, bucket] of this.#buckets) {
      if (minute < current) {
        this.#buckets.delete(minute);
        this.#size -= bucket.size;
      }
    }
    this.#journal?.dropBefore(current);
  }
}
