import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AggregateStore,
  type EventStore,
  openEventStore,
  type StoredEvent,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { isRefusal, processMetadata } from '#libs/platform/kernel';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { createLogger, deriveUuid } from '#libs/platform/runtime';
import { eventually } from '../../../../../test/support/condition.js';
import { parkingIn } from '../../../../../test/support/parking.js';
import { LogConsumer } from '../log-consumer.js';
import { CONSUMERS, parkedEvents, type ParkedEvents } from './parked-events.js';

const NAME = 'test.consumer';
const TYPE = 'test.Happened';
const SECRET = '123-45-6789';
const AT = '2026-03-02T15:00:00.000Z';

describe('a consumer whose handler throws again and again', () => {
  let directory: string;
  let store: EventStore;
  let progress: DocumentStore;
  let parked: ParkedEvents;
  let aggregates: AggregateStore;
  let revisions: Map<string, number>;
  let commands: number;
  /** What the handler does not take, by name, and the error. */
  let poison: Map<string, Error>;
  /** Names of what it took. */
  let taken: string[];
  let attempts: Map<string, number>;
  let running: { readonly consumer: LogConsumer; readonly stop: () => Promise<void> } | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'parking-'));
    store = await openEventStore({ directory: join(directory, 'events') });
    progress = await openDocumentStore({ directory: join(directory, 'progress') });
    ({ parked, aggregates } = parkingIn(store));
    revisions = new Map();
    poison = new Map();
    taken = [];
    attempts = new Map();
    commands = 0;
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await store.close();
    await progress.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** Appends an event of a name, the letter of its stream and its number there; answers its position. */
  async function append(name: string): Promise<bigint> {
    const stream = `test-${name[0]}`;
    const revision = revisions.get(stream) ?? -1;
    const event = { id: deriveUuid(name, ''), type: `${TYPE}.v1`, data: { name } };
    const expected = revision === -1 ? 'no_stream' : revision;
    const result = await store.append(stream, expected, [{ ...event, metadata: { at: AT } }]);
    if (result.outcome === 'conflict') throw new Error('conflict');
    revisions.set(stream, result.revision);
    return result.position;
  }

  const nameOf = ({ data }: StoredEvent): string => data['name'] as string;
  async function handle(events: readonly StoredEvent[]): Promise<void> {
    for (const name of events.map(nameOf)) {
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
      const error = poison.get(name);
      if (error) throw error;
    }
    taken.push(...events.map(nameOf));
    await Promise.resolve();
  }

  /** What the consumer has logged. */
  let log: PassThrough;

  function start(batch = 1, progressStore = progress): LogConsumer {
    log = new PassThrough();
    const consumer = new LogConsumer({
      ...{ name: NAME, store, batch, handle },
      typePrefixes: [`${TYPE}.v`],
      from: { name: NAME, progress: progressStore },
      parking: { events: parked },
      logger: createLogger({ level: 'error', destination: log }),
    });
    const stopping = new AbortController();
    const ended = consumer.run(stopping.signal);
    running = {
      consumer,
      stop: () => {
        stopping.abort();
        return ended;
      },
    };
    return consumer;
  }

  async function restart(batch = 1): Promise<LogConsumer> {
    await running?.stop();
    return start(batch);
  }

  /** Until the consumer is as far as the log. */
  const reached = (): Promise<unknown> =>
    eventually(async () => {
      const head = await store.head();
      return (running?.consumer.position ?? 0n) >= head && head === (await store.head())
        ? true
        : undefined;
    });

  /** Has an operator ask for something; answers the code of a refusal. */
  async function ask(
    command: { kind: 'retry'; position?: bigint } | { kind: 'skip'; position: bigint },
  ): Promise<string | undefined> {
    const position = command.position?.toString();
    const asked =
      command.kind === 'retry'
        ? ({ kind: 'retry', consumer: NAME, position } as const)
        : ({ kind: 'skip', consumer: NAME, position: `${position}`, reason: 'ticket 1' } as const);
    const metadata = processMetadata('jane.roe', `command ${++commands}`, AT);
    const outcome = await aggregates.handle(parkedEvents, CONSUMERS, asked, metadata);
    return isRefusal(outcome) ? outcome.problems[0]?.errorCode : undefined;
  }

  const positions = async (): Promise<string[]> =>
    (await parked.of(NAME)).parked.map(({ position }) => position);

  it('parks the event after its attempts and goes on; its partition waits, in order, and all others do not', async () => {
    poison.set('a1', new RangeError(SECRET));
    const first = await append('a1');
    for (const name of ['b1', 'a2', 'b2', 'a3']) await append(name);
    const consumer = start();
    await reached();
    expect(taken).toEqual(['b1', 'b2']);
    expect(attempts.get('a1')).toBe(3);
    expect([attempts.has('a2'), attempts.has('a3')]).toEqual([false, false]);
    expect(consumer.status()).toMatchObject({ name: NAME, parked: 1 });
    expect(consumer.status()?.lastError).toBeUndefined();
    const [event] = (await parked.of(NAME)).parked;
    expect(event).toMatchObject({
      ...{ consumer: NAME, position: String(first), partition: 'test-a', stream: 'test-a' },
      ...{ revision: 0, type: `${TYPE}.v1`, attempts: 3 },
      error: expect.stringMatching(/^RangeError, at /) as unknown,
    });
    expect(JSON.stringify(event)).not.toContain(SECRET);
    const lines = String(log.read()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      {
        ...{ msg: 'consumer failed', consumer: NAME, stream: 'test-a' },
        error: expect.stringMatching(
          new RegExp(
            `^RangeError at ${TYPE}\\.v1, position ${first}, at .*parking\\.spec\\.ts:\\d+`,
          ),
        ) as unknown,
      },
      { msg: 'event parked', position: String(first) },
    ]);
    expect(lines.join()).not.toContain(SECRET);
  });

  it('finds the one event of a batch, and takes those before and behind it', async () => {
    poison.set('a2', new Error());
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) await append(name);
    start(8);
    await reached();
    expect([...new Set(taken)]).toEqual(['a1', 'b1', 'b2']);
    expect(await positions()).toHaveLength(1);
  });

  it.each([
    ['a store is away', new StoreUnavailableError('away'), 'StoreUnavailableError: away'],
    ['a disk is full', Object.assign(new Error('ENOSPC'), { errno: -28 }), 'Error'],
  ])(
    'stays with an event while %s, however often that is tried',
    async (_what, error, lastError) => {
      poison.set('a1', error);
      await append('a1');
      await append('b1');
      const consumer = start();
      await eventually(() => ((attempts.get('a1') ?? 0) > 4 ? true : undefined));
      expect([taken, await positions()]).toEqual([[], []]);
      expect(consumer.status()).toMatchObject({ lastError });
      poison.clear();
      await reached();
      expect(taken).toEqual(['a1', 'b1']);
    },
  );

  it('tries a parked event again when an operator says so, then what has waited behind it', async () => {
    poison.set('a1', new Error());
    const first = await append('a1');
    for (const name of ['a2', 'b1']) await append(name);
    const consumer = start();
    await reached();
    expect(await ask({ kind: 'retry', position: first + 1n })).toBe(
      'consumer.event.not.parked.rule',
    );

    await ask({ kind: 'retry' });
    await reached();
    expect([attempts.get('a1'), await positions()]).toEqual([4, [String(first)]]);

    poison.clear();
    await append('a3');
    await ask({ kind: 'retry', position: first });
    await reached();
    await append('a4');
    await reached();
    expect(taken).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
    expect([await positions(), consumer.status()?.parked]).toEqual([[], 0]);
    expect(await ask({ kind: 'retry' })).toBe('consumer.event.not.parked.rule');
  });

  it('parks another event of the partition when that one fails in its turn', async () => {
    poison.set('a1', new Error());
    await append('a1');
    const second = await append('a2');
    start();
    await reached();
    poison.clear();
    poison.set('a2', new Error());
    await ask({ kind: 'retry' });
    await reached();
    expect([taken, await positions()]).toEqual([['a1'], [String(second)]]);
  });

  it('goes on without an event for good when an operator says so, also after the loss of its checkpoint', async () => {
    poison.set('a1', new Error());
    const first = await append('a1');
    await append('a2');
    start();
    await reached();
    await ask({ kind: 'skip', position: first });
    await reached();
    expect([taken, await positions()]).toEqual([['a2'], []]);
    expect((await parked.of(NAME)).skipped).toEqual([String(first)]);
    await running?.stop();
    await progress.deleteCheckpoint(NAME);
    await restart();
    await reached();
    expect([taken, attempts.get('a1')]).toEqual([['a2', 'a2'], 3]);
  });

  it('tries what is parked once more at each start: a new build may take it', async () => {
    poison.set('a1', new Error());
    for (const name of ['a1', 'a2', 'b1']) await append(name);
    start();
    await reached();
    await restart();
    await reached();
    expect([attempts.get('a1'), (await positions()).length]).toEqual([4, 1]);
    poison.clear();
    await running?.stop();
    await append('a3');
    await restart();
    await reached();
    expect([taken, await positions()]).toEqual([['b1', 'a1', 'a2', 'a3'], []]);
  });

  it('loses and overtakes nothing when its checkpoint was not kept behind what it parked', async () => {
    poison.set('a1', new Error());
    for (const name of ['b1', 'a1', 'a2']) await append(name);
    start();
    await reached();
    await running?.stop();
    await progress.deleteCheckpoint(NAME);
    await restart();
    await reached();
    expect([taken, attempts.get('a1')]).toEqual([['b1', 'b1'], 4]);
    await running?.stop();
    await progress.deleteCheckpoint(NAME);
    poison.clear();
    await restart();
    await reached();
    expect(taken.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a1', 'a2']);
    expect(await positions()).toEqual([]);
  });

  it('stays with the next event that fails once a hundred are parked: the fault is its own', async () => {
    ({ parked, aggregates } = parkingIn(store, 1));
    const letters = Array.from({ length: 101 }, (_, index) => String.fromCodePoint(0x100 + index));
    for (const letter of letters) {
      poison.set(letter, new Error());
      await append(letter);
    }
    const consumer = start();
    await eventually(() => ((attempts.get(letters[100] ?? '') ?? 0) > 2 ? true : undefined));
    expect(consumer.status()).toMatchObject({ parked: 100, lastError: 'Error' });
  });
});
