import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { uniqueName } from '../support/bodies.js';
import { axeSource, launchTabs, watchedPage, withBrowser } from '../support/browser.js';
import { ServiceUnderTest } from '../support/running-service.js';

withBrowser('the page of operations in Chromium [running.description]', () => {
  let service: ServiceUnderTest;
  let tabs: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    [service, tabs] = await Promise.all([ServiceUnderTest.start(), launchTabs()]);
  });
  afterAll(async () => {
    await tabs.browser()?.close();
    await service.stop();
  });

  beforeEach(async () => {
    ({ page, complaints } = await watchedPage(tabs, service.service.url));
    await page.goto(`${service.service.url}/docs`);
    await topic('accounts').waitFor();
  });
  afterEach(() => page.close());

  const topic = (name: string): Locator => page.locator(`.opblock-tag[data-tag="${name}"]`);
  const answered = (operation: Locator): Locator => operation.locator('.live-responses-table');

  /** Searches for an operation and opens it. */
  async function open(words: string, id: string): Promise<Locator> {
    await page.getByLabel('Find operations').fill(words);
    const operation = page.locator(`[id^="operations-"][id$="-${id}"]`);
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Execute' }).waitFor();
    return operation;
  }

  /** Enters the demonstration firm's key and secret. */
  async function sign(more = ''): Promise<void> {
    const { apiKey, sharedSecret } = service.credentials;
    await page.getByLabel('API key').fill(apiKey);
    await page.getByLabel('Shared secret').fill(sharedSecret);
    await page.getByRole('button', { name: 'Sign requests' }).click();
    await page.getByText(`Requests are signed with ${apiKey}${more}.`).waitFor();
  }

  async function execute(operation: Locator, status: number): Promise<string> {
    await operation.getByRole('button', { name: 'Execute' }).click();
    await answered(operation)
      .locator('td.response-col_status', { hasText: `${status}` })
      .waitFor();
    return answered(operation).innerText();
  }

  /** Findings of axe, by rule. Its script bypasses the policy, which lets the page itself run none. */
  async function faults(): Promise<unknown> {
    const session = await tabs.newCDPSession(page);
    await session.send('Runtime.evaluate', { expression: axeSource() });
    return page.evaluate(
      `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
    );
  }

  it('tries operations as they come, signed with what was entered once, and sends a parameter only where one was entered', async () => {
    await sign();
    const list = await open('list accounts', 'Accounts_list');
    await execute(list, 200);
    const create = await open('post create a member', 'Members_create');
    const body = create.getByLabel('Request body');
    const login = uniqueName('docs');
    await body.fill((await body.inputValue()).replace('jane.doe', login));
    expect(await execute(create, 201)).toContain(`/restapi/members/${login}`);
    expect(await faults()).toEqual([]);

    const asked = page.waitForRequest((request) => request.url().includes('/restapi/firms'));
    const firms = await open('list firms', 'Firms_list');
    await firms.locator('[data-param-name="name"] input').fill("Bär & Söhne's (100 %)");
    await execute(firms, 200);
    const { url, headers } = await asked.then((request) => ({
      url: new URL(request.url()),
      headers: request.headers(),
    }));
    expect([...url.searchParams.keys()]).toEqual(['name']);
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining(['x-consistency-token', 'x-associated-member-id', 'if-none-match']),
    );
    expect(complaints).toEqual([]);
  });

  it('acts for a member, and sends a token, where these are entered, until they are forgotten', async () => {
    const member = 'nobody.at.all';
    await page.getByLabel('Acting member').fill(member);
    await sign(`, acting as ${member}`);
    const list = await open('list accounts', 'Accounts_list');
    expect(await execute(list, 403)).toContain('not.allowed');
    await page.getByRole('button', { name: 'Forget them' }).click();
    expect(await execute(list, 401)).toContain('credentials.missing');
    await page.getByLabel('access token').fill(service.credentials.tokens.client);
    await page.getByRole('button', { name: 'Send it with requests' }).click();
    await execute(list, 200);
    const kept = await page.evaluate('localStorage.length + sessionStorage.length');
    expect([kept, await page.content()]).toEqual([
      0,
      expect.not.stringContaining(service.credentials.sharedSecret),
    ]);
  });

  it('finds operations by words of path, summary and error code, and says where there are none', async () => {
    const found = page.locator('.opblock-summary-path');
    expect(await found.count()).toBe(0);
    await page.getByLabel('Find operations').fill('folio.invalid.rtg put');
    await found.first().waitFor();
    const paths = await found.allInnerTexts();
    expect(paths.length).toBeLessThan(5);
    expect(await topic('accounts').count()).toBe(0);
    await page.getByLabel('Find operations').fill('no such words');
    await page.getByText('No operation has all of these words.').waitFor();
    await page.getByLabel('Find operations').fill('');
    await topic('accounts').waitFor();
  });

  it('shows error codes with their words, and headers and what is the same everywhere on request', async () => {
    const create = await open('create a folio', 'Folios_create');
    const rule = create.locator('tr', { hasText: 'folio.invalid.rtg' }).last();
    expect(await rule.isVisible()).toBe(false);
    await create.locator('.response[data-code="400"] summary', { hasText: 'codes' }).click();
    await rule.waitFor();
    expect(await rule.innerText()).toMatch(/folio\.invalid\.rtg\s+\w+ \w+/);
    const key = create.locator('tr[data-param-name="Idempotency-Key"]');
    const conflict = create.locator('tr.response[data-code="409"]');
    const created = create.locator('.response[data-code="201"]');
    const header = created.locator('tr', { hasText: 'X-Consistency-Token' }).last();
    for (const hidden of [key, conflict, header]) {
      expect(await hidden.isVisible()).toBe(false);
    }
    await page.getByLabel('Show optional headers').check();
    await key.waitFor();
    await conflict.waitFor();
    await created.locator('summary').click();
    await header.waitFor();
    expect(await faults()).toEqual([]);
    const permissions = create.getByRole('link', { name: 'AC or AM' });
    expect(await permissions.getAttribute('href')).toMatch(/docs\/rules\/permissions$/);
    const explained = page.waitForEvent('popup');
    await rule.getByRole('link').click();
    await (await explained).getByRole('heading', { name: 'folio.invalid.rtg' }).waitFor();
    await (await explained).close();
    expect(complaints).toEqual([]);
  });

  it('leads to pages where axe finds nothing either', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await faults()).toEqual([]);
    for (const [link, title] of [
      ['signing', 'Calling the service'],
      ['sandbox', 'Sandbox'],
      ['Rules', 'Interface rules'],
      ['Error codes', 'Error codes'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(await faults()).toEqual([]);
      await page.goBack();
    }
    expect(complaints).toEqual([]);
  });

  it('is dark where the browser is, and legible', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open('post create a member', 'Members_create');
    const [background, text] = await page.evaluate<string[]>(
      `['background-color', 'color'].map((name) => getComputedStyle(document.body).getPropertyValue(name))`,
    );
    const light = (color = ''): number => Number(/\d+/.exec(color)?.[0]);
    expect(light(background)).toBeLessThan(60);
    expect(light(text)).toBeGreaterThan(200);
    expect(await faults()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('works below a path that a proxy puts before it', async () => {
    const below = `${service.service.url}/base/`;
    await page.route(`${below}**`, (route) =>
      route.continue({ url: route.request().url().replace(below, `${service.service.url}/`) }),
    );
    await page.goto(`${below}docs`);
    await topic('accounts').waitFor();
    await sign();
    const list = await open('list accounts', 'Accounts_list');
    await execute(list, 200);
    await page.getByRole('link', { name: 'signing' }).click();
    await page.getByRole('link', { name: 'Error codes' }).click();
    await page.getByRole('link', { name: 'cannot.be.null' }).click();
    expect(page.url()).toBe(`${below}docs/errors/cannot.be.null`);
    expect(complaints).toEqual([]);
  });
});
