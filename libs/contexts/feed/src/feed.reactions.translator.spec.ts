import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  EventCodec,
  EventRegistry,
  type EventStore,
  type NewEvent,
  openEventStore,
  StoreUnavailableError,
} from '#libs/platform/event-store';
import { processMetadata, Published, type Recorded } from '#libs/platform/kernel';
import { type DocumentStore, openDocumentStore } from '#libs/platform/read-models';
import { createLogger, deriveUuid } from '#libs/platform/runtime';
import { CONSUMERS, parkedEvents } from '#libs/platform/service';
import { eventually, PATIENCE_MS } from '../../../../test/support/condition.js';
import { parkingIn } from '../../../../test/support/parking.js';
import { FeedContract } from './contract.queries.js';
import type { OwnedAccount } from './feed.events.js';
import { type AccountLocator, FeedPublisher, FeedTranslator } from './feed.reactions.js';
import { feedEvents } from './webhook.events.js';

const TYPE = 'account.AgreementSigned';

const signed = Published.event('brokerage.agreement.signed.v1', 'It was signed.', {});

const ACCOUNT = 'RA12345678';

const OTHER = 'RA00000002';

/** Finds the account by the number in the event; the default account if there is none. */
type Locate = (number: number) => Promise<string | undefined>;

describe('FeedTranslator', () => {
  let directory: string;
  let store: EventStore;
  let progress: DocumentStore;
  let last: bigint;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'translator-'));
    store = await openEventStore({ directory: join(directory, 'events') });
    progress = await openDocumentStore({ directory: join(directory, 'progress') });
    const events = [0, 1, 2, 3].map((number): NewEvent => ({
      id: deriveUuid('event', String(number)),
      type: `${TYPE}.v1`,
      data: { accountNumber: 'RA12345678', loginId: 'jane', documentKey: String(number) },
      metadata: { at: '2026-03-02T15:00:00.000Z', requestId: 'r', correlationId: 'c' },
    }));
    const appended = await store.append('account-RA12345678', 'no_stream', events);
    last = appended.outcome === 'appended' ? appended.position : -1n;
  });
  afterEach(async () => {
    await store.close();
    await progress.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** A translator with a given account lookup. */
  function translating(locate: Locate, log: EventStore = store): FeedTranslator {
    const never = (): never => {
      throw new Error('nothing is sealed');
    };
    const sealer = { ensure: never, prefetch: never, seal: never, open: never, opener: never };
    const registry = new EventRegistry([
      { [TYPE]: { history: { title: 'Happened' }, publishes: signed } } as never,
      feedEvents as never,
    ]);
    const codec = new EventCodec(registry, sealer);
    const locator = {
      locate: async ({ revision }: Recorded): Promise<OwnedAccount> => {
        const accountNumber = await locate(revision);
        return { accountNumber: accountNumber ?? ACCOUNT, firmId: '1' };
      },
    } as unknown as AccountLocator;
    const publisher = new FeedPublisher(log, codec);
    const logger = createLogger({ level: 'silent' });
    const { parked } = parkingIn(store, 2);
    const contract = new FeedContract(registry);
    return new FeedTranslator(store, codec, progress, logger, locator, parked, publisher, contract);
  }

  async function untilPublished(translator: FeedTranslator): Promise<void> {
    const stop = new AbortController();
    const running = translator.run(stop.signal);
    await translator.waitFor(0n, PATIENCE_MS);
    expect(await translator.waitFor(last, PATIENCE_MS)).toBe(true);
    stop.abort();
    await running;
  }

  /** Translates everything with a given account lookup. Returns the source of each published event. */
  async function translated(locate: Locate, log: EventStore = store): Promise<number[]> {
    await untilPublished(translating(locate, log));
    return publishedOf(ACCOUNT);
  }
  /** The source of each published event of an account. */
  async function publishedOf(accountNumber: string): Promise<number[]> {
    const ids = [0, 1, 2, 3].map((number) => deriveUuid('event', String(number)));
    const sources: number[] = [];
    for await (const { metadata } of store.readStream(`feed-1-${accountNumber}`)) {
      sources.push(ids.indexOf(metadata['causationId'] as string));
    }
    return sources;
  }
  /** The log, but the first append to the feed of the account fails. */
  function failingOnce(): EventStore {
    let failed = false;
    return failing(() => {
      if (failed) return false;
      failed = true;
      return new StoreUnavailableError('away');
    });
  }
  /** The log, but appends to the feed of the account fail while there is an error. */
  function failing(how: () => Error | false): EventStore {
    const append: EventStore['append'] = (stream, ...rest) => {
      const error = stream.endsWith(ACCOUNT) && how();
      return error ? Promise.reject(error) : store.append(stream, ...rest);
    };
    return new Proxy(store, {
      get: (target, key): unknown => {
        if (key === 'append') return append;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  it('publishes in log order even if the account of an event is found after that of the next one', async () => {
    const found: (() => void)[] = [];
    const order = await translated(async (number) => {
      // the last one is found first
      const all = new Promise<void>((resolve) => (found[number] = resolve));
      if (number === 3) for (const one of found.reverse()) one();
      await all;
    });
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('publishes nothing after an event whose account lookup failed, until it succeeds', async () => {
    let failures = 2;
    const order = await translated((number) =>
      number === 1 && failures-- > 0
        ? Promise.reject(new StoreUnavailableError('away'))
        : Promise.resolve(undefined),
    );
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('publishes an event whose append failed before any later one', async () => {
    expect(await translated(() => Promise.resolve(undefined), failingOnce())).toEqual([0, 1, 2, 3]);
  });

  it('publishes no other account twice if the append to one failed', async () => {
    const alternating: Locate = (number) => Promise.resolve(number % 2 === 0 ? ACCOUNT : OTHER);
    expect(await translated(alternating, failingOnce())).toEqual([0, 2]);
    expect(await publishedOf(OTHER)).toEqual([1, 3]);
  });

  it('continues with all other accounts if an event of one fails, and publishes its events in order later', async () => {
    let isFaulty = true;
    const alternating: Locate = (number) => Promise.resolve(number % 2 === 0 ? ACCOUNT : OTHER);
    const faulty = failing(() => isFaulty && new RangeError('no such thing can be published'));
    const translator = translating(alternating, faulty);
    const stop = new AbortController();
    const running = translator.run(stop.signal);
    await eventually(() => ((translator.status()?.position ?? 0n) >= last ? true : undefined));
    expect([await publishedOf(ACCOUNT), await publishedOf(OTHER)]).toEqual([[], [1, 3]]);
    expect(await translator.hasPublished(OTHER, last)).toBe(true);
    expect(await translator.hasPublished(ACCOUNT, last)).toBe(false);
    expect(await translator.hasPublished(ACCOUNT, 0n)).toBe(true);

    isFaulty = false;
    const asked = { kind: 'retry', consumer: translator.name, position: undefined } as const;
    const metadata = processMetadata('jane.roe', 'retry', '2026-03-02T15:00:00.000Z');
    await parkingIn(store).aggregates.handle(parkedEvents, CONSUMERS, asked, metadata);
    await eventually(async () => (await translator.hasPublished(ACCOUNT, last)) || undefined);
    expect([await publishedOf(ACCOUNT), await publishedOf(OTHER)]).toEqual([
      [0, 2],
      [1, 3],
    ]);
    stop.abort();
    await running;
  });

  it('continues after another process has published what failed here', async () => {
    let away = true;
    let fail = (): void => undefined;
    const failed = new Promise<void>((resolve) => (fail = resolve));
    const here = translating((number) => {
      if (number !== 1 || !away) return Promise.resolve(undefined);
      fail();
      return Promise.reject(new StoreUnavailableError('away'));
    });
    const stop = new AbortController();
    const running = here.run(stop.signal);
    await failed;
    stop.abort();
    await running;
    await untilPublished(translating(() => Promise.resolve(undefined)));
    away = false;
    const more: NewEvent = {
      id: deriveUuid('event', 'more'),
      type: `${TYPE}.v1`,
      data: { accountNumber: 'RA12345678', loginId: 'jane', documentKey: 'more' },
      metadata: { at: '2026-03-02T15:00:00.000Z', requestId: 'r', correlationId: 'c' },
    };
    const appended = await store.append('account-RA12345678', 3, [more]);
    last = appended.outcome === 'appended' ? appended.position : -1n;
    await untilPublished(here);
  });
});
