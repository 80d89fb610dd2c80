import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importLines } from '../conformance/import.fixture.js';
import { ops } from '../support/ops-process.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

/** Names that look like metrics: at least two words in Prometheus style. */
function metricNames(text: string): Set<string> {
  const names = text.match(/\b(?:brokerage|process|nodejs)_[a-z0-9_]+/g);
  return new Set(names ?? []);
}

/** `nodejs_gc_{min,max}_seconds` names two metrics. */
function withBraces(text: string): string {
  return text.replace(/([a-z_]+)\{([a-z0-9,]+)\}([a-z_]*)/g, (_, before, inner, after) =>
    String(inner)
      .split(',')
      .map((middle) => `${String(before)}${middle}${String(after)}`)
      .join(' '),
  );
}

describe('monitoring', () => {
  let service: ServiceUnderTest;
  /** The text of `/metrics`. */
  let text: string;
  /** Names of all metrics, and of the series of histograms. */
  const exported = new Map<string, string>();

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    const answer = await fetch(new URL('/metrics', service.service.url));
    text = await answer.text();
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)/gm)) {
      exported.set(name, name);
      if (type !== 'histogram') continue;
      for (const suffix of ['bucket', 'sum', 'count']) exported.set(`${name}_${suffix}`, name);
    }
  });
  afterAll(() => service.stop());

  const figure = async (name: string): Promise<number> => {
    const answer = await fetch(new URL('/metrics', service.service.url));
    const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  it('counts what commands do, once however often they are repeated, and why requests are refused', async () => {
    const refusals = 'brokerage_refusals_total{code="not.found"}';
    const before = [await figure('brokerage_members_created_total'), await figure(refusals)];
    const key = { 'idempotency-key': uniqueName('key') };
    const body = memberBody();
    for (let n = 0; n < 2; n++) {
      expectStatus(await service.client.post('/restapi/members', body, key), 201);
    }
    expectStatus(await service.client.get('/restapi/members/nobody'), 404);
    const after = [await figure('brokerage_members_created_total'), await figure(refusals)];
    expect(after).toEqual(before.map((count) => count + 1));
    expect(await figure('brokerage_data_directory_free_bytes')).toBeGreaterThan(0);
  });

  it.each(['docker/monitoring/grafana-dashboard.json', 'docker/monitoring/alerts.yaml'])(
    '%s asks for metrics that the service has',
    async (file) => {
      const asked = [...metricNames(await readFile(file, 'utf8'))];
      expect(asked.length).toBeGreaterThan(4);
      expect(asked.filter((name) => !exported.has(name))).toEqual([]);
    },
  );

  it('shows the moment that the newest backup covers, once there is one', async () => {
    const { dataDir } = service.service.platform.config;
    const name = 'brokerage_backup_timestamp_seconds';
    // an alert would take 0 for a backup of 1970
    for (const absent of [name, 'brokerage_daily_root_timestamp_seconds']) {
      expect(text).toContain(`# TYPE ${absent} gauge`);
      expect(text.split('\n').filter((line) => line.startsWith(`${absent} `))).toEqual([]);
    }
    const target = await mkdtemp(join(tmpdir(), 'backup-'));
    try {
      const { status, stdout } = await ops(dataDir, ['backup', target, '--json']);
      expect(status).toBe(0);
      const { begunAt } = JSON.parse(stdout) as { begunAt: string };
      expect(await figure(name)).toBeCloseTo(Date.parse(begunAt) / 1_000, 2);
    } finally {
      await rm(target, { recursive: true });
    }
  });

  const promtool = [process.env['PROMTOOL_PATH'], '/usr/bin/promtool'].find(
    (path) => path !== undefined && existsSync(path),
  );
  // like Chromium, a package of Debian (prometheus) that a fresh machine lacks
  (promtool === undefined ? it.skip : it)('rules raise their alerts in time, and no others', () => {
    const args = ['test', 'rules', 'docker/monitoring/alerts.test.yaml'];
    const { status, stdout, stderr } = spawnSync(promtool ?? '', args, { encoding: 'utf8' });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('counts refusals by their rule, of a row by itself and in an import', async () => {
    const path = '/accounts/RA00000000/folios/RA0000000003/positions';
    const refusals = 'brokerage_refusals_total{code="not.found"}';
    const before = await figure(refusals);
    expectStatus(await service.backoffice.put(`/backoffice${path}`, []), 404);
    expect(await figure(refusals)).toBe(before + 1);
    const { lines } = await importLines(service, [{ path, body: [] }]);
    expect(lines).toMatchObject([{ status: 404 }]);
    expect(await figure(refusals)).toBe(before + 2);
  });

  it('the dashboard shows every counter of the service, and the free disk', async () => {
    const shown = metricNames(await readFile('docker/monitoring/grafana-dashboard.json', 'utf8'));
    const counters = [...text.matchAll(/^# TYPE (brokerage_\S+) counter$/gm)].map(
      ([, name]) => name,
    );
    expect(counters).toEqual(
      expect.arrayContaining(['brokerage_accounts_opened_total', 'brokerage_refusals_total']),
    );
    const wanted = [...counters, 'brokerage_data_directory_free_bytes'];
    expect(wanted.filter((name = '') => !shown.has(name))).toEqual([]);
  });

  it('alerts of a disk that fills up', async () => {
    const alerts = await readFile('docker/monitoring/alerts.yaml', 'utf8');
    expect(metricNames(alerts)).toContain('brokerage_data_directory_free_bytes');
  });

  it('each alert leads to its own section of the guide, and each section is of an alert', async () => {
    const alerts = await readFile('docker/monitoring/alerts.yaml', 'utf8');
    const rules = alerts.split(/^ +- alert: /m).slice(1);
    const names = rules.map((rule) => /^\w+/.exec(rule)?.[0] ?? '');
    expect(names.length).toBeGreaterThan(10);
    const anchors = rules.map((rule) => /runbook_url: '.*\/alerts\.md#(.*)'/.exec(rule)?.[1]);
    expect(anchors).toEqual(names.map((name) => name.toLowerCase()));
    const guide = await readFile('docs/operations/alerts.md', 'utf8');
    const sections = [...guide.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections).toEqual(names);
  });

  it.each([
    ['ReadModelStopped', 'brokerage_projection_state', 'stopped'],
    ['RebuildStopped', 'brokerage_projection_rebuild_state', 'stopped'],
    ['NobodyProjects', 'brokerage_projection_state', 'unattended'],
  ])('%s waits for the number that %s has for %s', async (alert, metric, state) => {
    const help = new RegExp(`^# HELP ${metric} .*?(\\d) ${state}\\b`, 'm').exec(text)?.[1];
    expect(help).toBeDefined();
    const alerts = await readFile('docker/monitoring/alerts.yaml', 'utf8');
    const rule = new RegExp(`alert: ${alert}\\n +expr: (?:min|max) by \\(projection\\) (.+)\\n`);
    expect(rule.exec(alerts)?.[1]).toBe(`(${metric}) == ${help}`);
  });

  it('the operations guide names every metric, and no other', async () => {
    const guide = withBraces(await readFile('docs/operations.md', 'utf8'));
    const section = guide.slice(guide.indexOf('| Metric |'), guide.indexOf('Logs are JSON'));
    const documented = metricNames(section);
    const missing = new Set([...exported.values()].filter((name) => !documented.has(name)));
    expect([...missing].filter((name) => !isTotal(name, documented))).toEqual([]);
    expect([...documented].filter((name) => !exported.has(name))).toEqual([]);
  });
});

/** The guide says that three metrics also exist with `_total`. */
function isTotal(name: string, documented: ReadonlySet<string>): boolean {
  return name.endsWith('_total') && documented.has(name.slice(0, -'_total'.length));
}
