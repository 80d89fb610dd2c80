import type { CommandMetadata, DomainEvent, Recorded, RecordedOf } from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import { traced, tracing } from '#libs/platform/tracing';

/**
 * What has to happen elsewhere because of an event. It runs twice: at once, in the process that appended the event, so that
 * the client sees its effects; and from the durable subscription, so that it happens even when that process died. Both
 * times with the same command ids, so the second run finds everything done.
 */
export interface Reaction<E extends DomainEvent = DomainEvent> {
  /** `<context>.<what-it-does>`; names its checkpoint. */
  readonly name: string;
  readonly events: readonly E['type'][];
  /** False: runs from the durable subscription only, for what the client need not wait for. Default true. */
  readonly inline?: boolean;
  /**
   * Sends the commands that follow. Answers the newest position they left (0n: none).
   * @throws when it can't be done now; it is then tried again until it can.
   */
  react(event: RecordedOf<E>): Promise<bigint>;
}

/**
 * Runs a reaction, as a span where its event is of a traced command: a part of that trace while a client waits for it, a trace of its own with
 * a link later.
 */
export function react(reaction: Reaction, event: Recorded, when: 'now' | 'later'): Promise<bigint> {
  const { traceparent } = event.metadata;
  const span =
    traceparent === undefined
      ? undefined
      : tracing()?.start(
          `react ${reaction.name}`,
          when === 'now' ? { parent: traceparent } : { kind: 'consumer', links: [traceparent] },
        );
  if (span === undefined) return reaction.react(event);
  const within = { ...event.metadata, traceparent: span.traceparent };
  return traced(span, () => reaction.react({ ...event, metadata: within }));
}

/**
 * Metadata of a command that follows from an event.
 * @param target tells apart the commands one event gives rise to
 */
export function metadataOfReaction(
  reaction: string,
  event: Recorded,
  target: string,
): CommandMetadata {
  const { correlationId, requestId, firmId, traceparent } = event.metadata;
  return {
    commandId: deriveUuid(event.id, `${reaction}:${target}`),
    requestId,
    correlationId,
    causationId: event.id,
    // what follows from an event stands behind it
    attemptedSince: event.position,
    caller: `reaction:${reaction}`,
    ...(firmId !== undefined && { firmId }),
    ...(traceparent !== undefined && { traceparent }),
    receivedAt: event.at,
  };
}

/** For {@link Reaction.react}: follows up one thing after the other; answers the newest position that was left, 0n for none. */
export async function followEach<T>(
  things: Iterable<T> | AsyncIterable<T>,
  follow: (thing: T) => Promise<bigint>,
): Promise<bigint> {
  let newest = 0n;
  for await (const thing of things) {
    const position = await follow(thing);
    if (position > newest) newest = position;
  }
  return newest;
}

/** {@link followEach}, for a few things that have nothing to do with each other: side by side. */
export async function followAll<T>(
  things: readonly T[],
  follow: (thing: T) => Promise<bigint>,
): Promise<bigint> {
  let newest = 0n;
  for (const position of await Promise.all(things.map(follow))) {
    if (position > newest) newest = position;
  }
  return newest;
}
