import type { AggregateStore } from '#libs/platform/event-store';
import {
  type Clock,
  type Ids,
  isRefusal,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import {
  type ConsumerParking,
  CONSUMERS,
  NOTHING_PARKED,
  type ParkedEvent,
  parkedEvents,
} from './parked-event.js';

/** What consumers have parked, in the log: a lost document store does not lose it. */
export class ParkedEvents {
  /** @param attempts at an event before it is parked */
  constructor(
    private readonly aggregates: Pick<AggregateStore, 'load' | 'handle'>,
    private readonly clock: Clock,
    private readonly ids: Ids,
    readonly attempts: number,
  ) {}

  /** Of all consumers that have ever parked anything, by name. */
  async all(): Promise<ReadonlyMap<string, ConsumerParking>> {
    return (await this.aggregates.load(parkedEvents, CONSUMERS)).state;
  }

  async of(consumer: string): Promise<ConsumerParking> {
    return (await this.all()).get(consumer) ?? NOTHING_PARKED;
  }

  park(event: ParkedEvent): Promise<void> {
    return this.#handle(event.consumer, { kind: 'park', event });
  }

  /** Nothing of the partition waits any more. */
  resume(consumer: string, partition: string): Promise<void> {
    return this.#handle(consumer, { kind: 'resume', consumer, partition });
  }

  async #handle(
    consumer: string,
    command: Parameters<typeof parkedEvents.decide>[0],
  ): Promise<void> {
    const at = timestampOf(this.clock.now());
    const metadata = {
      ...processMetadata(`consumer:${consumer}`, this.ids.uuid(), at),
      attemptedSince: 'never',
    } as const;
    const outcome = await this.aggregates.handle(parkedEvents, CONSUMERS, command, metadata);
    if (isRefusal(outcome)) throw new Error(`${command.kind} was refused: ${outcome.kind}`);
  }
}
