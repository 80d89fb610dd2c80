import type { ReactionStatus } from './reaction-runner.js';

/**
 * Work of a context beside requests that follows the log and is more than a reaction. It keeps in the stores what it needs to
 * go on after a crash.
 */
export interface BackgroundProcess {
  /** `<context>.<what-it-does>`. */
  readonly name: string;
  /** Works until the signal is aborted; finishes what is under way. What goes wrong is tried again and shows in `status`. */
  run(signal: AbortSignal): Promise<void>;
  /** Undefined while it doesn't run in this process. */
  status(): ReactionStatus | undefined;
}
