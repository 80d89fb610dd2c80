/** Options of a benchmark. */
export interface BenchOptions {
  /** Use the size that the target figure refers to, instead of one that takes seconds. */
  readonly full: boolean;
}
