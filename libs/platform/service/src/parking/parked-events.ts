import { type AggregateStore, defineEvents } from '#libs/platform/event-store';
import {
  type Clock,
  type Decider,
  type DomainEvent,
  type Ids,
  isRefusal,
  processMetadata,
  refuse,
  RuleBook,
  timestampOf,
} from '#libs/platform/kernel';

interface OfConsumer {
  readonly consumer: string;
  /** Position of the event, decimal. */
  readonly position: string;
}

/** A consumer went on without an event that its handler does not take. Later events of the partition wait behind it. */
type EventParked = DomainEvent<
  'operations.EventParked',
  OfConsumer & {
    /** What keeps its order: a stream, or an account. */
    readonly partition: string;
    readonly stream: string;
    readonly revision: number;
    /** Stored name. */
    readonly type: string;
    /** Attempts it took to find out. */
    readonly attempts: number;
    /** Kind and place of the error, without anything it may have quoted. */
    readonly error: string;
  }
>;

/** An operator had a parked event tried again. */
export type RetryRequested = DomainEvent<'operations.RetryRequested', OfConsumer>;

/** An operator had a consumer go on without a parked event, for good. */
export type ParkedEventSkipped = DomainEvent<
  'operations.ParkedEventSkipped',
  OfConsumer & { readonly reason: string }
>;

/** The consumer has dealt with all events of a partition that have waited. */
type PartitionResumed = DomainEvent<
  'operations.PartitionResumed',
  { readonly consumer: string; readonly partition: string }
>;

/** What stands in the stream `operations-consumers`. */
type ParkingEvent = EventParked | RetryRequested | ParkedEventSkipped | PartitionResumed;

/** How the events of stream `operations-consumers` are stored. None holds personal data. */
export const parkingEvents = defineEvents<ParkingEvent>({
  'operations.EventParked': { history: { title: 'Event parked by a consumer of the log' } },
  'operations.RetryRequested': { history: { title: 'Parked event to be tried again' } },
  'operations.ParkedEventSkipped': {
    history: { title: 'Parked event left out by a consumer of the log' },
  },
  'operations.PartitionResumed': {
    history: { title: 'Parked events dealt with by a consumer of the log' },
  },
});

/** Events that consumers look for in the log besides their own: an operator asked for something. */
export const REQUESTS: readonly string[] = [
  'operations.RetryRequested.v',
  'operations.ParkedEventSkipped.v',
];

/** An event that is parked, the first of its partition. */
export type ParkedEvent = EventParked['data'];

/** What a consumer has parked, one event of each partition, and the positions of what it goes on without for good. */
interface ConsumerParking {
  readonly parked: readonly ParkedEvent[];
  readonly skipped: readonly string[];
}

/** Of a consumer that has never parked anything. */
export const NOTHING_PARKED: ConsumerParking = { parked: [], skipped: [] };

/** The rules of what may be asked for. */
export const parkingRules = new RuleBook({
  'consumer.event.not.parked.rule': 'The consumer has not parked such an event',
});

type ParkingCommand =
  | { readonly kind: 'park'; readonly event: ParkedEvent }
  | { readonly kind: 'resume'; readonly consumer: string; readonly partition: string }
  /** Without a position: all that the consumer has parked. */
  | { readonly kind: 'retry'; readonly consumer: string; readonly position: string | undefined }
  | ({ readonly kind: 'skip' } & ParkedEventSkipped['data']);

/** Id of the only stream: what is parked has to be known at each start without looking through the log. */
export const CONSUMERS = 'consumers';

/** What consumers have parked, by their name: stream `operations-consumers`. Parking and resuming twice is the same as once. */
export const parkedEvents: Decider<
  ReadonlyMap<string, ConsumerParking>,
  ParkingCommand,
  ParkingEvent
> = {
  category: 'operations',
  initial: new Map(),
  decide(command, all) {
    const consumer = command.kind === 'park' ? command.event.consumer : command.consumer;
    const { parked, skipped } = all.get(consumer) ?? NOTHING_PARKED;
    if (command.kind === 'park') {
      const { partition, position, error } = command.event;
      const known = parked.find((one) => one.partition === partition);
      if (known?.position === position && known.error === error) return [];
      return [{ type: 'operations.EventParked', data: command.event }];
    }
    if (command.kind === 'resume') {
      const { partition } = command;
      if (!parked.some((one) => one.partition === partition)) return [];
      return [{ type: 'operations.PartitionResumed', data: { consumer, partition } }];
    }
    const { position } = command;
    const named = parked.filter((one) => position === undefined || one.position === position);
    if (named.length === 0) {
      const field = position === undefined ? undefined : 'position';
      return refuse(parkingRules.broken('consumer.event.not.parked.rule', undefined, field));
    }
    if (command.kind === 'retry') {
      return named.map((one) => ({
        type: 'operations.RetryRequested',
        data: { consumer, position: one.position },
      }));
    }
    if (skipped.includes(command.position)) return [];
    const data = { consumer, position: command.position, reason: command.reason };
    return [{ type: 'operations.ParkedEventSkipped', data }];
  },
  evolve(all, event) {
    const { consumer } = event.data;
    if (event.type === 'operations.RetryRequested') return all;
    const { parked, skipped } = all.get(consumer) ?? NOTHING_PARKED;
    if (event.type === 'operations.ParkedEventSkipped') {
      return new Map(all).set(consumer, { parked, skipped: [...skipped, event.data.position] });
    }
    const others = parked.filter((one) => one.partition !== event.data.partition);
    const now = event.type === 'operations.EventParked' ? [...others, event.data] : others;
    return new Map(all).set(consumer, { parked: now, skipped });
  },
};

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

  async #handle(consumer: string, command: ParkingCommand): Promise<void> {
    const at = timestampOf(this.clock.now());
    const metadata = {
      ...processMetadata(`consumer:${consumer}`, this.ids.uuid(), at),
      attemptedSince: 'never',
    } as const;
    const outcome = await this.aggregates.handle(parkedEvents, CONSUMERS, command, metadata);
    if (isRefusal(outcome)) throw new Error(`${command.kind} was refused: ${outcome.kind}`);
  }
}
