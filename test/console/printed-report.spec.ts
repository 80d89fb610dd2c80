import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import type { HistoryEntry } from '../../apps/ops/src/audit-history-command.js';
import { reportPage } from '../../apps/ops/src/report-page.js';
import { launchTabs, withBrowser } from '../support/browser.js';

const ACCOUNT = 'RA12345678';
const FIELDS = [
  ...['accountName', 'billingPlanOid', 'defaultTaxLotSelectionMethod', 'isDirectTradingAllowed'],
  ...['beneficiaryPrimaryShareTotal', 'w9BackupWithholding', 'previousAccountName', 'taxTreatment'],
  ...['electronicStatementsOnly', 'dividendReinvestment', 'initContributionDate', 'creationDate'],
];

/** Events as an account of two years has them: some with many fields, most with seven, a month of daily values in one. */
const entries = Array.from({ length: 70 }, (_, index): HistoryEntry => {
  const many = index % 7 === 0;
  const days = Array.from(
    { length: 28 },
    (_day, day) => `2026-02-${String(day + 1).padStart(2, '0')}`,
  );
  const fields = index % 7 === 3 ? days : FIELDS.slice(0, many ? 12 : 7);
  return {
    time: `2026-03-${String((index % 28) + 1).padStart(2, '0')}T15:00:00.000+00:00`,
    type: 'account.AccountUpdated',
    description: many ? 'Account details changed by the back office' : 'Cash transaction created',
    about: [
      { name: 'cashTransactionOid', value: '10020013' },
      { name: 'folioNumber', value: `${ACCOUNT}03` },
    ],
    actor: { caller: 'acme-advisors-key', actingMember: 'ada.adams', associatedMember: null },
    changes: fields.map((field) => ({ field, from: null, to: '2026-03-01' })),
    reason: many ? { outcome: 'lifted', code: '020', cause: 'signatures', by: 'ada.adams' } : null,
    requestId: '0f9e7c5a-0001-5000-8000-000000000001',
    stream: `account-${ACCOUNT}`,
    revision: index,
    position: 'cDA',
  };
});

/** Runs in the page: words that are broken over two lines. */
const BROKEN_WORDS = `(() => {
  const range = document.createRange();
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (nodes.nextNode()) {
    for (const { 0: word, index } of nodes.currentNode.textContent.matchAll(/\\b[A-Za-z]{8,}\\b/g)) {
      range.setStart(nodes.currentNode, index);
      range.setEnd(nodes.currentNode, index + word.length);
      if (range.getClientRects().length > 1) found.push(word);
    }
  }
  return found;
})()`;

withBrowser('a printed report', () => {
  let tabs: BrowserContext;
  beforeAll(async () => {
    tabs = await launchTabs();
  });
  afterAll(() => tabs.browser()?.close());

  it('of seventy events is at most twelve pages, and breaks no word of a name', async () => {
    const page = await tabs.newPage();
    await page.setContent(
      reportPage({
        subject: {
          ...{ kind: 'account', id: ACCOUNT, since: '2026-01-02T15:00:00.000+00:00' },
          facts: [
            ['Type', '9'],
            ['Status', 'OPEN'],
          ],
        },
        ...{ from: undefined, to: undefined, madeAt: '2026-06-01T00:00:00.000Z' },
        ...{ place: 'http://127.0.0.1:3000', entries, proven: new Map(), verified: 'x.ndjson' },
        verdict: { ok: false, finding: { problem: 'changed', line: 3, message: 'x' } },
      }),
    );
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const pages = printed.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThanOrEqual(12);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 1000, height: 700 });
    const broken = await page.evaluate<string[]>(BROKEN_WORDS);
    expect(broken).toEqual([]);
  });
});
