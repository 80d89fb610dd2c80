/**
 * Carries tasks out side by side, but those of one lane in their order. A task without a lane is carried out alone: after all
 * before it, before all after it.
 */
export class Lanes {
  readonly #tails = new Map<string, Promise<unknown>>();
  readonly #running = new Set<Promise<unknown>>();
  #alone: Promise<unknown> | undefined;

  /** Answers what the task does. Tasks are in the order of the calls. */
  run<T>(lane: string | undefined, task: () => Promise<T>): Promise<T> {
    const before = this.#before(lane);
    const turn = before === undefined ? task() : before.then(task);
    // Who waits for a turn does not care how it went.
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(over);
    if (lane === undefined) {
      this.#tails.clear();
      this.#alone = over;
    } else {
      this.#tails.set(lane, over);
    }
    void over.then(() => {
      this.#running.delete(over);
      if (this.#alone === over) this.#alone = undefined;
      else if (lane !== undefined && this.#tails.get(lane) === over) this.#tails.delete(lane);
    });
    return turn;
  }

  /** What has to be over before a task of a lane. */
  #before(lane: string | undefined): Promise<unknown> | undefined {
    if (lane !== undefined) return this.#tails.get(lane) ?? this.#alone;
    return this.#running.size === 0 ? undefined : Promise.all(this.#running);
  }
}
