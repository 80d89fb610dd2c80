import { join } from 'node:path';
import type { Clock } from '#libs/platform/kernel';
import type { Config, Logger } from '#libs/platform/runtime';
import type { MaybePromise } from './directories.js';
import { type OpenJournal, type ReplayJournal, journalIn } from './replay-journal.js';
import { MongoReplayGuard } from './mongodb-replay-guard.js';

/**
 * `replayed`: used before. `forgotten`: may have been used before, but records of that time are gone (the clock was set back).
 * `full`: no more signatures can be recorded.
 */
export type SignatureUse = 'first' | 'replayed' | 'forgotten' | 'full';

/** Remembers used signatures until they expire. */
export interface ReplayGuard {
  /**
   * Records the use of a signature.
   * @param signature 32 bytes
   * @param expires when it is refused anyway, in ms since 1970
   * @param now time of the request, in ms since 1970
   * @throws StoreUnavailableError if it can't be stored (disk full, database away); the request must then be refused
   */
  use(signature: Buffer, expires: number, now: number): MaybePromise<SignatureUse>;
  close(): Promise<void>;
}

const BUCKET_MS = 60_000;

/**
 * Remembers signatures in memory, in one bucket per minute of expiry that is dropped as a whole, and, with a journal, across restarts. What
 * expires in a dropped minute is never accepted again, even if the clock is set back: it counts as forgotten. The default
 * limit of 4,000,000 signatures takes up to 130 MB. When full, it accepts nothing rather than forget.
 */
export class MemoryReplayGuard implements ReplayGuard {
  readonly #buckets = new Map<number, SignatureSet>();
  readonly #limit: number;
  readonly #journal: ReplayJournal | undefined;
  #size = 0;
  #minute: number | undefined;
  /** Newest minute that was dropped. */
  #forgotten = 0;

  constructor(options: { readonly limit?: number; readonly journal?: OpenJournal } = {}) {
    this.#limit = options.limit ?? 4_000_000;
    this.#journal = options.journal?.((minute, high, low) => this.#add(minute, high, low));
    this.#forgotten = this.#journal?.forgotten ?? 0;
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

  /** The signature covers its expiry, so the same signature always belongs to the same bucket. */
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
 * A set of signatures at 8 bytes each (open addressing, at most half full), identified by their first 64 bits. As HMAC output these
 * are as good as random: two collide once in 10^13 pairs of a full set.
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

  /** Returns false if the signature was there already. */
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

/** Opens the configured replay guard: MongoDB if `MONGODB_URL` is set, otherwise memory and `DATA_DIR/replays`. */
export async function openReplayGuard(
  { mongodbUrl, dataDir }: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, 'error'> },
): Promise<ReplayGuard> {
  if (mongodbUrl !== undefined) return MongoReplayGuard.connect(mongodbUrl);
  const directory = join(dataDir, 'replays');
  const damaged = (): void =>
    logger.error(
      { directory },
      'used signatures were damaged, or recorded by a clock that was ahead, and are begun anew: requests signed before are refused',
    );
  return new MemoryReplayGuard({ journal: journalIn(directory, clock.now(), damaged) });
}
