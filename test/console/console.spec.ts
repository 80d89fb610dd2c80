import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromiumPath, launchBrowser } from '../support/browser.js';
import { PATIENCE_MS } from '../support/condition.js';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';

// A fresh machine has Node and npm only; where there is a Chromium (Debian's package), the console is driven in it.
const withBrowser = chromiumPath === undefined ? describe.skip : describe;

withBrowser('the console in Chromium', () => {
  let service: ServiceUnderTest;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** What the browser complained about: refused by the policy, not found, thrown. */
  let complaints: string[];

  beforeAll(async () => {
    [service, browser] = await Promise.all([ServiceUnderTest.start(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    complaints = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.service.url) && !url.startsWith('data:')) complaints.push(url);
    });
  });
  afterEach(() => context.close());

  async function signIn(token: string, view = ''): Promise<void> {
    await page.goto(`${service.service.url}/console${view}`);
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  it('lets nobody in without a token, and says why', async () => {
    await page.goto(`${service.service.url}/console`);
    await page.getByLabel('Access token').fill('no-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('401');
    // The refusal itself, and nothing else.
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('shows an operator every read model and rebuilds one of them', async () => {
    await signIn(service.credentials.tokens.operator);
    const row = page.locator('[data-projection="folios.folio"]');
    await row.getByText('live', { exact: true }).waitFor();
    const names = service.service.platform.projections.map(({ name }) => name).sort();
    const shown = await page.locator('[data-projection] > th').allInnerTexts();
    expect(shown.sort()).toEqual(names);

    const before = await row.locator('td:nth-of-type(4) > code').textContent();
    page.on('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: 'Rebuild' }).click();
    const next = before!.trim().replace(/_g(\d+)$/, (_, number) => `_g${Number(number) + 1}`);
    await row.locator('td:nth-of-type(4) > code', { hasText: next }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps the way to its views on a narrow screen, where tables are wider', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await signIn(service.credentials.tokens.operator);
    const row = page.locator('[data-projection="folios.folio"]');
    await row.getByText('live', { exact: true }).waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(360);
    page.on('dialog', (dialog) => void dialog.dismiss());
    await row.getByRole('button', { name: 'Rebuild' }).click();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows why a rebuild was refused for as long as nothing else is asked for, whatever moves meanwhile', async () => {
    await signIn(service.credentials.tokens.operator);
    const row = page.locator('[data-projection="folios.folio"]');
    const position = row.locator('td:nth-of-type(3)');
    await row.getByText('live', { exact: true }).waitFor();
    const body = JSON.stringify([{ type: 'UNAVAILABLE', message: 'Nobody folds at present.' }]);
    const rebuild = (url: URL): boolean => url.pathname.endsWith('/rebuild');
    await page.route(rebuild, (route) => route.fulfill({ status: 503, body }));
    page.on('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: 'Rebuild folios.folio' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'Nobody folds at present.' });
    await alert.waitFor();
    const before = (await position.textContent()) ?? '';
    await service.account();
    await position.filter({ hasNotText: before }).waitFor();
    expect(await alert.count()).toBe(1);
    await page.unroute(rebuild);
    await row.getByRole('button', { name: 'Rebuild folios.folio' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(complaints.filter((text) => !text.includes('503'))).toEqual([]);
  });

  it('shows the newest of many events first, earlier ones when asked, and newer ones when shown again', async () => {
    const accountNumber = await service.account({ accountName: 'Name 0' });
    const path = `/restapi/accounts/${accountNumber}`;
    for (let count = 1; count <= 200; count++) {
      expectStatus(await service.client.put(path, { accountName: `Name ${count}` }), 200);
    }
    await signIn(service.credentials.tokens.auditor, `#timeline/${accountNumber}`);
    await page.locator('#account ins', { hasText: 'Name 200' }).waitFor();
    await page.getByText('event 200 of 200, without earlier ones').waitFor();
    // the first that is there says nothing of what it changed: the one before is not
    await page.locator('#as-of').fill('0');
    await page.locator('#account', { hasText: '"Name 1"' }).waitFor();
    expect(await page.locator('#account ins').count()).toBe(0);
    await page.getByRole('button', { name: 'Earlier events' }).click();
    await page.getByRole('button', { name: 'Earlier events' }).waitFor({ state: 'detached' });
    await page.locator('#account', { hasText: '"Name 1"' }).waitFor();
    await page.locator('#as-of').fill('0');
    await page.locator('#event').getByText('account.AccountOpened').waitFor();
    expectStatus(await service.client.put(path, { accountName: 'Name 201' }), 200);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('#account ins', { hasText: 'Name 201' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('asks for no past account before the slider has come to rest', async () => {
    const accountNumber = await service.account();
    await signIn(service.credentials.tokens.auditor, `#timeline/${accountNumber}`);
    await page.locator('#account').waitFor();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('asOf=')) asked.push(request.url());
    });
    await page.locator('#as-of').evaluate((slider: { value: string } & EventTarget) => {
      for (const at of ['2', '1', '0']) {
        slider.value = at;
        slider.dispatchEvent(new Event('input'));
      }
      slider.dispatchEvent(new Event('change'));
    });
    await page.locator('#event').getByText('account.AccountOpened').waitFor();
    await page.locator('#account').waitFor();
    expect(asked).toHaveLength(1);
  });

  it('shows an auditor an account after each of its events', async () => {
    const accountNumber = await service.account({ accountName: 'First name' });
    const renamed = { accountName: 'Renamed' };
    expectStatus(await service.client.put(`/restapi/accounts/${accountNumber}`, renamed), 200);
    await signIn(service.credentials.tokens.auditor, `#timeline/${accountNumber}`);

    await page.locator('#account ins', { hasText: 'Renamed' }).waitFor();
    await page.locator('#as-of').fill('0');
    await page.locator('#account', { hasText: 'accountName: "First name"' }).waitFor();
    expect(await page.locator('#account').textContent()).not.toContain('Renamed');
    await page.locator('#event').getByText('account.AccountOpened').waitFor();
    expect(complaints).toEqual([]);
  });

  it('follows the event feed while it is looked at', async () => {
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByText('Following').waitFor();
    const accountNumber = await service.account();
    const row = page
      .locator('#feed tr', { hasText: accountNumber })
      .filter({ hasText: 'brokerage.account.opened.v1' });
    await row.getByRole('button').click();
    await row.locator('pre', { hasText: '"specversion": "1.0"' }).waitFor();
    await row.getByRole('link', { name: accountNumber }).click();
    await page.locator('#account', { hasText: accountNumber }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps the focus on an event of the feed while others come', async () => {
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByText('Following').waitFor();
    await service.account();
    const opened = page.locator('#feed tr', { hasText: 'brokerage.account.opened.v1' });
    const id = (await opened.first().getAttribute('data-event')) ?? '';
    const button = page.locator(`[data-event="${id}"] button`);
    await button.focus();
    const next = await service.account();
    await page.locator('#feed tr', { hasText: next }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`[data-event="${id}"] pre`, { hasText: id }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('misses no event of the feed between two tokens of one caller', async () => {
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByText('Following').waitFor();
    const first = await service.account();
    await page.locator('#feed tr', { hasText: first }).first().waitFor();
    const refused = (url: URL): boolean => url.pathname.startsWith('/restapi/');
    const body = JSON.stringify([{ type: 'UNAUTHENTICATED', message: 'The token has expired.' }]);
    await page.route(refused, (route) => route.fulfill({ status: 401, body }));
    service.service.app.getHttpServer().closeAllConnections();
    await page.getByRole('alert').filter({ hasText: 'The token has expired.' }).waitFor();
    const second = await service.account();
    await page.unroute(refused);
    await page.getByLabel('Access token').fill(service.credentials.tokens.auditor);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#feed tr', { hasText: second }).first().waitFor();
    expect(await page.locator('#feed tr', { hasText: first }).count()).toBeGreaterThan(0);
  });

  it('shows an operator the webhooks of a firm, and what they do not take', async () => {
    const firm = await service.otherFirm();
    const body = { url: 'https://no-such-host.invalid/hook' };
    const made = await firm.client.post('/restapi/webhooks', body);
    expectStatus(made, 201);
    const { id } = made.body as { id: string };
    const accountNumber = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    await signIn(service.credentials.tokens.operator, `#webhooks/${firm.firmId}`);
    const row = page.locator(`[data-webhook="${id}"]`);
    await row.getByText('https://no-such-host.invalid', { exact: true }).waitFor();
    await row.getByText('enabled', { exact: true }).waitFor();
    await row.getByText(accountNumber).waitFor();
    await row.getByText(/attempt \d+/).waitFor();
    expect(await row.textContent()).not.toContain('/hook');
    expect(complaints).toEqual([]);
  });

  it('asks for another token when the one it has ends, and goes on where it was', async () => {
    await signIn(service.credentials.tokens.operator, '#webhooks');
    const refused = (url: URL): boolean => url.pathname.startsWith('/operator/');
    const body = JSON.stringify([{ type: 'UNAUTHORIZED', message: 'The token has expired.' }]);
    await page.route(refused, (route) => route.fulfill({ status: 401, body }));
    await page.getByRole('link', { name: 'Projections' }).click();
    await page.getByRole('alert').filter({ hasText: 'The token has expired.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await page.unroute(refused);
    await page.getByLabel('Access token').fill(service.credentials.tokens.operator);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-projection="folios.folio"]').getByText('live').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('says that the service is away, and follows on when it is back', async () => {
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByText('Following').waitFor();
    const away = (url: URL): boolean => url.pathname.startsWith('/restapi/');
    await page.route(away, (route) => route.abort());
    service.service.app.getHttpServer().closeAllConnections();
    await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
    await page.getByText('Connecting.').waitFor();
    await page.unroute(away);
    await page.getByText('Following').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('works below a path that a proxy puts before it', async () => {
    const below = `${service.service.url}/base/`;
    await context.route(`${below}**`, (route) =>
      route.continue({ url: route.request().url().replace(below, `${service.service.url}/`) }),
    );
    // links of lists begin with the public base URL
    await context.route(`${below}operator/webhooks`, async (route) => {
      const url = route.request().url().replace(below, `${service.service.url}/`);
      const answer = await route.fetch({ url });
      const link = '<https://api.example.com/base/operator/webhooks?limit=200>; rel="next"';
      await route.fulfill({ response: answer, headers: { ...answer.headers(), link } });
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${below}console#webhooks`);
    await page.getByLabel('Access token').fill(service.credentials.tokens.operator);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('#webhooks').waitFor();
    await page.waitForRequest(`${below}operator/webhooks?limit=200`);
    await page.getByRole('link', { name: 'Projections' }).click();
    await page.locator('[data-projection="folios.folio"]').getByText('live').waitFor();
    expect(asked.filter((url) => !url.startsWith(below) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.each(['#%', '#toString', '#timeline/%'])('opens with the address %s', async (view) => {
    await signIn(service.credentials.tokens.operator, view);
    await page.getByRole('heading', { level: 2 }).waitFor();
    expect(complaints.filter((text) => !/40[34]/.test(text))).toEqual([]);
  });

  it('tells an operator who is no auditor that accounts are not for its token', async () => {
    await signIn(service.credentials.tokens.operator, '#timeline/1234567890');
    expect(await page.getByRole('alert').textContent()).toMatch(/40[34]/);
    await page.goto(`${service.service.url}/console#feed`);
    await page.getByText('Not following.').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('403');
  });
});
