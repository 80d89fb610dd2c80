import type { LogPage } from '#libs/platform/event-store';

/** The pages of a subscription, for someone who does not wait for the next one without end. */
export class Pages {
  readonly #pages: AsyncIterator<LogPage>;
  #next: Promise<IteratorResult<LogPage, unknown>> | undefined;

  constructor(subscription: AsyncIterable<LogPage>) {
    this.#pages = subscription[Symbol.asyncIterator]();
  }

  /**
   * The next page; undefined when none has come within `timeoutMs`, `end` behind the last one. Throws what the subscription throws.
   */
  async take(timeoutMs?: number): Promise<LogPage | 'end' | undefined> {
    this.#next ??= this.#pages.next();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      if (timeoutMs !== undefined) timer = setTimeout(() => resolve(undefined), timeoutMs);
    });
    try {
      const result = await Promise.race([this.#next, late]);
      if (result === undefined) return undefined;
      this.#next = undefined;
      return result.done === true ? 'end' : result.value;
    } finally {
      clearTimeout(timer);
    }
  }
}
