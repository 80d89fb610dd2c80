import { type AppendBytes, appendsIn } from './log-appends.js';
import type { Location } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import { decodeRecord, eventsClosed } from './log-record.js';

const WINDOW_BYTES = 256 * 1024;

/** An append that was found in the file. */
export interface FoundAppend {
  readonly stream: string;
  /** Revision of its first event. */
  readonly first: number;
  readonly places: readonly Location[];
  readonly end: number;
  readonly checksum: number;
}

/** An append in `bytes`, which stand at `base`; undefined when it is not what was once written there. */
function foundAppend(
  bytes: Buffer,
  base: number,
  { start, newlines, checksum }: AppendBytes,
): FoundAppend | undefined {
  if (checksum === undefined) return undefined;
  let offset = start;
  const places = newlines.map((newline) => {
    const place = { offset: base + offset, length: newline + 1 - offset };
    offset = newline + 1;
    return place;
  });
  const last = bytes.toString('utf8', offset - (places.at(-1)?.length ?? 0), offset - 1);
  if (eventsClosed(last) !== places.length) return undefined;
  const { stream, revision } = decodeRecord(
    bytes.toString('utf8', start, newlines[0]),
    base + start,
  );
  return { stream, first: revision, places, end: base + offset, checksum };
}

/** The whole appends in `bytes`, which stand at `base`; `damaged` when what follows them can't become one. */
function wholeAppendsIn(
  bytes: Buffer,
  base: number,
  before: number,
): { readonly appends: readonly FoundAppend[]; readonly damaged: boolean } {
  const appends: FoundAppend[] = [];
  for (const each of appendsIn(bytes, before)) {
    const append = foundAppend(bytes, base, each);
    if (!append) return { appends, damaged: true };
    appends.push(append);
  }
  return { appends, damaged: false };
}

/**
 * The appends that stand whole and undamaged between `from`, the end of one with the checksum `before`, and `limit`. It ends before
 * the first that does not.
 */
export function* scanAppends(
  file: LogFile,
  from: number,
  before: number,
  limit: number,
): Generator<FoundAppend, void, undefined> {
  let start = from;
  let checksum = before;
  for (let size = WINDOW_BYTES; start < limit;) {
    const length = Math.min(size, limit - start);
    const { appends, damaged } = wholeAppendsIn(file.bytes(start, length), start, checksum);
    yield* appends;
    const last = appends.at(-1);
    if (damaged || (!last && start + length === limit)) return;
    if (last) {
      start = last.end;
      checksum = last.checksum;
    } else size *= 2;
  }
}
