import { checksumIfWhole, isClosing } from './log-checksum.js';

const NEWLINE = 10;

/** An append as it stands in bytes of the file. */
export interface AppendBytes {
  /** Where its first record starts. */
  readonly start: number;
  /** Where the newline of each of its records stands, one at least. */
  readonly newlines: readonly number[];
  /** Its checksum; undefined when it is not what was once written there. */
  readonly checksum: number | undefined;
}

/**
 * The appends that stand in `bytes` one after the other, the first of them after one with the checksum `before`. It ends before the one
 * that goes on behind the bytes, and after one that is not what was once written there: what follows that can't be told.
 */
export function* appendsIn(bytes: Buffer, before: number): Generator<AppendBytes, void, undefined> {
  let start = 0;
  let newlines: number[] = [];
  let last = before;
  for (
    let newline = bytes.indexOf(NEWLINE);
    newline !== -1;
    newline = bytes.indexOf(NEWLINE, newline + 1)
  ) {
    newlines.push(newline);
    if (!isClosing(bytes, newline)) continue;
    const checksum = checksumIfWhole(bytes, start, newline, last);
    yield { start, newlines, checksum };
    if (checksum === undefined) return;
    last = checksum;
    start = newline + 1;
    newlines = [];
  }
}
