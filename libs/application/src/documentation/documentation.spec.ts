import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest } from '../../../../test/support/running-service.js';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
});
afterAll(() => service.stop());

/** A request without credentials. */
function get(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(service.service.url + path, init);
}

describe('the documentation', () => {
  it('has a page that loads nothing from other origins', async () => {
    const page = await get('/docs', { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).not.toMatch(/https?:\/\//);
    const sources = [...html.matchAll(/(?:<script[^>]* src|<link[^>]* href)="(docs[^"]+)"/g)].map(
      ([, source]) => source ?? '',
    );
    expect(sources).toHaveLength(5);
    for (const source of sources) {
      const { pathname } = new URL(source, page.url);
      expect((await get(pathname, { headers: { accept: '*/*' } })).status).toBe(200);
    }
  });

  it('explains each error code that an operation may answer, and those of every operation [errors.words]', async () => {
    const browser = { headers: { accept: 'text/html' } };
    const index = await get('/docs/errors', browser);
    expect(index.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const linked = [...(await index.text()).matchAll(/href="(errors\/[^"]+)"/g)];
    const codes = linked.map(([, link = '']) => link.slice('errors/'.length));
    expect(codes).toEqual(
      expect.arrayContaining(['cannot.be.null', 'not.found', 'credentials.expired']),
    );
    for (const code of codes) {
      const page = await get(`/docs/errors/${code}`, browser);
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining(`<h1>${code}</h1>`),
      ]);
    }
    const required = await get('/docs/errors/cannot.be.null', browser);
    expect(await required.text()).toContain('POST /restapi/accounts');
    expect((await get('/docs/errors/nothing.like.it', browser)).status).toBe(404);
  });

  it('says of every error code how to fix it, to programs as well [errors.words]', async () => {
    const listed = await get('/docs/errors.json');
    const codes = (await listed.json()) as { code: string; toFix: string | null }[];
    expect(codes.length).toBeGreaterThan(20);
    expect(codes.filter(({ toFix }) => toFix === null)).toEqual([]);
    const fix = codes.find(({ code }) => code === 'credentials.replayed')?.toFix ?? '';
    expect(fix).toContain('new timestamp');
    const browser = { headers: { accept: 'text/html' } };
    const page = await get('/docs/errors/credentials.replayed', browser);
    expect(await page.text()).toContain('<strong>To fix:</strong> Sign each request other than');
  });

  it('has a page of links at its root and an icon', async () => {
    const browser = { headers: { accept: 'text/html,*/*;q=0.8' } };
    const root = await (await get('/', browser)).text();
    const links = [...root.matchAll(/<li><a href="([^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(['docs', 'console', 'docs/guides/sandbox', 'health/ready']);
    const icon = await get('/favicon.ico', { headers: { accept: 'image/*' } });
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });
});
