import type { EventStore, SubscriptionMessage } from '#libs/platform/event-store';

/**
 * Reads a subscription ahead, so that a batch is whatever has arrived while the one before was worked on, about `limit`
 * messages at most. Reads no further while it is full. With `log` a batch ends where an append does, so that nobody who is shown
 * what came of it sees half an append.
 */
export class EventQueue {
  #messages: SubscriptionMessage[] = [];
  #ended = false;
  #failure: { readonly error: unknown } | undefined;
  #arrived: (() => void) | undefined;
  #room: (() => void) | undefined;

  constructor(
    subscription: AsyncIterable<SubscriptionMessage>,
    private readonly limit: number,
    private readonly signal: AbortSignal,
    private readonly log?: Pick<EventStore, 'endOfAppend'>,
  ) {
    signal.addEventListener('abort', () => this.#wake(), { once: true });
    void this.#pump(subscription);
  }

  async #pump(subscription: AsyncIterable<SubscriptionMessage>): Promise<void> {
    try {
      for await (const message of subscription) {
        if (this.signal.aborted) break;
        if (this.#messages.push(message) === 1) this.#arrived?.();
        if (this.#messages.length >= this.limit) {
          await new Promise<void>((resolve) => (this.#room = resolve));
        }
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = true;
    this.#wake();
  }

  #wake(): void {
    this.#arrived?.();
    this.#room?.();
  }

  /** Whether nothing has arrived since the last batch was taken. */
  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /**
   * The next batch, empty when none has come within `timeoutMs`; undefined when the subscription has ended or was aborted.
   * Throws what the subscription threw.
   */
  async take(timeoutMs?: number): Promise<readonly SubscriptionMessage[] | undefined> {
    let batch = await this.#next(timeoutMs);
    while (batch && !(await this.#isWhole(batch))) {
      // What is left of the append is in the log already, so it comes.
      const rest = await this.#next();
      if (rest === undefined) return this.signal.aborted ? undefined : batch;
      batch = [...batch, ...rest];
    }
    return batch;
  }

  async #isWhole(batch: readonly SubscriptionMessage[]): Promise<boolean> {
    const last = batch.findLast((message) => message.kind === 'event');
    if (last === undefined || this.log === undefined) return true;
    const end = await this.log.endOfAppend(last.event);
    return (lastPosition(batch) ?? -1n) >= end;
  }

  async #next(timeoutMs?: number): Promise<readonly SubscriptionMessage[] | undefined> {
    if (this.#messages.length === 0 && !this.#ended && !this.signal.aborted) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#arrived = resolve;
        if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
      });
      clearTimeout(timer);
      this.#arrived = undefined;
    }
    // What arrives in the same turn of the event loop belongs to the same batch.
    if (this.#messages.length < this.limit) await new Promise(setImmediate);
    if (this.signal.aborted) return undefined;
    const messages = this.#messages;
    this.#messages = [];
    this.#room?.();
    this.#room = undefined;
    if (messages.length > 0) return messages;
    if (this.#failure) throw this.#failure.error;
    return this.#ended ? undefined : messages;
  }
}

/** How far messages have brought whoever reads them; undefined where none of them tells. */
export function lastPosition(messages: readonly SubscriptionMessage[]): bigint | undefined {
  const last = messages.findLast(({ kind }) => kind !== 'caught-up');
  if (last?.kind === 'event') return last.event.position;
  return last?.kind === 'checkpoint' ? last.position : undefined;
}
