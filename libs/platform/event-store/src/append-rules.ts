import { validate as isUuid } from 'uuid';
import type { EventText, ExpectedRevision, NewEvent } from './event-store.js';

/** Largest append, in bytes of data, metadata and type names; EventStoreDB 24 refuses 1 MiB. */
export const MAX_APPEND_BYTES = 1_000_000;

/** Longest stream or type name, in UTF-8 bytes. */
const MAX_NAME_BYTES = 1_000;

// eslint-disable-next-line no-control-regex -- matching control characters is the purpose
const CONTROL = /[\u0000-\u001f\u007f]/;

/** What is wrong with a name; undefined if it is fine. */
function faultOf(name: string): string | undefined {
  // A character takes at most three bytes, so only long names need counting.
  const mayBeTooLong = 3 * name.length > MAX_NAME_BYTES;
  if (name === '' || (mayBeTooLong && Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    return `must have 1 to ${MAX_NAME_BYTES} bytes`;
  }
  if (name.startsWith('$')) return 'must not start with $, which is reserved for the store';
  if (CONTROL.test(name) || !name.isWellFormed()) {
    return 'must be well-formed text without control characters';
  }
  return undefined;
}

function checkName(what: string, name: string): void {
  const fault = faultOf(name);
  if (fault !== undefined) throw new RangeError(`${what} ${fault}`);
}

/** Whether a log may have a stream of this name. */
export function isStreamName(name: string): boolean {
  return faultOf(name) === undefined;
}

/** Throws a RangeError for a stream name that one of the stores could not hold. */
export function checkStreamName(stream: string): void {
  checkName('a stream name', stream);
}

/** Throws a RangeError unless a revision is an integer of at least 0. */
export function checkRevision(revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw new RangeError('a revision must be an integer of at least 0');
  }
}

/** Checks an append, with the same limits in every adapter. Throws a RangeError, whose message never contains event data. */
export function checkAppend(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): void {
  checkStreamName(stream);
  if (expected !== 'no_stream') checkRevision(expected);
  if (events.length === 0) throw new RangeError('an append needs at least one event');
  for (const event of events) {
    checkName('an event type', event.type);
    if (!isUuid(event.id)) throw new RangeError('an event id is a UUID');
  }
  if (events.length === 1) return;
  const ids = new Set(events.map(({ id }) => id.toLowerCase()));
  if (ids.size !== events.length) throw new RangeError('event ids in one append must differ');
}

/** Serializes an event, unless whoever made it has. */
export function textOf(event: NewEvent): EventText {
  if (event.text) return event.text;
  const { id, type } = event;
  const data = JSON.stringify(event.data);
  const metadata = JSON.stringify(event.metadata);
  const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length;
  return { id, type, data, metadata, bytes };
}

/** Size of events in bytes, as EventStoreDB counts it. */
export function sizeOf(events: readonly NewEvent[]): number {
  return sum(events.map(textOf));
}

function sum(events: readonly Pick<EventText, 'bytes'>[]): number {
  return events.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Serializes the events of an append. Throws a RangeError if they exceed {@link MAX_APPEND_BYTES}. */
export function checkSize(events: readonly NewEvent[]): readonly EventText[] {
  const serialized = events.map(textOf);
  if (sum(serialized) > MAX_APPEND_BYTES) {
    throw new RangeError(`an append has at most ${MAX_APPEND_BYTES} bytes`);
  }
  return serialized;
}
