import type { Location } from './lmdb-index.js';
import { checksumIfWhole, isClosing } from './lmdb-checksum.js';
import type { LogFile } from './lmdb-log-file.js';
import { decodeRecord, eventsClosed } from './lmdb-record.js';

const NEWLINE = 10;
const WINDOW_BYTES = 256 * 1024;

/** The records of one append, as they stand in the file. */
export interface Group {
  readonly stream: string;
  /** Revision of its first event. */
  readonly first: number;
  readonly places: readonly Location[];
  readonly end: number;
  readonly checksum: number;
}

/** The group that ends with the record before `newline`; undefined when it is not what was once written there. */
function groupOf(
  bytes: Buffer,
  newlines: readonly number[],
  start: number,
  base: number,
  before: number,
): Group | undefined {
  const newline = newlines.at(-1) ?? 0;
  const checksum = checksumIfWhole(bytes, start, newline, before);
  if (checksum === undefined) return undefined;
  let offset = start;
  const places = newlines.map((each) => {
    const place = { offset: base + offset, length: each + 1 - offset };
    offset = each + 1;
    return place;
  });
  const last = bytes.toString('utf8', newline + 1 - (places.at(-1)?.length ?? 0), newline);
  if (eventsClosed(last) !== places.length) return undefined;
  const { stream, revision } = decodeRecord(
    bytes.toString('utf8', start, newlines[0]),
    base + start,
  );
  return { stream, first: revision, places, end: base + newline + 1, checksum };
}

/** The whole groups in `bytes`, which stand at `base`; `damaged` when what follows them can't become one. */
function groupsIn(
  bytes: Buffer,
  base: number,
  before: number,
): { readonly groups: readonly Group[]; readonly damaged: boolean } {
  const groups: Group[] = [];
  let start = 0;
  let newlines: number[] = [];
  let checksum = before;
  for (
    let newline = bytes.indexOf(NEWLINE);
    newline !== -1;
    newline = bytes.indexOf(NEWLINE, newline + 1)
  ) {
    newlines.push(newline);
    if (!isClosing(bytes, newline)) continue;
    const group = groupOf(bytes, newlines, start, base, checksum);
    if (!group) return { groups, damaged: true };
    groups.push(group);
    start = newline + 1;
    newlines = [];
    checksum = group.checksum;
  }
  return { groups, damaged: false };
}

/**
 * The groups that stand whole and undamaged between `from`, the end of a group with the checksum `before`, and `limit`. It ends
 * before the first that does not.
 */
export function* scanGroups(
  file: LogFile,
  from: number,
  before: number,
  limit: number,
): Generator<Group, void, undefined> {
  let start = from;
  let checksum = before;
  for (let size = WINDOW_BYTES; start < limit;) {
    const length = Math.min(size, limit - start);
    const { groups, damaged } = groupsIn(file.bytes(start, length), start, checksum);
    yield* groups;
    const last = groups.at(-1);
    if (damaged || (!last && start + length === limit)) return;
    if (last) {
      start = last.end;
      checksum = last.checksum;
    } else size *= 2;
  }
}
