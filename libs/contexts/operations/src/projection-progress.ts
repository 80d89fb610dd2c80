import type { ProjectionAnswer } from './http/projection.dto.js';

/** One line of the progress of a rebuild. Positions are decimal text. */
export interface ProgressLine {
  readonly projection: string;
  /** The generation that is followed; absent when none is being built. */
  readonly collection?: string;
  /** `catching-up`, and on the last line what came of it; `dropped` when it is gone. */
  readonly state: string;
  readonly live: boolean;
  readonly position: string;
  readonly head: string;
}

/**
 * Follows a generation until it is no longer catching up: a line at once, then one whenever something has moved.
 * @param look sets the pace
 * @param collection default: the one that is being built, else the live one
 * @param isOver ends it early, when the service stops
 */
export async function* progressOf(
  look: () => Promise<ProjectionAnswer>,
  collection: string | undefined,
  isOver: () => boolean,
): AsyncGenerator<ProgressLine, void, undefined> {
  let followed = collection;
  let before = '';
  for (;;) {
    const now = await look();
    const { name = '', head = '0', generations = [] } = now;
    followed ??= (
      generations.findLast(({ state, live }) => state === 'catching-up' && live !== true) ??
      generations.find(({ live }) => live)
    )?.collection;
    const found = generations.find((known) => known.collection === followed);
    const line: ProgressLine = {
      projection: name,
      ...(followed !== undefined && { collection: followed }),
      state: found?.state ?? 'dropped',
      live: found?.live ?? false,
      position: found?.position ?? '0',
      head,
    };
    const text = JSON.stringify(line);
    if (text !== before) yield line;
    before = text;
    if (line.state !== 'catching-up' || isOver()) return;
  }
}
