import { readdir, readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';

const MIB = 1024 * 1024;
const UNITS: Readonly<Record<string, number>> = { m: MIB, g: 1024 * MIB };

let compositions: ReadonlyMap<string, string>;
beforeAll(async () => {
  const names = (await readdir('docker')).filter((name) => name.startsWith('compose'));
  const read = async (name: string) => [name, await readFile(`docker/${name}`, 'utf8')] as const;
  compositions = new Map(await Promise.all(names.map(read)));
});

/** Services and shared fragments of a composition. */
function partsOf(text: string): readonly string[] {
  const blocks = text.split(/^(?=\w)/m);
  return blocks.flatMap((block) =>
    block.startsWith('services:') ? block.split(/^(?= {2}[\w-]+:)/m) : [block],
  );
}

describe('the compositions', () => {
  it('give the heap of our programs half of the memory of their container', () => {
    expect(compositions.size).toBe(3);
    for (const [name, text] of compositions) {
      const ours = partsOf(text).filter((part) =>
        part.includes('image: brokerage-account-service'),
      );
      expect([name, ours.length]).toEqual([name, 1]);
      const [, heap] = /NODE_OPTIONS: --max-old-space-size=(\d+)/.exec(ours[0] ?? '') ?? [];
      const [, count, unit = ''] = /^ +mem_limit: (\d+)([mg])$/m.exec(ours[0] ?? '') ?? [];
      expect(Number(heap)).toBeGreaterThan(0);
      expect([name, 2 * Number(heap) * MIB]).toEqual([name, Number(count) * (UNITS[unit] ?? 0)]);
    }
  });

  it('limit the memory of every container that goes on running', () => {
    for (const [name, text] of compositions) {
      const running = partsOf(text).filter((part) => part.includes('restart: unless-stopped'));
      expect(running.length).toBeGreaterThan(0);
      const limitless = running.filter((part) => !/^ +mem_limit: /m.test(part));
      expect([name, limitless]).toEqual([name, []]);
    }
  });

  describe.each([
    ['compose.yaml', 'isWritablePrimary'],
    ['compose.cluster.yaml', 'primary'],
  ] as const)('%s', (name, sign) => {
    /** Runs mongo-init's script against a set that has a primary after `looks` checks. */
    function initialised(looks: number): { said: string[]; status: number; ms: number } {
      const part = partsOf(compositions.get(name) ?? '').find((one) =>
        /^ {2}mongo-init:/.test(one),
      );
      const [, script = ''] = /- \|\n([^]+?)\n {4}(?! )/.exec(part ?? '') ?? [];
      let [now, left] = [0, looks];
      const said: string[] = [];
      class Quit extends Error {
        constructor(readonly status: number) {
          super();
        }
      }
      const shell = {
        rs: { status: () => ({}) },
        db: { hello: () => ({ [sign]: left-- <= 0 }) },
        Date: { now: () => now },
        sleep: (ms: number) => (now += ms),
        print: (text: string) => said.push(text),
        quit: (status: number) => {
          throw new Quit(status);
        },
      };
      try {
        runInNewContext(script.replaceAll('$$', '$'), shell);
        return { said, status: 0, ms: now };
      } catch (error) {
        return { said, status: (error as Quit).status, ms: now };
      }
    }

    it('waits for the primary of its replica set', () => {
      expect(initialised(0)).toEqual({ said: [], status: 0, ms: 0 });
      expect(initialised(50)).toEqual({ said: [], status: 0, ms: 5_000 });
    });

    it('gives up after a minute without one, and says so', () => {
      const { said, status, ms } = initialised(Infinity);
      expect(status).toBe(1);
      expect(ms).toBeLessThan(61_000);
      expect(said).toEqual([expect.stringMatching(/^No primary after 60 seconds: /)]);
    });
  });
});
