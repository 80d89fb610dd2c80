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

/** A consumer's handler kept failing on an event, and the consumer went on. Later events of the partition wait behind it. */
type EventParked = DomainEvent<
  'operations.EventParked',
  OfConsumer & {
    /** The unit of order: a stream or an account. */
    readonly partition: string;
    readonly stream: string;
    readonly revision: number;
    /** Stored name of the event. */
    readonly type: string;
    /** Failed attempts before it was parked. */
    readonly attempts: number;
    /** Kind and place of the error, without data it may have quoted. */
    readonly error: string;
  }
>;

/** An operator asked for a parked event to be retried. */
export type RetryRequested = DomainEvent<'operations.RetryRequested', OfConsumer>;

/** An operator told a consumer to skip a parked event permanently. */
export type ParkedEventSkipped = DomainEvent<
  'operations.ParkedEventSkipped',
  OfConsumer & { readonly reason: string }
>;

/** The consumer has handled all waiting events of a partition. */
type PartitionResumed = DomainEvent<
  'operations.PartitionResumed',
  { readonly consumer: string; readonly partition: string }
>;

type ParkingEvent = EventParked | RetryRequested | ParkedEventSkipped | PartitionResumed;

/** Definitions of the events in stream `operations-consumers`. None holds personal data. */
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

/** Requests of operators, which every consumer follows beside its own events. */
export const REQUESTS: readonly string[] = [
  'operations.RetryRequested.v',
  'operations.ParkedEventSkipped.v',
];

/** A parked event: the first one of its partition. */
export type ParkedEvent = EventParked['data'];

/** A consumer's parked events, one per partition, and the positions of skipped events. */
interface ConsumerParking {
  readonly parked: readonly ParkedEvent[];
  readonly skipped: readonly string[];
}

/** The state of a consumer that has never parked anything. */
export const NOTHING_PARKED: ConsumerParking = { parked: [], skipped: [] };

/** Rules for requests about parked events. */
export const parkingRules = new RuleBook({
  'consumer.event.not.parked.rule': 'The consumer has not parked such an event',
});

type ParkingCommand =
  | { readonly kind: 'park'; readonly event: ParkedEvent }
  | { readonly kind: 'resume'; readonly consumer: string; readonly partition: string }
  /** Without a position: retries everything the consumer has parked. */
  | { readonly kind: 'retry'; readonly consumer: string; readonly position: string | undefined }
  | ({ readonly kind: 'skip' } & ParkedEventSkipped['data']);

/** Id of the only stream, so that a start finds everything parked without scanning the log. */
export const CONSUMERS = 'consumers';

/** What consumers have parked, by consumer: stream `operations-consumers`. Parking and resuming are idempotent. */
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

/** Parked events, stored in the log, so a lost document store loses none. */
export class ParkedEvents {
  /** @param attempts failed attempts before an event is parked */
  constructor(
    private readonly aggregates: Pick<AggregateStore, 'load' | 'handle'>,
    private readonly clock: Clock,
    private readonly ids: Ids,
    readonly attempts: number,
  ) {}

  /** Returns the state of every consumer that has ever parked anything, by name. */
  async all(): Promise<ReadonlyMap<string, ConsumerParking>> {
    return (await this.aggregates.load(parkedEvents, CONSUMERS)).state;
  }

  async of(consumer: string): Promise<ConsumerParking> {
    return (await this.all()).get(consumer) ?? NOTHING_PARKED;
  }

  park(event: ParkedEvent): Promise<void> {
    return this.#handle(event.consumer, { kind: 'park', event });
  }

  /** Records that no event of the partition waits any more. */
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
