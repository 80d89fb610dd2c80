import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Partitions } from './partitions.js';

describe('partitions', () => {
  it('keep the order of a partition, and run tasks without a partition alone', async () => {
    const partition = fc.constantFrom('a', 'b', undefined);
    const task = fc.record({ partition, refused: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(task, { maxLength: 12 }),
        async (scheduler, list) => {
          const partitions = new Partitions();
          const running = new Set<number>();
          const handedOver: number[] = [];
          const tasks = list.map(({ partition: name, refused }, index) =>
            partitions.run(name, async (place) => {
              for (const other of running) {
                expect([name, list[other]?.partition]).not.toContain(undefined);
              }
              running.add(index);
              try {
                await scheduler.schedule(Promise.resolve());
                if (refused) throw new Error('refused');
                await place?.wait();
                handedOver.push(index);
                place?.release();
                await scheduler.schedule(Promise.resolve());
              } finally {
                running.delete(index);
              }
            }),
          );
          const over = Promise.allSettled(tasks);
          await scheduler.waitFor(over);
          const expected = list.flatMap(({ refused }, index) => (refused ? [] : [index]));
          expect([...handedOver].sort((x, y) => x - y)).toEqual(expected);
          for (const name of ['a', 'b', undefined]) {
            const own = handedOver.filter((index) => list[index]?.partition === name);
            expect(own).toEqual([...own].sort((x, y) => x - y));
          }
          // all tasks before one without a partition, none after it
          expected.forEach((index) => {
            if (list[index]?.partition !== undefined) return;
            const before = handedOver.slice(0, handedOver.indexOf(index));
            expect(before.every((other) => other < index)).toBe(true);
          });
        },
      ),
    );
  });

  it('run different partitions in parallel, and tasks of one up to their turn', async () => {
    const partitions = new Partitions();
    let finish = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    const slow = partitions.run('a', async () => waiting);
    expect(await partitions.run('b', () => Promise.resolve('done'))).toBe('done');
    const begun: string[] = [];
    const behind = partitions.run('a', async (place) => {
      begun.push('begun');
      await place?.wait();
      begun.push('its turn');
    });
    expect(begun).toEqual(['begun']);
    finish();
    await Promise.all([slow, behind]);
    expect(begun).toEqual(['begun', 'its turn']);
  });
});
