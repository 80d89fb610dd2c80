import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memberBody, ServiceUnderTest, uniqueName } from '../support/running-service.js';

const run = promisify(execFile);

let service: ServiceUnderTest;
let guide: string;
let script: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  guide = await readFile(join(import.meta.dirname, '../../docs/calling.md'), 'utf8');
  [, script = ''] = /```sh\n(#!\/bin\/bash\n[^]+?)```/.exec(guide) ?? [];
});
afterAll(() => service.stop());

/** Head and body of what `sign.sh` of the guide shows. */
async function signed(...parameters: string[]): Promise<string> {
  const { apiKey, sharedSecret } = service.credentials;
  const { PATH } = process.env;
  const env = { PATH, BASE_URL: service.service.url, API_KEY: apiKey, SHARED_SECRET: sharedSecret };
  const { stdout } = await run('bash', ['-c', script, 'sign.sh', ...parameters], { env });
  return stdout;
}

describe('the guide for those who call the service', () => {
  it('has a recipe that signs requests', async () => {
    const loginId = uniqueName('signed');
    const body = JSON.stringify(memberBody({ loginId, firstName: 'Jané' }));
    expect(await signed('POST', '/restapi/members', body)).toMatch(/^HTTP\/1.1 201 Created/);
    expect(await signed('GET', `/restapi/members/${loginId}`)).toContain('Jané');
    expect(await signed('GET', '/restapi/accounts?limit=10')).toMatch(/^HTTP\/1.1 200 OK/);
  });

  it('knows every reason for a 401', async () => {
    const answer = await fetch(`${service.service.url}/openapi.json`);
    const { components } = (await answer.json()) as {
      components: {
        responses: { Error401: { 'x-error-codes': Readonly<Record<string, string>> } };
      };
    };
    const named = [...guide.matchAll(/`(credentials\.[\w.]+)`/g)].map(([, code]) => code);
    const codes = Object.keys(components.responses.Error401['x-error-codes']);
    expect([...new Set(named)].sort()).toEqual(codes.sort());
  });
});
