import { DamagedLogError, type StoredEvent } from '../event-store.js';
import { CHECKSUM_BYTES, checksumAtEnd, checksumIfWhole, isClosing } from './log-checksum.js';
import type { Location } from './lmdb-index.js';
import type { LogFile } from './log-file.js';
import { decodeRecord } from './log-record.js';

/** A record of a stream, and whether its append starts or ends with it. */
interface StreamRecord {
  readonly event: StoredEvent;
  readonly starts: boolean;
  readonly ends: boolean;
}

/** Groups places that stand next to each other in the file. */
export function neighbours(places: readonly Location[]): readonly (readonly Location[])[] {
  const runs: Location[][] = [];
  let end: number | undefined;
  for (const place of places) {
    if (place.offset === end) runs.at(-1)?.push(place);
    else runs.push([place]);
    end = place.offset + place.length;
  }
  return runs;
}

/**
 * The records of one stream at places next to each other. The checksum of each append that is among them as a whole is worked out; that
 * of the append before it stands before it in the file.
 * @throws DamagedLogError when one is not what was written, unless what is there is wanted `asItStands`
 */
export function readNeighbours(
  file: LogFile,
  places: readonly Location[],
  asItStands: boolean,
): readonly StreamRecord[] {
  const offset = places[0]?.offset ?? 0;
  const lead = Math.min(offset, CHECKSUM_BYTES);
  const base = offset - lead;
  const length = places.reduce((sum, place) => sum + place.length, lead);
  const bytes = file.bytes(base, length);
  const records: StreamRecord[] = [];
  let at = lead;
  /** Where the append starts that is being read; none when it started before. */
  let start = lead === 0 || isClosing(bytes, lead - 1) ? lead : undefined;
  let before = lead === 0 ? 0 : checksumAtEnd(bytes.subarray(0, lead));
  for (const place of places) {
    const newline = at + place.length - 1;
    const ends = isClosing(bytes, newline);
    let checksum: number | undefined;
    if (ends && start !== undefined && !asItStands) {
      checksum = before === undefined ? undefined : checksumIfWhole(bytes, start, newline, before);
      if (checksum === undefined) {
        throw new DamagedLogError(
          `the log from ${base + start} to ${base + newline + 1} is not what was written there`,
        );
      }
    }
    const event = decodeRecord(bytes.toString('utf8', at, newline), base + newline + 1);
    records.push({ event, starts: start === at, ends });
    at = newline + 1;
    if (!ends) continue;
    start = at;
    before = checksum ?? checksumAtEnd(bytes.subarray(at - CHECKSUM_BYTES, at));
  }
  return records;
}

/**
 * The events of records that follow each other in their stream, in the order they are read in, without the append that goes on beyond
 * them, unless there is no other: read next, it is there as a whole.
 */
export function ofWholeAppends(
  records: readonly StreamRecord[],
  backwards: boolean,
): StoredEvent[] {
  if (backwards) {
    const first = Math.max(
      0,
      records.findIndex(({ starts }) => starts),
    );
    return records
      .slice(first)
      .map(({ event }) => event)
      .reverse();
  }
  const last = records.findLastIndex(({ ends }) => ends);
  return records.slice(0, last === -1 ? undefined : last + 1).map(({ event }) => event);
}
