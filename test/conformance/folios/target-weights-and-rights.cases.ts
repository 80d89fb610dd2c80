import { beforeAll, describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import {
  account,
  accountNumber,
  client,
  folio,
  input,
  items,
  owner,
  read,
  refused,
  service,
} from './set-up.js';

describe('Update target weights', () => {
  let path: string;

  let weights: string;

  beforeAll(async () => {
    path = await folio();
    weights = `${path}/targetweights`;
  });

  const total = rule('folio.target.weights.total.rule');

  it('none at first; 200 with an empty body; then as set [folio.weights]', async () => {
    expect(await read(weights)).toEqual([]);
    const list = items(['IBM', '33.33'], ['BRK.B', '33.33'], ['SPY', '33.34']);
    const answer = await client.put(weights, list);
    expect([answer.status, answer.body]).toEqual([200, undefined]);
    expect(await read(weights)).toEqual(list);
    expectStatus(await expectUnchanged(service, () => client.put(weights, list)), 200);
  });

  it('the new list replaces the old one; numbers count like texts [folio.weights request.numbers]', async () => {
    expectStatus(await client.put(weights, items(['VTI', 60], ['BND', 40.0])), 200);
    expect(await read(weights)).toEqual(items(['VTI', '60.00'], ['BND', '40.00']));
  });

  it('from one item to as many as a body holds, with up to six decimals [folio.weights]', async () => {
    expectStatus(await client.put(weights, items(['IBM', '100'])), 200);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const ticker = (n: number): string =>
      [17_576, 676, 26, 1].map((unit) => letters[Math.floor(n / unit) % 26]).join('');
    const many = Array.from({ length: 20_000 }, (_, n) => [ticker(n), '0.005'] as const);
    expectStatus(await client.put(weights, items(...many)), 200);
    expect(await read(weights)).toEqual(items(...many));
    const fine = items(['IBM', '99.999999'], ['SPY', '0.000001']);
    expectStatus(await client.put(weights, fine), 200);
    expect(await read(weights)).toEqual(fine);
  });

  it.each<[string, object[], object[]]>([
    ['the empty list', [], [total]],
    ['99.99 in total', items(['IBM', '99.99']), [total]],
    ['100.01 in total', items(['IBM', '50.00'], ['SPY', '50.01']), [total]],
    ['100.01 at once', items(['IBM', '100.01']), [total]],
    ['a hundred thirds', items(['IBM', '33.33'], ['SPY', '33.33'], ['VTI', '33.33']), [total]],
    ['zero', items(['IBM', '100'], ['SPY', '0']), [field('targetWeight', 'invalid.value')]],
    ['below zero', items(['IBM', '101'], ['SPY', '-1']), [field('targetWeight', 'invalid.value')]],
    [
      'seven decimals',
      items(['IBM', '99.9999995'], ['SPY', '0.0000005']),
      [field('targetWeight', 'invalid.value'), field('targetWeight', 'invalid.value')],
    ],
    ['no number', items(['IBM', 'all']), [field('targetWeight', 'invalid.value')]],
    ['an exponent in a text', items(['IBM', '1e2']), [field('targetWeight', 'invalid.value')]],
    ['a ticker twice', items(['IBM', '50'], ['IBM', '50']), [field('ticker', 'invalid.value')]],
    ['no ticker', items(['not a ticker', '100']), [field('ticker', 'invalid.value')]],
    ['an empty ticker', items(['', '100']), [field('ticker', 'cannot.be.null')]],
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
  ])('%s [folio.weights beneficiary.sharePct]', async (_what, list, problems) => {
    const before = await read(weights);
    await refused(() => client.put(weights, list), ...problems);
    expect(await read(weights)).toEqual(before);
  });

  it('the message says which item [errors.list]', async () => {
    const answer = await client.put(weights, items(['IBM', '50'], ['?', '50']));
    expectExactly(answer, [
      { field: 'ticker', message: expect.stringContaining('[1]') as unknown as string },
    ]);
  });

  it.each(['01', '02'])('not on folio %s [folio.weights]', async (sequence) => {
    const reserved = `${account}/folios/${accountNumber}${sequence}/targetweights`;
    await refused(() => client.put(reserved, items(['IBM', '100'])), rule('folio.reserved.rule'));
    expect(await read(reserved)).toEqual([]);
  });

  it.each([{}, { targetWeights: [] }, 'IBM', null])(
    'the body is a list: %j [folio.weights]',
    async (body) => {
      await refused(() => client.put(weights, body), { type: 'SYNTAX' });
    },
  );
});

describe('A restricted account', () => {
  it('refuses target weights and RTG subscription with the restriction; allows folio creation, update and reads [restriction.refuses restriction.allows]', async () => {
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

describe('Account permission codes on folios', () => {
  it.each([
    ['AM', { read: 200, create: 201, update: 200, weights: 200, rtg: 200 }],
    ['TM', { read: 200, create: 403, update: 403, weights: 200, rtg: 200 }],
    ['TR', { read: 200, create: 403, update: 403, weights: 200, rtg: 200 }],
    ['MM', { read: 200, create: 403, update: 403, weights: 403, rtg: 403 }],
    ['DV', { read: 200, create: 403, update: 403, weights: 403, rtg: 403 }],
    ['SV', { read: 200, create: 403, update: 403, weights: 403, rtg: 403 }],
    [undefined, { read: 403, create: 403, update: 403, weights: 403, rtg: 403 }],
  ])('%s [permission.codes]', async (permission, expected) => {
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
    expect((await member.get(`${path}/positions`)).status).toBe(expected.read);
  });
});
