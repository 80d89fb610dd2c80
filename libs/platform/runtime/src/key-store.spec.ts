import { spawn } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryKeyTable } from '../../../../test/support/memory-key-table.js';
import { type KeyMedium, keyMedia } from '../test/key-media.js';
import {
  KeyMissingError,
  KeyNotOpenedError,
  KeysLostError,
  LogLostError,
  SubjectErasedError,
  WrongMasterKeyError,
} from './key-store.js';
import { openKeyStore, WrappedKeyStore } from './wrapped-key-store.js';

const masterKey = createSecretKey(randomBytes(32));

describe.each(Object.keys(keyMedia))('key store on %s', (name) => {
  let medium: KeyMedium;
  let now = 0;
  const stores: WrappedKeyStore[] = [];
  const open = async (key = masterKey, maxKeys = 1000) => {
    const store = await WrappedKeyStore.over(await medium.table(), key, {
      clock: { now: () => now },
      refreshMs: 1000,
      maxKeys,
    });
    stores.push(store);
    return store;
  };

  beforeEach(async () => {
    medium = await keyMedia[name]!();
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await medium.remove();
  });

  it('keeps one key per subject, over a restart too', async () => {
    const first = await open();
    const a = await first.ensure('person:a');
    const b = await first.ensure('person:b');
    expect(a).toHaveLength(32);
    expect(a.equals(b)).toBe(false);
    const second = await open();
    await second.open(['person:a', 'person:b', 'person:b']);
    expect(second.keyOf('person:a')).toEqual(a);
    expect(second.keyOf('person:b')).toEqual(b);
    expect(await second.ensure('person:a')).toEqual(a);
  });

  it('gives all who ensure at the same time the same key', async () => {
    const [one, two] = [await open(), await open()];
    const keys = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? one : two).ensure('person:same')),
    );
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    const third = await open();
    expect(await third.ensure('person:same')).toEqual(keys[0]);
  });

  it('tells a key that was never made from one that was erased', async () => {
    const store = await open();
    await store.open(['person:none']);
    expect(() => store.keyOf('person:none')).toThrow(KeyMissingError);
    await store.ensure('person:none');
    expect(store.keyOf('person:none')).toHaveLength(32);
  });

  it('never makes the key of an erased subject again', async () => {
    const store = await open();
    await store.ensure('person:a');
    await store.destroy('person:a');
    await store.destroy('person:a');
    expect(store.keyOf('person:a')).toBeUndefined();
    await expect(store.ensure('person:a')).rejects.toThrow(SubjectErasedError);
    const second = await open();
    await expect(second.ensure('person:a')).rejects.toThrow(SubjectErasedError);
    await second.open(['person:a']);
    expect(second.keyOf('person:a')).toBeUndefined();
  });

  it('remembers the erasure of a subject that never had a key', async () => {
    const store = await open();
    await store.destroy('person:never');
    await expect(store.ensure('person:never')).rejects.toThrow(SubjectErasedError);
  });

  it('notices an erasure by another process when the keys it holds get old', async () => {
    const [here, there] = [await open(), await open()];
    await here.ensure('person:a');
    await there.destroy('person:a');
    now += 1001;
    await expect(here.ensure('person:a')).rejects.toThrow(SubjectErasedError);
    await here.open(['person:a']);
    expect(here.keyOf('person:a')).toBeUndefined();
  });

  it('is bounded, and says so rather than calling a key erased', async () => {
    const store = await open(masterKey, 2);
    for (const subject of ['person:1', 'person:2', 'person:3']) await store.ensure(subject);
    if (name === 'lmdb') expect(store.keyOf('person:1')).toHaveLength(32);
    else expect(() => store.keyOf('person:1')).toThrow(KeyNotOpenedError);
    expect(store.keyOf('person:3')).toHaveLength(32);
  });

  it('makes nothing for who only reads, and reads what others make', async () => {
    const looking = async () =>
      WrappedKeyStore.over(await medium.table(), masterKey, { readOnly: true });
    await expect(looking()).rejects.toThrow(KeysLostError);
    const store = await open();
    const reader = await looking();
    stores.push(reader);
    const [key, secret] = [await store.ensure('person:a'), await store.secret('hash-key')];
    await reader.open(['person:a']);
    expect(reader.keyOf('person:a')).toEqual(key);
    expect(await reader.secret('hash-key')).toEqual(secret);
    await expect(reader.ensure('person:b')).rejects.toThrow(KeysLostError);
    await expect(reader.secret('token-signing-key')).rejects.toThrow(KeysLostError);
    await reader.open(['person:b']);
    expect(() => reader.keyOf('person:b')).toThrow(KeyMissingError);
  });

  it('is not taken for that of an empty log once it has a key of somebody', async () => {
    const ofEmptyLog = async () =>
      WrappedKeyStore.over(await medium.table(), masterKey, { mustBeEmpty: true });
    const store = await ofEmptyLog();
    stores.push(store);
    await store.secret('hash-key');
    stores.push(await ofEmptyLog());
    await store.ensure('person:a');
    await expect(ofEmptyLog()).rejects.toThrow(LogLostError);
  });

  it('keeps secrets apart from persons and from each other', async () => {
    const [here, there] = [await open(), await open()];
    const [a, b] = await Promise.all([here.secret('hash-key'), there.secret('hash-key')]);
    expect(a).toHaveLength(32);
    expect(a).toEqual(b);
    expect(await here.secret('token-signing-key')).not.toEqual(a);
    expect(await here.ensure('hash-key')).not.toEqual(a);
    expect(await (await open()).secret('hash-key')).toEqual(a);
  });

  it('recognises a wrong master key at once, without naming either', async () => {
    await open();
    const wrong = createSecretKey(randomBytes(32));
    const error: unknown = await open(wrong).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(WrongMasterKeyError);
    expect(String(error)).not.toContain('\n');
  });

  it('does not take the wrapped key of one subject for another', async () => {
    const table = await medium.table();
    const store = await open();
    await store.ensure('person:a');
    const [record] = await table.read('subject', ['person:a']);
    await table.replace('subject', 'person:b', record!);
    await expect(store.open(['person:b'])).rejects.toThrow(WrongMasterKeyError);
    expect(record!.includes(store.keyOf('person:a')!)).toBe(false);
    await table.close();
  });

  it.each(['', 'a\0b', 'a\nb', '\ud800', 'x'.repeat(1001)])('refuses the name %j', async (bad) => {
    const store = await open();
    await expect(store.ensure(bad)).rejects.toThrow(RangeError);
    await expect(store.destroy(bad)).rejects.toThrow(RangeError);
  });
});

it('lets an erasure stand that happens while the key is on its way', async () => {
  const table = new MemoryKeyTable();
  await (await WrappedKeyStore.over(table, masterKey)).ensure('person:a');
  const store = await WrappedKeyStore.over(table, masterKey);
  const read = table.read.bind(table);
  let deliver: (() => void) | undefined;
  const delivered = new Promise<void>((done) => (deliver = done));
  table.read = async (kind, names) => {
    const records = await read(kind, names);
    await delivered;
    return records;
  };
  const opening = store.open(['person:a']);
  await store.destroy('person:a');
  deliver?.();
  await opening;
  expect(store.keyOf('person:a')).toBeUndefined();
});

describe('key store on lmdb, between processes', () => {
  /** A process of the build that ensures keys and says each. */
  const program = `
    import { createSecretKey } from 'node:crypto';
    import { openKeyStore } from '${join(process.cwd(), 'dist/libs/platform/runtime/src/wrapped-key-store.js')}';
    const [dataDir, key, prefix, count] = process.argv.slice(1);
    const store = await openKeyStore({ dataDir }, {
      wraps: createSecretKey(Buffer.from(key, 'hex')),
    });
    for (let i = 0; i < Number(count); i++) {
      const made = await store.ensure(prefix + i);
      process.stdout.write(i + ' ' + made.toString('hex') + '\\n');
    }
    await store.close();`;
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'keys-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));

  const start = (count: number) =>
    spawn(
      process.execPath,
      [
        ...['--input-type=module', '-e', program],
        ...[dataDir, masterKey.export().toString('hex'), 'person:', `${count}`],
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  const linesOf = (text: string) => text.split('\n').slice(0, -1);

  it('three processes that ensure the same subjects agree on every key', async () => {
    const outputs = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = start(60);
        let output = '';
        child.stdout.on('data', (data: Buffer) => (output += data.toString()));
        await once(child, 'close');
        return output;
      }),
    );
    expect(linesOf(outputs[0]!)).toHaveLength(60);
    expect(new Set(outputs).size).toBe(1);
  });

  it('a key that was answered survives kill -9', async () => {
    const child = start(1_000_000);
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (linesOf(output).length >= 200) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const store = await openKeyStore({ dataDir }, { wraps: masterKey });
    for (const line of linesOf(output)) {
      const [i = '', key] = line.split(' ');
      expect((await store.ensure(`person:${i}`)).toString('hex')).toBe(key);
    }
    await store.close();
  });

  it('is not made for who only reads', async () => {
    const opening = openKeyStore({ dataDir }, { wraps: masterKey }, { readOnly: true });
    await expect(opening).rejects.toThrow(KeysLostError);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('is not opened if a name or a key in it was changed after a crash', async () => {
    const store = await openKeyStore({ dataDir }, { wraps: masterKey });
    const persons = Array.from({ length: 200 }, (_, i) => `person:${String(i).padStart(4, '0')}`);
    for (const person of persons) await store.ensure(person);
    await store.destroy('person:0100');
    await store.secret('hash-key');
    await store.close();
    const directory = join(dataDir, 'keys');
    const whole = await readFile(join(directory, 'data.mdb'));
    const reopen = async (): Promise<void> => {
      const opened = await openKeyStore({ dataDir }, { wraps: masterKey });
      await opened.close();
    };
    const names = ['hash-key', 'person:0000', 'person:0077', 'person:0199'];
    for (const [name, at] of names.flatMap((name) => [[name, 5] as const, [name, 40] as const])) {
      const bytes = Buffer.from(whole);
      for (let n = whole.indexOf(name); n !== -1; n = whole.indexOf(name, n + 1)) {
        bytes[n + at] = (bytes[n + at] ?? 0) ^ 2;
      }
      await writeFile(join(directory, 'data.mdb'), bytes);
      await rm(join(directory, 'data.crc'), { force: true });
      // the first refusal leaves no checksum that the next start would trust
      for (let start = 0; start < 2; start++) {
        await expect(reopen()).rejects.toThrow('data.mdb is damaged: restore the keys');
      }
    }
    await writeFile(join(directory, 'data.mdb'), whole);
    // refused before anything was verified
    const other = openKeyStore({ dataDir }, { wraps: createSecretKey(randomBytes(32)) });
    await expect(other).rejects.toThrow(WrongMasterKeyError);
    expect(await readdir(directory)).not.toContain('data.crc');
    await reopen();
    expect(await readdir(directory)).toContain('data.crc');
  });

  it('leaves no key readable on the disk', async () => {
    const store = await openKeyStore({ dataDir }, { wraps: masterKey });
    const key = await store.ensure('person:x');
    const secret = await store.secret('hash-key');
    await store.close();
    const file = await readFile(join(dataDir, 'keys', 'data.mdb'));
    expect(file.includes('person:x')).toBe(true);
    expect(file.includes(key)).toBe(false);
    expect(file.includes(secret)).toBe(false);
  });
});
