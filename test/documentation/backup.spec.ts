import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { expectStatus, memberBody, signatureBody } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

const run = promisify(execFile);
const program = (name: string): string => `node ${resolve(`dist/apps/ops/src/${name}.js`)}`;

/** What the drill has npm run is built already. */
const PROGRAMS = [
  ['npm start\n', ''],
  ['npm run --silent ops --', program('main')],
  ['npm run --silent verify --', program('verify')],
] as const;

let directory: string;
let steps: readonly string[];
let service: ServiceProcess | undefined;
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

/** Carries out a step, as it is written; it fails with the first command that does. */
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
  it('brings everything back, proven', async () => {
    const [original, restored] = [join(directory, 'original'), join(directory, 'restored')];
    service = await ServiceProcess.start(original);
    const credentials = await service.credentials();
    const body = memberBody();
    const loginId = String(body['loginId']);
    const before = new BrokerageClient(service.url, credentials);
    expectStatus(await before.post('/restapi/members', body), 201);
    const opened = await before.post('/restapi/accounts', {
      accountName: 'Kept',
      accountType: 'I',
      billingPlanOid: credentials.billingPlans.A,
      primaryAccountOwner: loginId,
    });
    const account = new URL(opened.location ?? '', service.url).pathname;
    const signature = signatureBody(loginId);
    expectStatus(await before.post(`${account}/customeragreement`, signature), 200);
    const shown = (await before.get(account)).body;
    const keys = await fetch(`${service.url}/.well-known/audit-keys.json`);
    await writeFile(join(directory, 'audit-keys.json'), await keys.text());

    await carryOut(1, { DATA_DIR: original, PID: String(service.pid) });
    expect((await stat(join(directory, 'backup.tar.gz'))).mode & 0o077).toBe(0);
    await rm(original, { recursive: true });
    await carryOut(2, { DATA_DIR: restored });
    service = await ServiceProcess.start(restored);
    const after = new BrokerageClient(service.url, await service.credentials());
    expect((await after.get(account)).body).toEqual(shown);
    expect((await after.get(`/restapi/members/${loginId}`)).body).toMatchObject({
      email1: body['email1'],
    });
    await carryOut(3, { DATA_DIR: restored });
  });
});
