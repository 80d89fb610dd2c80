import { describe, expect, it } from '@jest/globals';
import { field, rule } from '../../support/problems.js';
import { expectExactly, expectUnchanged } from '../../support/running-service.js';
import {
  account,
  accountNumber,
  client,
  folio,
  freshAccount,
  input,
  read,
  refused,
  service,
} from './set-up.js';

describe('Create a folio', () => {
  it('Response › 201, empty body, Location with the folio URL; the folio as sent [folio.created request.created folio.folioName folio.accountNumber folio.dividendReinvest]', async () => {
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
    ['folioName › not blank', { folioName: ' ' }, field('folioName', 'cannot.be.null')],
    [
      'folioName › something to be seen',
      { folioName: '\u200b' },
      field('folioName', 'invalid.value'),
    ],
    ['folioName › not empty', { folioName: '' }, field('folioName', 'cannot.be.null')],
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
    [
      'prepackagedFolioId › id',
      { prepackagedFolioId: {} },
      field('prepackagedFolioId', 'invalid.value'),
    ],
    [
      'prepackagedFolioId › unknown RTG',
      { prepackagedFolioId: '424242' },
      rule('folio.invalid.rtg', 'prepackagedFolioId'),
    ],
    [
      'accountNumber › body id against path id',
      { accountNumber: 'RZ99999999' },
      rule('uri.matching.rule', 'accountNumber'),
    ],
    ['Field spelling', { foliName: 'x' }, { type: 'SYNTAX', field: 'foliName' }],
    ['Field spelling', { folioNumber: '03' }, { type: 'SYNTAX', field: 'folioNumber' }],
  ])(
    '%s: %j [folio.folioName folio.dividendReinvest folio.benchmark folio.prepackagedFolioId folio.dividendPayToAccount]',
    async (_row, fields, problem) => {
      await refused(() => client.post(`${account}/folios`, input(fields as object)), problem);
    },
  );

  it('folioName › 50 characters are not too long, counted as characters [folio.folioName]', async () => {
    for (const folioName of ['x'.repeat(50), '😀'.repeat(50)]) {
      expect(await read(await folio({ folioName }))).toMatchObject({ folioName });
    }
  });

  it('every problem of fields at once, then every one of rules, and no number is used up by a refusal [errors.list]', async () => {
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
    );
    const { accountNumber, prepackagedFolioId } = bad;
    await refused(
      () => client.post(`${path}/folios`, input({ accountNumber, prepackagedFolioId }, number)),
      rule('uri.matching.rule', 'accountNumber'),
      rule('folio.invalid.rtg', 'prepackagedFolioId'),
    );
    expect(await folio({}, number)).toBe(`${path}/folios/${number}03`);
  });

  it('States › Folio create › account exists; otherwise 404 [folio.created]', async () => {
    const send = () => client.post('/restapi/accounts/RZ99999999/folios', input());
    expectExactly(await expectUnchanged(service, send), [{ type: 'NOT_FOUND' }], 404);
    const other = await service.otherFirm();
    const answer = await expectUnchanged(service, () =>
      other.client.post(`${account}/folios`, input()),
    );
    expectExactly(answer, [{ type: 'NOT_FOUND' }], 404);
  });

  it('two folios may have the same name [folio.folioName]', async () => {
    expect(await folio({ folioName: 'Same' })).not.toBe(await folio({ folioName: 'Same' }));
  });
});
