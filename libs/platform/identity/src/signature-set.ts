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
