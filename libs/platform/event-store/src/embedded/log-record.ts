import { crc32 } from 'node:zlib';
import {
  DamagedLogError,
  type EventFilter,
  type JsonObject,
  type NewEvent,
  type StoredEvent,
} from '../event-store.js';
import { textOf } from '../append-rules.js';
import type { LogRecord } from '../follow-pages.js';

type Fields = [
  stream: string,
  type: string,
  revision: number,
  id: string,
  data: JsonObject,
  metadata: JsonObject,
  ...close: [] | [events: number, checksum: string],
];

/** Placeholder of a checksum, of the same length. */
const NO_CHECKSUM = '00000000';
/** End of a closing record. */
const CHECKSUM_FIELD = `,"${NO_CHECKSUM}"]`;

/**
 * Encodes an event as a line of the log, without the newline (JSON escapes those inside). The last record of an append closes
 * it: it also has the number of events that it `closes`, and room for a checksum.
 */
export function encodeRecord(
  stream: string,
  revision: number,
  event: NewEvent,
  closes?: number,
): string {
  const { type, data, metadata } = textOf(event);
  const names = `${JSON.stringify(stream)},${JSON.stringify(type)}`;
  const end = closes ? `,${closes}${CHECKSUM_FIELD}` : ']';
  return `[${names},${revision},"${event.id.toLowerCase()}",${data},${metadata}${end}`;
}

/** Number of events in the append that this record closes. */
export function eventsClosed(record: string): number | undefined {
  return (JSON.parse(record) as Fields)[6];
}

/** Decodes a line; `end`, the offset after the line, is the event's position. */
export function decodeRecord(record: string, end: number): StoredEvent {
  let fields: Fields;
  try {
    fields = JSON.parse(withoutChecksum(record)) as Fields;
  } catch {
    // The parser's message would quote the record.
    throw new DamagedLogError(`the log record ending at ${end} can't be read`);
  }
  return {
    id: fields[3],
    type: fields[1],
    data: fields[4],
    metadata: fields[5],
    stream: fields[0],
    revision: fields[2],
    position: BigInt(end),
  };
}

/** Removes the checksum before parsing. V8 interns parsed strings of up to ten characters, and unique checksums would fill that table. */
function withoutChecksum(record: string): string {
  return record.endsWith('"]') ? `${record.slice(0, -CHECKSUM_FIELD.length)}]` : record;
}

/** A log record, decoded on demand. */
export class EmbeddedRecord implements LogRecord {
  /** Type in JSON form, without quotes. */
  readonly type: string;
  #event: StoredEvent | undefined;

  /** @param end offset after its line */
  constructor(
    readonly text: string,
    readonly end: number,
  ) {
    const type = startOfType(text);
    this.type = text.slice(type, endOfText(text, type));
  }

  get position(): bigint {
    return BigInt(this.end);
  }

  get bytes(): number {
    return this.text.length;
  }

  /** Whether it is the last of its append. */
  get closes(): boolean {
    return this.text.endsWith('"]');
  }

  get event(): StoredEvent {
    this.#event ??= decodeRecord(this.text, this.end);
    return this.#event;
  }
}

function startOfType(record: string): number {
  return endOfText(record, STREAM) + 3;
}

/** Offset of a record's stream. */
const STREAM = 2;

/** End of a JSON string that begins at `start`: its first unescaped quote. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

const inJson = (prefix: string): string => JSON.stringify(prefix).slice(1, -1);

/** Converts a filter to a predicate that looks only at the first fields of a record, so that others are never parsed. */
export function recordFilter(filter: EventFilter | undefined): (record: string) => boolean {
  const streams = filter?.streamPrefixes?.map(inJson);
  const types = filter?.typePrefixes?.map(inJson);
  if (!streams && !types) return () => true;
  return (record) => {
    if (streams && !streams.some((prefix) => record.startsWith(prefix, STREAM))) return false;
    if (!types) return true;
    const type = startOfType(record);
    return types.some((prefix) => record.startsWith(prefix, type));
  };
}

/** {@link recordFilter} for followers: compares each type only once. */
export function followerFilter(
  filter: EventFilter | undefined,
): (record: EmbeddedRecord) => boolean {
  const matches = recordFilter(filter);
  if (!filter?.typePrefixes || filter.streamPrefixes) return ({ text }) => matches(text);
  const known = new Map<string, boolean>();
  return ({ type, text }) => {
    let matching = known.get(type);
    if (matching === undefined) {
      matching = matches(text);
      known.set(type, matching);
    }
    return matching;
  };
}

export const NEWLINE = 10;
const QUOTE = 34;
const BRACKET = 93;
/** Length of the mark that ends a closing record: `"]` and the newline. In other records the last field, metadata, is an object. */
export const CLOSE_MARK = 3;
/** Length of what follows the checksum in its line: `"]`. */
const AFTER_CHECKSUM = 2;
const CLOSE_BYTES = NO_CHECKSUM.length + AFTER_CHECKSUM;
/** Number of bytes from the checksum of an append to its end. */
export const CHECKSUM_BYTES = CLOSE_BYTES + 1;

/** Whether the record with its newline at `newline` closes an append. */
export function isClosing(bytes: Buffer, newline: number): boolean {
  return bytes[newline + 1 - CLOSE_MARK] === QUOTE;
}

/**
 * Writes the checksum into the closing record of the append between `start` and the newline at `newline`. It covers the append up to
 * itself and continues the checksum of the previous append, so neither a torn page nor a complete append left over from a
 * failed write passes as part of the log.
 */
export function enterChecksum(
  bytes: Buffer,
  start: number,
  newline: number,
  before: number,
): number {
  const at = newline - CLOSE_BYTES;
  const checksum = crc32(bytes.subarray(start, at), before);
  bytes.write(hexOf(checksum), at, 'latin1');
  return checksum;
}

/** Checksum of an intact append that follows one with the checksum `before`; undefined if it is not what was written. */
export function checksumIfWhole(
  bytes: Buffer,
  start: number,
  newline: number,
  before: number,
): number | undefined {
  const at = newline - CLOSE_BYTES;
  if (at < start || bytes[newline - 1] !== BRACKET) return undefined;
  const checksum = crc32(bytes.subarray(start, at), before);
  const written = bytes.toString('latin1', at, newline - AFTER_CHECKSUM);
  return written === hexOf(checksum) ? checksum : undefined;
}

/** The checksum stored in the last {@link CHECKSUM_BYTES} of an append; undefined if there is none. */
export function checksumAtEnd(end: Buffer): number | undefined {
  const written = end.toString('latin1', 0, NO_CHECKSUM.length);
  return /^[\da-f]{8}$/.test(written) ? Number.parseInt(written, 16) : undefined;
}

function hexOf(checksum: number): string {
  return checksum.toString(16).padStart(NO_CHECKSUM.length, '0');
}
