/** How a benchmark is run. */
export interface BenchOptions {
  /** On the size the figure to reach is about, instead of one that takes seconds. */
  readonly full: boolean;
}
