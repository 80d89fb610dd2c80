import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

let service: ServiceUnderTest;
let client: BrokerageClient;
let owner: string;
/** An account without restrictions. */
let accountNumber: string;
let account: string;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  ({ client } = service);
  owner = await service.member();
  accountNumber = await service.openAccount({ primaryAccountOwner: owner });
  account = `/restapi/accounts/${accountNumber}`;
});
afterAll(() => service.stop());

const input = (fields: object = {}, of = accountNumber): Record<string, unknown> => ({
  folioName: 'Growth',
  accountNumber: of,
  dividendReinvest: true,
  ...fields,
});
const field = (name: string, errorCode: string): object => ({
  type: 'VALIDATION_FIELD',
  field: name,
  errorCode,
});
const rule = (errorCode: string, name?: string): object => ({
  type: 'VALIDATION_RULE',
  errorCode,
  ...(name !== undefined && { field: name }),
});
const items = (...pairs: readonly (readonly [string, unknown])[]): object[] =>
  pairs.map(([ticker, targetWeight]) => ({ ticker, targetWeight }));

/** Creates a folio; answers its path. */
async function folio(fields: object = {}, of = accountNumber): Promise<string> {
  const answer = await client.post(`/restapi/accounts/${of}/folios`, input(fields, of));
  expectStatus(answer, 201);
  return answer.location ?? '';
}

/** An account of its own, so that numbers start from 03. */
async function freshAccount(): Promise<{ number: string; path: string }> {
  const number = await service.openAccount({ primaryAccountOwner: owner });
  return { number, path: `/restapi/accounts/${number}` };
}

async function refused(send: () => Promise<ClientAnswer>, ...problems: object[]): Promise<void> {
  expectExactly(await expectUnchanged(service, send), problems);
}

async function read(path: string): Promise<Record<string, unknown>> {
  const answer = await client.get(path);
  expectStatus(answer, 200);
  return answer.body as Record<string, unknown>;
}

describe('endpoint 18 › Create a folio', () => {
  it('Response › 201, empty body, Location with the folio URL; the folio as sent [18.response conventions.create folio.folioName folio.accountNumber folio.dividendReinvest]', async () => {
    const answer = await client.post(
      `${account}/folios`,
      input({
        folioName: '  Income & more, 50 % – «é» ',
        dividendReinvest: false,
        benchmark: 'SPY',
        prepackagedFolioId: service.credentials.rtgOid,
        dividendPayToAccount: false,
      }),
    );
    expect([answer.status, answer.body]).toEqual([201, undefined]);
    const number = answer.location?.split('/').at(-1) ?? '';
    expect(answer.headers.get('location')).toBe(
      `${service.service.url}${account}/folios/${number}`,
    );
    expect(await read(answer.location ?? '')).toEqual({
      folioNumber: number,
      folioName: 'Income & more, 50 % – «é»',
      accountNumber,
      dividendReinvest: false,
      dividendPayToAccount: false,
      benchmark: 'SPY',
      prepackagedFolioId: service.credentials.rtgOid,
      folioStatus: 'O',
      modelOid: null,
      rtgOid: null,
    });
  });

  it('dividendPayToAccount › default true; benchmark and prepackagedFolioId › optional [folio.dividendPayToAccount folio.benchmark folio.prepackagedFolioId]', async () => {
    expect(await read(await folio())).toMatchObject({
      dividendReinvest: true,
      dividendPayToAccount: true,
      benchmark: null,
      prepackagedFolioId: null,
    });
  });

  it('prepackagedFolioId › may be null; null counts as missing elsewhere [folio.prepackagedFolioId]', async () => {
    const nothing = { prepackagedFolioId: null, benchmark: null, dividendPayToAccount: null };
    expect(await read(await folio(nothing))).toMatchObject({
      prepackagedFolioId: null,
      benchmark: null,
      dividendPayToAccount: true,
    });
  });

  it.each(['folioName', 'accountNumber', 'dividendReinvest'])(
    '%s › required [folio.folioName folio.accountNumber folio.dividendReinvest]',
    async (name) => {
      for (const value of [undefined, null]) {
        await refused(
          () => client.post(`${account}/folios`, input({ [name]: value })),
          field(name, 'cannot.be.null'),
        );
      }
    },
  );

  it.each<[string, unknown, object]>([
    [
      'folioName › max 50 characters',
      { folioName: 'x'.repeat(51) },
      field('folioName', 'invalid.length'),
    ],
    ['folioName › not blank', { folioName: ' ' }, field('folioName', 'invalid.value')],
    ['folioName › not empty', { folioName: '' }, field('folioName', 'invalid.value')],
    ['folioName › string', { folioName: 5 }, field('folioName', 'invalid.value')],
    ['folioName › printable', { folioName: 'a\u0007b' }, field('folioName', 'invalid.value')],
    [
      'dividendReinvest › boolean',
      { dividendReinvest: 'yes' },
      field('dividendReinvest', 'invalid.value'),
    ],
    [
      'dividendPayToAccount › boolean',
      { dividendPayToAccount: 1 },
      field('dividendPayToAccount', 'invalid.value'),
    ],
    ['benchmark › ticker', { benchmark: 'not a ticker' }, field('benchmark', 'invalid.value')],
    ['benchmark › not empty', { benchmark: '' }, field('benchmark', 'invalid.value')],
    [
      'prepackagedFolioId › id',
      { prepackagedFolioId: {} },
      field('prepackagedFolioId', 'invalid.value'),
    ],
    [
      'prepackagedFolioId › decisions §8 Unknown RTG',
      { prepackagedFolioId: '424242' },
      rule('folio.invalid.rtg', 'prepackagedFolioId'),
    ],
    [
      'accountNumber › decisions §1 Body id against path id',
      { accountNumber: 'RZ99999999' },
      rule('uri.matching.rule', 'accountNumber'),
    ],
    ['decisions §1 Field spelling', { foliName: 'x' }, { type: 'SYNTAX', field: 'foliName' }],
    [
      'decisions §1 Field spelling',
      { folioNumber: '03' },
      { type: 'SYNTAX', field: 'folioNumber' },
    ],
  ])(
    '%s: %j [folio.folioName folio.dividendReinvest folio.benchmark folio.prepackagedFolioId folio.dividendPayToAccount]',
    async (_row, fields, problem) => {
      await refused(() => client.post(`${account}/folios`, input(fields as object)), problem);
    },
  );

  it('folioName › 50 characters are not too long, counted as characters [folio.folioName limits.folioName]', async () => {
    for (const folioName of ['x'.repeat(50), '😀'.repeat(50)]) {
      expect(await read(await folio({ folioName }))).toMatchObject({ folioName });
    }
  });

  it('every problem at once, and no number is used up by a refusal [§1.errors]', async () => {
    const { number, path } = await freshAccount();
    const bad = {
      folioName: null,
      benchmark: '?',
      accountNumber: 'X',
      prepackagedFolioId: '4',
      x: 1,
    };
    await refused(
      () => client.post(`${path}/folios`, input(bad, number)),
      { type: 'SYNTAX', field: 'x' },
      field('folioName', 'cannot.be.null'),
      field('benchmark', 'invalid.value'),
      rule('uri.matching.rule', 'accountNumber'),
      rule('folio.invalid.rtg', 'prepackagedFolioId'),
    );
    expect(await folio({}, number)).toBe(`${path}/folios/${number}03`);
  });

  it('States › Folio create › account exists; otherwise 404 [states.folio-created]', async () => {
    const send = () => client.post('/restapi/accounts/RZ99999999/folios', input());
    expectExactly(await expectUnchanged(service, send), [{ type: 'NOT_FOUND' }], 404);
    const other = await service.otherFirm();
    const answer = await expectUnchanged(service, () =>
      other.client.post(`${account}/folios`, input()),
    );
    expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
  });

  it('two folios may have one name [folio.folioName]', async () => {
    expect(await folio({ folioName: 'Same' })).not.toBe(await folio({ folioName: 'Same' }));
  });
});

describe('specification › Folio number', () => {
  it('account number and two digits from 03 upward; 01 Cash and 02 Non-Folio Holdings exist from the start [folio.number folio.01 folio.02 states.folio-created §8.read]', async () => {
    const { number, path } = await freshAccount();
    const start = (await client.get(`${path}/folios`)).body;
    expect(start).toEqual([
      expect.objectContaining({ folioNumber: `${number}01`, folioName: 'Cash', folioStatus: 'O' }),
      expect.objectContaining({
        folioNumber: `${number}02`,
        folioName: 'Non-Folio Holdings',
        folioStatus: 'O',
      }),
    ]);
    for (const sequence of ['03', '04', '05']) {
      expect(await folio({}, number)).toBe(`${path}/folios/${number}${sequence}`);
    }
    const all = (await client.get(`${path}/folios`)).body as { folioNumber: string }[];
    expect(all.map(({ folioNumber }) => folioNumber.slice(-2))).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
    ]);
  });

  it('decisions §8 › no holes, also under concurrent creation: 20 at once are 03 to 22 [§8.sequence]', async () => {
    const { number, path } = await freshAccount();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.post(`${path}/folios`, input({ folioName: `Folio ${n}` }, number)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const numbers = answers.map(({ location }) => location?.slice(-2)).sort();
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => String(n + 3).padStart(2, '0')));
    for (const [n, { location }] of answers.entries()) {
      expect(await read(location ?? '')).toMatchObject({ folioName: `Folio ${n}` });
    }
  });

  it('decisions §8 › 03 to 99, then folio.number.exhausted.rule; numbers are never reused [§8.sequence]', async () => {
    const { number, path } = await freshAccount();
    for (let from = 3; from < 99; from += 16) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => client.post(`${path}/folios`, input({}, number))),
      );
      for (const answer of answers) expectStatus(answer, 201);
    }
    // the last number, wanted by three
    const last = await Promise.all(
      Array.from({ length: 3 }, () => client.post(`${path}/folios`, input({}, number))),
    );
    expect(last.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(last.find(({ status }) => status === 201)?.location).toBe(`${path}/folios/${number}99`);
    const create = () => client.post(`${path}/folios`, input({}, number));
    await refused(create, rule('folio.number.exhausted.rule'));
    expectStatus(await client.put(`${path}/folios/${number}50`, { folioStatus: 'C' }), 200);
    await refused(create, rule('folio.number.exhausted.rule'));
    expect((await client.get(`${path}/folios`)).body).toHaveLength(99);
  });

  it('decisions §8 › {folionumber} in a path is the full number [§8.path]', async () => {
    const path = await folio();
    const number = path.split('/').at(-1) ?? '';
    const { number: otherAccount } = await freshAccount();
    const unknown = [
      number.slice(-2),
      `${accountNumber}00`,
      `${accountNumber}98`,
      `${otherAccount}01`,
      `${number}0`,
      'x',
      number.toLowerCase(),
    ];
    for (const wrong of unknown) {
      for (const send of [
        () => client.get(`${account}/folios/${wrong}`),
        () => client.get(`${account}/folios/${wrong}/targetweights`),
        () => client.put(`${account}/folios/${wrong}`, { folioName: 'x' }),
        () => client.put(`${account}/folios/${wrong}/targetweights`, items(['IBM', '100'])),
        () =>
          client.put(`${account}/folios/${wrong}/rtgsubscription`, {
            folioNumber: wrong,
            prePackagedFolioOid: service.credentials.rtgOid,
          }),
      ]) {
        expectExactly(await expectUnchanged(service, send), [{ type: 'NOT_FOUND' }], 404);
      }
    }
  });
});

describe('decisions §8 › PUT folio: update and close', () => {
  it('benchmark, dividendReinvest, dividendPayToAccount and the name; what is left out stays [§8.close]', async () => {
    const path = await folio({ benchmark: 'SPY' });
    const changed = await client.put(path, { dividendReinvest: false });
    expect([changed.status, changed.body]).toEqual([200, undefined]);
    expect(await read(path)).toMatchObject({
      folioName: 'Growth',
      benchmark: 'SPY',
      dividendReinvest: false,
    });
    expectStatus(
      await client.put(path, {
        benchmark: null,
        dividendPayToAccount: 'false',
        folioName: ' New ',
      }),
      200,
    );
    expect(await read(path)).toMatchObject({
      folioName: 'New',
      benchmark: null,
      dividendReinvest: false,
      dividendPayToAccount: false,
    });
  });

  it('what was read can be sent back: 200, no event [§10.rule]', async () => {
    const path = await folio({ benchmark: 'SPY', prepackagedFolioId: service.credentials.rtgOid });
    const body = await read(path);
    expectStatus(await expectUnchanged(service, () => client.put(path, body)), 200);
    expectStatus(await expectUnchanged(service, () => client.put(path, {})), 200);
  });

  it.each<[object, object]>([
    [{ folioName: 'x'.repeat(51) }, field('folioName', 'invalid.length')],
    [{ folioName: ' ' }, field('folioName', 'invalid.value')],
    [{ benchmark: 'no ticker' }, field('benchmark', 'invalid.value')],
    [{ dividendReinvest: 'x' }, field('dividendReinvest', 'invalid.value')],
    [{ folioStatus: 'X' }, field('folioStatus', 'invalid.choice')],
    [{ folioStatus: 'c' }, field('folioStatus', 'invalid.choice')],
    [{ folioStatus: 'D' }, field('folioStatus', 'invalid.choice')],
    [{ prepackagedFolioId: '3000001' }, field('prepackagedFolioId', 'not.updatable')],
    [{ rtgOid: '3000001' }, field('rtgOid', 'not.updatable')],
    [{ modelOid: '1' }, field('modelOid', 'not.updatable')],
    [{ status: 'C' }, { type: 'SYNTAX', field: 'status' }],
  ])('%j is refused [§8.close §3.folio]', async (changes, problem) => {
    const path = await folio();
    await refused(() => client.put(path, changes), problem);
  });

  it('States › Folio close › all positions removed; folio.positions.rule otherwise [states.folio-closed folio.close §8.close §3.folio]', async () => {
    const path = await folio();
    const positions = `/backoffice${path.slice('/restapi'.length)}/positions`;
    const held = [{ ticker: 'IBM', shareQuantity: '1.5' }];
    expectStatus(await service.backoffice.put(positions, held), 200);
    await refused(() => client.put(path, { folioStatus: 'C' }), rule('folio.positions.rule'));
    expectStatus(await service.backoffice.put(positions, []), 200);
    expectStatus(await client.put(path, { folioStatus: 'C' }), 200);
    expect(await read(path)).toMatchObject({ folioStatus: 'C' });
    expectStatus(await expectUnchanged(service, () => client.put(path, { folioStatus: 'C' })), 200);
    const closed = { type: 'VALIDATION_RULE' };
    await refused(() => client.put(path, { folioStatus: 'O' }), closed);
    await refused(() => client.put(path, { folioName: 'Other' }), closed);
    await refused(() => client.put(`${path}/targetweights`, items(['IBM', '100'])), closed);
    const rtg = { folioNumber: path.slice(-12), prePackagedFolioOid: service.credentials.rtgOid };
    await refused(() => client.put(`${path}/rtgsubscription`, rtg), closed);
  });

  it('a folio can not be deleted [folio.close]', async () => {
    const path = await folio();
    const answer = await expectUnchanged(service, () => client.request('DELETE', path));
    expectExactly(answer, [{ type: 'METHOD_NOT_ALLOWED' }], 405);
  });

  it.each(['01', '02'])(
    'folio %s stays open and keeps its name; its settings may change [folio.close]',
    async (sequence) => {
      const path = `${account}/folios/${accountNumber}${sequence}`;
      await refused(() => client.put(path, { folioStatus: 'C' }), { type: 'VALIDATION_RULE' });
      await refused(() => client.put(path, { folioName: 'Mine' }), { type: 'VALIDATION_RULE' });
      expectStatus(await client.put(path, { benchmark: 'SPY' }), 200);
      expect(await read(path)).toMatchObject({ benchmark: 'SPY' });
    },
  );
});

describe('endpoint 12 › Update target weights', () => {
  let path: string;
  let weights: string;
  beforeAll(async () => {
    path = await folio();
    weights = `${path}/targetweights`;
  });
  const total = rule('folio.target.weights.total.rule');

  it('none to begin with; 200 with an empty body; then as set [12.response 12.body]', async () => {
    expect(await read(weights)).toEqual([]);
    const list = items(['IBM', '33.33'], ['BRK.B', '33.33'], ['SPY', '33.34']);
    const answer = await client.put(weights, list);
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect(await read(weights)).toEqual(list);
    expectStatus(await expectUnchanged(service, () => client.put(weights, list)), 200);
  });

  it('the new list replaces the old one; numbers count like texts [12.body folio.weights §1.numbers]', async () => {
    expectStatus(await client.put(weights, items(['VTI', 60], ['BND', 40.0])), 200);
    expect(await read(weights)).toEqual(items(['VTI', '60.00'], ['BND', '40.00']));
  });

  it('1 to 100 items [folio.weights §8.weights]', async () => {
    expectStatus(await client.put(weights, items(['IBM', '100'])), 200);
    const ticker = (n: number): string =>
      `${String.fromCharCode(65 + Math.floor(n / 26))}${String.fromCharCode(65 + (n % 26))}`;
    const hundred = Array.from({ length: 100 }, (_, n) => [ticker(n), '1'] as const);
    expectStatus(await client.put(weights, items(...hundred)), 200);
    expect(await read(weights)).toHaveLength(100);
    const more = items(...hundred, ['ZZZ', '0.01']);
    const answer = await expectUnchanged(service, () => client.put(weights, more));
    expectStatus(answer, 400);
  });

  it.each<[string, object[], object[]]>([
    ['the empty list', [], [total]],
    ['99.99 in total', items(['IBM', '99.99']), [total]],
    ['100.01 in total', items(['IBM', '50.00'], ['SPY', '50.01']), [total]],
    ['a hundred thirds', items(['IBM', '33.33'], ['SPY', '33.33'], ['VTI', '33.33']), [total]],
    ['zero', items(['IBM', '100'], ['SPY', '0']), [field('targetWeight', 'invalid.value')]],
    [
      'below zero',
      items(['IBM', '101'], ['SPY', '-1']),
      [field('targetWeight', 'invalid.value'), field('targetWeight', 'invalid.value')],
    ],
    [
      'three decimals',
      items(['IBM', '99.995'], ['SPY', '0.005']),
      [field('targetWeight', 'invalid.value'), field('targetWeight', 'invalid.value')],
    ],
    ['no number', items(['IBM', 'all']), [field('targetWeight', 'invalid.value')]],
    ['an exponent in a text', items(['IBM', '1e2']), [field('targetWeight', 'invalid.value')]],
    ['a ticker twice', items(['IBM', '50'], ['IBM', '50']), [field('ticker', 'invalid.value')]],
    ['no ticker', items(['not a ticker', '100']), [field('ticker', 'invalid.value')]],
    ['an empty ticker', items(['', '100']), [field('ticker', 'invalid.value')]],
    ['a missing ticker', [{ targetWeight: '100' }], [field('ticker', 'cannot.be.null')]],
    ['a missing weight', [{ ticker: 'IBM' }], [field('targetWeight', 'cannot.be.null')]],
    [
      'null',
      [{ ticker: null, targetWeight: null }],
      [field('ticker', 'cannot.be.null'), field('targetWeight', 'cannot.be.null')],
    ],
    [
      'an unknown key',
      [{ ticker: 'IBM', targetWeight: '100', name: 'x' }],
      [{ type: 'SYNTAX', field: 'name' }],
    ],
  ])('%s [folio.weights 12.body §8.weights limits.shares]', async (_what, list, problems) => {
    const before = await read(weights);
    await refused(() => client.put(weights, list), ...problems);
    expect(await read(weights)).toEqual(before);
  });

  it('the message says which item [§1.errors]', async () => {
    const answer = await client.put(weights, items(['IBM', '50'], ['?', '50']));
    expectExactly(answer, [
      { field: 'ticker', message: expect.stringContaining('[1]') as unknown as string },
    ]);
  });

  it.each(['01', '02'])('decisions §8 › not on folio %s [§8.weights]', async (sequence) => {
    const reserved = `${account}/folios/${accountNumber}${sequence}/targetweights`;
    await refused(() => client.put(reserved, items(['IBM', '100'])), { type: 'VALIDATION_RULE' });
    expect(await read(reserved)).toEqual([]);
  });

  it.each([{}, { targetWeights: [] }, 'IBM', null])(
    'the body is a list: %j [12.body]',
    async (body) => {
      await refused(() => client.put(weights, body), { type: 'SYNTAX' });
    },
  );
});

describe('decisions §5 › A restricted account', () => {
  it('refuses target weights and RTG subscription with the restriction; allows folio creation, update and reads [§5.refuses §5.allows]', async () => {
    const number = await service.account({ primaryAccountOwner: owner });
    const path = await folio({}, number);
    const restricted = {
      ...rule('account.restricted.rule'),
      message: expect.stringContaining('020') as unknown as string,
    };
    const weights = items(['IBM', '100']);
    await refused(() => client.put(`${path}/targetweights`, weights), restricted);
    const rtg = { folioNumber: path.slice(-12), prePackagedFolioOid: service.credentials.rtgOid };
    await refused(() => client.put(`${path}/rtgsubscription`, rtg), restricted);
    expectStatus(await client.put(path, { folioName: 'Renamed' }), 200);
    expect(await read(path)).toMatchObject({ folioName: 'Renamed', rtgOid: null });
    expect(await read(`${path}/targetweights`)).toEqual([]);
    await service.sign(number, owner);
    expectStatus(await client.put(`${path}/targetweights`, weights), 200);
    expectStatus(await client.put(`${path}/rtgsubscription`, rtg), 200);
  });
});

describe('decisions §2 › Account permission codes on folios', () => {
  it.each([
    ['AM', { read: 200, create: 201, update: 200, weights: 200, rtg: 200 }],
    ['TM', { read: 200, create: 403, update: 403, weights: 200, rtg: 200 }],
    ['TR', { read: 200, create: 403, update: 403, weights: 200, rtg: 200 }],
    ['MM', { read: 200, create: 403, update: 403, weights: 403, rtg: 403 }],
    ['DV', { read: 200, create: 403, update: 403, weights: 403, rtg: 403 }],
    ['SV', { read: 200, create: 403, update: 403, weights: 403, rtg: 403 }],
    [undefined, { read: 403, create: 403, update: 403, weights: 403, rtg: 403 }],
  ])('%s [§2.permissions]', async (permission, expected) => {
    const loginId = await service.member();
    if (permission !== undefined) {
      const held = { loginId, permission, alertLevel: 'all', listOnReport: false };
      expectStatus(await client.post(`${account}/permissions`, held), 201);
    }
    const path = await folio();
    const member = service.as(loginId);
    const rtg = { folioNumber: path.slice(-12), prePackagedFolioOid: service.credentials.rtgOid };
    const found = {
      read: (await member.get(path)).status,
      create: (await member.post(`${account}/folios`, input())).status,
      update: (await member.put(path, { folioName: uniqueName() })).status,
      weights: (await member.put(`${path}/targetweights`, items(['IBM', '100']))).status,
      rtg: (await member.put(`${path}/rtgsubscription`, rtg)).status,
    };
    expect(found).toEqual(expected);
    expect((await member.get(`${account}/folios`)).status).toBe(expected.read);
    expect((await member.get(`${path}/targetweights`)).status).toBe(expected.read);
  });
});

describe('endpoint 21 › Subscribe a folio to an RTG folio', () => {
  const rtgOid = (): string => service.credentials.rtgOid;
  const body = (path: string, fields: object = {}): object => ({
    folioNumber: path.slice(-12),
    prePackagedFolioOid: rtgOid(),
    ...fields,
  });

  it('200 with an empty body; decisions §8 › sets rtgOid and leaves the target weights alone [21.response 21.body folio.rtgSubscription §8.rtg]', async () => {
    const path = await folio();
    const weights = items(['IBM', '100.00']);
    expectStatus(await client.put(`${path}/targetweights`, weights), 200);
    const answer = await client.put(`${path}/rtgsubscription`, body(path));
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect(await read(path)).toMatchObject({ rtgOid: rtgOid(), prepackagedFolioId: null });
    expect(await read(`${path}/targetweights`)).toEqual(weights);
    const again = () => client.put(`${path}/rtgsubscription`, body(path));
    expectStatus(await expectUnchanged(service, again), 200);
  });

  it('to another one, by number too [21.body]', async () => {
    const path = await folio();
    expectStatus(await client.put(`${path}/rtgsubscription`, body(path)), 200);
    const model = { name: 'Other', targetWeights: items(['VTI', '100']) };
    expectStatus(await service.backoffice.put('/backoffice/rtgs/3000777', model), 200);
    const other = body(path, { prePackagedFolioOid: 3_000_777 });
    expectStatus(await client.put(`${path}/rtgsubscription`, other), 200);
    expect(await read(path)).toMatchObject({ rtgOid: '3000777' });
  });

  it.each<[string, object, object]>([
    [
      'unknown RTG',
      { prePackagedFolioOid: '424242' },
      rule('folio.invalid.rtg', 'prePackagedFolioOid'),
    ],
    ['no RTG', { prePackagedFolioOid: null }, field('prePackagedFolioOid', 'cannot.be.null')],
    ['no folio number', { folioNumber: undefined }, field('folioNumber', 'cannot.be.null')],
    [
      'another folio number',
      { folioNumber: 'RZ9999999903' },
      rule('uri.matching.rule', 'folioNumber'),
    ],
    ['wrong type', { prePackagedFolioOid: [] }, field('prePackagedFolioOid', 'invalid.value')],
    [
      'another spelling',
      { prepackagedFolioOid: '1' },
      { type: 'SYNTAX', field: 'prepackagedFolioOid' },
    ],
  ])('%s [21.body folio.rtgSubscription §8.rtg]', async (_what, fields, problem) => {
    const path = await folio();
    await refused(() => client.put(`${path}/rtgsubscription`, body(path, fields)), problem);
    expect(await read(path)).toMatchObject({ rtgOid: null });
  });

  it.each(['01', '02'])('not folio %s [21.body]', async (sequence) => {
    const path = `${account}/folios/${accountNumber}${sequence}`;
    const send = () => client.put(`${path}/rtgsubscription`, body(path));
    await refused(send, { type: 'VALIDATION_RULE' });
  });

  it('a changed model does not change a subscribed folio [21.not-automatic]', async () => {
    const path = await folio();
    const put = (ticker: string) =>
      service.backoffice.put('/backoffice/rtgs/3000778', {
        name: 'Model',
        targetWeights: items([ticker, '100']),
      });
    expectStatus(await put('VTI'), 200);
    const subscription = body(path, { prePackagedFolioOid: '3000778' });
    expectStatus(await client.put(`${path}/rtgsubscription`, subscription), 200);
    const before = await client.get(path);
    expectStatus(await put('BND'), 200);
    const after = await client.get(path);
    expect([after.body, after.headers.get('etag')]).toEqual([
      before.body,
      before.headers.get('etag'),
    ]);
    expect(await read(`${path}/targetweights`)).toEqual([]);
  });
});

describe('decisions §8 › RTG reads', () => {
  it('GET /restapi/rtgs and /restapi/rtgs/{oid} [§8.rtg]', async () => {
    const { rtgOid } = service.credentials;
    const one = await read(`/restapi/rtgs/${rtgOid}`);
    expect(one).toEqual({
      rtgOid,
      name: 'Balanced 60/40',
      description: null,
      targetWeights: items(['VTI', '60.00'], ['BND', '40.00']),
    });
    expect(await read('/restapi/rtgs')).toEqual(expect.arrayContaining([one]));
    expectExactly(await client.get('/restapi/rtgs/424242'), [{ type: 'NOT_FOUND' }], 404);
  });

  it('every firm sees all of them, and an auditor [§8.rtg]', async () => {
    const { client: other } = await service.otherFirm();
    for (const reader of [other, service.auditor]) {
      expectStatus(await reader.get(`/restapi/rtgs/${service.credentials.rtgOid}`), 200);
    }
  });
});

describe('decisions §10 › PUT /backoffice/accounts/{a}/folios/{f}/positions', () => {
  const put = (path: string, body: unknown) =>
    service.backoffice.put(`/backoffice${path.slice('/restapi'.length)}/positions`, body);

  it('the same list in another order is no event; another one is [§10.positions]', async () => {
    const path = await folio();
    const [ibm, spy] = [
      { ticker: 'IBM', shareQuantity: '1.50' },
      { ticker: 'SPY', shareQuantity: 2 },
    ];
    expectStatus(await put(path, [ibm, spy]), 200);
    expectStatus(await expectUnchanged(service, () => put(path, [spy, ibm])), 200);
    const before = await service.head();
    expectStatus(await put(path, [ibm]), 200);
    expect(await service.head()).not.toBe(before);
  });

  it.each<[object[], object]>([
    [[{ ticker: 'IBM', shareQuantity: '0' }], field('shareQuantity', 'invalid.value')],
    [[{ ticker: 'IBM', shareQuantity: '-1' }], field('shareQuantity', 'invalid.value')],
    [[{ ticker: 'IBM', shareQuantity: 'x' }], field('shareQuantity', 'invalid.value')],
    [[{ ticker: 'IBM' }], field('shareQuantity', 'cannot.be.null')],
    [[{ shareQuantity: '1' }], field('ticker', 'cannot.be.null')],
    [[{ ticker: 'not one', shareQuantity: '1' }], field('ticker', 'invalid.value')],
    [
      [
        { ticker: 'IBM', shareQuantity: '1' },
        { ticker: 'IBM', shareQuantity: '1' },
      ],
      field('ticker', 'invalid.value'),
    ],
    [[{ ticker: 'IBM', shareQuantity: '1', x: 1 }], { type: 'SYNTAX', field: 'x' }],
  ])('%j is refused [§10.positions]', async (list, problem) => {
    const path = await folio();
    await refused(() => put(path, list), problem);
  });

  it('an unknown account or folio: 404; another role: 403 [§1.404]', async () => {
    const path = await folio();
    const list = [{ ticker: 'IBM', shareQuantity: '1' }];
    await expectUnchanged(service, async () => {
      expectStatus(await put('/restapi/accounts/RZ99999999/folios/RZ9999999903', list), 404);
      expectStatus(await put(`${account}/folios/${accountNumber}98`, list), 404);
      const send = `/backoffice${path.slice('/restapi'.length)}/positions`;
      for (const caller of [client, service.operator, service.auditor]) {
        expectStatus(await caller.put(send, list), 403);
      }
    });
  });
});
