import { describe, expect, it } from '@jest/globals';
import { field } from '../../support/problems.js';
import type { RawResponse } from '../../support/raw-request.js';
import { expectUnchanged, memberBody } from '../../support/running-service.js';
import { expectErrorList } from '../../support/wire.js';
import { account, folioBody, owner, refused, service, wire } from './set-up.js';

describe('Booleans', () => {
  it.each([
    [true, true],
    [false, false],
    ['true', true],
    ['false', false],
  ])('%j comes out as %j [request.booleans request.decimals]', async (sent, shown) => {
    const body = folioBody({ dividendReinvest: sent, dividendPayToAccount: sent });
    const { headers, status } = await wire.json('POST', `${account}/folios`, body);
    expect(status).toBe(201);
    const { body: read } = await wire.get(new URL(headers.location ?? '').pathname);
    expect(read).toMatchObject({ dividendReinvest: shown, dividendPayToAccount: shown });
  });

  it.each(['TRUE', 'True', 'yes', '1', ' true', 1, 0, [], {}])(
    '%j is none [request.booleans]',
    async (sent) => {
      await refused(
        'POST',
        `${account}/folios`,
        folioBody({ dividendReinvest: sent }),
        field('dividendReinvest', 'invalid.value'),
      );
    },
  );
});

describe('Numbers', () => {
  const put = (text: string): Promise<RawResponse> =>
    wire.send(
      'PUT',
      account,
      `{"defaultTaxLotSelection":"WLFS","longTermTaxRate":${text},"shortTermTaxRate":"1"}`,
    );

  it.each([
    ['"15.5"', '15.5'],
    ['15.5', '15.5'],
    ['15.50', '15.5'],
    ['0.1', '0.1'],
    ['"0.10"', '0.1'],
    ['100', '100'],
    ['1e1', '10'],
    ['0.30000000000000', '0.3'],
  ])(
    '%s is read exactly and shown as %j [request.numbers request.decimals]',
    async (sent, shown) => {
      expect((await put(sent)).status).toBe(200);
      const { text } = await wire.get(account);
      expect(text).toContain(`"longTermTaxRate":"${shown}"`);
    },
  );

  it.each([
    '1e400',
    '1e-400',
    '100.1',
    '-0.1',
    '"1e1"',
    '"+1"',
    '" 1"',
    '"1,0"',
    '"NaN"',
    '"Infinity"',
    '"0x1"',
    '"١"',
    'true',
    '[]',
    '{}',
    '0.1000000000000000055511151231257827',
  ])('%s is none [request.numbers]', async (sent) => {
    const answer = await expectUnchanged(service, () => put(sent));
    expectErrorList(answer, 400);
    expect(answer.body).toEqual([
      expect.objectContaining(field('longTermTaxRate', 'invalid.value')),
    ]);
  });

  it.each(['01', '+1', '.5', '5.', 'NaN', 'Infinity', '0x10', '1_000', '--1', '1e'])(
    'the number %s is no JSON [request.numbers]',
    async (sent) => {
      const answer = await expectUnchanged(service, () => put(sent));
      expectErrorList(answer, 400);
      expect(answer.body).toEqual([
        { type: 'SYNTAX', errorCode: 'request.malformed', message: expect.any(String) },
      ]);
    },
  );

  it('identifiers are texts, and may come as numbers [request.numbers]', async () => {
    const body = JSON.stringify(service.accountBody(owner)).replace(
      `"${service.credentials.billingPlans.A}"`,
      service.credentials.billingPlans.A,
    );
    const created = await wire.send('POST', '/restapi/accounts', body);
    expect(created.status).toBe(201);
    const { body: read } = await wire.get(new URL(created.headers.location ?? '').pathname);
    expect(read).toMatchObject({ billingPlanOid: service.credentials.billingPlans.A });
  });
});

describe('Timestamps', () => {
  const OUT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/;

  it.each([
    '1980-05-17T00:00:00.000+00:00',
    '1980-05-17T00:00:00+00:00',
    '1980-05-17T00:00:00.000-0500',
    '1980-05-17T23:59:59-05:00',
    '1980-05-17T00:00:00Z',
    '1980-05-17T00:00:00.5Z',
  ])('in: %s [request.timestamps]', async (dateOfBirth) => {
    const loginId = await service.member({ dateOfBirth });
    const { body } = await wire.get(`/restapi/members/${loginId}`);
    expect(body).toMatchObject({
      dateOfBirth: '1980-05-17T00:00:00.000+00:00',
      creationDate: expect.stringMatching(OUT),
    });
  });

  it.each([
    '1980-05-17T00:00:00.000',
    '1980-05-17 00:00:00Z',
    '1980-02-30T00:00:00Z',
    '1980-05-17T24:00:00Z',
    '1980-05-17T00:00:60Z',
    '1980-05-17T00:00Z',
    '17.05.1980',
    'x',
  ])('in: %j is invalid.date [request.timestamps]', async (dateOfBirth) => {
    await refused(
      'POST',
      '/restapi/members',
      memberBody({ dateOfBirth }),
      field('dateOfBirth', 'invalid.date'),
    );
  });

  it('out, everywhere: with milliseconds and +00:00 [request.timestamps]', async () => {
    const paths = [account, `/restapi/members/${owner}`, `/restapi/members/${owner}/ifas`];
    for (const path of [...paths, `${account}/restrictions`, `${account}/customeragreement`]) {
      const { text } = await wire.get(path);
      const found = text.match(/"\d{4}-\d{2}-\d{2}T[^"]*"/g) ?? [];
      for (const one of found) expect(one.slice(1, -1)).toMatch(OUT);
    }
  });
});
