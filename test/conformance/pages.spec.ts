import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest } from '../support/running-service.js';

/** Pages of the guides for callers and of every file of rules. */
const GUIDES = [
  '/docs/guides/calling',
  '/docs/guides/sandbox',
  ...readdirSync(join(import.meta.dirname, '../../docs/interface')).map(
    (file) => `/docs/rules/${file.replace(/\.md$/, '')}`,
  ),
];

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

/** Requests a page without credentials. */
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
      expect(source).toMatch(/^(?:docs\/|(?:openapi|asyncapi)\.json$)/);
      expect((await load(source)).status).toBe(200);
    }
    expect(html).not.toMatch(/(?:https?:)?\/\/[a-z]/i);
  });

  it('forbids the browser every other host, and scripts and styles inside the page', async () => {
    const policy = (await load('/docs')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  });

  it('has guides and rules, which lead to each other and to nothing that is not there', async () => {
    const seen = new Set<string>();
    const follow = async (path: string): Promise<void> => {
      if (seen.has(path)) return;
      seen.add(path);
      const page = await load(path);
      expect([path, page.status]).toEqual([path, 200]);
      const html = await page.text();
      for (const [, link = ''] of html.matchAll(/<a href="([^"#]+)/g)) {
        const { host, pathname } = new URL(link, page.url);
        const isGuide = /^\/docs\/(?:guides|rules)\//.test(pathname);
        if (isGuide && host === new URL(page.url).host) await follow(pathname);
      }
    };
    await follow('/docs');
    expect(seen).toEqual(new Set(['/docs', ...GUIDES]));
    const rules = await (await load('/docs/rules/running')).text();
    expect(rules).toContain('<li id="running.description"><code>running.description</code>');
    for (const path of ['/docs/guides/threat-model', '/docs/rules/..%2Fcalling', '/docs/rules/']) {
      expect((await load(path)).status).toBe(404);
    }
  });
});

describe('documents that are the same for everybody', () => {
  it.each([
    '/openapi.json',
    '/docs',
    '/docs/docs.css',
    '/docs/guides/calling',
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
