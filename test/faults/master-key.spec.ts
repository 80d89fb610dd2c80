import { createSecretKey, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import {
  keyFingerprint,
  type MasterKeys,
  MasterKeyFiles,
  openKeyStore,
} from '#libs/platform/runtime';
import { beginReplacement } from '../support/master-key-replacement.js';
import { ops } from '../support/ops-process.js';
import { expectStatus, memberBody } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** So many that the work takes longer than it takes to kill a process. */
const KEYS = 3_000;
const base64 = (): string => randomBytes(32).toString('base64');
const keyOf = (text: string): ReturnType<typeof createSecretKey> =>
  createSecretKey(Buffer.from(text, 'base64'));

describe('the master key, replaced beside the service', () => {
  let dataDir: string;
  let service: ServiceProcess | undefined;
  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
  });
  afterEach(async () => {
    await service?.kill();
    await service?.remove();
  });

  async function start(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    service = await ServiceProcess.start(dataDir, env);
    return service;
  }
  const client = async (): Promise<BrokerageClient> =>
    new BrokerageClient(service?.url ?? '', await service!.credentials());
  /** Keys of persons who are nowhere else. */
  async function manyKeys(masterKeys: MasterKeys): Promise<void> {
    const keys = await openKeyStore({ dataDir }, masterKeys);
    await Promise.all(Array.from({ length: KEYS }, (_, i) => keys.ensure(`person:many-${i}`)));
    await keys.close();
  }
  /** Has the master key replaced, and kills the service after the first line. */
  async function killedInBetween(): Promise<void> {
    const { tokens } = await service!.credentials();
    await beginReplacement(service!.url, tokens.operator);
    await service!.kill();
  }
  async function member(): Promise<string> {
    const body = memberBody();
    expectStatus(await (await client()).post('/restapi/members', body), 201);
    return String(body['loginId']);
  }
  async function expectReadable(loginId: string, firstName: unknown): Promise<void> {
    const read = await (await client()).get(`/restapi/members/${loginId}`);
    expectStatus(read, 200);
    expect(read.body).toMatchObject({ firstName });
  }

  it('is exchanged for a generated one, also when the service is killed in between', async () => {
    await start();
    const loginId = await member();
    const files = new MasterKeyFiles(dataDir);
    const old = await files.load();
    await manyKeys(old);
    await killedInBetween();
    const between = await files.load();
    expect(between.opens?.equals(old.wraps)).toBe(true);
    const store = await openKeyStore({ dataDir }, between);
    const census = await store.rewrapping.census();
    await store.close();
    expect(census.wraps).toBeGreaterThan(0);
    expect(census.opens).toBeGreaterThan(0);

    await start();
    const { firstName } = memberBody();
    await expectReadable(loginId, firstName);
    const status = await ops(dataDir, ['keys', 'status', '--json']);
    expect(status.status).toBe(1);
    expect(JSON.parse(status.stdout)).toMatchObject({
      fingerprint: keyFingerprint(between.wraps),
      otherFingerprint: keyFingerprint(old.wraps),
      generated: true,
    });
    const again = await ops(dataDir, ['keys', 'rotate-master', '--yes', '--as', 'jane.roe']);
    expect(again).toMatchObject({ status: 0 });
    expect(again.stderr).toMatch(/master key \[.*\] 100%/);
    expect(await readdir(dataDir)).not.toContain('master.key.next');
    expect((await ops(dataDir, ['keys', 'status'])).status).toBe(0);
    await expectReadable(loginId, firstName);
    const made = await member();
    await service?.stop();

    const oldKey = old.wraps.export().toString('base64');
    await expect(start({ MASTER_KEY: oldKey })).rejects.toThrow(
      /ended with 1: MASTER_KEY does not open the key store: its keys are wrapped by another master key, or it was damaged\n$/,
    );
    await start();
    for (const one of [loginId, made]) await expectReadable(one, firstName);
    const logged = await readFile(join(dataDir, 'events', 'log.ndjson'), 'utf8');
    expect(logged).toContain('keys.MasterKeyReplaced.v1');
    expect(logged).toMatch(/jane\.roe/);
    for (const { wraps } of [old, between]) {
      expect(logged).not.toContain(wraps.export().toString('base64'));
      expect(logged).not.toContain(wraps.export().toString('hex'));
    }
  });

  it('is exchanged for one of the environment, and both are needed until nothing is left', async () => {
    const [old, next] = [base64(), base64()];
    const both = { MASTER_KEY: next, MASTER_KEY_OTHER: old };
    await start({ MASTER_KEY: old });
    const loginId = await member();
    const { firstName } = memberBody();
    const alone = await ops(dataDir, ['keys', 'rotate-master', '--yes'], { MASTER_KEY: old });
    expect(alone).toMatchObject({ status: 3, stdout: '' });
    expect(alone.stderr).toContain('MASTER_KEY_OTHER');
    await service?.stop();

    await manyKeys({ wraps: keyOf(old) });
    await start(both);
    await expectReadable(loginId, firstName);
    await killedInBetween();
    for (const one of [old, next]) {
      await expect(start({ MASTER_KEY: one })).rejects.toThrow(
        /ended with 1: MASTER_KEY opens a part of the key store only.*MASTER_KEY_OTHER\n$/,
      );
    }
    await start(both);
    await expectReadable(loginId, firstName);
    const asked = await ops(dataDir, ['keys', 'rotate-master'], both);
    expect(asked).toMatchObject({ status: 2, stdout: '' });
    const done = await ops(dataDir, ['keys', 'rotate-master', '--yes', '--json'], both);
    expect(done.status).toBe(0);
    expect(JSON.parse(done.stdout)).toMatchObject({
      finished: true,
      from: keyFingerprint(keyOf(old)),
      to: keyFingerprint(keyOf(next)),
      status: { otherKeys: 0, unopenedKeys: 0, generated: false },
    });
    await service?.stop();

    await expect(start({ MASTER_KEY: old })).rejects.toThrow('MASTER_KEY does not open');
    await start({ MASTER_KEY: next });
    await expectReadable(loginId, firstName);
    // what is unique is found again: the key that hashes is the same
    const taken = await (await client()).post('/restapi/members', memberBody({ loginId }));
    expect(taken.status).toBe(400);
  });
});
