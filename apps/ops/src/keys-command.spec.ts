import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ops } from '../../../test/support/ops-process.js';
import { ServiceUnderTest } from '../../../test/support/running-service.js';

describe('keys', () => {
  const env = { RETENTION_YEARS: '0' };
  let service: ServiceUnderTest;
  let loginId: string;
  beforeAll(async () => {
    service = await ServiceUnderTest.start({}, env);
    loginId = await service.member();
  });
  afterAll(() => service.stop());
  const why = ['--reason', 'Art. 17 GDPR, ticket 7'];
  const keys = (...args: string[]) =>
    ops(service.service.platform.config.dataDir, ['keys', ...args], env);

  it('erase asks first, destroys the key, and shows the certificate', async () => {
    expect((await keys('list')).stdout).toBe('Nobody has been erased.\n');
    const before = await keys('status', '--member', loginId);
    expect(before.stdout).toMatch(/^status +erasable$/m);
    const silent = await keys('erase', '--member', loginId, ...why);
    expect(silent).toMatchObject({ status: 2, stdout: '' });
    const unexplained = await keys('erase', '--member', loginId, '--yes');
    expect(unexplained).toMatchObject({ status: 2, stderr: expect.stringContaining('--reason') });

    const erased = await keys('erase', '--member', loginId, ...why, '--yes', '--as', 'jane.roe');
    expect(erased.status).toBe(0);
    expect(erased.stdout).toMatch(/^reason +Art\. 17 GDPR, ticket 7$/m);
    expect(erased.stdout).toMatch(/^erased +\S+ by jane\.roe$/m);
    expect(erased.stdout).toMatch(/^remains +the login id, /m);
    expect(erased.stdout).toMatch(/^fingerprint +[0-9a-f]{64}$/m);
    const list = JSON.parse((await keys('list', '--json')).stdout) as unknown[];
    expect(list).toMatchObject([
      { loginId, certified: true, erasedBy: 'jane.roe', reason: 'Art. 17 GDPR, ticket 7' },
    ]);
  });

  it('the report of an erased person is its certificate', async () => {
    const { dataDir } = service.service.platform.config;
    const { status, stdout } = await ops(dataDir, ['audit', 'report', '--member', loginId], env);
    expect(status).toBe(0);
    for (const words of [
      'Certificate of erasure',
      'Art. 17 GDPR, ticket 7',
      'The export that was verified contains the event of the erasure',
      'the login id, which names the person',
    ]) {
      expect(stdout).toContain(words);
    }
    expect(stdout).toMatch(/(\d+), \1 of them in the proof/);
  });

  it('status counts the keys in the words of the guide, within 80 columns', async () => {
    const { status, stdout } = await keys('status');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^master key +[0-9a-f]{16}, generated$/m);
    expect(stdout).toMatch(/^keys that neither decrypts +0$/m);
    const [shown, whole] = [stdout, (await keys('status', '--json')).stdout];
    expect(shown.split('\n').every((line) => line.length <= 80)).toBe(true);
    expect(JSON.parse(whole)).toMatchObject({ fingerprint: expect.stringMatching(/^.{64}$/) });
  });

  it('rotate-signing has another key sign, and keeps the one before published', async () => {
    expect(await keys('rotate-signing')).toMatchObject({ status: 2, stdout: '' });
    const rotated = await keys('rotate-signing', '--yes', '--json');
    expect(rotated.status).toBe(0);
    expect(JSON.parse(rotated.stdout)).toMatchObject({
      keys: [{ retiredAt: null }, { retiredAt: expect.any(String) }],
    });
  });

  it('end with status 3 for a member that is not there', async () => {
    const said = { status: 3, stdout: '', stderr: 'There is no member nobody.here.\n' };
    expect(await keys('status', '--member', 'nobody.here')).toEqual(said);
    expect(await keys('erase', '--member', 'nobody.here', ...why, '--yes')).toEqual(said);
    // nobody is asked about them
    expect(await keys('erase', '--member', 'nobody.here', ...why)).toEqual(said);
  });
});
