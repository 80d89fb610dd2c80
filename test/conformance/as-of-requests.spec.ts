import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeConsistencyToken, encodeConsistencyToken } from '#libs/platform/http';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { addDays, businessDate } from '#libs/platform/kernel';
import { trustee } from './accounts.fixture.js';
import { withParameter } from './as-of.fixture.js';
import { linkBody } from './bank-links.fixture.js';

let service: ServiceUnderTest;
let owner: string;
let path: string;
/** Consistency tokens of the opening and of the renaming of the account. */
let opened: string;
let renamed: string;
const token = async (): Promise<string> => encodeConsistencyToken(await service.head());
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  owner = await service.member();
  path = `/restapi/accounts/${await service.account({ primaryAccountOwner: owner })}`;
  opened = await token();
  expectStatus(await service.client.put(path, { accountName: 'Renamed' }), 200);
  renamed = await token();
});
afterAll(() => service.stop());

const then = (moment: string, of = path): string => withParameter(of, 'asOf', moment);
const wrong = { type: 'VALIDATION_FIELD', field: 'asOf', errorCode: 'invalid.value' } as const;

describe('asOf=<timestamp or consistency token> [request.as-of]', () => {
  it('response, entity tag and position are those of that moment', async () => {
    const answer = await service.client.get(then(opened));
    expectStatus(answer, 200);
    expect(answer.body).not.toMatchObject({ accountName: 'Renamed' });
    expect(answer.headers.get('x-as-of-position')).toBe(opened);
    const now = await service.client.get(path);
    expect(now.body).toMatchObject({ accountName: 'Renamed' });
    expect(now.headers.get('x-as-of-position')).toBeNull();
    expect(answer.headers.get('etag')).not.toBe(now.headers.get('etag'));
    const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expectStatus(await service.client.get(then(opened), known), 304);
    expectStatus(await service.client.get(then(renamed), known), 200);
  });

  it('is among the parameters that an unknown one is told of, where it is taken [request.query]', async () => {
    const told = async (of: string): Promise<string> => {
      const answer = await service.client.get(`${of}?asof_=x`);
      expectStatus(answer, 400);
      return String((answer.body as { message?: string }[])[0]?.message);
    };
    expect(await told('/restapi/accounts')).toMatch(/Known parameters: .*\basOf\b/);
    expect(await told(path)).toMatch(/Known parameters: .*\basOf\b/);
    expect(await told('/restapi/webhooks')).not.toContain('asOf');
  });

  it('the token of a write shows the state right after it, whoever wrote at the same moment [request.consistency]', async () => {
    const [person, number] = [await service.member(), await service.openAccount()];
    const account = `/restapi/accounts/${number}`;
    const folio = `${account}/folios/${number}01`;
    const writes: readonly [of: string, field: string, value: (n: number) => string][] = [
      [account, 'accountName', (n) => `Name ${n}`],
      [folio, 'benchmark', (n) => `B${'ABCDEF'[n]}`],
      [`/restapi/members/${person}`, 'employerName', (n) => `Employer ${n}`],
    ];
    for (const [of, field, value] of writes) {
      for (let round = 0; round < 3; round++) {
        const changes = Array.from({ length: 6 }, (_, n) => ({ [field]: value((n + round) % 6) }));
        const answers = await Promise.all(changes.map((body) => service.client.put(of, body)));
        for (const [n, answer] of answers.entries()) {
          expectStatus(answer, 200);
          const shown = await service.client.get(
            then(answer.headers.get('x-consistency-token') ?? '', of),
          );
          expect([shown.body, shown.headers.get('etag')]).toEqual([
            expect.objectContaining(changes[n] ?? {}),
            answer.headers.get('etag'),
          ]);
        }
      }
    }
  });

  it.each<[string, () => readonly [string, unknown]]>([
    ['an account', () => ['/restapi/accounts', service.accountBody(owner)]],
    ['a bank link', () => [`${path}/achbanklinks`, linkBody(owner)]],
    [
      'a folio',
      () => {
        const accountNumber = path.split('/').at(-1);
        const body = { folioName: uniqueName('f'), accountNumber, dividendReinvest: true };
        return [`${path}/folios`, body];
      },
    ],
  ])(
    'the token of the creation of %s shows it as created, without what came after [request.consistency]',
    async (_what, make) => {
      const made = await service.client.post(...make());
      expectStatus(made, 201);
      const of = made.location ?? '';
      const asOf = then(made.headers.get('x-consistency-token') ?? '', of);
      const shown = await service.client.get(asOf);
      expectStatus(shown, 200);
      expect(shown.headers.get('etag')).toBe(made.headers.get('etag'));
    },
  );

  it('a position inside an append stands for its end, whichever it is', async () => {
    const log = await service.log();
    const first = log.findIndex(
      ({ type, data }) =>
        type.startsWith('account.AccountOpened.') &&
        data['accountNumber'] === path.split('/').at(-1),
    );
    const { stream, metadata } = log[first]!;
    const append = log.filter(
      (event) => event.stream === stream && event.metadata['commandId'] === metadata['commandId'],
    );
    expect(append.map(({ type }) => type)).toContain('account.AccountRestricted.v1');
    const whole = await service.client.get(then(opened));
    const end = encodeConsistencyToken(append.at(-1)?.position ?? 0n);
    const before = encodeConsistencyToken(log[first - 1]?.position ?? 0n);
    for (const { position } of append) {
      const inside = encodeConsistencyToken(position);
      for (const below of ['', '/restrictions', '/history']) {
        const answer = await service.client.get(then(inside, `${path}${below}`));
        expectStatus(answer, 200);
        expect(answer.headers.get('x-as-of-position')).toBe(end);
        expect(answer.body).toEqual((await service.client.get(then(end, `${path}${below}`))).body);
      }
      const account = await service.client.get(then(inside));
      expect(account.body).toEqual(whole.body);
      const restrictions = await service.client.get(then(inside, `${path}/restrictions`));
      expect(restrictions.body).toMatchObject([{ reasonCode: '020' }]);
    }
    // the previous one is unchanged
    const answer = await service.client.get(then(before));
    expect([answer.status, answer.headers.get('x-as-of-position')]).toEqual([404, before]);
  });

  it('HEAD and any letter case too', async () => {
    const answer = await service.client.request('HEAD', withParameter(path, 'ASOF', opened));
    expectStatus(answer, 200);
    expect(answer.headers.get('x-as-of-position')).toBe(opened);
  });

  it.each([
    ['milliseconds and Z', (time: string) => time],
    ['an offset with colon', (time: string) => time.replace('Z', '+00:00')],
    ['an offset without colon', (time: string) => time.replace('Z', '+0000')],
  ])('a timestamp with %s', async (_, written) => {
    const { body } = await service.client.get(path);
    const { creationDate } = body as { creationDate: string };
    const time = new Date(creationDate).toISOString();
    const answer = await service.client.get(then(written(time)));
    expectStatus(answer, 200);
    expect(answer.body).not.toMatchObject({ accountName: 'Renamed' });
    const plain = `${path}?asOf=${written(time)}`;
    expect((await service.auditor.get(plain)).body).toEqual(answer.body);
  });

  it('a date alone is the end of that day in New York, and today is now', async () => {
    const { creationDate } = (await service.client.get(path)).body as { creationDate: string };
    const today = businessDate(new Date(creationDate).toISOString());
    const answer = await service.client.get(then(today));
    expectStatus(answer, 200);
    expect(answer.body).toMatchObject({ accountName: 'Renamed' });
    expect((await service.client.get(then(addDays(today, -1)))).status).toBe(404);
  });

  it('404 when it did not exist, an empty list where there was none', async () => {
    const beginning = encodeConsistencyToken(0n);
    expectExactly(await service.client.get(then(beginning)), [{ type: 'NOT_FOUND' }], 404);
    const before = '2001-01-01T00:00:00Z';
    expectExactly(await service.client.get(then(before)), [{ type: 'NOT_FOUND' }], 404);
    const list = await service.client.get(then(before, '/restapi/accounts'));
    expectStatus(list, 200);
    expect(list.body).toEqual([]);
    expect(list.headers.get('x-as-of-position')).toBe(beginning);
  });

  it.each([
    ['a time to come', () => new Date(Date.now() + 60_000).toISOString()],
    ['a position to come', async () => encodeConsistencyToken((await service.head()) + 1n)],
    ['text', () => 'yesterday'],
    ['a date to come', () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)],
    ['a date that does not exist', () => '2026-02-30'],
    ['a timestamp without offset', () => '2026-01-01T00:00:00'],
    ['a day that does not exist', () => '2026-02-30T00:00:00Z'],
    ['nothing', () => ''],
    ['a number', () => '12'],
    ['a token of another form', () => `${opened}x`],
  ])('400 for %s', async (_, moment) => {
    expectExactly(await service.client.get(then(await moment())), [wrong]);
  });

  it('400 when given twice, in whatever case', async () => {
    const repeated = { type: 'SYNTAX', field: 'asOf' } as const;
    for (const again of ['asof', 'asOf']) {
      const twice = withParameter(then(opened), again, opened);
      expectExactly(await service.client.get(twice), [repeated]);
    }
  });

  it('writes refuse it and change nothing', async () => {
    const { client } = service;
    const sending = [
      () => client.put(then(opened), { accountName: 'Other' }),
      () => client.post(then(opened, '/restapi/members'), {}),
      () => client.request('DELETE', then(opened, `${path}/permissions/${owner}`)),
    ];
    for (const send of sending) expectExactly(await expectUnchanged(service, send), [wrong]);
  });

  it('reads of data without events refuse it, or ignore it on public pages', async () => {
    const operator = await service.operator.get(then(opened, '/operator/caller'));
    expectExactly(operator, [wrong]);
    for (const open of ['/health/live', '/openapi.json']) {
      expectStatus(await service.client.get(then('yesterday', open)), 200);
    }
  });

  it('refuses the past to callers who may not read: another firm, wrong credentials', async () => {
    const other = await service.otherFirm();
    expectExactly(await other.client.get(then(opened)), [{ type: 'NOT_FOUND' }], 404);
    const list = await other.client.get(then(renamed, '/restapi/accounts'));
    expect(list.body).toEqual([]);
  });

  it('rights are those of now', async () => {
    const loginId = await service.member();
    const viewer = service.as(loginId);
    const permission = { loginId, permission: 'DV', alertLevel: 'none', listOnReport: false };
    const before = await token();
    expectStatus(await service.client.post(`${path}/permissions`, permission), 201);
    const granted = await token();
    // whoever may read now may read the past
    expectStatus(await viewer.get(then(before)), 200);
    const list = await viewer.get(then(before, '/restapi/accounts'));
    expect(list.body).toHaveLength(1);
    const gone = await service.client.request('DELETE', `${path}/permissions/${loginId}`);
    expectStatus(gone, 200);
    expectStatus(await viewer.get(then(granted)), 403);
    expect((await viewer.get(then(granted, '/restapi/accounts'))).body).toEqual([]);
    const held = await service.client.get(then(granted, `${path}/permissions/${loginId}`));
    expect(held.body).toMatchObject({ loginId, permission: 'DV' });
  });

  it('masking is that of now: a firm that has lost its entitlement sees four digits of the past', async () => {
    const firm = await service.otherFirm(['fullTid']);
    const loginId = await service.member({ tid: '123456789' }, firm.client);
    const moment = await token();
    const of = `/restapi/members/${loginId}`;
    expect((await firm.client.get(then(moment, of))).body).toMatchObject({ tid: '123456789' });
    const { firmId } = firm;
    const poorer = { name: 'x', firmType: 'L', billingLevel: 'account', entitlements: [] };
    expectStatus(await service.operator.put(`/backoffice/firms/${firmId}`, poorer), 200);
    const masked = (await firm.client.get(then(moment, of))).body as { tid: string };
    expect(masked.tid).toMatch(/6789$/);
    expect(masked.tid).not.toContain('12345');
  });

  it('pages link to pages of the same moment', async () => {
    for (let i = 0; i < 3; i++) await trustee(service.client);
    const moment = await token();
    const all = (await service.client.get(then(moment, '/restapi/trustees'))).body as object[];
    await trustee(service.client);
    const seen: object[] = [];
    let next: string | undefined = then(moment, '/restapi/trustees?limit=2');
    while (next !== undefined) {
      const page = await service.client.get(next);
      expectStatus(page, 200);
      expect(page.headers.get('x-as-of-position')).toBe(moment);
      seen.push(...(page.body as object[]));
      next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(all);
  });

  it('reading an old document of an offer does not count as a fetch', async () => {
    const oid = uniqueName('offer');
    const offer = {
      name: 'Growth Fund I',
      openingDate: '2020-01-01',
      closingDate: '2099-12-31',
      eligibleFirms: [service.credentials.firmId],
      eligibility: 'ALL',
      minimum: '1000.00',
      maximum: '50000.00',
    };
    const admin = `/backoffice/privateplacementoffers/${oid}`;
    const put = async (at: string, body: unknown): Promise<void> =>
      expectStatus(await service.backoffice.put(at, body), 200);
    const document = (text: string): object => ({
      name: 'Memorandum',
      required: true,
      signable: false,
      data: Buffer.from(`%PDF-1.7\n${text}`).toString('base64'),
    });
    await put(admin, offer);
    await put(`${admin}/documents/d`, document('one'));
    const moment = await token();
    await put(`${admin}/documents/d`, document('two'));
    const of = `/restapi/privateplacementoffers/${oid}/documents/d`;
    const read = (at: string) => service.client.get(at, { 'X-Associated-Member-Id': owner });
    const before = await service.head();
    const old = await read(then(moment, of));
    const left = (await service.log()).filter(({ position }) => position > before);
    expect(left.map(({ type }) => type)).toEqual(['audit.SensitiveDataShown.v1']);
    expect(old.body).toContain('one');
    expect((await read(of)).body).toContain('two');
    // a firm that lost access to an offer can't read its past either
    await put(admin, { ...offer, eligibleFirms: ['999'] });
    expectStatus(await read(then(moment, of)), 404);
    expectStatus(await service.client.get(then(moment, of.replace('/documents/d', ''))), 404);
    const list = await service.client.get(then(moment, '/restapi/privateplacementoffers'));
    expect(JSON.stringify(list.body)).not.toContain(oid);
  });

  it('asOf with the position of a response returns the same response', async () => {
    const head = await service.head();
    const time = new Date().toISOString();
    const first = await service.client.get(then(time));
    const position = first.headers.get('x-as-of-position') ?? '';
    expect(decodeConsistencyToken(position)?.own).toBe(head);
    expect((await service.client.get(then(position))).body).toEqual(first.body);
  });
});
