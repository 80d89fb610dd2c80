import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { expectStatus, ServiceUnderTest } from '../../../test/support/running-service.js';
import type { CheckedDocuments } from './documents-command.js';

describe('documents verify', () => {
  const env = { RETENTION_YEARS: '0' };
  let service: ServiceUnderTest;
  let dataDir: string;
  let path: string;
  let whole: Buffer;
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, env);
    ({ dataDir } = service.service.platform.config);
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const before = await files();
    await service.sign(account, owner);
    [path = ''] = (await files()).filter((file) => !before.includes(file));
    whole = await readFile(path);
    const data = Buffer.from('terms').toString('base64');
    const offered = `/backoffice/privateplacementoffers/${service.credentials.offerOid}/documents/terms`;
    const terms = { name: 'Terms', required: true, signable: false };
    expectStatus(await service.backoffice.put(offered, { ...terms, data }), 200);
    // a second event that names the same contents
    expectStatus(await service.backoffice.put(offered, { ...terms, name: 'New terms' }), 200);
  });
  const backups: string[] = [];
  const emptyDirectory = async () => {
    const directory = await mkdtemp(join(tmpdir(), 'backup-'));
    backups.push(directory);
    return directory;
  };
  afterAll(async () => {
    await service.stop();
    for (const directory of backups) await rm(directory, { recursive: true });
  });
  beforeEach(() => writeFile(path, whole));

  const files = async () =>
    (await readdir(join(dataDir, 'documents'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const verify = (...args: string[]) => ops(dataDir, ['documents', 'verify', ...args], env);

  it('compares the documents of signatures and of offers, each once, beside the service', async () => {
    const { status, stdout } = await verify('--json');
    expect(status).toBe(0);
    const intact = (await files()).length;
    // that of the demonstration offer too
    expect(intact).toBe(3);
    expect(JSON.parse(stdout)).toEqual({ intact, erased: 0, wrong: [] });
    expect((await verify()).stdout).toBe(`${intact} documents as signed or offered.\n`);
  });

  /** Damage of every kind, from the first byte to the whole file. */
  const DAMAGE: readonly (readonly [string, (blob: Buffer) => Buffer])[] = [
    ['a bit of the format', (blob) => flipped(blob, 0)],
    ['a bit of its length', (blob) => flipped(blob, 5)],
    ['a letter of whose it is', (blob) => flipped(blob, 12)],
    ['a bit of the contents', (blob) => flipped(blob, blob.length >> 1)],
    ['the last bit', (blob) => flipped(blob, blob.length - 1)],
    ['its end', (blob) => blob.subarray(0, -1)],
    ['all of it', () => Buffer.alloc(0)],
  ];

  it.each(DAMAGE)('finds %s changed, and says which event names it', async (_what, damage) => {
    await writeFile(path, damage(whole));
    const { status, stdout } = await verify('--json');
    expect(status).toBe(1);
    const { wrong } = JSON.parse(stdout) as CheckedDocuments;
    const state = { state: 'damaged', type: 'account.AgreementSigned.v1' };
    expect(wrong).toMatchObject([{ ...state, stream: expect.stringMatching(/^account-/) }]);
    expect(path.split('/').slice(-2).join('')).toBe(wrong[0]?.document);
  });

  it('is what a backup says of the documents that it copied: the backup is whole', async () => {
    const target = await emptyDirectory();
    await writeFile(path, flipped(whole, whole.length - 1));
    const { status, stdout } = await ops(dataDir, ['backup', target], env);
    expect(status).toBe(1);
    expect(stdout).toContain('1 missing or damaged');
    expect((await ops(dataDir, ['restore', target, '--check'], env)).status).toBe(0);
    await writeFile(path, whole);
    const again = await emptyDirectory();
    const made = await ops(dataDir, ['backup', again, '--json'], env);
    expect(made.status).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ documents: { wrong: [] } });
    const unreadable = await ops(dataDir, ['backup', await emptyDirectory()], {
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    expect(unreadable).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('The documents could not be compared with the log'),
    });
  });

  it('knows what an erasure left from what was lost', async () => {
    const loginId = await service.member();
    const account = await service.account({ primaryAccountOwner: loginId });
    await service.sign(account, loginId);
    await service.operator.post(`/operator/members/${loginId}/erasure`);
    expect(JSON.parse((await verify('--json')).stdout)).toMatchObject({ erased: 1, wrong: [] });
    await rm(path);
    const { status, stdout } = await verify();
    expect(status).toBe(1);
    expect(stdout).toContain('1 of erased persons, 1 missing or damaged');
    expect(stdout).toMatch(/missing .* account-/);
  });
});

/** A copy with one bit of a byte changed. */
function flipped(blob: Buffer, at: number): Buffer {
  const copy = Buffer.from(blob);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
