import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Lanes } from './lanes.js';

describe('lanes', () => {
  it('keep the order of a lane, and carry out alone what has none', async () => {
    const lane = fc.constantFrom('a', 'b', undefined);
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(lane, { maxLength: 12 }),
        async (scheduler, list) => {
          const lanes = new Lanes();
          const running = new Set<number>();
          const begun: number[] = [];
          const tasks = list.map((name, index) =>
            lanes.run(name, async () => {
              for (const other of running) {
                expect(name === undefined || list[other] === undefined).toBe(false);
                expect(list[other]).not.toBe(name);
              }
              running.add(index);
              begun.push(index);
              await scheduler.schedule(Promise.resolve());
              running.delete(index);
              if (index % 3 === 0) throw new Error('refused');
            }),
          );
          const over = Promise.allSettled(tasks);
          await scheduler.waitFor(over);
          expect(begun).toHaveLength(list.length);
          for (const name of ['a', 'b', undefined]) {
            const own = begun.filter((index) => list[index] === name);
            expect(own).toEqual([...own].sort((x, y) => x - y));
          }
          // all before a task without a lane, none after it
          list.forEach((name, index) => {
            if (name !== undefined) return;
            const place = begun.indexOf(index);
            expect(begun.slice(0, place).every((other) => other < index)).toBe(true);
          });
        },
      ),
    );
  });

  it('carry out different lanes side by side', async () => {
    const lanes = new Lanes();
    let finish = (): void => undefined;
    const slow = lanes.run('a', () => new Promise<void>((resolve) => (finish = resolve)));
    expect(await lanes.run('b', () => Promise.resolve('done'))).toBe('done');
    finish();
    await slow;
  });
});
