import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MongoClient } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { MongoFixture } from '../../../../test/support/mongodb-fixture.js';
import { openReplayGuard, type ReplayGuard } from './replay-guard.js';

const MINUTE = 60_000;
/** The time of the replica set. */
let time = 0;
const now = (): number => time;
const lines: unknown[] = [];
const ports = { clock: { now }, logger: { error: (...line: unknown[]) => void lines.push(line) } };

interface Place {
  /** Where processes open their guard. */
  readonly config: { readonly dataDir: string; readonly mongodbUrl?: string };
  dispose(): Promise<void>;
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  'in memory': async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'replays-'));
    return { config: { dataDir }, dispose: () => rm(dataDir, { recursive: true }) };
  },
  'in MongoDB': () => mongo(false),
  'in a MongoDB that stops at the first error': () => mongo(true),
};

async function mongo(stopsAtFirstError: boolean): Promise<Place> {
  const fixture = await MongoFixture.start({ replicaSet: true, now, stopsAtFirstError });
  const config = { dataDir: '/nowhere', mongodbUrl: fixture.url() };
  return { config, dispose: () => fixture.stop() };
}

describe.each(Object.entries(places))('a replay guard %s', (_name, make) => {
  let place: Place;
  let guard: ReplayGuard;
  beforeEach(async () => {
    place = await make();
    guard = await openReplayGuard(place.config, ports);
  });
  afterEach(async () => {
    await guard.close();
    await place.dispose();
  });

  it('lets each signature through once while it counts', async () => {
    const signatures = Array.from({ length: 50 }, () => randomBytes(32));
    for (const [i, signature] of signatures.entries()) {
      expect(await guard.use(signature, 5 * MINUTE + i, i)).toBe('first');
    }
    for (const [i, signature] of signatures.entries()) {
      expect(await guard.use(signature, 5 * MINUTE + i, 5 * MINUTE + i)).toBe('replayed');
    }
  });

  it('lets one of many at the same time through', async () => {
    const signature = randomBytes(32);
    const uses = await Promise.all(
      Array.from({ length: 20 }, async () => guard.use(signature, 5 * MINUTE, 0)),
    );
    expect(uses.filter((use) => use === 'first')).toHaveLength(1);
    expect(uses.filter((use) => use === 'replayed')).toHaveLength(19);
  });

  it('tells replays among many at the same time', async () => {
    const signatures = Array.from({ length: 130 }, () => randomBytes(32));
    const use = (every: number): Promise<unknown[]> =>
      Promise.all(
        signatures
          .filter((_, i) => i % every === 0)
          .map(async (signature) => guard.use(signature, 5 * MINUTE, 0)),
      );
    expect(await use(3)).toEqual(Array.from({ length: 44 }, () => 'first'));
    expect(await use(1)).toEqual(signatures.map((_, i) => (i % 3 === 0 ? 'replayed' : 'first')));
  });

  it('remembers over a restart', async () => {
    const signature = randomBytes(32);
    expect(await guard.use(signature, 5 * MINUTE, 0)).toBe('first');
    await new Promise(setImmediate);
    await guard.close();
    guard = await openReplayGuard(place.config, ports);
    expect(await guard.use(signature, 5 * MINUTE, 0)).toBe('replayed');
  });
});

it('says in one line that its files were damaged', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'replays-'));
  await mkdir(join(dataDir, 'replays'));
  for (const name of ['a', 'b']) {
    await writeFile(join(dataDir, 'replays', name), Buffer.alloc(64, 0xff));
  }
  const guard = await openReplayGuard({ dataDir }, ports);
  expect(lines).toEqual([
    [{ directory: join(dataDir, 'replays') }, expect.stringContaining('damaged')],
  ]);
  expect(guard.use(randomBytes(32), 5 * MINUTE, 0)).toBe('forgotten');
  expect(guard.use(randomBytes(32), 6 * MINUTE, MINUTE)).toBe('first');
  await guard.close();
  await rm(dataDir, { recursive: true });
});

describe('a replay guard of several processes', () => {
  let fixture: MongoFixture;
  let guards: ReplayGuard[];
  const signature = randomBytes(32);
  beforeEach(async () => {
    fixture = await MongoFixture.start({ replicaSet: true, now });
    const config = { dataDir: '/nowhere', mongodbUrl: fixture.url() };
    guards = [await openReplayGuard(config, ports), await openReplayGuard(config, ports)];
  });
  afterEach(async () => {
    time = 0;
    for (const guard of guards) await guard.close();
    await fixture.stop();
  });

  it('refuses in one what another has taken', async () => {
    expect(await guards[0]!.use(signature, 5 * MINUTE, 0)).toBe('first');
    expect(await guards[1]!.use(signature, 5 * MINUTE, 0)).toBe('replayed');
    // nor does it let it through after a failure of one server
    expect(fixture.received).toContain('insert');
    expect(fixture.perishable).toEqual([]);
  });

  it('lets one of them through', async () => {
    const uses = await Promise.all(
      guards.map(async (guard) => guard.use(signature, 5 * MINUTE, 0)),
    );
    expect([...uses].sort()).toEqual(['first', 'replayed']);
  });

  it('lets nothing through while the server is away, and goes on when it is back', async () => {
    await fixture.goAway();
    await expect(guards[0]!.use(signature, 5 * MINUTE, 0)).rejects.toThrow(StoreUnavailableError);
    await fixture.comeBack();
    expect(await guards[0]!.use(signature, 5 * MINUTE, 0)).toBe('first');
  });

  it('lets nothing through that a majority of the servers has not confirmed', async () => {
    const used = randomBytes(32);
    await guards[0]!.use(used, 5 * MINUTE, 0);
    const confirmAgain = fixture.misbehave({ command: 'insert', unconfirmed: true });
    const uses = await Promise.allSettled(
      [signature, used].map(async (one) => guards[0]!.use(one, 5 * MINUTE, 0)),
    );
    for (const use of uses) {
      expect(use).toEqual({ status: 'rejected', reason: expect.any(StoreUnavailableError) });
    }
    confirmAgain();
    // it may count by now
    expect(await guards[1]!.use(signature, 5 * MINUTE, 0)).toBe('replayed');
  });

  it('takes no request for a replay of itself when the answer was lost', async () => {
    await guards[0]!.use(randomBytes(32), 5 * MINUTE, 0);
    fixture.dropAt('insert', 'after');
    expect(await guards[0]!.use(signature, 5 * MINUTE, 0)).toBe('first');
    expect(await guards[1]!.use(signature, 5 * MINUTE, 0)).toBe('replayed');
  });

  it.each([0, 10 * MINUTE])(
    'takes for forgotten what the server may have removed, though a process says it is minute %i',
    async (hereNow) => {
      time = 6 * MINUTE - 1_000;
      expect(await guards[0]!.use(signature, 5 * MINUTE, hereNow)).toBe('first');
      time = 6 * MINUTE;
      expect(await guards[0]!.use(randomBytes(32), 5 * MINUTE, hereNow)).toBe('forgotten');
      expect(await guards[1]!.use(signature, 5 * MINUTE, hereNow)).toBe('replayed');
    },
  );

  it('has the server forget what has expired', async () => {
    await guards[0]!.use(signature, 5 * MINUTE, 0);
    const client = new MongoClient(fixture.url());
    try {
      const signatures = client.db('test_shared').collection('signatures');
      expect(await signatures.listIndexes().toArray()).toContainEqual(
        expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 60 }),
      );
      expect(await signatures.findOne({})).toMatchObject({ expires: new Date(5 * MINUTE) });
    } finally {
      await client.close();
    }
  });
});
