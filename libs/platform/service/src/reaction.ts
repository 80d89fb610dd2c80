import {
  type CommandContext,
  type DomainEvent,
  isRefusal,
  type Recorded,
  type RecordedOf,
  type Refusal,
} from '#libs/platform/kernel';
import { deriveUuid, type Logger } from '#libs/platform/runtime';
import { logRecurring, nameOf } from '#libs/platform/stores';
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
  return newestOf(await Promise.all(items.map(follow)));
}

/** The newest of several positions, 0n if there is none; or the first refusal among them. */
function newestOf<R = never>(positions: readonly (bigint | R)[]): bigint | R {
  let newest = 0n;
  for (const position of positions) {
    if (typeof position !== 'bigint') return position;
    if (position > newest) newest = position;
  }
  return newest;
}

export class ReactionRegistry {
  #found: readonly Reaction[] | undefined;
  /** Inline reactions by the type of event. */
  readonly #inline = new Map<string, readonly Reaction[]>();

  /** @param find returns all reactions; called once, when one may be needed */
  constructor(
    private readonly logger: Logger,
    private readonly find: () => readonly Reaction[],
  ) {}

  all(): readonly Reaction[] {
    return (this.#found ??= this.find());
  }

  /**
   * Runs the inline reactions to new events: reactions in parallel, each through its events in order. Returns the newest position they
   * left, or the refusal of one that undid its event. A reaction that throws is retried by its durable subscription.
   * @throws the error of a reaction that decides
   */
  async follow(events: readonly Recorded[]): Promise<bigint | Refusal> {
    const reactions = new Set(events.flatMap(({ type }) => this.#inlineTo(type)));
    const followed = await Promise.all(
      Array.from(reactions, (reaction) =>
        this.#followEach(
          reaction,
          events.filter(({ type }) => reaction.events.includes(type)),
        ),
      ),
    );
    return newestOf(followed);
  }

  #inlineTo(type: string): readonly Reaction[] {
    let reactions = this.#inline.get(type);
    if (reactions === undefined) {
      reactions = this.all().filter(
        ({ events, inline }) => inline !== false && events.includes(type),
      );
      this.#inline.set(type, reactions);
    }
    return reactions;
  }

  async #followEach(reaction: Reaction, events: readonly Recorded[]): Promise<bigint | Refusal> {
    let newest = 0n;
    for (const event of events) {
      const followed = await this.#react(reaction, event);
      if (isRefusal(followed)) return followed;
      if (followed > newest) newest = followed;
    }
    return newest;
  }

  async #react(reaction: Reaction, event: Recorded): Promise<bigint | Refusal> {
    try {
      return await react(reaction, event, 'now');
    } catch (error) {
      if (reaction.decides === true) throw error;
      const details = { reaction: reaction.name, event: event.id };
      logRecurring(this.logger, 'reaction left to the subscription', nameOf(error), details);
      return 0n;
    }
  }
}
