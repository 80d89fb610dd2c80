import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MemoryReplayGuard } from './replay-guard.js';
import { ReplayJournal } from './replay-journal.js';
import { SignatureSet } from './signature-set.js';

const MINUTE = 60_000;

describe('signatures remembered', () => {
  it('are a set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))),
        (pairs) => {
          const set = new SignatureSet(4);
          const model = new Set<string>();
          for (const [high, low] of pairs) {
            const key = `${high}/${low}`;
            expect(set.has(high, low)).toBe(model.has(key));
            expect(set.add(high, low)).toBe(!model.has(key));
            model.add(key);
            expect(set.size).toBe(model.size);
          }
          for (const key of model) {
            const [high = 0, low = 0] = key.split('/').map(Number);
            expect(set.has(high, low)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('the replay guard', () => {
  it('lets each signature through once while it counts', () => {
    const guard = new MemoryReplayGuard();
    const signatures = Array.from({ length: 5000 }, () => randomBytes(32));
    for (const [i, signature] of signatures.entries()) {
      expect(guard.use(signature, 5 * MINUTE + i, i)).toBe('first');
    }
    for (const [i, signature] of signatures.entries()) {
      expect(guard.use(signature, 5 * MINUTE + i, 5 * MINUTE + i)).toBe('replayed');
    }
    expect(guard.size).toBe(5000);
  });

  it.each([0, 4])('tells signatures apart that differ in byte %s alone', (at) => {
    const guard = new MemoryReplayGuard();
    const other = randomBytes(32);
    const signature = Buffer.from(other);
    other.writeUInt8(other.readUInt8(at) ^ 1, at);
    expect(guard.use(signature, MINUTE, 0)).toBe('first');
    expect(guard.use(other, MINUTE, 0)).toBe('first');
  });

  it('forgets what is refused by its timestamp anyway', () => {
    const guard = new MemoryReplayGuard();
    for (let minute = 0; minute < 60; minute++) {
      for (let i = 0; i < 100; i++) {
        guard.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
      }
      expect(guard.size).toBeLessThanOrEqual(600);
    }
    expect(guard.size).toBe(600);
  });

  it('lets nothing through when it is full, and recovers', () => {
    const guard = new MemoryReplayGuard({ limit: 10 });
    const first = randomBytes(32);
    expect(guard.use(first, MINUTE, 0)).toBe('first');
    for (let i = 0; i < 9; i++) guard.use(randomBytes(32), MINUTE, 0);
    expect(guard.use(randomBytes(32), MINUTE, 0)).toBe('full');
    expect(guard.use(first, MINUTE, 0)).toBe('replayed');
    expect(guard.use(randomBytes(32), 3 * MINUTE, 2 * MINUTE)).toBe('first');
  });

  it('does not forget when the clock goes back', () => {
    const guard = new MemoryReplayGuard();
    const signature = randomBytes(32);
    guard.use(signature, 10 * MINUTE, 9 * MINUTE);
    expect(guard.use(signature, 10 * MINUTE, 2 * MINUTE)).toBe('replayed');
  });
});

describe('the replay guard with a journal', () => {
  let directory: string;
  const failures: unknown[] = [];
  const restarted = () =>
    new MemoryReplayGuard({
      journal: new ReplayJournal(directory, (error) => failures.push(error)),
    });
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'replays-')), 'new');
    failures.length = 0;
  });
  afterEach(() => rm(join(directory, '..'), { recursive: true }));

  it('remembers over a restart that was not announced', () => {
    const signatures = Array.from({ length: 3000 }, (_, i) => [randomBytes(32), i] as const);
    const before = restarted();
    for (const [signature, i] of signatures) {
      expect(before.use(signature, MINUTE + i * 60, 0)).toBe('first');
    }
    const after = restarted();
    for (const [signature, i] of signatures) {
      expect(after.use(signature, MINUTE + i * 60, 0)).toBe('replayed');
    }
    expect(after.use(randomBytes(32), MINUTE, 0)).toBe('first');
    expect(after.size).toBe(3001);
    expect(failures).toEqual([]);
  });

  it('reads past a record that was cut off by a power cut, and goes on after it', async () => {
    const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    restarted().use(one, MINUTE, 0);
    const [file] = await readdir(directory);
    await appendFile(join(directory, file!), Buffer.from([1, 2, 3]));
    const second = restarted();
    expect(second.use(one, MINUTE, 0)).toBe('replayed');
    expect(second.use(two, MINUTE, 0)).toBe('first');
    const third = restarted();
    expect(third.use(two, MINUTE, 0)).toBe('replayed');
    expect(third.use(one, MINUTE, 0)).toBe('replayed');
    expect(third.use(three, MINUTE, 0)).toBe('first');
  });

  it('is for nobody else to read', async () => {
    restarted().use(randomBytes(32), MINUTE, 0);
    const [file = ''] = await readdir(directory);
    const modes = await Promise.all([directory, join(directory, file)].map((path) => stat(path)));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('keeps no file longer than it counts, nor open', async () => {
    const openFiles = async (): Promise<number> => (await readdir('/dev/fd')).length;
    const before = await openFiles();
    const guard = restarted();
    for (let minute = 0; minute < 30; minute++) {
      guard.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
    }
    expect(await readdir(directory)).toHaveLength(6);
    expect((await openFiles()) - before).toBeLessThanOrEqual(6);
    restarted().use(randomBytes(32), 100 * MINUTE, 99 * MINUTE);
    expect(await readdir(directory)).toEqual(['100']);
    expect(failures).toEqual([]);
  });

  it('says so when what it kept can not be read', async () => {
    await mkdir(join(directory, '1'), { recursive: true });
    const guard = restarted();
    expect(guard.use(randomBytes(32), MINUTE, 0)).toBe('first');
    expect(String(failures[0])).toMatch(/EISDIR.*read/);
  });

  it('is not begun where it can keep nothing', async () => {
    // in the way of a file whoever writes it, root too
    await mkdir(join(directory, 'trial'), { recursive: true });
    expect(() => restarted()).toThrow(/EISDIR.*open/);
    await rm(directory, { recursive: true });
    await appendFile(directory, 'a file');
    expect(() => restarted()).toThrow('EEXIST');
  });

  it('goes on in memory when the disk fails, and says so', async () => {
    const guard = restarted();
    await rm(directory, { recursive: true });
    const signature = randomBytes(32);
    expect(guard.use(signature, MINUTE, 0)).toBe('first');
    expect(guard.use(signature, MINUTE, 0)).toBe('replayed');
    expect(failures).not.toHaveLength(0);
  });
});
