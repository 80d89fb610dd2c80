import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import {
  account,
  accountNumber,
  client,
  folio,
  freshAccount,
  input,
  items,
  read,
  refused,
  service,
} from './set-up.js';

describe('Folio number', () => {
  it('account number and two digits from 03 upward; 01 Cash and 02 Non-Folio Holdings exist from the start [folio.number folio.01 folio.02 folio.created folio.get]', async () => {
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

  it('no gaps, even under concurrent creation: 20 at once are 03 to 22 [folio.number]', async () => {
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

  it('03 to 99, then folio.number.exhausted.rule; numbers are never reused [folio.number]', async () => {
    const { number, path } = await freshAccount();
    for (let from = 3; from < 99; from += 16) {
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => client.post(`${path}/folios`, input({}, number))),
      );
      for (const answer of answers) expectStatus(answer, 201);
    }
    // three requests compete for the last number
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

  it('{folionumber} in a path is the full number [folio.path]', async () => {
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

describe('PUT folio: update and close', () => {
  it('benchmark, dividendReinvest, dividendPayToAccount and the name; what is left out stays [folio.update]', async () => {
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

  it('a read can be sent back: 200, no event [back-office.rule]', async () => {
    const path = await folio({ benchmark: 'SPY', prepackagedFolioId: service.credentials.rtgOid });
    const body = await read(path);
    expectStatus(await expectUnchanged(service, () => client.put(path, body)), 200);
    expectStatus(await expectUnchanged(service, () => client.put(path, {})), 200);
  });

  it.each<[object, object]>([
    [{ folioName: 'x'.repeat(51) }, field('folioName', 'invalid.length')],
    [{ folioName: ' ' }, field('folioName', 'cannot.be.null')],
    [{ folioName: null }, field('folioName', 'cannot.be.null')],
    [{ dividendReinvest: null }, field('dividendReinvest', 'cannot.be.null')],
    [{ benchmark: 'no ticker' }, field('benchmark', 'invalid.value')],
    [{ dividendReinvest: 'x' }, field('dividendReinvest', 'invalid.value')],
    [{ folioStatus: 'X' }, field('folioStatus', 'invalid.choice')],
    [{ folioStatus: 'c' }, field('folioStatus', 'invalid.choice')],
    [{ folioStatus: 'D' }, field('folioStatus', 'invalid.choice')],
    [{ prepackagedFolioId: '3000001' }, field('prepackagedFolioId', 'not.updatable')],
    [{ rtgOid: '3000001' }, field('rtgOid', 'not.updatable')],
    [{ modelOid: '1' }, field('modelOid', 'not.updatable')],
    [{ status: 'C' }, { type: 'SYNTAX', field: 'status' }],
  ])('%j is refused [folio.update folio.status]', async (changes, problem) => {
    const path = await folio();
    await refused(() => client.put(path, changes), problem);
  });

  it('States › Folio close › all positions removed; folio.positions.rule otherwise [folio.close folio.status]', async () => {
    const path = await folio();
    const positions = `/backoffice${path.slice('/restapi'.length)}/positions`;
    const held = [{ ticker: 'IBM', shareQuantity: '1.5' }];
    expectStatus(await service.backoffice.put(positions, held), 200);
    await refused(() => client.put(path, { folioStatus: 'C' }), rule('folio.positions.rule'));
    expectStatus(await service.backoffice.put(positions, []), 200);
    expectStatus(await client.put(path, { folioStatus: 'C' }), 200);
    expect(await read(path)).toMatchObject({ folioStatus: 'C' });
    expectStatus(await expectUnchanged(service, () => client.put(path, { folioStatus: 'C' })), 200);
    const closed = rule('folio.closed.rule');
    await refused(() => client.put(path, { folioStatus: 'O' }), closed);
    await refused(() => client.put(path, { folioName: 'Other' }), closed);
    await refused(() => client.put(`${path}/targetweights`, items(['IBM', '100'])), closed);
    const rtg = { folioNumber: path.slice(-12), prePackagedFolioOid: service.credentials.rtgOid };
    await refused(() => client.put(`${path}/rtgsubscription`, rtg), closed);
  });

  it('a folio cannot be deleted [folio.close]', async () => {
    const path = await folio();
    const answer = await expectUnchanged(service, () => client.request('DELETE', path));
    expectExactly(answer, [{ type: 'METHOD_NOT_ALLOWED' }], 405);
  });

  it.each(['01', '02'])(
    'folio %s stays open and keeps its name; its settings may change [folio.close]',
    async (sequence) => {
      const path = `${account}/folios/${accountNumber}${sequence}`;
      const reserved = rule('folio.reserved.rule');
      await refused(() => client.put(path, { folioStatus: 'C' }), reserved);
      await refused(() => client.put(path, { folioName: 'Mine' }), reserved);
      expectStatus(await client.put(path, { benchmark: 'SPY' }), 200);
      expect(await read(path)).toMatchObject({ benchmark: 'SPY' });
    },
  );
});
