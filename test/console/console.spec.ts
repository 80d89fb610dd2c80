import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { businessDate } from '#libs/platform/kernel';
import type { DocumentStore } from '#libs/platform/read-models';
import { DOCUMENT_STORE } from '#libs/platform/service';
import { LinkUnderTest } from '../conformance/bank-links.fixture.js';
import { axeSource, launchTabs, watchedPage, withBrowser } from '../support/browser.js';
import { uniqueName } from '../support/bodies.js';
import { eventually } from '../support/condition.js';
import { expectStatus, ServiceUnderTest } from '../support/running-service.js';

/** Titles of the views for operators and auditors, and for readers of accounts, in page order. */
const OPERATORS = [
  ...['Projections', 'Consumers', 'Webhooks', 'Mails', 'Log', 'Exports and roots'],
  ...['Who read what', 'Requests', 'Erasures', 'API clients', 'Keys'],
];
const READERS = ['Accounts', 'Members', 'Timelines', 'Event feed'];

/** Column headings that are positioned apart from their cells. */
const MISALIGNED = `[...document.querySelectorAll('thead th')].flatMap((head) => {
  const row = head.closest('table').querySelector('tbody tr');
  const cell = row?.children[head.cellIndex];
  const alignment = (one) => getComputedStyle(one).textAlign;
  const isColumn = cell && getComputedStyle(cell).display === 'table-cell';
  return isColumn && alignment(head) !== alignment(cell) ? ['over a column: ' + head.innerText] : [];
})`;

type Role = 'operator' | 'auditor' | 'backoffice' | 'client';

withBrowser('the console in Chromium', () => {
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
  });
  afterEach(() => page.close());

  async function signIn(token: string, view = ''): Promise<void> {
    await page.goto(`${service.service.url}/console${view}`);
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  /** Navigates to a view from within the page. */
  async function goTo(shown: Page, view: string): Promise<void> {
    const script = `new Promise((there) => {
      addEventListener('hashchange', there, { once: true });
      location.hash = ${JSON.stringify(view)};
    }).then(() => undefined)`;
    await shown.evaluate(script);
  }

  async function signOut(): Promise<void> {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Access token').waitFor();
  }

  async function replayFrom(accountNumber: string): Promise<void> {
    await page.getByLabel('From account').fill(accountNumber);
    await page.getByLabel('Sequence').fill('1');
    const replayed = page.waitForResponse((answer) => answer.url().endsWith('/replay'));
    await page.getByRole('button', { name: 'Send again' }).click();
    expect((await replayed).status()).toBe(200);
  }

  it('lets nobody in without a token, and says why', async () => {
    await page.goto(`${service.service.url}/console`);
    await page.getByLabel('Access token').fill('no-token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('401');
    // the refusal itself, and nothing else
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('shows an operator every read model and rebuilds one of them', async () => {
    await signIn(service.credentials.tokens.operator, '#projections');
    const row = page.locator('#projections [data-key="folios.folio"]');
    await row.locator('[data-label=State]').getByText('live').waitFor();
    const names = service.service.platform.projections.map(({ name }) => name).sort();
    const shown = await page.locator('#projections tbody > tr > th').allInnerTexts();
    expect(shown.sort()).toEqual(names);

    const live = row.locator('.generation', { hasText: /live/ }).locator('code');
    const before = await live.textContent();
    page.on('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: 'Rebuild folios.folio' }).click();
    const next = before!.trim().replace(/_g(\d+)$/, (_, number) => `_g${Number(number) + 1}`);
    await live.filter({ hasText: next }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('compares a generation that is built beside with the live one', async () => {
    await signIn(service.credentials.tokens.operator, '#projections');
    const row = page.locator('#projections [data-key="members.firm"]');
    page.on('dialog', (dialog) => void dialog.accept());
    await row.getByRole('button', { name: 'Rebuild and hold: members.firm' }).click();
    const ready = row.locator('.generation', { hasText: 'ready' });
    const collection = (await ready.locator('code').textContent()) ?? '';
    const documents = service.service.app.get<DocumentStore>(DOCUMENT_STORE);
    const { firmId: id } = service.credentials;
    const [stored] = await documents.load(collection, [id]);
    const { position = 0n, document } = stored ?? {};
    const forged = { ...document, legalName: 'Forged' };
    const writes = [{ collection, id, document: forged, position: position + 1n }];
    await documents.write({ writes, checkpoints: [] });
    await ready.getByRole('button', { name: 'Compare' }).click();
    await page.locator('#diff-fields', { hasText: 'legalName' }).waitFor();
    await page.locator('#diff-documents', { hasText: id }).getByText('different').waitFor();
    expect(await page.locator('#diff').textContent()).not.toContain('Forged');
    await page.evaluate(axeSource());
    const violations = 'axe.run("#diff").then(({ violations }) => violations.map(({ id }) => id))';
    expect(await page.evaluate(violations)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows why a rebuild was refused until the next request, whatever moves meanwhile', async () => {
    await signIn(service.credentials.tokens.operator, '#projections');
    const row = page.locator('#projections [data-key="folios.folio"]');
    const position = row.locator('[data-label=Position]');
    await row.locator('[data-label=State]').getByText('live').waitFor();
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

  it('shows the newest of many events first, earlier ones on request, and newer ones when shown again', async () => {
    const accountNumber = await service.account({ accountName: 'Name 0' });
    const path = `/restapi/accounts/${accountNumber}`;
    const rename = async (count: number): Promise<void> =>
      expectStatus(await service.client.put(path, { accountName: `Name ${count}` }), 200);
    await rename(1);
    await Promise.all(Array.from({ length: 198 }, (_, count) => rename(count + 2)));
    await rename(200);
    await signIn(service.credentials.tokens.auditor, `#timeline/${accountNumber}`);
    await page.locator('#account ins', { hasText: 'Name 200' }).waitFor();
    await page.getByText('event 200 of 200, not counting earlier ones').waitFor();
    // the first version shows no changes, since its predecessor isn't available
    await page.locator('#as-of').fill('0');
    await page.locator('#account', { hasText: '"Name 1"' }).waitFor();
    expect(await page.locator('#account ins').count()).toBe(0);
    await page.getByRole('button', { name: 'Earlier events' }).click();
    await page.getByRole('button', { name: 'Earlier events' }).waitFor({ state: 'detached' });
    await page.locator('#account', { hasText: '"Name 1"' }).waitFor();
    await page.locator('#as-of').fill('0');
    await page.locator('#event').getByText('account.AccountOpened').waitFor();
    await rename(201);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('#account ins', { hasText: 'Name 201' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows an auditor an account after each of its events, and requests none before the slider has come to rest', async () => {
    const accountNumber = await service.account({ accountName: 'First name' });
    const renamed = { accountName: 'Renamed' };
    expectStatus(await service.client.put(`/restapi/accounts/${accountNumber}`, renamed), 200);
    await signIn(service.credentials.tokens.auditor, `#timeline/${accountNumber}`);
    await page.locator('#account ins', { hasText: 'Renamed' }).waitFor();
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
    await page.locator('#account', { hasText: 'accountName: "First name"' }).waitFor();
    expect(await page.locator('#account').textContent()).not.toContain('Renamed');
    await page.locator('#event').getByText('account.AccountOpened').waitFor();
    expect(asked).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('follows the event feed while it is shown', async () => {
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

  it('keeps the focus on an event of the feed while others arrive', async () => {
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByText('Following').waitFor();
    await service.account();
    const opened = page.locator('#feed tr', { hasText: 'brokerage.account.opened.v1' });
    const id = (await opened.first().getAttribute('data-key')) ?? '';
    const button = page.locator(`[data-key="${id}"] button`);
    await button.focus();
    const next = await service.account();
    await page.locator('#feed tr', { hasText: next }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator(`[data-key="${id}"] pre`, { hasText: id }).waitFor();
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

  it('shows an operator the webhooks of a firm, and their failing events', async () => {
    const firm = await service.otherFirm();
    const body = { url: 'https://no-such-host.invalid/hook' };
    const made = await firm.client.post('/restapi/webhooks', body);
    expectStatus(made, 201);
    const { id } = made.body as { id: string };
    const accountNumber = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    await signIn(service.credentials.tokens.operator, `#webhooks/${firm.firmId}`);
    const row = page.locator(`#webhooks [data-key="${id}"]`);
    await row.getByText('https://no-such-host.invalid', { exact: true }).waitFor();
    await row.getByText('enabled', { exact: true }).waitFor();
    await row.getByText(accountNumber).waitFor();
    await row.getByText(/attempt\s+\d+/).waitFor();
    expect(await row.textContent()).not.toContain('/hook');
    expect(complaints).toEqual([]);
  });

  it('begins with the webhooks that fail, and passes over the others', async () => {
    const [failing, fine] = [await service.otherFirm(), await service.otherFirm()];
    for (const { client } of [failing, fine]) {
      const body = { url: 'https://no-such-host.invalid/hook' };
      expectStatus(await client.post('/restapi/webhooks', body), 201);
    }
    await service.account({ billingPlanOid: failing.planOid }, failing.client);
    await signIn(service.credentials.tokens.auditor);
    await page.getByText(`of firm ${failing.firmId} fails`).waitFor();
    expect(await page.getByText(`of firm ${fine.firmId}`).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('asks for another token when the current one expires, and continues where it was', async () => {
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
    await page
      .locator('#projections [data-key="folios.folio"] [data-label=State]')
      .getByText('live')
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints.filter((text) => !text.includes('401'))).toEqual([]);
  });

  it('reports that the service is unavailable, and follows again when it is back', async () => {
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByText('Following').waitFor();
    const away = (url: URL): boolean => url.pathname.startsWith('/restapi/');
    await page.route(away, (route) => route.abort());
    service.service.app.getHttpServer().closeAllConnections();
    await page.getByRole('alert').filter({ hasText: 'does not respond' }).waitFor();
    await page.getByText('Connecting…').waitFor();
    await page.unroute(away);
    await page.getByText('Following').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('works below a path that a proxy puts before it', async () => {
    const below = `${service.service.url}/base/`;
    await page.route(`${below}**`, (route) =>
      route.continue({ url: route.request().url().replace(below, `${service.service.url}/`) }),
    );
    // links of lists start with the public base URL
    await page.route(`${below}operator/webhooks`, async (route) => {
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
    await page
      .locator('#projections [data-key="folios.folio"] [data-label=State]')
      .getByText('live')
      .waitFor();
    expect(asked.filter((url) => !url.startsWith(below) && !url.startsWith('data:'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('opens whatever people write into its address', async () => {
    await signIn(service.credentials.tokens.auditor, '#%');
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Overview');
    await goTo(page, '#toString');
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Overview');
    await goTo(page, '#timeline/%');
    expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Account %');
    expect(complaints.filter((text) => !/40[34]/.test(text))).toEqual([]);
  });

  it('shows each role the views it may use and no others', async () => {
    const { tokens } = service.credentials;
    for (const [token, shown] of [
      [tokens.operator, ['Overview', ...OPERATORS, 'Import']],
      [tokens.auditor, ['Overview', OPERATORS[0], ...READERS, ...OPERATORS.slice(1)]],
      [tokens.backoffice, ['Import']],
      [tokens.client, ['Overview', ...READERS, 'Webhooks', 'Requests']],
    ] as const) {
      await signIn(token);
      expect(await page.locator('nav a').allInnerTexts()).toEqual(shown);
      // the first view appears at once and makes no request that is refused
      expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe(shown[0]);
      await signOut();
    }
    expect(complaints).toEqual([]);
  });

  it('begins with what needs somebody, and what happens today', async () => {
    const { tokens } = service.credentials;
    const accountNumber = await service.openAccount();
    const processDate = businessDate(new Date().toISOString());
    const transactions = `/backoffice/accounts/${accountNumber}/cashtransactions`;
    for (const [oid, sent] of [
      ['900001', { transactionType: 'CRW', amount: '1234567.89', status: 'PD' }],
      ['900002', { transactionType: 'CRW', amount: '0.11', status: 'CL' }],
      ['900003', { transactionType: 'CRW', amount: '5.00', status: 'RJ' }],
    ] as const) {
      const answer = await service.backoffice.put(`${transactions}/${oid}`, {
        ...sent,
        processDate,
      });
      expectStatus(answer, 200);
    }
    await signIn(tokens.auditor);
    await page.locator('#needs').waitFor();
    await page.locator('#today', { hasText: 'Account opened' }).waitFor();
    const figures = page.locator('#account-figures');
    await figures.getByText('Opened today').waitFor();
    expect(Number(await figures.getByRole('link').innerText())).toBeGreaterThan(0);
    // the firm's other accounts of this file may move cash too
    const cash = page.locator('#money');
    await cash.getByText('Out').waitFor();
    expect(await cash.innerText()).toMatch(/In\s+\$[\d,]+\.\d\d\s+Out\s+\$1,234,5\d\d\.\d\d/);
    const stopped = { name: 'folios.folio', state: 'stopped', lastError: 'Error at 7' };
    await page.route('**/operator/projections', (route) => route.fulfill({ json: [stopped] }));
    await page.reload();
    await page.locator('#needs li', { hasText: 'folios.folio has stopped: Error at 7' }).waitFor();
    await page.locator('#needs').getByRole('link', { name: 'See', exact: true }).click();
    expect(page.url()).toMatch(/#projections$/);
    await signOut();
    await signIn(tokens.client, `#accounts/${accountNumber}`);
    await page.locator('#permissions').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows an account and its owner with what they have, in words', async () => {
    const owner = await service.member({ firstName: 'Ada', lastName: 'Byron' });
    const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    const deposit = { transactionType: 'AHD', amount: '70.00', status: 'CL', sourceId: 'bank' };
    const path = `/backoffice/accounts/${accountNumber}/cashtransactions/4711`;
    const processDate = businessDate(new Date().toISOString());
    expectStatus(await service.backoffice.put(path, { ...deposit, processDate }), 200);
    for (const token of [service.credentials.tokens.auditor, service.credentials.tokens.client]) {
      await signIn(token, `#accounts/${accountNumber}`);
      await page.locator('#permissions', { hasText: 'Account manager' }).waitFor();
      await page.locator('#cash', { hasText: 'Completed' }).getByText('70.00').waitFor();
      await page.locator('#documents', { hasText: owner }).waitFor();
      await page.locator('#items', { hasText: 'Sign agreement document' }).waitFor();
      const facts = page.locator('dl').first();
      for (const place of [
        facts,
        ...['#permissions', '#items', '#documents'].map((id) => page.locator(id)),
      ]) {
        await place.getByText('Ada Byron').waitFor();
      }
      await facts.getByText('Advisory, tiered').waitFor();
      await facts.getByText('Maximize losses, minimize gains').waitFor();
      // a year of months, however few of them have cash
      expect(await page.locator('figure rect').count()).toBe(24);
      await page.locator('dl').getByRole('link', { name: owner }).click();
      await page.getByRole('heading', { name: `Member ${owner}` }).waitFor();
      await page.locator('#member-accounts', { hasText: accountNumber }).waitFor();
      await signOut();
    }
    expect(complaints).toEqual([]);
  });

  it('finds accounts by name, type and status, in an order, and keeps that in its address', async () => {
    const accountName = uniqueName('Z').slice(0, 16);
    const owner = await service.member({ firstName: 'Grace', lastName: 'Hopper' });
    await service.openAccount({ accountName, primaryAccountOwner: owner });
    await signIn(service.credentials.tokens.auditor, '#accounts');
    await page.getByLabel('Name begins with').fill(accountName);
    await page.getByLabel('Type').selectOption({ label: 'Individual' });
    await page.getByLabel('Order').selectOption({ label: 'newest first' });
    await page.getByRole('button', { name: 'Find' }).click();
    await page.locator('#accounts', { hasText: accountName }).waitFor();
    expect(await page.locator('#accounts tbody tr').count()).toBe(1);
    expect(page.url()).toContain(`accountName=${accountName}`);
    await page.locator('#accounts', { hasText: 'Grace Hopper' }).waitFor();
    await page.locator('#accounts').getByRole('link', { name: owner }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('names the firms of members and webhooks to an auditor, and says states and failures in words', async () => {
    const name = 'Lovelace Advisors';
    const { firmId, client, planOid } = await service.otherFirm([], 'account', { name });
    const login = await service.member({ firstName: 'Ada' }, client);
    const hook = { url: 'https://no-such-host.invalid/hook' };
    expectStatus(await client.post('/restapi/webhooks', hook), 201);
    await service.account({ primaryAccountOwner: login, billingPlanOid: planOid }, client);
    await signIn(service.credentials.tokens.auditor, `#webhooks/${firmId}`);
    const row = page.locator('#webhooks tbody tr');
    await row.getByText(name).waitFor();
    // as the resolver of this machine puts it
    await row
      .getByText(/^(No host of this name|Name can’t be looked up) \((ENOTFOUND|EAI_AGAIN)\)$/)
      .waitFor();
    await goTo(page, '#members?name=ada');
    const member = page.locator(`#members [data-key="${login}"]`);
    await member.getByText(name).waitFor();
    await member.getByText('Passed').waitFor();
    expect(complaints).toEqual([]);
  });

  it('begins a feed with the last events of the day, and misses none after them', async () => {
    const before = await service.account();
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.locator('#feed tr', { hasText: before }).first().waitFor();
    await page.getByText('Following').waitFor();
    expect(await page.locator('#feed tbody tr').count()).toBeLessThanOrEqual(50);
    const after = await service.account();
    await page.locator('#feed tr', { hasText: after }).first().waitFor();
    const keys = await page.evaluate<string[]>(
      `[...document.querySelectorAll('#feed tbody tr')].map(({ dataset }) => dataset.key)`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has its navigation in one line on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await signIn(service.credentials.tokens.auditor, '#keys');
    await page.locator('nav a').first().waitFor();
    const tops = `new Set([...document.querySelectorAll('nav a')].map((one) => one.offsetTop)).size`;
    expect(await page.evaluate(tops)).toBe(1);
    await page.locator('nav a[aria-current=page]', { hasText: 'Keys' }).waitFor();
    const wide = 'document.documentElement.scrollWidth - innerWidth';
    expect(await page.evaluate(wide)).toBeLessThanOrEqual(0);
  });

  it('follows only events of the types asked for, and asks for what a kind of timeline needs', async () => {
    await service.account();
    const type = 'brokerage.account.restricted.v1';
    await signIn(service.credentials.tokens.auditor, '#feed');
    await page.getByLabel('Event types').fill(type);
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.waitForURL(/eventTypes=/);
    const seen = async () =>
      new Set(await page.locator('#feed [data-label=Event]').allInnerTexts());
    await eventually(async () => (await seen()).size === 1 || undefined);
    const accountNumber = await service.account();
    await page.locator('#feed tr', { hasText: accountNumber }).waitFor();
    expect(await seen()).toEqual(new Set([type]));
    await goTo(page, '#timeline');
    const account = page.getByLabel('Account of a bank link');
    expect(await account.isVisible()).toBe(false);
    await page.getByLabel('Kind').selectOption({ label: 'Bank link' });
    await account.waitFor();
    expect(complaints).toEqual([]);
  });

  it('lists consumers with their lag, and says where nothing is parked', async () => {
    await signIn(service.credentials.tokens.operator, '#consumers');
    const row = page.locator('#consumers tr', { hasText: 'feed.translator' });
    await row.locator('[data-label=Parked]', { hasText: 'none' }).waitFor();
    expect(await row.locator('[data-label="Lag (s)"]').innerText()).toMatch(/^\d+\.\d$/);
    expect(complaints).toEqual([]);
  });

  it('says who may see a view that the token may not, and requests nothing', async () => {
    await signIn(service.credentials.tokens.operator, '#timeline/RA12345678');
    await page.getByText('This view is for client, advisor, auditor').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('shows what a firm sent and what came back, to the firm and to an auditor', async () => {
    const requestId = uniqueName('console-r');
    await service.client.get('/restapi/accounts/RZZZZZZZZZ', { 'x-request-id': requestId });
    await eventually(async () => {
      const { body } = await service.client.get(`/restapi/requests?requestId=${requestId}`);
      return (body as unknown[])[0];
    });
    const { client, auditor } = service.credentials.tokens;
    for (const [token, view] of [
      [client, '#requests'],
      [auditor, `#requests/${service.credentials.firmId}`],
    ] as const) {
      await signIn(token, `${view}?status=4xx&requestId=${requestId}`);
      const row = page.locator('#requests tbody tr');
      await row.getByText('GET /restapi/accounts/RZZZZZZZZZ').waitFor();
      expect(await row.locator('[data-label=Answer]').innerText()).toMatch(/^404/);
      await signOut();
    }
    expect(complaints).toEqual([]);
  });

  it('narrows a timeline by days, types and actors, and keeps that in its address', async () => {
    const accountNumber = await service.account();
    await signIn(service.credentials.tokens.auditor, `#timeline/${accountNumber}`);
    await page.locator('#events').waitFor();
    await page.getByLabel('Event types').fill('account.AccountOpened');
    await page.getByLabel('From day (New York)').fill(businessDate(new Date().toISOString()));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(/event 1 of\s+1\s*$/).waitFor();
    expect(page.url()).toContain('type=account.AccountOpened');
    await page.getByLabel('To day (New York)').fill('2020-01-01');
    await page.getByLabel('From day (New York)').fill('2019-01-01');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('There are no events.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows an operator the deliveries of a webhook, and replays them for operator and firm', async () => {
    const firm = await service.otherFirm();
    const made = await firm.client.post('/restapi/webhooks', { url: 'https://away.invalid/hook' });
    expectStatus(made, 201);
    const { id } = made.body as { id: string };
    const accountNumber = await service.account({ billingPlanOid: firm.planOid }, firm.client);
    await signIn(service.credentials.tokens.operator, `#webhooks/${firm.firmId}/${id}`);
    const attempt = page.locator('#attempts tbody tr').filter({ hasText: accountNumber });
    await attempt.first().getByText('failed').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await replayFrom(accountNumber);
    const own = await service.client.post('/restapi/webhooks', { url: 'https://own.invalid/hook' });
    expectStatus(own, 201);
    await signOut();
    await page.goto('about:blank');
    const path = `#webhooks/own/${(own.body as { id: string }).id}`;
    await signIn(service.credentials.tokens.client, path);
    const mine = await service.account();
    await replayFrom(mine);
    await signOut();
    await page.goto('about:blank');
    await signIn(service.credentials.tokens.auditor, `#webhooks/${firm.firmId}/${id}`);
    await attempt.first().waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('exports an account and checks the result byte by byte', async () => {
    const accountNumber = await service.account();
    const query = `#exports?of=account&id=${accountNumber}`;
    await signIn(service.credentials.tokens.auditor, query);
    await page.getByText('Complete, and signed by this service.').waitFor();
    // what is exported can be looked at as it is stored
    await page.getByLabel('Stream contains').fill(`account-${accountNumber}`);
    await page.getByLabel('Number in the stream').fill('0');
    await page.getByRole('button', { name: 'Find' }).click();
    const stored = page.locator('#log tbody tr');
    await stored.getByText('account.AccountOpened.v1', { exact: true }).click();
    const text = JSON.parse((await stored.locator('pre').innerText()) || '{}') as object;
    expect(text).toMatchObject({ stream: `account-${accountNumber}`, revision: 0, kind: 'event' });
    // personal data as it is stored, which is encrypted
    expect(JSON.stringify(text)).toContain('$sealed');
    expect(await stored.count()).toBe(1);
    await page.route(/audit\/export/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace('account.AccountOpened', 'account.AccountClosed');
      await route.fulfill({ response: answer, body });
    });
    await page.getByRole('button', { name: 'Export and check' }).click();
    await page.getByText(/Line \d+ is not what was exported\./).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows the log as it is stored, of a stream and around an event', async () => {
    const accountNumber = await service.account();
    const stream = `account-${accountNumber}`;
    await signIn(service.credentials.tokens.auditor, '#log');
    const rows = page.locator('#log tbody tr');
    await page.getByLabel('Stream, empty for all').fill(stream);
    await page.getByRole('button', { name: 'Show' }).click();
    const opened = rows.filter({ hasText: stream }).filter({ hasText: 'account.AccountOpened.v1' });
    await opened.getByText('account.AccountOpened.v1', { exact: true }).click();
    const stored = JSON.parse(await opened.locator('pre').innerText()) as Record<string, unknown>;
    expect(stored).toMatchObject({ stream, revision: 0 });
    expect(JSON.stringify(stored['data'])).toContain('$sealed');

    // in the whole log the event comes first, and the page with newer ones ends with it
    const { position } = stored as { position: string };
    await opened.getByRole('link', { name: position }).click();
    await rows.first().filter({ hasText: position }).waitFor();
    expect(await rows.count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Newer' }).click();
    await rows.last().filter({ hasText: position }).waitFor();
    expect(await rows.count()).toBeGreaterThan(1);
    await page.getByRole('link', { name: 'Older' }).click();
    await rows.first().filter({ hasText: position }).waitFor();
    await signOut();
    await signIn(service.credentials.tokens.operator, '#reads');
    await page.getByText('GET /operator/audit/log').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('sends a file to the import, and shows the lines that were refused', async () => {
    await signIn(service.credentials.tokens.backoffice);
    const lines = '{"path":"/accounts/RA00000000/nothing","body":{}}\n';
    const file = {
      name: 'lines.ndjson',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(lines),
    };
    await page.getByLabel(/File of lines/).setInputFiles(file);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Import' }).click();
    await page.locator('#refused').getByText('404').waitFor();
    expect(complaints).toEqual([]);
  });

  describe('each view', () => {
    let views: readonly (readonly [role: Role, view: string])[];
    beforeAll(async () => {
      const link = await LinkUnderTest.create(service);
      const { accountNumber, owner, oid } = link;
      const folios = await service.client.get(`/restapi/accounts/${accountNumber}/folios`);
      const [{ folioNumber } = { folioNumber: '' }] = folios.body as { folioNumber: string }[];
      const hook = await service.client.post('/restapi/webhooks', {
        url: 'https://x.invalid/hook',
      });
      expectStatus(hook, 201);
      const { id } = hook.body as { id: string };
      const { firmId } = service.credentials;
      views = [
        ['operator', '#projections'],
        ['auditor', '#accounts'],
        ['auditor', `#accounts/${accountNumber}`],
        ['auditor', '#members'],
        ['auditor', `#timeline/${accountNumber}`],
        ['auditor', `#timeline/${accountNumber}/folios/${folioNumber}`],
        ['auditor', `#timeline/${accountNumber}/achbanklinks/${oid}`],
        ['auditor', `#timeline/members/${owner}`],
        ['auditor', `#timeline/firms/${firmId}`],
        ['auditor', `#feed/${accountNumber}`],
        ['operator', '#consumers'],
        ['operator', '#webhooks'],
        ['operator', `#webhooks/${firmId}/${id}`],
        ['client', `#accounts/${accountNumber}`],
        ['client', `#timeline/${accountNumber}`],
        ['client', `#webhooks/own/${id}`],
        ['operator', '#mails'],
        ['auditor', '#log'],
        ['auditor', `#log?stream=account-${accountNumber}`],
        ['auditor', `#exports?of=account&id=${accountNumber}`],
        ['auditor', `#reads?of=account&id=${accountNumber}`],
        ['operator', '#erasures'],
        ['operator', '#clients'],
        ['operator', '#keys'],
        ['backoffice', '#import'],
      ];
    });

    it.each(['operator', 'auditor', 'client', 'backoffice'] as const)(
      'of the %s is well in light on 1280 pixels and in dark on 390: axe finds nothing, and nothing is wider',
      async (role) => {
        await signIn(service.credentials.tokens[role]);
        await page.evaluate(axeSource());
        for (const [of, view] of views) {
          if (of !== role) continue;
          await goTo(page, view);
          await page.getByText('…', { exact: true }).first().waitFor({ state: 'detached' });
          const alerts = await page.getByRole('alert').allInnerTexts();
          complaints.push(...alerts.map((text) => `${view}: ${text}`));
          complaints.push(
            ...(await wrong(view, 'light', 1280)),
            ...(await wrong(view, 'dark', 390)),
          );
        }
        expect(complaints).toEqual([]);
      },
    );

    /** Layout problems of a view: too wide, or found by axe. */
    async function wrong(
      view: string,
      colorScheme: 'light' | 'dark',
      width: number,
    ): Promise<string[]> {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 844 });
      const found: string[] = [];
      const broad = await page.evaluate('document.documentElement.scrollWidth');
      if (broad !== width) found.push(`${String(broad)} pixels wide`);
      found.push(...(await page.evaluate<string[]>(MISALIGNED)));
      const violations = `axe.run().then((found) => found.violations.map((one) => one.id + ' ' + one.nodes[0].html))`;
      found.push(...(await page.evaluate<string[]>(violations)));
      return found.map((text) => `${view} in ${colorScheme}: ${text}`);
    }
  });
});
