import { connect } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedAuthorization } from '#libs/platform/signing';
import type { RawResponse } from '../support/raw-request.js';
import {
  expectProblems,
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';
import { LinkUnderTest } from './bank-links.fixture.js';
import { importLines } from './import.fixture.js';
import { ALIAS, allWrites } from './writes/index.js';
import { makeWorld } from './writes/world.js';
import type { Role, World, Write } from './writes/write.js';

interface DryRun {
  readonly wouldAnswer: number;
  readonly location: string | null;
  readonly body: unknown;
  readonly replayed: boolean;
  readonly wouldDo: readonly {
    readonly type: string;
    readonly description: string;
    readonly stream: string;
    readonly actor: { readonly caller: string };
    readonly changes: readonly { readonly field: string; readonly to: unknown }[];
  }[];
}
type Bare = Pick<Write, 'role' | 'method' | 'path' | 'headers'> & { readonly body?: unknown };

/** Writes that are refused in this world, dry or not. */
const REFUSED = [
  'DELETE /restapi/accounts/{accountnumber}/restrictions/{id} 403',
  'DELETE /restapi/subscriptions/{name} 404',
  'DELETE /restapi/subscriptions/{name}/parked/{eventid} 404',
  'POST /operator/mails/{mailid}/requeue 404',
  'POST /operator/consumers/{name}/retry 400',
  'POST /operator/consumers/{name}/skip 400',
  'POST /operator/projections/{name}/switch 400',
  'POST /operator/projections/{name}/skip 400',
  'POST /operator/projections/{name}/unskip 400',
  'DELETE /operator/projections/{name}/generations/{collection} 404',
  'POST /operator/webhooks/{webhookid}/skip 400',
  'POST /restapi/webhooks/{webhookid}/skip 400',
];

const DRY = { 'dry-run': 'true' };
let service: ServiceUnderTest;
let world: World;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { RETENTION_YEARS: '0' }, { oddRequests: true });
  world = await makeWorld(service);
  // the signing key of exports is created on first use
  await service.auditor.get('/.well-known/audit-keys.json');
});
afterAll(() => service.stop());

const wires = new Map<Role, Wire>();
function wireOf(role: Role = 'client'): Wire {
  const { tokens } = service.credentials;
  const wire = wires.get(role) ?? new Wire(service, tokens[role]);
  wires.set(role, wire);
  return wire;
}

/** Everything that is stored: the end of the log, keys, documents, generations. */
async function kept(): Promise<unknown> {
  const head = await service.head();
  const { body: keys } = await service.operator.get('/operator/keys/master-key');
  const directory = join(service.service.platform.config.dataDir, 'documents');
  const documents = await readdir(directory, { recursive: true });
  const runner = service.service.platform.projectionRunner;
  const generations = await runner.generations.list('accounts.account');
  return { head, keys, documents, generations };
}

/** Writes that the tables of writes don't include, since they have no body. */
async function bareWrites(): Promise<Bare[]> {
  const cursor = (await wireOf().get('/restapi/events?limit=1')).headers['x-feed-cursor'];
  const { account, other, webhook, verifiable } = world;
  const { apiKey } = service.credentials;
  const operator = { role: 'operator' } as const;
  const rebuilt = '/operator/projections/accounts.account';
  const consumer = '/operator/consumers/feed.translator';
  return [
    { method: 'DELETE', path: `/restapi/accounts/${account}/permissions/${other}` },
    { method: 'DELETE', path: `/restapi/accounts/${account}/restrictions/1` },
    { method: 'DELETE', path: '/restapi/subscriptions/none' },
    { method: 'DELETE', path: '/restapi/subscriptions/none/parked/none' },
    { method: 'DELETE', path: `/restapi/webhooks/${webhook}` },
    { method: 'POST', path: `/restapi/webhooks/${webhook}/secret` },
    { method: 'POST', path: `/restapi/webhooks/${webhook}/replay`, body: { cursor } },
    { method: 'POST', path: `/restapi/webhooks/${webhook}/test` },
    { method: 'POST', path: `/restapi/members/${other}/verifications` },
    {
      role: 'backoffice',
      method: 'PUT',
      path: `/backoffice/members/${other}/verification`,
      body: { cipStatus: 'FAILED' },
    },
    {
      ...operator,
      method: 'POST',
      path: `/backoffice/firms/${world.firm}/clients/${apiKey}/secret`,
    },
    { ...operator, method: 'DELETE', path: `/backoffice/firms/${world.firm}/clients/${apiKey}` },
    { ...operator, method: 'POST', path: `/operator/achbanklinks/${verifiable}/unlock` },
    { ...operator, method: 'POST', path: `/operator/members/${world.rep}/erasure` },
    { ...operator, method: 'POST', path: '/operator/audit/signing-key/rotation' },
    { ...operator, method: 'POST', path: '/operator/keys/master-key/replacement', body: {} },
    { ...operator, method: 'POST', path: `${consumer}/retry`, body: {} },
    { ...operator, method: 'POST', path: `${consumer}/skip`, body: { position: '1', reason: 'x' } },
    { ...operator, method: 'POST', path: `${rebuilt}/rebuild`, body: {} },
    { ...operator, method: 'POST', path: `${rebuilt}/switch`, body: { collection: 'none' } },
    { ...operator, method: 'POST', path: `${rebuilt}/skip`, body: {} },
    {
      ...operator,
      method: 'POST',
      path: `${rebuilt}/unskip`,
      body: { position: '1', reason: 'x' },
    },
    { ...operator, method: 'DELETE', path: `${rebuilt}/generations/none` },
    { ...operator, method: 'POST', path: '/operator/mails/none/requeue' },
    ...sandboxWrites(),
  ] as Bare[];
}

function sandboxWrites(): Bare[] {
  const { account, cash, folio, order, owner } = world;
  const path = `/accounts/${account}/folios/${folio}`;
  const positions = { path: `${path}/positions`, body: [] };
  const writes: readonly (readonly [string, unknown])[] = [
    ['/clock', { by: 'P1D' }],
    [`/accounts/${account}/fund`, { amount: '1' }],
    [`/accounts/${account}/cashtransactions/${cash}/complete`, undefined],
    [`/accounts/${account}/cashtransactions/${cash}/reject`, undefined],
    [`${path}/orders/${order}/fill`, {}],
    [`${path}/orders/${order}/reject`, {}],
    [`/members/${owner}/verification`, { cipStatus: 'PASSED' }],
    ['/backoffice', [positions]],
  ];
  return writes.map(([below, body]) => ({ method: 'POST', path: `/sandbox${below}`, body }));
}

function send(
  { role, method, path, headers, body }: Bare,
  more: Record<string, string> = DRY,
): Promise<RawResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return wireOf(role).send(method, path, text, { ...headers, ...more });
}

describe('dry run › every command', () => {
  it('is accepted, and nothing is kept [request.dry-run request.dry-run.kept]', async () => {
    const { paths } = (await wireOf().get('/openapi.json')).body as {
      paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
    };
    const writes = [
      ...(await bareWrites()),
      ...Object.values(allWrites).map((make) => {
        const write = make(world);
        return { ...write, body: write.body() };
      }),
    ] as Bare[];
    const missed: string[] = [];
    const refused: string[] = [];
    const before = await kept();
    for (const [template, operations] of Object.entries(paths)) {
      const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
      for (const method of Object.keys(operations).map((verb) => verb.toUpperCase())) {
        if (method === 'GET' || ALIAS.test(template) || template === '/backoffice/import') continue;
        const write = writes.find((one) => one.method === method && pattern.test(one.path));
        if (write === undefined) {
          missed.push(`${method} ${template}`);
          continue;
        }
        const answer = await send(write);
        expect([method, template, answer.headers['dry-run']]).toEqual([method, template, 'true']);
        if (answer.status === 200) {
          const { wouldAnswer, wouldDo } = answer.body as DryRun;
          expect([method, template, wouldAnswer < 300]).toEqual([method, template, true]);
          for (const { description } of wouldDo) expect(description).not.toBe('');
        } else {
          expectErrorList(answer, answer.status);
          refused.push(`${method} ${template} ${answer.status}`);
        }
      }
    }
    expect(missed).toEqual([]);
    expect(refused.sort()).toEqual([...REFUSED].sort());
    expect(await kept()).toEqual(before);
  });
});

describe('dry run › what it says', () => {
  const accountOf = (owner: string) => service.accountBody(owner);

  it('matches what the request then does: status, id, and the events of all streams [request.dry-run request.dry-run.events]', async () => {
    const owner = await service.member();
    const write = { method: 'POST', path: '/restapi/accounts', body: accountOf(owner) } as const;
    const key = { 'idempotency-key': uniqueName() };
    const said = await send(write, { ...DRY, ...key });
    const { wouldAnswer, location, replayed, wouldDo } = said.body as DryRun;
    const done = await send(write, { ...key, 'x-request-id': uniqueName('r') });
    expect([done.status, done.headers.location]).toEqual([wouldAnswer, location]);
    expect([wouldAnswer, replayed]).toEqual([201, false]);
    const left = (await service.log())
      .filter(({ metadata }) => metadata['correlationId'] === done.headers['x-request-id'])
      .map(({ type, stream }) => `${type.replace(/\.v\d+$/, '')} ${stream}`)
      .filter((event) => !/^(?:reservation|idempotency|feed|mail)\./.test(event));
    expect(wouldDo.map(({ type, stream }) => `${type} ${stream}`)).toEqual(left);
    expect(wouldDo.map(({ type }) => type)).toContain('account.AccountOpened');
    expect(wouldDo.map(({ type }) => type)).toContain('attention.ItemRaised');
    expect(wouldDo.map(({ actor }) => actor.caller)).toContain('reaction:attention.signing-items');
  });

  it('tells that a membership ends with the last account that is closed [request.dry-run.events account.closing]', async () => {
    const owner = await service.member();
    const account = await service.account({ primaryAccountOwner: owner });
    const path = `/restapi/accounts/${account}`;
    const said = await send({ method: 'PUT', path, body: { accountStatus: 'CLOSED' } });
    const streams = (said.body as DryRun).wouldDo.map(({ type, stream }) => `${type} ${stream}`);
    expect(streams).toEqual([
      `account.ClosingBegun account-${account}`,
      `account.AccountClosed account-${account}`,
      `member.MembershipChanged member-${owner}`,
    ]);
  });

  it('hides personal data as histories do [request.dry-run.events]', async () => {
    const body = memberBody({ lastName: 'Zwetschgenbaum' });
    const { text, body: said } = await send({ method: 'POST', path: '/restapi/members', body });
    expect(text).not.toContain('Zwetschgenbaum');
    expect(text).not.toContain(String(body['tid']));
    const created = (said as DryRun).wouldDo.find(({ type }) => type === 'member.MemberCreated');
    expect(created?.changes).toContainEqual({ field: 'lastName', from: null, to: '****' });
  });

  it('is the very error list of the request where it is refused [request.dry-run]', async () => {
    const body = { ...accountOf('nobody.at.all'), accountType: 'X', accountName: '' };
    const write = { method: 'POST', path: '/restapi/accounts', body } as const;
    const [said, done] = [await send(write), await send(write, {})];
    expect(said.status).toBe(400);
    expect(said.body).toEqual(done.body);
    expect([said.headers['dry-run'], done.headers['dry-run']]).toEqual(['true', undefined]);
  });

  it('does not use up the Idempotency-Key, and tells the outcome of a used one [request.dry-run.key]', async () => {
    const write = { method: 'POST', path: '/restapi/members', body: memberBody() } as const;
    const key = { 'idempotency-key': uniqueName() };
    for (const replayed of [false, true]) {
      const said = await send(write, { ...DRY, ...key });
      expect(said.body).toMatchObject({ wouldAnswer: 201, replayed });
      const done = await send(write, key);
      expect([done.status, done.headers['idempotent-replayed']]).toEqual([
        201,
        replayed ? 'true' : undefined,
      ]);
    }
    const other = { ...write, body: memberBody() };
    expect((await send(other, { ...DRY, ...key })).status).toBe(422);
  });

  it('does not reveal micro-deposit amounts, right or wrong [request.dry-run.amounts verification-errors.banklink.amounts.dry.run.rule]', async () => {
    const link = await LinkUnderTest.create(service);
    const before = await service.requestHead();
    for (const amounts of [{}, link.wrong, link.wrong, link.wrong, link.wrong]) {
      const said = await link.verify(amounts, service.client, DRY);
      expectProblems(said, [{ errorCode: 'banklink.amounts.dry.run.rule' }]);
    }
    expect(await service.requestHead()).toBe(before);
    expectStatus(await link.verify(), 200);
  });

  it('of an import is the verdict of each line, given those before it [request.dry-run back-office.import]', async () => {
    const oid = String(4_000_000 + Math.floor(Math.random() * 900_000));
    const firm = `/firms/${world.firm}/billingplans`;
    const lines = [
      {
        path: `/rtgs/${oid}`,
        body: { name: 'Dry', targetWeights: [{ ticker: 'VTI', targetWeight: '100' }] },
      },
      {
        path: `/rtgs/${oid}`,
        body: { name: 'Dry', targetWeights: [{ ticker: 'VTI', targetWeight: '99' }] },
      },
      { path: `${firm}/${oid}`, body: { name: '' } },
    ];
    const before = await kept();
    const answer = await importLines(service, lines, { headers: DRY });
    expect(answer.headers['dry-run']).toBe('true');
    expect(answer.lines.map(({ status }) => status)).toEqual([200, 400, 400]);
    expect(await kept()).toEqual(before);
  });
});

describe('dry run › the header', () => {
  it('is true or false; anything else is refused, and nothing done [request.dry-run.header]', async () => {
    const write = { method: 'POST', path: '/restapi/members', body: memberBody() } as const;
    for (const value of ['', 'TRUE', '1', 'yes', 'true, true']) {
      const refused = await send(write, { 'dry-run': value });
      expect([value, refused.status]).toEqual([value, 400]);
      expect(refused.body).toMatchObject([{ type: 'SYNTAX', field: 'Dry-Run' }]);
    }
    const done = await send(write, { 'dry-run': 'false' });
    expect([done.status, done.headers['dry-run']]).toEqual([201, undefined]);
  });

  it('does not affect other requests on the same connection [request.dry-run.kept]', async () => {
    const { hostname, port } = new URL(service.service.url);
    const socket = connect(Number(port), hostname);
    const bodies = [memberBody(), memberBody(), memberBody()];
    const texts = bodies.map((body, index) => {
      const text = JSON.stringify(body);
      return [
        'POST /restapi/members HTTP/1.1',
        `Host: ${hostname}:${port}`,
        `Authorization: Bearer ${service.credentials.tokens.client}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
        ...(index === 1 ? [] : ['Dry-Run: true']),
        ...(index === 2 ? ['Connection: close'] : []),
        '',
        text,
      ].join('\r\n');
    });
    socket.write(texts.join(''));
    let answer = '';
    for await (const piece of socket.setEncoding('utf8')) answer += piece as string;
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual([200, 201, 200].map((s) => `HTTP/1.1 ${s}`));
    const found = await Promise.all(
      bodies.map(({ loginId }) => service.client.get(`/restapi/members/${String(loginId)}`)),
    );
    expect(found.map(({ status }) => status)).toEqual([404, 200, 404]);
  });

  it('is not part of the signature, which is used up anyway: nobody can resend the request without it [request.dry-run.signature]', async () => {
    const { baseUrl, apiKey, sharedSecret } = service.credentials;
    const path = '/restapi/members';
    const text = JSON.stringify(memberBody());
    const authorization = signedAuthorization(
      { apiKey, sharedSecret },
      { method: 'POST', url: `${baseUrl}${path}`, timestamp: new Date().toISOString(), body: text },
    );
    const wire = wireOf();
    expect((await wire.send('POST', path, text, { ...DRY, authorization })).status).toBe(200);
    const caught = await wire.send('POST', path, text, { authorization });
    expect(caught.body).toMatchObject([{ errorCode: 'credentials.replayed' }]);
  });
});
