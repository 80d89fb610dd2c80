import { beforeEach, describe, expect, it } from '@jest/globals';
import type { AggregateStore } from '#libs/platform/event-store';
import type { Disclosure, DisclosedTo } from '#libs/platform/http';
import { createLogger } from '#libs/platform/runtime';
import type { SensitiveRead } from '../audit.events.js';
import { SensitiveReadLedger } from './sensitive-read-ledger.js';

const NOW = Date.parse('2026-03-02T15:00:00Z');

describe('the ledger of sensitive reads', () => {
  let now: number;
  let away: boolean;
  let recorded: SensitiveRead[];
  let ledger: SensitiveReadLedger;
  beforeEach(() => {
    [now, away, recorded] = [NOW, false, []];
    const handle = (_: object, _id: string, { reads }: { reads: readonly SensitiveRead[] }) => {
      if (away) return Promise.reject(new Error('away'));
      recorded.push(...reads);
      return Promise.resolve();
    };
    let ids = 0;
    ledger = new SensitiveReadLedger(
      { handle } as unknown as AggregateStore,
      { now: () => now },
      { uuid: () => `${(ids += 1)}` } as never,
      createLogger({ level: 'silent' }),
    );
  });

  let requests = 0;
  const read = (more: object = {}, ...shown: Disclosure[]): Promise<void> => {
    const caller = { id: 'k', firmId: '7', member: 'api', ...more };
    const rest = { method: 'GET', route: '/r', requestId: `${(requests += 1)}`, ...more };
    const disclosures = shown.length > 0 ? shown : [ofTaxId('a')];
    return ledger.record({ caller, ...rest } as unknown as DisclosedTo, disclosures);
  };
  const ofTaxId = (...subjects: string[]): Disclosure => ({ kind: 'fullTid', subjects });
  const asOf = (at: string): Disclosure => ({ kind: 'asOf', subjects: ['a'], asOf: at });
  const counts = () => recorded.map(({ reads = 1, subjects }) => [reads, subjects.join(' ')]);

  it('has the first read at once, and one record a minute that says how many followed', async () => {
    await Promise.all(Array.from({ length: 50 }, () => read()));
    expect(counts()).toEqual([[1, 'a']]);
    now += 59_999;
    await read();
    await ledger.run();
    expect(counts()).toEqual([[1, 'a']]);
    now += 1;
    await ledger.run();
    expect(counts()).toEqual([
      [1, 'a'],
      [50, 'a'],
    ]);
    await read();
    now += 60_000;
    await read();
    expect(counts()).toEqual([
      [1, 'a'],
      [50, 'a'],
      [2, 'a'],
    ]);
    for (let minutes = 0; minutes < 3; minutes++) {
      now += 60_000;
      await ledger.run();
    }
    expect(recorded).toHaveLength(3);
  });

  it('is not made longer by what a caller varies at will', async () => {
    for (let i = 0; i < 100; i++) {
      await read({}, asOf(`2026-01-01T00:00:00.${100 + i}Z`));
      await read({ associatedMember: `m${i}`, method: i % 2 === 0 ? 'GET' : 'HEAD' });
    }
    expect(recorded).toHaveLength(2);
    now += 60_000;
    await ledger.run();
    expect(recorded).toHaveLength(4);
    expect(recorded.slice(2)).toMatchObject([
      { reads: 99, asOf: '2026-01-01T00:00:00.199Z', kind: 'asOf' },
      { reads: 99, kind: 'fullTid' },
    ]);
  });

  it('tells callers, persons, firms, routes, kinds and resources apart', async () => {
    for (const more of [{ id: 'l' }, { member: 'jane' }, { firmId: '8' }, { route: '/s' }, {}]) {
      await read(more);
    }
    await read({}, { kind: 'export', subjects: ['a'] });
    await read({}, ofTaxId('b'));
    expect(recorded).toHaveLength(7);
  });

  it('has one record of a list, and counts each of its resources', async () => {
    await read({}, ofTaxId('a', 'b'), ofTaxId('c'));
    await read({}, ofTaxId('b', 'c', 'd'));
    await read({}, ofTaxId('b', 'c', 'd'));
    expect(counts()).toEqual([
      [1, 'a b c'],
      [1, 'd'],
    ]);
    now += 60_000;
    await ledger.run();
    expect(counts().slice(2)).toEqual([
      [2, 'b c'],
      [1, 'd'],
    ]);
  });

  it('shows nothing that is not recorded, and loses no count while the log is away', async () => {
    away = true;
    const refused = await Promise.allSettled([read(), read()]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    away = false;
    await read();
    expect(counts()).toEqual([[3, 'a']]);
    await read();
    now += 60_000;
    away = true;
    await expect(ledger.run()).rejects.toThrow('away');
    away = false;
    await ledger.run();
    expect(counts()).toEqual([
      [3, 'a'],
      [1, 'a'],
    ]);
  });

  it('records what it has counted when it stops', async () => {
    for (let i = 0; i < 4; i++) await read();
    await ledger.stop();
    expect(counts()).toEqual([
      [1, 'a'],
      [3, 'a'],
    ]);
  });
});
