import type { FeedEntry } from '../feed-reader.js';

/** Offers that are remembered one by one: while a receiver is down for days there is a partition for each account of its firm. */
const REMEMBERED = 16;

/** An event that is to be delivered. */
interface Offer {
  readonly sequence: number;
  /** Position of the log before it. */
  readonly before: bigint;
  /** When it happened. */
  readonly time: string;
}

/** What a partition has been offered and has not settled: the events of one account in their order. */
export class PartitionOffers {
  readonly #offers: Offer[] = [];
  #newest = 0;
  #settled: number | undefined;
  /** More was offered than is remembered: the last one that is stands for all after it. */
  #overflowed = false;

  /** The oldest event that may still have to be delivered; undefined: there is none. */
  get oldest(): Offer | undefined {
    return this.#offers[0];
  }

  /** Sequence of the last event that needs nothing more. */
  get settled(): number {
    return this.#settled ?? 0;
  }

  /** Whether something that was offered has not been settled. */
  get isOpen(): boolean {
    return this.settled < this.#newest;
  }

  /**
   * Takes an event; false for one that was settled before it was offered.
   * @param before position of the log before it
   */
  add({ sequence, event: { time } }: FeedEntry, before: bigint): boolean {
    if (sequence <= this.settled) return false;
    this.#settled ??= sequence - 1;
    this.#newest = sequence;
    this.#overflowed ||= this.#offers.length === REMEMBERED;
    if (!this.#overflowed) this.#offers.push({ sequence, before, time });
    return true;
  }

  /** Nothing up to a sequence has to be delivered any more. */
  settle(sequence: number): void {
    if (sequence > this.settled) this.#settled = sequence;
    const { settled } = this;
    while (this.#offers[0] && this.#offers[0].sequence <= settled) {
      const last = this.#offers.length === 1;
      if (last && this.#overflowed && this.#newest > settled) return;
      this.#offers.shift();
      if (last) this.#overflowed = false;
    }
  }
}
