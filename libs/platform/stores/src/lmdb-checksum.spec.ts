import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'lmdb';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CheckedLmdb } from './lmdb-environment.js';

describe('the checksum of an LMDB file', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lmdb-'));
    const lmdb = opened();
    for (let n = 0; n < 50; n++) await entries(lmdb).put(`key ${n}`, `value ${n}`);
    await lmdb.close();
  });
  afterEach(() => rm(directory, { recursive: true }));

  const opened = (readOnly = false): CheckedLmdb<string> =>
    new CheckedLmdb({ directory, remedy: 'do this', readOnly });
  const entries = ({ root }: CheckedLmdb<string>): Database<string, string> =>
    root.openDB({ name: 'entries' });
  const pathOf = (name: string): string => join(directory, name);
  async function change(name: string, change: (bytes: Buffer) => void): Promise<void> {
    const bytes = await readFile(pathOf(name));
    change(bytes);
    await writeFile(pathOf(name), bytes);
  }
  const flip = (name: string, at: number): Promise<void> =>
    change(name, (bytes) => {
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    });

  it('tells every byte that was changed since the file was closed, before the driver sees it', async () => {
    const { length } = await readFile(pathOf('data.mdb'));
    for (let at = 0; at < length; at += 37) {
      await flip('data.mdb', at);
      for (const readOnly of [false, true]) {
        expect(() => opened(readOnly)).toThrow(/data\.mdb is damaged: do this$/);
      }
      await flip('data.mdb', at);
    }
    await opened().close();
  });

  it('tells a file that was cut or grew', async () => {
    const whole = await readFile(pathOf('data.mdb'));
    for (const other of [whole.subarray(0, -4096), Buffer.concat([whole, Buffer.of(0)])]) {
      await writeFile(pathOf('data.mdb'), other);
      expect(opened).toThrow('is damaged');
    }
  });

  async function verified(): Promise<void> {
    const lmdb = opened();
    expect(lmdb.isWhole).toBe(false);
    lmdb.isWhole = true;
    await lmdb.close();
  }

  it('is of no consequence once it was changed itself, or is missing', async () => {
    const { length } = await readFile(pathOf('data.crc'));
    for (let at = 0; at < length; at++) {
      await flip('data.crc', at);
      await verified();
    }
    await rm(pathOf('data.crc'));
    await verified();
    expect(await readdir(directory)).toEqual(['data.crc', 'data.mdb', 'lock.mdb']);
  });

  it('is gone while somebody writes, and returns', async () => {
    const lmdb = opened();
    expect(await readdir(directory)).not.toContain('data.crc');
    const reader = opened(true);
    await reader.close();
    await lmdb.close();
    const another = opened(true);
    expect(entries(another).get('key 1')).toBe('value 1');
    await another.close();
    expect(await readdir(directory)).toContain('data.crc');
  });

  it('of before later commits says nothing about the file, as when another process closes it last and is killed', async () => {
    await cp(pathOf('data.crc'), pathOf('data.older'));
    const lmdb = opened();
    await entries(lmdb).put('key 1', 'other');
    await lmdb.root.close();
    await cp(pathOf('data.older'), pathOf('data.crc'));
    const again = opened();
    expect(entries(again).get('key 1')).toBe('other');
    await again.close();
  });
});
