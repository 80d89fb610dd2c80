import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { captureLog } from '../support/captured-log.js';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';

const LOG_LOST = /^the log is empty, and the key store has keys .*: restore the log/;
const LOST = /^the log has data under keys .*: restore the keys/;

describe('a start without what belongs to the rest', () => {
  let dataDir: string;
  let loginId: string;
  const inDirectory = (name: string): string => join(dataDir, name);
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lost-'));
    const service = await ServiceUnderTest.on(dataDir);
    await service.stop();
    await cp(inDirectory('keys'), inDirectory('keys-older'), { recursive: true });
    const again = await ServiceUnderTest.on(dataDir);
    loginId = await again.member();
    await again.stop();
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  /** Expects every start to be refused. */
  async function expectRefused(why: RegExp): Promise<void> {
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(ServiceUnderTest.on(dataDir)).rejects.toThrow(why);
    }
  }
  /** Starts with everything in place, and finds the member. Rebuilds read models only if they were of another log. */
  async function expectWhole(): Promise<void> {
    const { logger, lines } = captureLog();
    const service = await ServiceUnderTest.on(dataDir, {}, { logger });
    const member = await service.client.get(`/restapi/members/${loginId}`);
    await service.stop();
    expectStatus(member, 200);
    expect(member.body).toMatchObject({ firstName: 'Jane' });
    expect(lines.join()).not.toContain('rebuilding them');
  }

  it('is refused where the log is gone, and leaves what was made from it', async () => {
    await rename(inDirectory('events'), inDirectory('events-elsewhere'));
    await expectRefused(LOG_LOST);
    await rm(inDirectory('events'), { recursive: true });
    await rename(inDirectory('events-elsewhere'), inDirectory('events'));
    await expectWhole();
  });

  it('is refused where keys are gone, before others are made, and succeeds with them', async () => {
    await rename(inDirectory('keys'), inDirectory('keys-newer'));
    await expectRefused(LOST);
    await rm(inDirectory('keys'), { recursive: true });
    await cp(inDirectory('keys-newer'), inDirectory('keys'), { recursive: true });
    await expectWhole();
  });

  it('is refused where the keys are those of before the newest persons, also without read models', async () => {
    await rm(inDirectory('keys'), { recursive: true });
    await rename(inDirectory('keys-older'), inDirectory('keys'));
    for (const made of ['read-models', 'progress']) {
      await rm(inDirectory(made), { recursive: true });
    }
    await expectRefused(LOST);
    await rm(inDirectory('keys'), { recursive: true });
    await rename(inDirectory('keys-newer'), inDirectory('keys'));
    await expectWhole();
  });
});
