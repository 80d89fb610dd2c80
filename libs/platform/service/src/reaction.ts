import type {
  CommandContext,
  DomainEvent,
  Recorded,
  RecordedOf,
  Refusal,
} from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import { messagingAttributes, traced, tracing } from '#libs/platform/tracing';

/**
 * What must happen elsewhere because of an event. It runs twice: immediately, in the process that appended the event, so that the client
 * sees its effects; and from a durable subscription, in case that process died. Both use the same command ids, so the second run changes
 * nothing.
 */
export interface Reaction<E extends DomainEvent = DomainEvent> {
  /** `<context>.<what-it-does>`; names its checkpoint. */
  readonly name: string;
  readonly events: readonly E['type'][];
  /** False: runs from the durable subscription only, because the client need not wait for it. Default true. */
  readonly inline?: boolean;
  /**
   * Sends the resulting commands. Returns the newest position they left; 0n if none. A refusal says that the event was undone:
   * its command is refused with it.
   * @throws if it can't be done now; it is then retried until it succeeds
   */
  react(event: RecordedOf<E>): Promise<bigint | Refusal>;
  /** True: if it throws, so does the command, because the response depends on it. Default false. */
  readonly decides?: boolean;
}

/** Runs a reaction. If its command was traced, it gets a span: in the same trace `now`, in a new trace linked to it `later`. */
export function react(
  reaction: Reaction,
  event: Recorded,
  when: 'now' | 'later',
): Promise<bigint | Refusal> {
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
  return traced(
    span,
    () => reaction.react({ ...event, metadata: within }),
    () => (when === 'now' ? {} : messagingAttributes(reaction.name, 1)),
  );
}

/**
 * Metadata of a command that a reaction sends.
 * @param target distinguishes the commands that one event causes
 */
export function metadataOfReaction(
  reaction: string,
  event: Recorded,
  target: string,
): CommandContext {
  const { correlationId, requestId, firmId, traceparent } = event.metadata;
  return {
    commandId: deriveUuid(event.id, `${reaction}:${target}`),
    requestId,
    correlationId,
    causationId: event.id,
    // the command's effects come after the event in the log
    attemptedSince: event.position,
    caller: `reaction:${reaction}`,
    ...(firmId !== undefined && { firmId }),
    ...(traceparent !== undefined && { traceparent }),
    receivedAt: event.at,
  };
}

/** Helper for {@link Reaction.react}: handles items one after the other. Returns the newest position, 0n if there is none. */
export async function followEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  follow: (item: T) => Promise<bigint>,
): Promise<bigint> {
  let newest = 0n;
  for await (const item of items) {
    const position = await follow(item);
    if (position > newest) newest = position;
  }
  return newest;
}

/** {@link followEach} in parallel, for a few independent items. */
export async function followAll<T>(
  items: readonly T[],
  follow: (item: T) => Promise<bigint>,
): Promise<bigint> {
  let newest = 0n;
  for (const position of await Promise.all(items.map(follow))) {
    if (position > newest) newest = position;
  }
  return newest;
}
