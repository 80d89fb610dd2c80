import { eventOf, type Outcome } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type DomainEvent,
  isRefusal,
  type Recorded,
  type RecordedOf,
  type Refusal,
} from '#libs/platform/kernel';
import { metadataOfReaction, type Reaction } from './reaction.js';

/**
 * What relies on the state of another stream is looked at twice, because no append covers two streams: before the decision, and again once
 * the event is in the log ([0058](../../../../docs/decisions/0058-across-streams.md)). This is the second look of what relies on something
 * that may end: an order on an open account, a transaction on an active bank link. If that has ended, the event is undone at once and its
 * command refused. The other side is an ending in two steps: its beginning is recorded first; then what stands in the way is looked up with
 * everything in the log, and the ending completed or taken back. Each side writes before it reads, so one of them sees the other.
 *
 * Like every reaction it also runs from the durable subscription, in case the process dies between event and look. It must therefore judge
 * an event the same whenever it looks.
 */
export abstract class SecondLook<E extends DomainEvent> implements Reaction<E> {
  abstract readonly name: string;
  abstract readonly events: readonly E['type'][];
  readonly decides = true;

  async react(event: RecordedOf<E>): Promise<bigint | Refusal> {
    const refusal = await this.look(event);
    if (refusal === undefined) return 0n;
    const undone = await this.undo(event, metadataOfReaction(this.name, event, 'undo'), refusal);
    if (isRefusal(undone)) throw new Error(`${this.name} could not undo: ${undone.kind}`);
    // otherwise it was over before what it relied on ended
    return this.hasUndone(event, undone) ? refusal.leaving(undone.position) : undone.position;
  }

  /** Whether the event is undone: by the command of {@link undo}, or just before it by what follows the ending. */
  protected hasUndone(_event: RecordedOf<E>, undone: Outcome): boolean {
    return undone.events.length > 0;
  }

  /**
   * Why the event can't stand if it has not ended since; undefined if all it relies on is there. Takes back what is ending but not over,
   * unless the event has ended.
   */
  protected abstract look(event: RecordedOf<E>): Promise<Refusal | undefined>;

  /** Sends the command that undoes the event; leaves no events if there is nothing left to undo. */
  protected abstract undo(
    event: RecordedOf<E>,
    metadata: CommandMetadata,
    refusal: Refusal,
  ): Promise<Outcome | Refusal>;
}

/**
 * The second step of an ending, like the closing of an account: what stands in the way is looked up again, with everything that came beside
 * the event that began it. The request goes on with {@link complete}; the reaction decides an ending whose process died.
 */
export abstract class Ending<
  Ids,
  Begun extends DomainEvent<string, Ids & object>,
  Left extends Outcome,
> implements Reaction<Begun> {
  abstract readonly name: string;
  abstract readonly events: readonly [Begun['type']];
  readonly inline = false;

  async react(event: RecordedOf<Begun>): Promise<bigint> {
    const decided = await this.decide(event.data, this.#metadataOf(event));
    return isRefusal(decided) ? 0n : decided.position;
  }

  /**
   * Decides the ending that a command began. Returns the command's own outcome if nothing is ending.
   * @param isEnding whether the thing is ending, though another request began it; it is then decided with the metadata of this one
   */
  async complete(
    outcome: Left,
    isEnding: boolean,
    ids: Ids,
    metadata: CommandMetadata,
  ): Promise<Left | Refusal> {
    const begun = eventOf(outcome, this.events[0]);
    if (!begun && !isEnding) return outcome;
    return this.decide(ids, begun ? this.#metadataOf(begun) : metadata);
  }

  /** Looks up what stands in the way, and ends the thing or takes the beginning back. Returns a refusal unless it has ended. */
  protected abstract decide(ids: Ids, metadata: CommandMetadata): Promise<Left | Refusal>;

  #metadataOf(begun: Recorded): CommandMetadata {
    return metadataOfReaction(this.name, begun, 'decide');
  }
}
