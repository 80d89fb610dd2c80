import { randomBytes } from 'node:crypto';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { MemoryReplayGuard, SignatureSet } from './replay-guard.js';
import { type JournalFile, journalIn, ReplayJournal } from './replay-journal.js';

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
    const guard = new MemoryReplayGuard({ limit: 600 });
    for (let minute = 0; minute < 60; minute++) {
      for (let i = 0; i < 100; i++) {
        const use = guard.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
        expect(use).toBe('first');
      }
    }
    expect(guard.use(randomBytes(32), 64 * MINUTE, 59 * MINUTE)).toBe('full');
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

  it('lets nothing through again, wherever the clock goes', () => {
    const guard = new MemoryReplayGuard();
    const [signature, ahead] = [randomBytes(32), randomBytes(32)];
    guard.use(signature, 10 * MINUTE, 9 * MINUTE);
    guard.use(ahead, 18 * MINUTE, 9 * MINUTE);
    expect(guard.use(signature, 10 * MINUTE, 2 * MINUTE)).toBe('replayed');
    // a signature of then has been dropped
    guard.use(randomBytes(32), 80 * MINUTE, 75 * MINUTE);
    for (const now of [9, 5, 2]) {
      expect(guard.use(signature, 10 * MINUTE, now * MINUTE)).toBe('forgotten');
      expect(guard.use(ahead, 18 * MINUTE, now * MINUTE)).toBe('forgotten');
    }
    // and what is signed after that is not refused for it
    const next = randomBytes(32);
    expect(guard.use(next, 19 * MINUTE, 14 * MINUTE)).toBe('first');
    expect(guard.use(next, 19 * MINUTE, 14 * MINUTE)).toBe('replayed');
  });

  it('forgets as before when the clock was set back', () => {
    const guard = new MemoryReplayGuard({ limit: 7 });
    guard.use(randomBytes(32), 80 * MINUTE, 75 * MINUTE);
    for (let minute = 0; minute < 60; minute++) {
      const use = guard.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
      expect(use).not.toBe('full');
    }
  });
});

describe('the replay guard with a journal', () => {
  let directory: string;
  let guards: MemoryReplayGuard[];
  let damages: number;
  /** A guard after those before it were killed. */
  const restarted = (minute = 0, limit?: number): MemoryReplayGuard => {
    const damaged = (): unknown => (damages += 1);
    const journal = journalIn(directory, minute * MINUTE, damaged);
    const guard = new MemoryReplayGuard({ journal, ...(limit !== undefined && { limit }) });
    guards.push(guard);
    return guard;
  };
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), 'replays-')), 'new');
    guards = [];
    damages = 0;
  });
  afterEach(async () => {
    for (const guard of guards) await guard.close();
    await rm(join(directory, '..'), { recursive: true });
  });

  it('remembers over a restart that was not announced', () => {
    const signatures = Array.from({ length: 3000 }, (_, i) => [randomBytes(32), i / 10] as const);
    const before = restarted();
    for (const [signature, i] of signatures) {
      expect(before.use(signature, MINUTE + i * 60, 0)).toBe('first');
    }
    const after = restarted();
    for (const [signature, i] of signatures) {
      expect(after.use(signature, MINUTE + i * 60, 0)).toBe('replayed');
    }
    expect(after.use(randomBytes(32), MINUTE, 0)).toBe('first');
  });

  it.each(['a', 'b'])(
    'reads past a record in %s that was cut off, and goes on after it',
    async (name) => {
      const [one, two, three] = [randomBytes(32), randomBytes(32), randomBytes(32)];
      restarted().use(one, MINUTE, 0);
      await appendFile(join(directory, name), Buffer.from([1, 2, 3]));
      const second = restarted();
      expect(second.use(one, MINUTE, 0)).toBe('replayed');
      expect(second.use(two, MINUTE, 0)).toBe('first');
      const third = restarted();
      expect(third.use(two, MINUTE, 0)).toBe('replayed');
      expect(third.use(one, MINUTE, 0)).toBe('replayed');
      expect(third.use(three, MINUTE, 0)).toBe('first');
    },
  );

  it('is for nobody else to read', async () => {
    restarted().use(randomBytes(32), MINUTE, 0);
    const paths = [directory, join(directory, 'a'), join(directory, 'b')];
    const modes = await Promise.all(paths.map((path) => stat(path)));
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
  });

  it('keeps signatures for no longer than twice as long as they count, in two open files', async () => {
    const guard = restarted();
    for (let minute = 0; minute < 120; minute++) {
      for (let i = 0; i < 10; i++) {
        guard.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
      }
      const sizes = await Promise.all(['a', 'b'].map((name) => stat(join(directory, name))));
      const records = sizes.reduce((sum, { size }) => sum + size / 16, 0);
      expect(records).toBeLessThanOrEqual(2 + 13 * 10);
    }
    const targets = (await readdir('/dev/fd')).map((fd) =>
      readlink(`/dev/fd/${fd}`).catch(() => ''),
    );
    const ofJournal = (await Promise.all(targets)).filter((path) => path.startsWith(directory));
    expect(ofJournal.sort()).toEqual(['a', 'b'].map((name) => join(directory, name)));
    const after = restarted(120, 51);
    expect(after.use(randomBytes(32), 125 * MINUTE, 120 * MINUTE)).toBe('first');
    expect(after.use(randomBytes(32), 125 * MINUTE, 120 * MINUTE)).toBe('full');
  });

  it('lets nothing through again when it is started at another time', () => {
    const [signature, late] = [randomBytes(32), randomBytes(32)];
    const first = restarted();
    first.use(signature, 10 * MINUTE, 9 * MINUTE);
    // what the files hold of it is emptied in the course of time
    for (let minute = 11; minute < 40; minute++) {
      first.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
    }
    first.use(late, 45 * MINUTE, 40 * MINUTE);
    for (const now of [9, 5]) {
      expect(restarted(now).use(signature, 10 * MINUTE, now * MINUTE)).toBe('forgotten');
    }
    const ahead = restarted(500);
    for (let minute = 500; minute < 520; minute++) {
      ahead.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
    }
    expect(['replayed', 'forgotten']).toContain(restarted(41).use(late, 45 * MINUTE, 41 * MINUTE));
  });

  it('lets nothing through again when any byte of it was changed, says so, and goes on with what is signed after', async () => {
    const used = Array.from({ length: 3 }, () => randomBytes(32));
    const first = restarted();
    first.use(used[0]!, 5 * MINUTE, 0);
    first.use(used[1]!, 10 * MINUTE, 5 * MINUTE);
    // in the other file
    first.use(used[2]!, 11 * MINUTE, 6 * MINUTE);
    const paths = ['a', 'b'].map((name) => join(directory, name));
    const contents = await Promise.all(paths.map((path) => readFile(path)));
    expect(Math.min(...contents.map(({ length }) => length))).toBeGreaterThan(16);
    for (const [file, bytes] of contents.entries()) {
      for (let place = 0; place < bytes.length; place++) {
        for (const [n, path] of paths.entries()) await writeFile(path, contents[n]!);
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ 0x80;
        await writeFile(paths[file]!, changed);
        damages = 0;
        const guard = restarted(6);
        for (const signature of used.slice(1)) {
          const expires = (signature === used[1] ? 10 : 11) * MINUTE;
          expect([place, guard.use(signature, expires, 6 * MINUTE)]).toEqual([place, 'forgotten']);
        }
        const [next, later] = [randomBytes(32), 7 * MINUTE];
        expect(guard.use(next, later + 5 * MINUTE, later)).toBe('first');
        expect(restarted(7).use(next, later + 5 * MINUTE, later)).toBe('replayed');
        expect([place, damages]).toEqual([place, 1]);
        for (const one of guards.splice(0)) await one.close();
      }
    }
  });

  it.each(['a', 'b'])(
    'lets nothing through again when %s is gone or emptied, and says so',
    async (name) => {
      const used = randomBytes(32);
      restarted().use(used, 5 * MINUTE, 0);
      const path = join(directory, name);
      for (const lose of [() => rm(path), () => truncate(path, 0)]) {
        damages = 0;
        await lose();
        expect(restarted().use(used, 5 * MINUTE, 0)).toBe('forgotten');
        expect(damages).toBe(1);
      }
    },
  );

  it('is begun anew when it is of another time, and refuses no longer than its signatures count', () => {
    restarted(500).use(randomBytes(32), 505 * MINUTE, 500 * MINUTE);
    const guard = restarted(20);
    expect(damages).toBe(1);
    expect(guard.use(randomBytes(32), 25 * MINUTE, 20 * MINUTE)).toBe('forgotten');
    expect(guard.use(randomBytes(32), 26 * MINUTE, 21 * MINUTE)).toBe('first');
    restarted(21);
    expect(damages).toBe(1);
  });

  it('is not begun where it can keep nothing', async () => {
    // in the way of a file whoever writes it, root too
    await mkdir(join(directory, 'a'), { recursive: true });
    expect(() => restarted()).toThrow(/EISDIR.*open/);
    await rm(directory, { recursive: true });
    await appendFile(directory, 'a file');
    expect(() => restarted()).toThrow('EEXIST');
  });
});

describe('the replay guard with a journal on a disk that fails', () => {
  /** A file in memory that survives restarts, and fails at will: after it has taken so many bytes. */
  class FailingFile implements JournalFile {
    bytes = Buffer.alloc(0);
    room = Infinity;
    failing = false;
    read(): Buffer {
      return Buffer.from(this.bytes);
    }
    write(bytes: Buffer, at: number): void {
      const taken = this.failing ? Math.min(this.room, bytes.length) : bytes.length;
      const end = Math.max(this.bytes.length, at + taken);
      const next = Buffer.alloc(end);
      this.bytes.copy(next);
      bytes.copy(next, at, 0, taken);
      this.bytes = next;
      if (taken < bytes.length) throw new Error('ENOSPC');
    }
    truncate(size: number): void {
      if (this.failing) throw new Error('EIO');
      this.bytes = this.bytes.subarray(0, size);
    }
    close(): void {
      // nothing is open
    }
  }
  const files = (): readonly [FailingFile, FailingFile] => [new FailingFile(), new FailingFile()];
  const guardOn = (both: readonly [FailingFile, FailingFile]): MemoryReplayGuard =>
    new MemoryReplayGuard({
      journal: (used) => new ReplayJournal(both, used, 0, both[0].bytes.length === 0),
    });

  it.each([0, 5])('lets nothing through that it cannot keep, %i bytes of it say', (room) => {
    const both = files();
    const guard = guardOn(both);
    const [before, lost, after] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    expect(guard.use(before, 5 * MINUTE, 0)).toBe('first');
    for (const file of both) Object.assign(file, { failing: true, room });
    expect(() => guard.use(lost, 5 * MINUTE, 0)).toThrow(StoreUnavailableError);
    expect(guard.use(before, 5 * MINUTE, 0)).toBe('replayed');
    for (const file of both) file.failing = false;
    // it was not carried out, so it may come again
    expect(guard.use(lost, 5 * MINUTE, 0)).toBe('first');
    expect(guard.use(after, 5 * MINUTE, 0)).toBe('first');
    const restarted = guardOn(both);
    for (const signature of [before, lost, after]) {
      expect(restarted.use(signature, 5 * MINUTE, 0)).toBe('replayed');
    }
  });

  it('lets nothing through again that it could not empty its files of', () => {
    const both = files();
    const guard = guardOn(both);
    const signature = randomBytes(32);
    guard.use(signature, 5 * MINUTE, 0);
    for (const file of both) Object.assign(file, { failing: true, room: 16 });
    for (let minute = 1; minute < 30; minute++) {
      try {
        guard.use(randomBytes(32), (minute + 5) * MINUTE, minute * MINUTE);
      } catch (error) {
        expect(error).toBeInstanceOf(StoreUnavailableError);
      }
    }
    expect(guard.use(signature, 5 * MINUTE, 0)).toBe('forgotten');
    expect(guardOn(both).use(signature, 5 * MINUTE, 0)).not.toBe('first');
  });
});
