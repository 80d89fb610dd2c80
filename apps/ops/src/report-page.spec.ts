import { describe, expect, it } from '@jest/globals';
import type { HistoryEntry } from './audit-history-command.js';
import { type Report, reportPage } from './report-page.js';

const ACCOUNT = 'RA12345678';
const BAD = `<img src=x onerror="alert('1')">&`;

function entry(type: string, time: string, fields: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    ...{ type, time, description: type, about: [], changes: [], reason: null, requestId: 'r-1' },
    actor: { caller: 'acme-key', actingMember: null, associatedMember: null },
    ...{ stream: `account-${ACCOUNT}`, revision: 0, position: 'cDA' },
    ...fields,
  };
}

function set(fields: Readonly<Record<string, unknown>>): HistoryEntry['changes'] {
  return Object.entries(fields).map(([field, to]) => ({ field, from: null, to }));
}

const OPENED = {
  kind: 'account' as const,
  ...{ id: ACCOUNT, facts: [], since: '2026-01-02T15:00:00.000+00:00' },
};

/** The report of some entries, verified or not. */
function page(entries: readonly HistoryEntry[], fields: Partial<Report> = {}): string {
  return reportPage({
    subject: OPENED,
    ...{ from: undefined, to: undefined, madeAt: '2026-06-01T00:00:00.000Z', place: 'here' },
    ...{ entries, verified: 'export.ndjson', proven: new Map() },
    verdict: { ok: false, finding: { problem: 'changed', line: 3, message: `Not ${BAD}` } },
    ...fields,
  });
}

const positions = (time: string, folio: string, quantity: string): HistoryEntry =>
  entry('folio.PositionsSet', time, {
    about: [{ name: 'folioNumber', value: folio }],
    changes: set({ positions: [{ ticker: 'VTI', shareQuantity: quantity }] }),
  });

const cash = (oid: string, time: string, fields: Readonly<Record<string, unknown>>): HistoryEntry =>
  entry('cash.TransactionReported', time, {
    about: [{ name: 'cashTransactionOid', value: oid }],
    changes: set(fields),
  });

describe('a report', () => {
  it('escapes everything that others have written', () => {
    const html = page([
      entry('account.AccountUpdated', '2026-02-01T00:00:00.000+00:00', {
        description: BAD,
        about: [{ name: BAD, value: BAD }],
        actor: { caller: BAD, actingMember: BAD, associatedMember: BAD },
        changes: set({ [BAD]: BAD, list: [BAD] }),
        reason: { outcome: BAD },
        requestId: BAD,
      }),
      positions('2026-02-02T00:00:00.000+00:00', BAD, '1'),
    ]);
    expect(html).not.toContain('<img');
    expect(html.split('&lt;img src=x').length).toBeGreaterThan(8);
  });

  it('says that an export does not hold, and where', () => {
    const html = page([]);
    expect(html).toContain('Not verified.');
    expect(html).toContain('line 3');
    expect(html).toContain('No events in this period.');
  });

  it('adds up what all folios hold, from before its time on, and leaves earlier events out', () => {
    const html = page(
      [
        positions('2026-01-10T00:00:00.000+00:00', 'one', '10.5'),
        positions('2026-03-10T00:00:00.000+00:00', 'two', '2.25'),
      ],
      { from: '2026-03-01T00:00:00.000Z' },
    );
    expect(html).toContain('VTI: 12.75 shares at the end');
    expect(html.match(/<td>folio.PositionsSet/g)).toHaveLength(1);
  });

  it('adds up completed cash by month to the cent, in and out', () => {
    const time = '2026-02-01T00:00:00.000+00:00';
    const into = { status: 'CL', processDate: '2026-02-03', sourceId: 'bank', targetId: ACCOUNT };
    const html = page([
      cash('1', time, { ...into, amount: '1000.10' }),
      cash('2', time, { ...into, amount: '0.20' }),
      cash('3', time, { ...into, amount: '7.00', status: 'PD' }),
      cash('4', time, { ...into, amount: '5.05', sourceId: `${ACCOUNT}01`, targetId: 'bank' }),
      cash('3', time, { status: 'CC' }),
    ]);
    expect(html).toContain('<td>2026-02</td><td>1,000.30</td><td>5.05</td>');
  });

  const deposit = (processDate: string, status = 'CL'): HistoryEntry =>
    cash('1', '2026-02-01T00:00:00.000+00:00', {
      ...{ status, processDate, amount: '5000.00', sourceId: 'bank', targetId: ACCOUNT },
    });

  it('counts what was completed on the first and the last day in New York', () => {
    // in New York the account was opened the evening before
    const subject = { ...OPENED, since: '2026-01-02T03:06:00.000+00:00' };
    const first = page([deposit('2026-01-01')], { subject });
    expect(first).toContain('<td>2026-01</td><td>5,000.00</td><td>0.00</td>');
    expect(first).toContain('2026-01-01 22:06:00');
    const period = { from: '2026-01-01T05:00:00.000Z', to: '2026-02-01T05:00:00.000Z' };
    for (const day of ['2026-01-01', '2026-01-31']) {
      expect(page([deposit(day)], period)).toContain('<td>5,000.00</td>');
    }
  });

  it('of a member shows the certificate of an erasure, proven or not, and no money', () => {
    const erasure = {
      ...{ erasureId: 'e-1', erasedAt: '2026-03-01T15:00:00.000+00:00', erasedBy: 'jane.roe' },
      ...{ reason: `Art. 17 ${BAD}`, keyId: 'person:jdoe', keyFingerprint: null },
      ...{ certified: true, certifiedAt: '2026-03-01T15:00:01.000+00:00', erasureHash: 'abc' },
    };
    const subject = { ...OPENED, kind: 'member', id: 'jdoe', erasure } as const;
    const html = page([], { subject });
    expect(html).toContain('<h1>Member jdoe</h1>');
    expect(html).toContain('2026-03-01 10:00:00 by jane.roe');
    expect(html).toContain('Art. 17 &lt;img');
    expect(html).toContain('the person had no key');
    expect(html).not.toMatch(/Holdings|Cash|The export that was verified contains/);
    const verified = {
      ...{ scope: { member: 'jdoe' }, records: 1, streams: 1, madeAt: '2026-05-31T00:00:00Z' },
      ...{ keyId: 'k', keyTrusted: true, root: null, proven: 0 },
    };
    const verdict = { ok: true, verified } as unknown as Report['verdict'];
    expect(page([], { subject, verdict })).toContain('The export that was verified contains');
    expect(page([], { subject: { ...OPENED, kind: 'firm', id: '7' } })).not.toContain(
      'Certificate',
    );
  });

  it('never says that no money moved without saying what it leaves out', () => {
    const period = { from: '2026-01-02T05:00:00.000Z', to: '2026-02-01T05:00:00.000Z' };
    for (const day of ['2026-01-01', '2026-02-01']) {
      expect(page([deposit(day)], period)).toContain(
        'No money moved on a day of this period. Not counted: 1 transaction completed on other days.',
      );
    }
    expect(page([deposit('2026-01-05', 'PD')], period)).toContain('1 transaction not completed.');
    expect(page([], period)).toContain('No money moved on a day of this period.</p>');
  });

  it('marks the events that its proof lacks, and counts the others', () => {
    const { verified } = {
      verified: { scope: { account: ACCOUNT }, madeAt: '2026-05-31T00:00:00Z' },
    };
    const counts = { records: 1, streams: 1, keyId: 'k', keyTrusted: true, root: null, proven: 0 };
    const entries = [
      entry('account.AccountOpened', '2026-02-01T00:00:00.000+00:00'),
      entry('account.AccountUpdated', '2026-02-02T00:00:00.000+00:00', { revision: 1 }),
      entry('attention.ItemRaised', '2026-02-03T00:00:00.000+00:00', { stream: 'ifa-1' }),
    ];
    const html = page(entries, {
      verdict: { ok: true, verified: { ...verified, ...counts } },
      proven: new Map([[`account-${ACCOUNT}`, { first: 0, last: 0 }]]),
    });
    expect(html).toContain('3, 1 of them in the proof');
    expect(html.match(/not in the proof/g)).toHaveLength(2);
    expect(html).not.toContain('UTC');
    expect(html).toContain('from 2026-05-31 20:00:00 on');
  });

  it('puts codes and reasons in words, and many days in one line', () => {
    const at = '2026-02-01T00:00:00.000+00:00';
    const html = page([
      entry('account.RestrictionLifted', at, {
        changes: set({ restrictionType: 'CR' }),
        reason: { outcome: 'lifted', code: '020', cause: 'signatures', by: 'ada.adams' },
      }),
      entry('bankLink.MicroDepositsMismatched', at, {
        reason: { outcome: 'refused', code: 'some.rule', remainingAttempts: 0 },
      }),
      entry('bankLink.BankLinkCreated', at, { changes: set({ accountType: 'C' }) }),
      entry('performance.UnitValuesRecorded', at, {
        changes: set({ '2026-01-30': { gross: '1' }, '2026-01-31.net': '2' }),
      }),
    ]);
    for (const words of [
      'Lifted: 020 (Customer agreement not signed); cause: signatures; by ada.adams.',
      'restrictionType: CR (Complete restriction)',
      'Refused: some.rule; attempts left: 0.',
      'accountType: C (Checking)',
      '<div>2 days: 2026-01-30 to 2026-01-31</div>',
    ]) {
      expect(html).toContain(words);
    }
  });
});
