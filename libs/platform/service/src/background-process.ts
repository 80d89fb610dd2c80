/** Progress of a consumer of the log. */
export interface ConsumerStatus {
  readonly name: string;
  /** Everything in the log up to here has been dealt with, or is no concern of it. */
  readonly position: bigint;
  /** Events it went on without, since they failed again and again. */
  readonly parked: number;
  /** Kind of the error that is being retried. */
  readonly lastError?: string;
}

/**
 * Work of a context beside requests that follows the log and is more than a reaction. It keeps in the stores what it needs to
 * go on after a crash.
 */
export interface BackgroundProcess {
  /** Works until the signal is aborted; finishes what is under way. What goes wrong is tried again and shows in `status`. */
  run(signal: AbortSignal): Promise<void>;
  /** Undefined while it doesn't run in this process. */
  status(): ConsumerStatus | undefined;
  /** What `/metrics` shows of it besides. */
  readonly gauges?: readonly ProcessGauge[];
}

/** A figure of a process. */
export interface ProcessGauge {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Read each time somebody asks; none while the process doesn't run here. */
  readonly samples: () => Promise<readonly GaugeSample[]>;
}

/** A figure at a moment. */
export interface GaugeSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Work that goes on all the time beside requests, in one process at a time. */
export interface BackgroundTask {
  /** `<context>.<what-it-does>`. */
  readonly name: string;
  /**
   * One round of the work; ends early, at a point from which another round can go on, once the signal is aborted.
   * @returns milliseconds until the next round; 0 when there is more to do
   * @throws when it can't be done now: the next round follows after a pause that grows with each failure
   */
  round(signal: AbortSignal): Promise<number>;
}
