import type { EventRegistry } from '#libs/platform/event-store';
import { type DomainEvent, keysOfSubject } from '#libs/platform/kernel';
import type { Document, Projection, ReadModels } from '#libs/platform/read-models';

/** A stream with data sealed under a key. */
interface SealedStream extends Document {
  /** Such as `person:jdoe`. */
  readonly keyId: string;
  readonly stream: string;
}

const NAME = 'erasure.sealedStream';
const model = { name: NAME, fold: (document: SealedStream | undefined) => document };
const BY_KEY = 'key';

/** Read model `erasure.sealedStream`: one document per key and stream with data sealed under it. Tells an erasure where to look. */
export function sealedStreamsOver(registry: EventRegistry): Projection<SealedStream> {
  const personal = registry.all().filter(({ definition }) => definition.personal);
  const subjects = new Map(
    personal.map(({ type, definition }) => [type, definition.personal?.subject]),
  );
  const keysOf = ({ type, data }: DomainEvent): readonly string[] => {
    const subject = subjects.get(type)?.(data);
    return subject === undefined ? [] : keysOfSubject(subject);
  };
  return {
    name: NAME,
    version: 1,
    indexes: [{ name: BY_KEY, fields: ['keyId', 'stream'] }],
    events: personal.map(({ type }) => type),
    impersonal: true,
    documents: (event) => keysOf(event).map((keyId) => `${keyId} ${event.stream}`),
    fold: (known, { stream }, id) => known ?? { keyId: id.slice(0, -stream.length - 1), stream },
  };
}

/** Yields the streams with data sealed under a key, as of position `atLeast` or later. */
export async function* sealedStreams(
  readModels: ReadModels,
  keyId: string,
  atLeast: bigint,
): AsyncGenerator<string, void, undefined> {
  const selection = { index: BY_KEY, equals: [keyId] };
  for await (const { stream } of readModels.of(model).each(selection, atLeast)) yield stream;
}
