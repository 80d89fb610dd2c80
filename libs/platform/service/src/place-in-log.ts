import type { DocumentStore } from '#libs/platform/read-models';

/**
 * The place in the log that a checkpoint keeps. One that is ahead of the log is of a later state of it: it is removed, and there is
 * no place.
 * @param head position of the newest event
 */
export async function placeInLog(
  progress: DocumentStore,
  checkpoint: string,
  head: bigint,
): Promise<bigint | undefined> {
  const known = await progress.checkpoint(checkpoint);
  if (known === undefined || known <= head) return known;
  // Kept, it would count again as soon as the log is long enough: checkpoints only move forwards.
  await progress.deleteCheckpoint(checkpoint);
  return undefined;
}
