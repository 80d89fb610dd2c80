import type { Outcome } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type DomainEvent,
  isRefusal,
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
