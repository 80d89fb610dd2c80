import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import { DailyRootSigner } from '#libs/contexts/audit';
import {
  eventHash,
  isSignedRoot,
  leafHash,
  MerkleTree,
  readPublicKey,
  type SignedRoot,
} from '#libs/platform/proof';
import { exportAs, exported as exportedFrom } from './exports.fixture.js';
import { ManualClock } from '../support/manual-clock.js';
import {
  expectProblems,
  expectStatus,
  memberBody,
  ServiceUnderTest,
} from '../support/running-service.js';

const DAY = 24 * 60 * 60_000;
const clock = new ManualClock(Date.parse('2026-03-02T15:00:00.000Z'));
let service: ServiceUnderTest;
/** Uses a token: signatures would have expired by the service's clock. */
let client: BrokerageClient;
let accountNumber: string;
let owner: string;
let tid: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start({ clock });
  // runs only when a case calls it
  await signer().stop();
  client = new BrokerageClient(service.service.url, { token: service.credentials.tokens.client });
  const body = memberBody();
  owner = String(body['loginId']);
  tid = String(body['tid']);
  expectStatus(await client.post('/restapi/members', body), 201);
  accountNumber = await service.account({ primaryAccountOwner: owner }, client);
});
afterAll(() => service.stop());

const signer = (): DailyRootSigner => service.service.app.get(DailyRootSigner, { strict: false });

const exported = (query: string): ReturnType<typeof exportedFrom> => exportedFrom(service, query);

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const ofKind = (text: string, kind: string): Record<string, unknown>[] =>
  linesOf(text).filter((line) => line['kind'] === kind);

describe('Log [audit.log]', () => {
  interface Stored extends Record<string, unknown> {
    readonly position: string;
    readonly revision: number;
  }

  async function page(query: string): Promise<[events: Stored[], next: string | undefined]> {
    const answer = await service.auditor.get(`/operator/audit/log${query}`);
    expectStatus(answer, 200);
    const [, next] = /\?([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    return [answer.body as Stored[], next];
  }

  async function pages(query: string): Promise<Stored[]> {
    const [events, next] = await page(query);
    return next === undefined ? events : [...events, ...(await pages(`?${next}`))];
  }

  it('has every event as it is stored, in pages, from either end, from any event, and of one stream', async () => {
    const log = (await service.log()).map(({ position, ...event }) => {
      return { position: String(position), ...event };
    });
    const end = log.at(-1)?.position ?? '';
    // what is looked at is recorded behind it
    expect((await pages('?order=oldest')).slice(0, log.length)).toEqual(log);
    expect(await pages(`?from=${end}&limit=7`)).toEqual(log.toReversed());
    const middle = Math.floor(log.length / 2);
    const at = log[middle]?.position ?? '';
    expect((await page(`?from=${at}&order=oldest&limit=3`))[0]).toEqual(
      log.slice(middle, middle + 3),
    );
    expect((await page(`?from=${at}&limit=1`))[0]).toEqual([log[middle]]);

    const stream = `account-${accountNumber}`;
    const own = log.filter((event) => event.stream === stream);
    expect(own.length).toBeGreaterThan(2);
    expect(await pages(`?stream=${stream}&limit=1`)).toEqual(own.toReversed());
    expect(await pages(`?stream=${stream}&from=1&order=oldest&limit=1`)).toEqual(own.slice(1));
    expect(JSON.stringify(own)).toContain('$sealed');
    for (const unknown of [
      'account-RZ99999999',
      '$all',
      `${stream}&from=9999999999999999999&order=oldest`,
    ]) {
      expect(await page(`?stream=${unknown}`)).toEqual([[], undefined]);
    }
  });

  it('is shown to operators and auditors, and that is in the ledger of sensitive reads', async () => {
    await page('?limit=1');
    const reads = await service.auditor.get(
      `/operator/audit/sensitivereads?account=${accountNumber}`,
    );
    expect(reads.body).toContainEqual(
      expect.objectContaining({ route: '/operator/audit/log', subjects: ['log'], kind: 'export' }),
    );
    const { tokens } = service.credentials;
    for (const [role, status] of [
      ['operator', 200],
      ['client', 403],
      ['backoffice', 403],
    ] as const) {
      const caller = new BrokerageClient(service.service.url, { token: tokens[role] });
      expectStatus(await caller.get('/operator/audit/log'), status);
    }
    for (const wrong of ['?from=-1', '?from=x', '?order=sideways', '?limit=0', '?stream=']) {
      expectStatus(await service.auditor.get(`/operator/audit/log${wrong}`), 400);
    }
  });
});

describe('Export [audit.export]', () => {
  it('of an account: every stream of it but the public feed, and of the items about it, as it is stored, verified with the published key', async () => {
    const { text, verdict } = await exported(`?account=${accountNumber}`);
    expect(verdict).toMatchObject({ ok: true, verified: { keyTrusted: true } });
    const log = (await service.log()).filter(
      ({ type, data }) =>
        (data['accountNumber'] === accountNumber && !type.startsWith('feed.')) ||
        data['targetOid'] === accountNumber,
    );
    expect(log.map(({ type }) => type)).toContain('attention.ItemRaised.v1');
    const events = ofKind(text, 'event').map(({ stream, revision, data, metadata, id, type }) => ({
      ...{ stream, revision, data, metadata, id, type },
    }));
    expect(events).toHaveLength(log.length);
    expect(events).toEqual(
      expect.arrayContaining(
        log.map(({ stream, revision, data, metadata, id, type }) => ({
          ...{ stream, revision, data, metadata, id, type },
        })),
      ),
    );
    expect(text).not.toContain(tid);
    expect(text).not.toContain('Jane');
  });

  it('is in the ledger of sensitive reads', async () => {
    await exported(`?account=${accountNumber}`);
    const answer = await service.auditor.get(
      `/operator/audit/sensitivereads?account=${accountNumber}`,
    );
    expect(answer.body).toContainEqual(
      expect.objectContaining({ kind: 'export', caller: 'demo.auditor' }),
    );
  });

  it('of a member, of a firm, of the whole log', async () => {
    const ofMember = await exported(`?member=${owner}`);
    expect(ofMember.verdict).toMatchObject({ ok: true });
    const streams = ofKind(ofMember.text, 'stream').map(({ stream }) => stream);
    expect(streams).toContain(`member-${owner}`);
    const ofFirm = await exported(`?firm=${service.credentials.firmId}`);
    expect(ofFirm.verdict).toMatchObject({ ok: true });
    const firmStreams = ofKind(ofFirm.text, 'stream').map(({ stream }) => stream);
    expect(firmStreams).toEqual(
      expect.arrayContaining([
        `firm-${service.credentials.firmId}`,
        `member-${owner}`,
        `account-${accountNumber}`,
      ]),
    );
    expect(new Set(firmStreams).size).toBe(firmStreams.length);
    const whole = await exported('');
    const head = (await service.log()).length;
    expect(whole.verdict).toMatchObject({ ok: true });
    expect(ofKind(whole.text, 'event').length).toBeGreaterThan(head - 5);
  });

  it('of a period begins and ends with the period', async () => {
    clock.advance(60_000);
    const from = new Date(clock.now()).toISOString();
    const name = { folioName: 'Later', accountNumber, dividendReinvest: true };
    expectStatus(await client.post(`/restapi/accounts/${accountNumber}/folios`, name), 201);
    const later = await exported(`?account=${accountNumber}&from=${from}`);
    expect(later.verdict).toMatchObject({ ok: true });
    expect(ofKind(later.text, 'event').map(({ type }) => type)).toEqual(['folio.FolioCreated.v2']);
    const before = await exported(`?account=${accountNumber}&to=${from}`);
    expect(before.verdict).toMatchObject({ ok: true });
    expect(ofKind(before.text, 'event').map(({ type }) => type)).not.toContain(
      'folio.FolioUpdated.v2',
    );
    const log = await exported(`?from=${from}`);
    expect(log.verdict).toMatchObject({ ok: true });
  });

  it('is refused for what does not exist, and to callers who may not', async () => {
    for (const query of ['?account=RZ99999999', '?member=nobody.here', '?firm=4711']) {
      const { status, text } = await exportAs(service, 'auditor', query);
      expect([query, status, JSON.parse(text)]).toEqual([
        query,
        404,
        [expect.objectContaining({ type: 'NOT_FOUND' })],
      ]);
    }
    const query = `?account=${accountNumber}`;
    expect((await exportAs(service, 'client', query)).status).toBe(403);
    expect((await exportAs(service, 'backoffice', query)).status).toBe(403);
    expect((await exportAs(service, 'operator', query)).status).toBe(200);
    for (const wrong of [
      `?account=${accountNumber}&member=${owner}`,
      '?from=yesterday',
      '?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z',
      '?acount=x',
    ]) {
      const { status, text } = await exportAs(service, 'auditor', wrong);
      expect([wrong, status, JSON.parse(text)]).toEqual([wrong, 400, [expect.anything()]]);
    }
  });
});

describe('Daily roots [audit.daily-roots]', () => {
  const roots = async (): Promise<SignedRoot[]> => {
    const answer = await service.auditor.get('/operator/audit/roots?limit=1000');
    expectStatus(answer, 200);
    return answer.body as SignedRoot[];
  };
  /** The root over the heads of all streams up to a position, computed from the log alone. */
  const expectedRoot = async (position: string): Promise<{ root: string; streams: number }> => {
    const heads = new Map<string, { stream: string; revision: number; hash: string }>();
    for (const event of await service.log()) {
      if (event.position > BigInt(position)) break;
      const { stream, revision } = event;
      heads.set(stream, { stream, revision, hash: eventHash(event) });
    }
    const sorted = [...heads.values()].sort((a, b) =>
      Buffer.compare(Buffer.from(a.stream), Buffer.from(b.stream)),
    );
    return { root: new MerkleTree(sorted.map(leafHash)).root(), streams: sorted.length };
  };

  it('none before the first day has ended', async () => {
    expect(await signer().run()).toBe(0);
    expect(await roots()).toEqual([]);
  });

  it('exactly one a day, also when many try at once, and over the heads of all streams', async () => {
    clock.advance(DAY);
    const member = await service.member({}, client);
    expect(member).not.toBe('');
    // whoever finds the lease taken over leaves it to the others
    const tried = [signer().run(), signer().run(), signer().run()].map((one) =>
      one.catch((error: unknown) => {
        if (error instanceof Error && error.name === 'LeaseLostError') return 0;
        throw error;
      }),
    );
    expect(Math.max(...(await Promise.all(tried)))).toBe(1);
    expect(await signer().run()).toBe(0);
    const [root, ...others] = await roots();
    if (!root) throw new Error('no root');
    expect(others).toEqual([]);
    expect(root).toMatchObject({ day: '2026-03-02', previous: null });
    expect(root).toMatchObject(await expectedRoot(root.position));
    const { keys } = (await client.get('/.well-known/audit-keys.json')).body as {
      keys: unknown[];
    };
    const key = readPublicKey(keys[0]);
    expect(key && isSignedRoot(root, key)).toBe(true);
    expect(key && isSignedRoot({ ...root, streams: root.streams + 1 }, key)).toBe(false);
  });

  it('catch up after days without the service, each on the one before', async () => {
    clock.advance(3 * DAY);
    expect(await signer().run()).toBe(3);
    const all = (await roots()).reverse();
    expect(all.map(({ day }) => day)).toEqual([
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
    ]);
    for (const [index, root] of all.entries()) {
      expect(root.previous).toBe(all[index - 1]?.root ?? null);
      expect(root).toMatchObject(await expectedRoot(root.position));
    }
  });

  it('prove the streams of an export; what is newer is not proven', async () => {
    const { verdict, text } = await exported(`?account=${accountNumber}`);
    const streams = ofKind(text, 'stream').length;
    expect(verdict).toMatchObject({
      ok: true,
      verified: { streams, proven: streams, root: { day: '2026-03-05' } },
    });
    const fresh = await service.account({}, client);
    const unproven = await exported(`?account=${fresh}`);
    expect(unproven.verdict).toMatchObject({ ok: true, verified: { proven: 0 } });
  });

  it('are the same when the heads have to be made again from the log', async () => {
    const { documents } = service.service.platform;
    await documents.dropCollection('audit_stream_heads');
    await documents.dropCollection('audit_stream_head_parts');
    await documents.deleteCheckpoint('audit.stream-heads');
    clock.advance(DAY);
    expect(await signer().run()).toBe(1);
    const [root] = await roots();
    expect(root).toMatchObject(await expectedRoot(root?.position ?? '0'));
    const { verdict } = await exported(`?account=${accountNumber}`);
    expect(verdict).toMatchObject({ ok: true, verified: { root: { day: '2026-03-06' } } });
  });

  it('come in pages', async () => {
    const all = await roots();
    expect(all.length).toBeGreaterThan(2);
    const paged: unknown[] = [];
    const first = `/operator/audit/roots?limit=${all.length - 1}`;
    for (let path: string | undefined = first; path !== undefined;) {
      const page = await service.auditor.get(path);
      expectStatus(page, 200);
      paged.push(...(page.body as unknown[]));
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      expect(path === undefined).toBe(paged.length >= all.length);
    }
    expect(paged).toEqual(all);
    for (const cursor of ['x', Buffer.from('9'.repeat(19)).toString('base64url')]) {
      const wrong = await service.auditor.get(`/operator/audit/roots?cursor=${cursor}`);
      expectProblems(wrong, [{ field: 'cursor' }]);
    }
  });

  it('are for operators and auditors', async () => {
    expectStatus(await client.get('/operator/audit/roots'), 403);
    expectStatus(await service.operator.get('/operator/audit/roots'), 200);
    expectProblems(await service.operator.get('/operator/audit/roots?limit=0'), [
      { field: 'limit' },
    ]);
  });
});

describe('A log that was damaged [audit.export]', () => {
  const unchanged = async (query: string) => (await exported(query)).verdict;

  it('is exported up to the damage, which is named, and never verified, rooted or taken for the newest', async () => {
    const path = join(service.service.platform.config.dataDir, 'events', 'log.ndjson');
    const account = `?account=${accountNumber}`;
    expect([await unchanged(account), await unchanged('')]).toMatchObject([
      { ok: true },
      { ok: true },
    ]);
    clock.advance(DAY);
    const other = await service.account({}, client);
    await signer().run();
    const roots = (await service.auditor.get('/operator/audit/roots')).body;
    const file = await open(path, 'r+');
    const bytes = await file.readFile();
    const name = '"accountNumber":"';
    const at = bytes.indexOf(name, bytes.indexOf(`["account-${other}"`)) + name.length;
    await file.write('X', at);
    try {
      for (const query of [`?account=${other}`, `?firm=${service.credentials.firmId}`, '']) {
        const { text, verdict } = await exported(query);
        expect(text).not.toContain(`"accountNumber":"X`);
        expect(verdict).toMatchObject({
          ...{ ok: false, finding: { problem: 'damaged' } },
        });
        expect(ofKind(text, 'damage')[0]?.['message']).toContain('is not what was written there');
      }
      expect(await unchanged(account)).toMatchObject({ ok: true });
      clock.advance(DAY);
      await expect(signer().run()).rejects.toThrow('is not what was written there');
    } finally {
      await file.write(other.slice(0, 1), at);
      await file.close();
    }
    expect((await service.auditor.get('/operator/audit/roots')).body).toEqual(roots);
    expect(await signer().run()).toBe(1);
    expect(await unchanged(`?account=${other}`)).toMatchObject({ ok: true });
  });
});
