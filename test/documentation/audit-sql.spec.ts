import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FilledFirm, fillWithHistory } from '../../apps/ops/src/demo-history.js';
import { BrokerageClient, type Schemas } from '#libs/client';
import { periodBound } from '#libs/platform/kernel';
import { ops } from '../support/ops-process.js';
import { ServiceUnderTest } from '../support/running-service.js';

type Entry = Schemas['HistoryEntry'];

/** The answers of the page are compared with those of the service. */
describe('the export asked in SQL', () => {
  let directory: string;
  let service: ServiceUnderTest;
  let firm: FilledFirm;
  let client: BrokerageClient;
  let queries: ReadonlyMap<string, string>;
  let database: DuckDBConnection;
  let accounts: readonly [string, string];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sql-'));
    const embedded = { EVENTSTORE_URL: '', MONGODB_URL: '' };
    service = await ServiceUnderTest.start({}, embedded);
    const { url } = service.service;
    const { tokens } = service.credentials;
    const filling = { baseUrl: url, tokens, accounts: 4, now: Date.now() };
    [firm] = (await fillWithHistory({ ...filling, progress: () => undefined })) as [FilledFirm];
    client = new BrokerageClient(url, firm);
    accounts = firm.accountNumbers.slice(0, 2) as [string, string];
    const file = join(directory, 'export.ndjson');
    const { dataDir } = service.service.platform.config;
    expect(await ops(dataDir, ['audit', 'export', '--output', file])).toMatchObject({ status: 0 });
    const page = await readFile('docs/audit-sql.md', 'utf8');
    queries = new Map(
      page.split(/^## /m).map((part) => {
        const [, sql = ''] = /```sql\n([^]+?)```/.exec(part) ?? [];
        const [title = ''] = part.split('\n');
        return [title, sql.replace('RA12345678', accounts[0]).replace('RB12345678', accounts[1])];
      }),
    );
    database = await (await DuckDBInstance.create(':memory:')).connect();
    await database.run(
      (queries.get('# The export, asked in SQL') ?? '').replace('export.ndjson', file),
    );
  });
  afterAll(async () => {
    database.closeSync();
    await service.stop();
    await rm(directory, { recursive: true });
  });

  async function answer(title: string, ...changes: [string, string][]) {
    let sql = queries.get(title) ?? '';
    for (const [from, to] of changes) {
      expect(sql).toContain(from);
      sql = sql.replace(from, to);
    }
    return (await database.runAndReadAll(sql)).getRowObjectsJson();
  }

  async function history(account: string, query = ''): Promise<readonly Entry[]> {
    const path = `/restapi/accounts/${account}/history?order=oldest&limit=1000${query}`;
    return (await service.auditor.get(path)).body as Entry[];
  }

  it('has six questions', () => expect(queries.size).toBe(7));

  it('who changed this account in March', async () => {
    // a month of the demonstration, which ends today
    const year = new Date().getUTCFullYear() - 1;
    const [from, to] = [`${year}-03-01`, `${year}-03-31`];
    const bounds = [periodBound('from', from), periodBound('to', to)] as [string, string];
    const rows = await answer(
      'Who changed this account in March?',
      ['2026-03-01 05:00', bounds[0].slice(0, 16).replace('T', ' ')],
      ['2026-04-01 04:00', bounds[1].slice(0, 16).replace('T', ' ')],
    );
    const entries = await history(accounts[0], `&from=${from}&to=${to}`);
    const shown = entries.filter(({ stream }) => !stream.startsWith('ifa-'));
    expect(shown.length).toBeGreaterThan(0);
    expect(rows.map(({ event, request }) => [event, request])).toEqual(
      shown.map(({ type, requestId }) => [type, requestId]),
    );
    expect(new Set(rows.map(({ credentials }) => credentials))).toEqual(new Set([firm.apiKey]));
  });

  it('all money out above 10,000', async () => {
    const large: unknown[] = [];
    for (const account of firm.accountNumbers) {
      const path = `/restapi/accounts/${account}/cashtransactions?minAmount=10000.01`;
      const found = (await client.get(path)).body as Schemas['CashTransaction'][];
      const out = found.filter(({ sourceId }) => sourceId === account);
      large.push(...out.map(({ oid, amount, status }) => ({ oid, amount, status, account })));
    }
    expect(large.length).toBeGreaterThan(0);
    const rows = await answer('All money out above 10,000');
    const shown = rows.map(({ transaction: oid, amount, status, account }) => ({
      ...{ oid, amount, status, account },
    }));
    expect(new Set(shown)).toEqual(new Set(large));
  });

  it('every refused verification', async () => {
    const refused: unknown[] = [];
    for (const account of firm.accountNumbers) {
      const entries = await history(account, '&type=bankLink.MicroDepositsMismatched');
      refused.push(
        ...entries.map(({ about }) => about.find(({ name }) => name === 'bankLinkOid')?.value),
      );
    }
    expect(refused.length).toBeGreaterThan(0);
    const rows = await answer('Every refused verification');
    expect(rows.map(({ subject }) => subject)).toEqual(refused);
  });

  it('what a person saw of whom', async () => {
    const rows = await answer('What did a person see of whom?');
    expect(rows).toContainEqual(
      expect.objectContaining({ kind: 'asOf', whose: `account:${accounts[0]}` }),
    );
  });

  it('days without a root', async () => {
    const rows = await answer('Days without a root', [
      // the sandboxes of the demonstration have events of earlier days
      'FROM log)',
      `FROM (SELECT position, time - INTERVAL 2 DAY * (position = min_position)::INT AS time
        FROM log, (SELECT min(position) AS min_position FROM log)))`,
    ]);
    const today = new Date();
    const days = [2, 1].map((ago) => new Date(today.getTime() - ago * 86_400_000));
    expect(rows.map(({ day }) => day)).toEqual(days.map((day) => day.toISOString().slice(0, 10)));
  });

  it('two accounts compared', async () => {
    const rows = await answer('Two accounts compared');
    for (const account of accounts) {
      const entries = await history(account, '&type=folio.PositionsSet');
      const row = rows.find(({ event }) => event === 'folio.PositionsSet');
      expect(row?.[account]).toBe(`${entries.length}`);
    }
  });
});
