import { validate as isUuid } from 'uuid';
import type { ExpectedRevision, NewEvent } from './event-store.js';

/** Largest append, in bytes of data, metadata and type names: below the 1 MiB at which EventStoreDB 24 refuses. */
export const MAX_APPEND_BYTES = 1_000_000;

/** Longest stream or type name, in bytes of UTF-8. */
const MAX_NAME_BYTES = 1_000;

// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

function checkName(what: string, name: string): void {
  // A character takes up to three bytes: only a long name needs counting.
  const mayBeTooLong = 3 * name.length > MAX_NAME_BYTES;
  if (name === '' || (mayBeTooLong && Buffer.byteLength(name) > MAX_NAME_BYTES)) {
    throw new RangeError(`${what} must have 1 to ${MAX_NAME_BYTES} bytes`);
  }
  if (name.startsWith('$'))
    throw new RangeError(`${what} must not start with $: that is the store's own`);
  if (CONTROL.test(name) || !name.isWellFormed()) {
    throw new RangeError(`${what} must be well-formed text without control characters`);
  }
}

/** Refuses a name that one of the stores could not hold. Throws RangeError. */
export function checkStreamName(stream: string): void {
  checkName('a stream name', stream);
}

/** Refuses a revision that is no whole number from 0. Throws RangeError. */
export function checkRevision(revision: number): void {
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw new RangeError('a revision is a whole number, 0 or more');
  }
}

/**
 * What every adapter demands of an append, so that none of them accepts what another would refuse. Throws RangeError,
 * whose message never contains event data.
 */
export function checkAppend(
  stream: string,
  expected: ExpectedRevision,
  events: readonly NewEvent[],
): void {
  checkStreamName(stream);
  if (expected !== 'no_stream') checkRevision(expected);
  if (events.length === 0) throw new RangeError('an append has at least one event');
  for (const event of events) {
    checkName('an event type', event.type);
    if (!isUuid(event.id)) throw new RangeError('an event id is a UUID');
  }
  if (events.length === 1) return;
  const ids = new Set(events.map(({ id }) => id.toLowerCase()));
  if (ids.size !== events.length) throw new RangeError('event ids in one append must differ');
}

/** An event whose content is text, as stores keep it. */
export interface EventText extends Pick<NewEvent, 'id' | 'type'> {
  readonly data: string;
  readonly metadata: string;
  /** Its size as EventStoreDB counts it: data and metadata as JSON, and the type at two bytes a character. */
  readonly bytes: number;
}

/** The content of an event as JSON. */
function textOf({ id, type, ...event }: NewEvent): EventText {
  const data = JSON.stringify(event.data);
  const metadata = JSON.stringify(event.metadata);
  const bytes = Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length;
  return { id, type, data, metadata, bytes };
}

/** Size of events as EventStoreDB counts it, in bytes. */
export function sizeOf(events: readonly NewEvent[]): number {
  return sum(events.map(textOf));
}

function sum(events: readonly Pick<EventText, 'bytes'>[]): number {
  return events.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Refuses an append of more than {@link MAX_APPEND_BYTES}.
 * @returns the events as text
 * @throws RangeError
 */
export function checkSize(events: readonly NewEvent[]): readonly EventText[] {
  const texts = events.map(textOf);
  if (sum(texts) > MAX_APPEND_BYTES) {
    throw new RangeError(`an append has at most ${MAX_APPEND_BYTES} bytes`);
  }
  return texts;
}
