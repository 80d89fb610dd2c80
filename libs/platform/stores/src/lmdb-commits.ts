/**
 * What every LMDB environment is opened with. Were the writes of a turn of the event loop one commit, as is the driver's default, it
 * would keep a promise of that commit which nobody else has: failed, on a full disk say, that would end the process.
 */
export const LMDB_COMMITS = { eventTurnBatching: false } as const;

/** Settles what the driver tells of a failed commit besides the error that it throws: a promise that would end the process. */
export function settleFailedCommit(error: unknown): void {
  const { commitError } = error as { readonly commitError?: Promise<unknown> };
  commitError?.catch(() => undefined);
}
