import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { memberBody, ServiceUnderTest, uniqueName } from '../support/running-service.js';

const run = promisify(execFile);

let service: ServiceUnderTest;
let guide: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  guide = await readFile(join(import.meta.dirname, '../../docs/calling.md'), 'utf8');
});
afterAll(() => service.stop());

/** Headers and body printed by `sign.sh`. */
async function signed(shell: string, ...parameters: readonly string[]): Promise<string> {
  const { apiKey, sharedSecret } = service.credentials;
  const { PATH } = process.env;
  const env = { PATH, BASE_URL: service.service.url, API_KEY: apiKey, SHARED_SECRET: sharedSecret };
  const { stdout } = await run(shell, ['docs/examples/sign.sh', ...parameters], { env });
  return stdout;
}

describe('the guide for those who call the service', () => {
  it.each(['sh', 'bash'])('has a script that signs requests: %s', async (shell) => {
    const loginId = uniqueName('signed');
    const body = JSON.stringify(memberBody({ loginId, firstName: 'Jané' }));
    expect(await signed(shell, 'POST', '/restapi/members', body)).toMatch(/^HTTP\/1.1 201 Created/);
    expect(await signed(shell, 'GET', `/restapi/members/${loginId}`)).toContain('Jané');
    const asCsv = ['', '--header', 'Accept: text/csv'];
    const list = await signed(shell, 'GET', `/restapi/members?loginId=${loginId}`, ...asCsv);
    expect(list).toMatch(/^HTTP\/1.1 200 OK[^]+\r\n\r\nloginId,/);
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
