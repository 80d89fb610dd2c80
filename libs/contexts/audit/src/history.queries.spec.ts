import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventRegistry, type StoredEvent } from '#libs/platform/event-store';
import type { Recorded } from '#libs/platform/kernel';
import { all, newStream } from '../../../../test/support/event-log.js';
import {
  changed,
  decodePlainly,
  ProjectionWorld,
} from '../../../../test/support/projection-world.js';
import { SeededRandom } from '../../../../test/support/seeded-random.js';
import { accountEvents } from '../../accounts/src/account.events.js';
import { FieldValues, Histories, type HistoryEntry, historyEntry } from './history.queries.js';

const NONE: ReadonlySet<string> = new Set();

/** No field is personal, so all values are shown. */
const registry = new EventRegistry([
  Object.fromEntries(
    Object.entries(accountEvents).map(([type, { history }]) => [type, { history }]),
  ),
]);

describe('histories', () => {
  let world: ProjectionWorld;
  /** Number of events read. */
  let read: number;
  beforeAll(async () => {
    world = await ProjectionWorld.open();
  });
  afterAll(() => world.close());

  /** The entries of some events of a stream. */
  async function entriesOf(
    stream: string,
    revisions: readonly number[],
  ): Promise<readonly HistoryEntry[]> {
    read = 0;
    const store = changed(world.log, {
      async *readStream(...asked) {
        for await (const event of world.log.readStream(...asked)) {
          read += 1;
          yield event;
        }
      },
    });
    const places = revisions.map((revision) => ({ stream, revision }));
    const timelines = { page: () => Promise.resolve({ places }) };
    const codec = {
      decode: (events: readonly StoredEvent[]) => Promise.resolve(events.map(decodePlainly)),
    };
    const platform = { registry };
    const histories = new Histories(timelines as never, codec as never, store, platform as never);
    const which = { order: 'newest', limit: 50, point: undefined } as const;
    return (await histories.page('account:A', which)).items;
  }

  /** The same, computed from the whole stream. */
  async function expected(stream: string, revisions: readonly number[]): Promise<unknown> {
    const values = new FieldValues();
    let before: Recorded | undefined;
    const entries = (await all(world.log.readStream(stream))).map((stored) => {
      const event = decodePlainly(stored);
      const { history } = registry.current(event.type).definition;
      const entry = historyEntry(event, history, values.apply(event, history, NONE), before);
      before = event;
      return entry;
    });
    return revisions.map((revision) => entries[revision]);
  }

  const update = (stream: string, data: Record<string, string>): Promise<bigint> =>
    world.append('account.AccountUpdated.v1', data, stream);

  it('read little more of a long stream than they show, wherever the page is', async () => {
    const stream = newStream('account');
    await world.append('account.AccountOpened.v1', { accountName: 'First' }, stream);
    for (let count = 1; count < 250; count++) await update(stream, { accountName: `${count}` });
    for (const last of [249, 150, 51]) {
      const revisions = Array.from({ length: 20 }, (_, index) => last - index);
      const entries = await entriesOf(stream, revisions);
      expect(entries[19]?.changes).toEqual([
        { field: 'accountName', from: String(last - 20), to: String(last - 19) },
      ]);
      expect(read).toBeLessThanOrEqual(64);
    }
  });

  it('look back for previous values only as far as necessary', async () => {
    const stream = newStream('account');
    await world.append('account.AccountOpened.v1', { accountName: 'First' }, stream);
    for (let count = 1; count < 200; count++) {
      await update(stream, count === 100 ? { branchCode: 'B1' } : { accountName: `${count}` });
    }
    await update(stream, { branchCode: 'B2' });
    const [entry] = await entriesOf(stream, [200]);
    expect(entry?.changes).toEqual([{ field: 'branchCode', from: 'B1', to: 'B2' }]);
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThanOrEqual(101 + 64);
  });

  it.each([1, 2, 3])('report the same as from the whole stream, seed %i', async (seed) => {
    const random = new SeededRandom(seed);
    const stream = newStream('account');
    const held = new Set<string>();
    const pick = (of: string): string => of.charAt(random.below(of.length));
    for (let count = 0; count < 150; count++) {
      const loginId = pick('xyz');
      const permission = pick('AMD');
      const then = random.next();
      const of = (type: string, data: Record<string, string>): Promise<bigint> =>
        world.append(`account.${type}.v1`, data, stream);
      if (then < 0.4) {
        await of('AccountUpdated', { [`field${pick('abcde')}`]: pick('012') });
      } else if (!held.has(loginId)) {
        held.add(loginId);
        await of('PermissionGranted', { loginId, permission });
      } else if (then < 0.6) {
        held.delete(loginId);
        await of('PermissionRevoked', { loginId });
      } else if (then < 0.8) {
        await of('PermissionChanged', { loginId, permission, alertLevel: pick('an') });
      } else {
        await of('AgreementSigned', { loginId });
        const lifted = { restrictionId: pick('12'), cause: 'signatures', reasonCode: '020' };
        await of('RestrictionLifted', lifted);
      }
    }
    for (let page = 0; page < 20; page++) {
      const last = random.below(150);
      const revisions = Array.from({ length: 10 }, (_, index) => last - index).filter(
        (revision) => revision >= 0 && random.chance(0.8),
      );
      expect(await entriesOf(stream, revisions)).toEqual(await expected(stream, revisions));
    }
  });
});
