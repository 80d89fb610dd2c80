import type { OpenJournal, ReplayJournal } from './replay-journal.js';

/**
 * `replayed` when it was used before; `forgotten` when it may have been, at a time that is not remembered any more: the clock was set back
 * since; `full` when no more can be remembered.
 */
export type SignatureUse = 'first' | 'replayed' | 'forgotten' | 'full';

/** Remembers signatures until nobody would accept them any more. */
export interface ReplayGuard {
  /**
   * Takes a signature for used.
   * @param signature 32 bytes
   * @param expires moment from which it is refused anyway, in ms since 1970
   * @param now moment of the request, in ms since 1970
   * @throws StoreUnavailableError when it can't be kept, as the disk is full or the database away: nothing is let through then
   */
  use(signature: Buffer, expires: number, now: number): Promise<SignatureUse> | SignatureUse;
  /** Lets go of what it keeps them in. */
  close(): Promise<void>;
}

const BUCKET_MS = 60_000;

/**
 * Remembers in the memory of this process, in buckets by minute of expiry that are dropped whole, and in a journal, if there
 * is one, over a restart. Whatever the clock does, nothing that expires in a minute that was dropped is let through again: when it
 * is set back, what is older than what was dropped counts as forgotten. The default limit of 4,000,000 signatures takes at most some 130 MB; a full guard lets nothing
 * through rather than forgetting.
 */
export class MemoryReplayGuard implements ReplayGuard {
  readonly #buckets = new Map<number, SignatureSet>();
  readonly #limit: number;
  readonly #journal: ReplayJournal | undefined;
  #size = 0;
  #minute: number | undefined;
  /** Newest minute whose signatures were dropped. */
  #forgotten = 0;

  constructor(options: { readonly limit?: number; readonly journal?: OpenJournal } = {}) {
    this.#limit = options.limit ?? 4_000_000;
    this.#journal = options.journal?.((minute, high, low) => {
      this.#add(minute, high, low);
    });
    this.#forgotten = this.#journal?.forgotten ?? 0;
  }

  get size(): number {
    return this.#size;
  }

  use(signature: Buffer, expires: number, now: number): SignatureUse {
    this.#expire(now);
    const minute = Math.floor(expires / BUCKET_MS);
    if (minute <= this.#forgotten) return 'forgotten';
    const high = signature.readUInt32BE(0);
    const low = signature.readUInt32BE(4);
    if (this.#buckets.get(minute)?.has(high, low) === true) return 'replayed';
    if (this.#size >= this.#limit) return 'full';
    this.#journal?.append(minute, high, low);
    this.#add(minute, high, low);
    return 'first';
  }

  close(): Promise<void> {
    this.#journal?.close();
    return Promise.resolve();
  }

  #add(minute: number, high: number, low: number): void {
    const bucket = this.#buckets.get(minute) ?? new SignatureSet();
    this.#buckets.set(minute, bucket);
    if (bucket.add(high, low)) this.#size++;
  }

  /** The expiry is part of what is signed, so the same signature is always looked for in the same bucket. */
  #expire(now: number): void {
    const current = Math.floor(now / BUCKET_MS);
    if (current === this.#minute) return;
    this.#minute = current;
    for (const [minute, bucket] of this.#buckets) {
      if (minute >= current) continue;
      this.#buckets.delete(minute);
      this.#size -= bucket.size;
      this.#forgotten = Math.max(this.#forgotten, minute);
    }
    this.#journal?.dropBefore(current);
  }
}

/**
 * A set of signatures at 8 bytes each (open addressing, at most half full). A signature is known by its first 64 bits:
 * they are the output of an HMAC and as good as random, so two of them meet by chance once in 10^13 pairs of a full set.
 */
export class SignatureSet {
  #slots: Uint32Array;
  #size = 0;
  #hasZero = false;

  constructor(capacity = 512) {
    this.#slots = new Uint32Array(capacity * 2);
  }

  get size(): number {
    return this.#size;
  }

  /** @returns false when it was there already */
  add(high: number, low: number): boolean {
    if (high === 0 && low === 0) {
      // Zero marks an empty slot.
      if (this.#hasZero) return false;
      this.#hasZero = true;
      this.#size++;
      return true;
    }
    if (!insert(this.#slots, high, low)) return false;
    if (++this.#size * 4 > this.#slots.length) this.#grow();
    return true;
  }

  has(high: number, low: number): boolean {
    return high === 0 && low === 0 ? this.#hasZero : find(this.#slots, high, low).found;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let i = 0; i < old.length; i += 2) {
      const high = old[i] ?? 0;
      const low = old[i + 1] ?? 0;
      if (high !== 0 || low !== 0) insert(this.#slots, high, low);
    }
  }
}

function find(slots: Uint32Array, high: number, low: number): { found: boolean; at: number } {
  const mask = slots.length / 2 - 1;
  for (let i = low & mask; ; i = (i + 1) & mask) {
    const at = i * 2;
    if (slots[at] === high && slots[at + 1] === low) return { found: true, at };
    if (slots[at] === 0 && slots[at + 1] === 0) return { found: false, at };
  }
}

function insert(slots: Uint32Array, high: number, low: number): boolean {
  const { found, at } = find(slots, high, low);
  if (found) return false;
  slots[at] = high;
  slots[at + 1] = low;
  return true;
}
