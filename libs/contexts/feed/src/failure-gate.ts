/** An event is not published because an earlier one could not be. */
export class EarlierEventError extends Error {
  override readonly name = 'EarlierEventError';
}

/** Lets no event past one that failed until that one comes again. Events come in the order of the log, from the failed one on. */
export class FailureGate {
  #failed: bigint | undefined;

  /** An event could not be published. */
  close(position: bigint): void {
    if (this.#failed === undefined || position < this.#failed) this.#failed = position;
  }

  /** @throws EarlierEventError when an earlier event failed and has not come again */
  pass(position: bigint): void {
    if (this.#failed === undefined || position < this.#failed) return;
    if (position > this.#failed) throw new EarlierEventError();
    this.#failed = undefined;
  }
}
