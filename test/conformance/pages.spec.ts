import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest } from '../support/running-service.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
});
afterAll(() => service.stop());

/** Whoever asks for a page has no credentials. */
const load = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, service.service.url), init);

describe('API description › /docs [running.description]', () => {
  it('is HTML that everybody may see and that loads nothing from another host', async () => {
    const page = await load('/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await page.text();
    expect(html).toMatch(/^<!doctype html>/i);
    const sources = [...html.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(
      ([, source = '']) => source,
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) {
      expect(source).toMatch(/^docs\//);
      expect((await load(source)).status).toBe(200);
    }
    expect(html).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
  });

  it('forbids the browser every other host', async () => {
    const policy = (await load('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });

  it('shows this description', async () => {
    const start = await (await load('/docs/start.js')).text();
    expect(start).toContain("url: 'openapi.json'");
    expect(start).toContain('validatorUrl: null');
  });
});

describe('documents that are the same for everybody', () => {
  it.each([
    '/openapi.json',
    '/docs',
    '/docs/swagger-ui.css',
    '/asyncapi.json',
    '/schemas/events/brokerage.account.opened.v1.json',
    '/console',
    '/console/main.js',
  ])('%s is not sent again to who has it', async (path) => {
    const first = await load(path);
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[\w-]{43}(-gzip)?"$/)]);
    expect(first.headers.get('cache-control')).toContain('no-cache');
    expect((await load(path, { method: 'HEAD' })).headers.get('etag')).toBe(tag);
    const again = await load(path, { headers: { 'if-none-match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await load(path, { headers: { 'if-none-match': '"7"' } })).status).toBe(200);
  });
});
