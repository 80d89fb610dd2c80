import { createSecretKey, randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  keyFingerprint,
  type MasterKeys,
  MasterKeyFiles,
  openKeyStore,
} from '#libs/platform/runtime';
import { beginReplacement } from '../support/master-key-replacement.js';
import { ops } from '../support/ops-process.js';
import { expectStatus, memberBody, ServiceUnderTest } from '../support/running-service.js';
import { ServiceProcess } from '../support/service-process.js';

/** Enough keys for the work to take longer than killing the process. */
const KEYS = 3_000;
const base64 = (): string => randomBytes(32).toString('base64');
const keyOf = (text: string): ReturnType<typeof createSecretKey> =>
  createSecretKey(Buffer.from(text, 'base64'));

describe('the master key, replaced beside the service', () => {
  let dataDir: string;
  let service: ServiceUnderTest | undefined;
  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
  });
  afterEach(async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(env: Readonly<Record<string, string>> = {}): Promise<ServiceUnderTest> {
    return (service = await ServiceUnderTest.on(dataDir, env));
  }
  async function stop(): Promise<void> {
    const running = service;
    service = undefined;
    await running?.stop();
  }
  /** Keys of persons that occur nowhere else. */
  async function manyKeys(masterKeys: MasterKeys): Promise<void> {
    const keys = await openKeyStore({ dataDir }, masterKeys);
    await Promise.all(Array.from({ length: KEYS }, (_, i) => keys.ensure(`person:many-${i}`)));
    await keys.close();
  }
  /** Starts replacing the master key, and kills the service after the first line. */
  async function killedInBetween(env: Readonly<Record<string, string>> = {}): Promise<void> {
    const victim = await ServiceProcess.start(dataDir, env);
    const { tokens } = await victim.credentials();
    await beginReplacement(victim.url, tokens.operator);
    await victim.kill();
  }
  async function expectReadable(loginId: string): Promise<void> {
    const read = await service!.client.get(`/restapi/members/${loginId}`);
    expectStatus(read, 200);
    expect(read.body).toMatchObject({ firstName: memberBody()['firstName'] });
  }

  it('is exchanged for a generated one, also when the service is killed in between', async () => {
    const loginId = await (await start()).member();
    await stop();
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
    await expectReadable(loginId);
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
    await expectReadable(loginId);
    const made = await service!.member();
    await stop();

    const oldKey = old.wraps.export().toString('base64');
    await expect(ServiceProcess.start(dataDir, { MASTER_KEY: oldKey })).rejects.toThrow(
      /ended with 1: MASTER_KEY does not open the key store: its keys are wrapped by another master key, or it was damaged\n$/,
    );
    await start();
    for (const one of [loginId, made]) await expectReadable(one);
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
    const loginId = await (await start({ MASTER_KEY: old })).member();
    const alone = await ops(dataDir, ['keys', 'rotate-master', '--yes'], { MASTER_KEY: old });
    expect(alone).toMatchObject({ status: 3, stdout: '' });
    expect(alone.stderr).toContain('MASTER_KEY_OTHER');
    await stop();

    await manyKeys({ wraps: keyOf(old) });
    await killedInBetween(both);
    for (const one of [old, next]) {
      await expect(start({ MASTER_KEY: one })).rejects.toThrow(
        /^MASTER_KEY opens a part of the key store only.*MASTER_KEY_OTHER$/,
      );
    }
    await start(both);
    await expectReadable(loginId);
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
    await stop();

    await expect(start({ MASTER_KEY: old })).rejects.toThrow('MASTER_KEY does not open');
    const { client } = await start({ MASTER_KEY: next });
    await expectReadable(loginId);
    // reservations still work, since the hashing key is the same
    const taken = await client.post('/restapi/members', memberBody({ loginId }));
    expect(taken.status).toBe(400);
  });
});
