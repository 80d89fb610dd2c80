import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually, settled } from '../support/condition.js';
import { ops } from '../support/ops-process.js';
import { ServiceUnderTest } from '../support/running-service.js';
import { Writers } from '../support/writers.js';

const run = promisify(execFile);
const program = (name: string): string => `node ${resolve(`dist/bin/${name}.js`)}`;

/** The drill's npm scripts, which are already built. */
const PROGRAMS = [
  ['npm start\n', ''],
  ['npm run --silent ops --', program('ops')],
  ['npm run --silent verify --', program('verify')],
] as const;

let directory: string;
let steps: readonly string[];
let service: ServiceUnderTest | undefined;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backup-'));
  const guide = await readFile('docs/operations/backup.md', 'utf8');
  const [, drill = ''] = /## Embedded stores\n+```sh\n([^]+?)```/.exec(guide) ?? [];
  const said = PROGRAMS.reduce((text, [npm, node]) => text.replaceAll(npm, node), drill);
  steps = said.split(/^(?=# \d\. )/m);
});
afterAll(async () => {
  await service?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs a step as written. It fails with the first command that does. */
async function carryOut(step: number, env: Readonly<Record<string, string>>): Promise<void> {
  const script = steps[step - 1] ?? '';
  expect(script).toMatch(new RegExp(`^# ${step}\\. `));
  const { PATH } = process.env;
  await run('bash', ['-e', '-c', script], {
    cwd: directory,
    env: { PATH, ELSEWHERE: directory, ...env },
  });
}

describe('the drill of backup and restore', () => {
  it('brings back all that was acknowledged before it began, under writes, proven', async () => {
    const [original, restored] = [join(directory, 'original'), join(directory, 'restored')];
    service = await ServiceUnderTest.on(original);
    const { client: before, credentials } = service;
    const email1 = 'kept@example.com';
    const loginId = await service.member({ email1 });
    const accountNumber = await service.openAccount({ primaryAccountOwner: loginId });
    const account = `/restapi/accounts/${accountNumber}`;
    const shown = (await before.get(account)).body;

    const writers = new Writers(before, credentials.billingPlans.A, 1);
    const writing = writers.run(Infinity, () => undefined);
    await eventually(() => writers.acknowledged.size > 20 || undefined);
    const acknowledged = [...writers.acknowledged.keys()];
    await carryOut(1, { DATA_DIR: original });
    // nothing has been signed yet, but the backup includes the key
    const keys = await fetch(`${service.service.url}/.well-known/audit-keys.json`);
    await writeFile(join(directory, 'audit-keys.json'), await keys.text());
    const more = writers.acknowledged.size;
    expect(more).toBeGreaterThan(acknowledged.length);
    await eventually(() => writers.acknowledged.size > more || undefined);
    await service.stop();
    await writing;

    const backup = join(directory, 'backup');
    expect((await stat(backup)).mode & 0o077).toBe(0);
    expect((await readdir(backup)).sort()).toEqual([
      'documents',
      'events',
      'keys',
      'manifest.json',
    ]);
    await rm(original, { recursive: true });
    await carryOut(2, { DATA_DIR: restored });
    service = await ServiceUnderTest.on(restored);
    const { client: after } = service;
    expect((await settled(() => after.get(account))).body).toEqual(shown);
    expect((await after.get(`/restapi/members/${loginId}`)).body).toMatchObject({
      email1,
    });
    for (const location of acknowledged) {
      const { pathname } = new URL(location, service.service.url);
      expect([pathname, (await after.get(pathname)).status]).toEqual([pathname, 200]);
    }
    await carryOut(3, { DATA_DIR: restored });
  });

  it('restores nothing of a backup that is damaged, nor into a directory that is in use', async () => {
    const [damaged, target] = [join(directory, 'damaged'), join(directory, 'target')];
    const backup = join(directory, 'backup');
    const inUse = await ops(join(directory, 'restored'), ['restore', backup]);
    expect(inUse).toMatchObject({ status: 2, stdout: '' });
    expect(inUse.stderr).toContain('is not empty');
    const [document = ''] = await readdir(join(backup, 'documents'), { recursive: true }).then(
      (names) => names.filter((name) => name.length > 2),
    );
    for (const name of ['events/log.ndjson', 'keys/data.mdb', `documents/${document}`]) {
      await cp(backup, damaged, { recursive: true });
      const file = await open(join(damaged, name), 'r+');
      const { size } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size >> 1);
      await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, size >> 1);
      await file.close();
      const check = name === 'keys/data.mdb' ? ['--check'] : [];
      const { status, stderr } = await ops(target, ['restore', damaged, ...check]);
      expect([name, status]).toEqual([name, 1]);
      expect(stderr).toBe(
        `${join(damaged, name)} is damaged: its contents differ from what was backed up.\n`,
      );
      await expect(stat(target)).rejects.toThrow('ENOENT');
      await rm(damaged, { recursive: true });
    }
    // a tampered log with a matching manifest is found by its own hashes
    await cp(backup, damaged, { recursive: true });
    const log = await readFile(join(damaged, 'events/log.ndjson'), 'utf8');
    const changed = Buffer.from(log.replace('"account.', '"accounx.'));
    await writeFile(join(damaged, 'events/log.ndjson'), changed);
    const manifest = await readFile(join(damaged, 'manifest.json'), 'utf8');
    const [was, is] = [Buffer.from(log), changed].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    expect(is).not.toBe(was);
    await writeFile(join(damaged, 'manifest.json'), manifest.replace(was ?? '', is ?? ''));
    const { status, stderr } = await ops(target, ['restore', damaged]);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not what was written there'),
    });
    expect(await readdir(target)).toEqual([]);
    await rm(join(damaged, 'manifest.json'));
    expect((await ops(target, ['restore', damaged])).stderr).toContain('is not a complete backup');
  });

  it('names the tools of the servers where nothing is embedded', async () => {
    const { status, stderr } = await ops(join(directory, 'none'), ['backup', 'anywhere'], {
      EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
      MONGODB_URL: 'mongodb://127.0.0.1:1/brokerage',
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    expect(status).toBe(2);
    expect(stderr).toContain('mongodump --uri "$SERVER" --db <database>_keys');
    expect(stderr).toContain('file-copy backup');
  });
});
