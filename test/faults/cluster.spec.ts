import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BrokerageClient, type ClientAnswer } from '#libs/client';
import { openDocumentStore } from '#libs/platform/read-models';
import { Cluster } from '../support/cluster.js';
import { eventually, settled } from '../support/condition.js';
import { StreamReader } from '../support/feed-reader.js';
import { ops } from '../support/ops-process.js';
import { expectStatus, memberBody, uniqueName } from '../support/running-service.js';
import { WebhookTarget } from '../support/webhook-target.js';

/** Milliseconds for which a process caches an API client. */
const REMEMBERED_MS = 10_000;

describe('two API processes behind a proxy, a projector and its standby', () => {
  let cluster: Cluster;
  let firmId: string;
  let planOid: string;
  beforeAll(async () => {
    cluster = await Cluster.start(undefined, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    ({ firmId, planOid } = await cluster.makeFirm());
  });
  afterAll(() => cluster.stop());

  /** Sends a request to one of the two, and repeats it while a read model is being taken over. */
  function to(
    target: number,
    method: 'get' | 'post',
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ClientAnswer> {
    return settled(() => {
      cluster.proxy.turnTo(target);
      return method === 'get'
        ? cluster.client.get(path, headers)
        : cluster.client.post(path, body, headers);
    });
  }
  async function member(target: number, fields = {}): Promise<string> {
    const body = memberBody(fields);
    expectStatus(await to(target, 'post', '/restapi/members', body), 201);
    return String(body['loginId']);
  }
  async function account(target: number): Promise<string> {
    const owner = await member(target);
    const answer = await to(target, 'post', '/restapi/accounts', {
      accountName: uniqueName('a').slice(-16),
      accountType: 'I',
      billingPlanOid: planOid,
      primaryAccountOwner: owner,
    });
    expectStatus(answer, 201);
    return answer.location ?? '';
  }

  it('read in one what was written in the other, at once', async () => {
    for (let n = 0; n < 4; n++) {
      const loginId = await member(n % 2);
      const read = await to((n + 1) % 2, 'get', `/restapi/members/${loginId}`);
      expectStatus(read, 200);
      expect(read.body).toMatchObject({ loginId });
    }
  });

  it('refuse in one a signature that the other has seen', async () => {
    const loginId = await member(0);
    const request = cluster.proxy.passed.findLast(({ method }) => method === 'POST')!;
    for (const target of [1, 0]) {
      const answer = await cluster.proxy.replay(target, request);
      expect(answer.status).toBe(401);
      expect(answer.text).toContain('replay');
    }
    expectStatus(await to(1, 'get', `/restapi/members/${loginId}`), 200);
  });

  it('take in one the secret that was replaced through the other, before what they remember ends', async () => {
    await eventually(async () => {
      const apiKey = uniqueName('key');
      const path = `/backoffice/firms/${firmId}/clients/${apiKey}`;
      const secretOf = async (asked: Promise<ClientAnswer>): Promise<string> => {
        const answer = await asked;
        expectStatus(answer, 200);
        return (answer.body as { sharedSecret: string }).sharedSecret;
      };
      const asks = (sharedSecret: string): Promise<ClientAnswer> => {
        cluster.proxy.turnTo(1);
        return new BrokerageClient(cluster.proxy.url, { apiKey, sharedSecret }).get(
          '/restapi/accounts',
        );
      };
      const first = await secretOf(cluster.operator.put(path, { loginId: uniqueName('api') }));
      const remembered = performance.now();
      expectStatus(await settled(() => asks(first)), 200);
      cluster.proxy.turnTo(0);
      const second = await secretOf(cluster.operator.post(`${path}/secret`));
      await eventually(async () => (await asks(second)).status === 200 || undefined);
      expectStatus(await asks(first), 401);
      return performance.now() - remembered < REMEMBERED_MS || undefined;
    });
  });

  it('act once on a key that both get, and tell what it was first used for', async () => {
    const body = memberBody();
    const headers = { 'idempotency-key': uniqueName('once') };
    const first = await to(0, 'post', '/restapi/members', body, headers);
    const second = await to(1, 'post', '/restapi/members', body, headers);
    expectStatus(first, 201);
    expectStatus(second, 201);
    expect(second.location).toBe(first.location);
    expectStatus(await to(1, 'post', '/restapi/members', memberBody(), headers), 422);
  });

  it('read in one the document that was stored through the other', async () => {
    const investor = await member(0, { accreditedInvestorNetWorth: true });
    const offer = uniqueName('offer');
    const path = `/backoffice/privateplacementoffers/${offer}`;
    const offered = await cluster.operator.put(path, {
      name: 'Growth Fund I',
      openingDate: '2020-01-01',
      closingDate: '2099-12-31',
      eligibleFirms: [firmId],
      eligibility: 'ACCREDITED',
      minimum: '1000.00',
      maximum: '50000.00',
    });
    expectStatus(offered, 200);
    cluster.proxy.turnTo(0);
    const pdf = '%PDF-1.7\nthe memorandum';
    const stored = await cluster.operator.put(`${path}/documents/memo`, {
      name: 'Memorandum',
      required: true,
      signable: false,
      data: Buffer.from(pdf).toString('base64'),
    });
    expectStatus(stored, 200);
    const token = stored.headers.get('x-consistency-token') ?? '';
    const document = `/restapi/privateplacementoffers/${offer}/documents/memo`;
    const headers = { 'x-associated-member-id': investor, 'x-consistency-token': token };
    const read = await to(1, 'get', document, undefined, headers);
    expectStatus(read, 200);
    expect(read.body).toBe(pdf);
  });

  it('tell on either of what happened through the other', async () => {
    const path = await account(0);
    const readers = [];
    for (const target of [0, 1]) {
      cluster.proxy.turnTo(target);
      readers.push(await StreamReader.open(cluster.client, `${path}/events`));
    }
    const seen = await Promise.all(readers.map((reader) => reader.event()));
    expect(seen[0]?.event['type']).toBeDefined();
    expect(seen[1]).toEqual(seen[0]);
    for (const reader of readers) reader.close();
  });

  it('have webhooks delivered by the projector at work, and tell on either how they fare', async () => {
    const target = await WebhookTarget.start();
    const made = await to(0, 'post', '/restapi/webhooks', { url: target.url });
    expectStatus(made, 201);
    const { id } = made.body as { id: string };
    const path = await account(1);
    const published = (await to(0, 'get', `${path}/events`)).body as { id: string }[];
    const ids = published.map((event) => event.id);
    const messages = await target.messages(ids.length);
    expect(messages.slice(0, ids.length).map(({ headers }) => headers['webhook-id'])).toEqual(ids);
    for (const turn of [0, 1]) {
      cluster.proxy.turnTo(turn);
      const { body } = await cluster.operator.get(`/operator/webhooks?firmId=${firmId}`);
      expect(body).toMatchObject([{ id, state: 'enabled', failing: null }]);
    }
    const headers = { authorization: `Bearer ${await cluster.token(['operator'])}` };
    const figure = `brokerage_webhook_state{webhook="${id}",firm="${firmId}"} 0`;
    await eventually(async () => {
      const figures = await Promise.all(
        cluster.projectorPorts.map(async (port) => {
          const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers });
          return (await answer.text()).includes(figure);
        }),
      );
      return figures.filter(Boolean).length === 1 || undefined;
    });
    expectStatus(await cluster.client.put(`/restapi/webhooks/${id}`, { state: 'disabled' }), 200);
    await target.stop();
  });

  it('have their read models compared with a fold from zero, of both servers, by a command beside them', async () => {
    const loginId = await member(0, { firstName: 'Wilhelmina', employerName: 'Acme Rockets' });
    const projections = (...args: string[]) =>
      ops(cluster.env['DATA_DIR'] ?? '', ['projections', ...args], cluster.env);
    const same = await projections('diff', 'members.member', '--json');
    expect(same).toMatchObject({ status: 0, stderr: '' });
    const compared = JSON.parse(same.stdout) as { same: number };
    expect(compared).toMatchObject({ added: 0, gone: 0, changed: 0 });
    expect(compared.same).toBeGreaterThan(0);

    // as another build's fold, or manual editing, could have left it
    const { DATA_DIR: directory = '', MONGODB_URL: url } = cluster.env;
    const documents = await openDocumentStore({ directory, url });
    try {
      const collection = (await documents.pointer('members.member')) ?? '';
      // nothing is folded into it any more once the identity has been checked
      const stored = await eventually(async () => {
        const [found] = await documents.load(collection, [loginId]);
        return ['PASSED', 'FAILED'].includes(String(found?.document?.['cipStatus']))
          ? found
          : undefined;
      });
      const position = (await documents.checkpoint(collection)) ?? 0n;
      const spoilt = { ...stored.document, firstName: 'Griselda', cipStatus: 'FAILED' };
      const writes = [
        { collection, id: loginId, document: spoilt, position: position + 1n },
        { collection, id: 'nobody.here', document: { loginId: 'nobody.here' }, position },
      ];
      await documents.write({ writes, checkpoints: [] });
    } finally {
      await documents.close();
    }
    expect(await member(0)).toBeTruthy();
    for (const command of ['diff', 'verify']) {
      const found = await projections(command, 'members.member');
      expect([command, found.status]).toEqual([command, 1]);
      expect(found.stdout).toMatch(
        new RegExp(`changed +${loginId} +firstName +\\*\\*\\* +\\*\\*\\*`),
      );
      expect(found.stdout).toMatch(/gone +nobody\.here/);
      for (const text of ['Wilhelmina', 'Griselda', 'Acme']) {
        expect(found.stdout + found.stderr).not.toContain(text);
      }
    }

    const target = ['--url', cluster.proxy.url];
    const rebuilt = await projections('rebuild', 'members.member', ...target);
    expect(rebuilt.status).toBe(0);
    expect((await projections('diff', 'members.member')).status).toBe(0);
  });

  it('keep nothing but what the guide has dumped, or calls not needed', async () => {
    const guide = await readFile('docs/operations/backup.md', 'utf8');
    const dumped = [...guide.matchAll(/mongodump --uri "\$SERVER" --db brokerage(\w+) --out/g)];
    expect(dumped.map(([, name]) => name)).toEqual(['_keys', '_shared']);
    const [, more = ''] = /`<database>` and `<database>(\w+)` are not needed/.exec(guide) ?? [];
    expect(cluster.databases).toEqual(['', '_keys', more, '_shared']);
  });

  it('go on when the projector is killed that does the work', async () => {
    // the first to start holds the leases
    const [first] = cluster.projectors;
    first?.child.kill('SIGKILL');
    await first?.exited;
    const loginId = await member(0);
    const read = await to(1, 'get', `/restapi/members/${loginId}`);
    expectStatus(read, 200);
    expect(read.body).toMatchObject({ loginId });
  });
});
