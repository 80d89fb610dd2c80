import { describe, expect, it } from '@jest/globals';
import type { HistoryEntry } from './audit-history-command.js';
import { type Report, reportPage } from './report-page.js';

const ACCOUNT = 'RA12345678';
const BAD = `<img src=x onerror="alert('1')">&`;

function entry(type: string, time: string, fields: Partial<HistoryEntry> = {}): HistoryEntry {
  return {
    ...{ type, time, description: type, about: [], changes: [], reason: null, requestId: 'r-1' },
    actor: { caller: 'acme-key', actingMember: null, associatedMember: null },
    ...fields,
  };
}

function set(fields: Readonly<Record<string, unknown>>): HistoryEntry['changes'] {
  return Object.entries(fields).map(([field, to]) => ({ field, from: null, to }));
}

/** The report of some entries, verified or not. */
function page(entries: readonly HistoryEntry[], fields: Partial<Report> = {}): string {
  return reportPage({
    account: {
      ...{ accountNumber: ACCOUNT, accountType: 'I', accountStatus: 'OPEN' },
      creationDate: '2026-01-02T15:00:00.000+00:00',
    },
    ...{ from: undefined, to: undefined, madeAt: '2026-06-01T00:00:00.000Z', place: 'here' },
    ...{ entries, verified: 'export.ndjson' },
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
});
