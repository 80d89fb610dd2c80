import {
  DamagedLogError,
  type EventFilter,
  type JsonObject,
  type NewEvent,
  type StoredEvent,
} from '../event-store.js';
import { textOf } from '../append-rules.js';
import type { LogRecord } from '../follower/recent-records.js';

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
export const NO_CHECKSUM = '00000000';
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
