import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readCredentials, writeCredentials, type Credentials } from './credentials.js';

const credentials: Credentials = {
  baseUrl: 'http://127.0.0.1:3000',
  firmId: 'F1',
  apiKey: 'k',
  sharedSecret: 's',
  apiLoginId: 'api',
  billingPlans: { A: '1', B: '2', P: '3' },
  rtgOid: '4',
  offerOid: '5',
  tokens: { client: 'c', backoffice: 'b', operator: 'o', auditor: 'a' },
};

describe('credentials.json [running.first-start]', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'credentials-'));
  });
  afterEach(() => rm(dataDir, { recursive: true }));
  const path = () => join(dataDir, 'credentials.json');

  it('is written in the described shape, for its owner only, and read back', async () => {
    await writeFile(path(), 'old', { mode: 0o644 });
    await writeCredentials(dataDir, { ...credentials, extra: 'x' } as Credentials);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual(credentials);
    expect(await readCredentials(dataDir)).toEqual(credentials);
    expect(await readdir(dataDir)).toEqual(['credentials.json']);
  });

  it('is not there before the first start', async () => {
    expect(await readCredentials(dataDir)).toBeUndefined();
  });

  it.each([
    '',
    '[]',
    'null',
    '{"sharedSecret":"hunter2"}',
    JSON.stringify({ ...credentials, sharedSecret: 'hunter2', tokens: {} }),
    JSON.stringify({ ...credentials, sharedSecret: 'hunter2', billingPlans: null }),
  ])('is refused without showing it when it holds %j', async (text) => {
    await writeFile(path(), text);
    const error: unknown = await readCredentials(dataDir).catch((e: unknown) => e);
    expect(String(error)).toContain(path());
    expect(String(error)).not.toContain('hunter2');
  });
});
