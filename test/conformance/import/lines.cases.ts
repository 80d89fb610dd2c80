import { describe, expect, it } from '@jest/globals';
import { encodeConsistencyToken } from '#libs/platform/http';
import { expectUnchanged, uniqueName } from '../../support/running-service.js';
import { importBody } from '../import.fixture.js';
import {
  account,
  body,
  linesOf,
  login,
  newId,
  only,
  pathOf,
  record,
  send,
  service,
  statuses,
} from './set-up.js';

describe('POST /backoffice/import [back-office.import]', () => {
  it('one line {path, body} each, answered {line, path, status} in the same order', async () => {
    const lines = Array.from({ length: 300 }, () => record());
    const { status, headers, trailers, lines: answers } = await send(lines);
    const imported = (await service.log()).filter(({ type }) =>
      type.startsWith('folioTransaction.'),
    );
    const newest = encodeConsistencyToken(imported.at(-1)?.position ?? 0n);
    expect(trailers['x-consistency-token']).toBe(newest);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson']);
    expect(answers).toEqual(
      lines.map(({ path }, index) => ({ line: index + 1, path, status: 200 })),
    );
    const list = await service.client.get(
      `/restapi/accounts/${account}/folios/${account}01/transactions?daterange=03-02-2026,03-02-2026`,
    );
    expect(list.body).toHaveLength(300);
  });

  it('path with or without /backoffice', async () => {
    const id = newId();
    const before = await service.requestHead();
    expect((await only(record({}, id)))?.status).toBe(200);
    const once = await service.requestHead();
    expect(once).not.toBe(before);
    const prefixed = { path: `/backoffice${pathOf(id)}`, body };
    expect(await only(prefixed)).toEqual({ line: 1, path: prefixed.path, status: 200 });
    expect(await service.requestHead()).toBe(once);
  });

  it('a path with a query or a fragment names nothing', async () => {
    for (const end of ['?', '?x=1', '?asOf=2026-01-01T00:00:00Z', '#', '#x']) {
      const path = `${pathOf()}${end}`;
      const answer = await expectUnchanged(service, () => only({ path, body }));
      const errors = [
        {
          type: 'NOT_FOUND',
          errorCode: 'not.found',
          message: expect.any(String) as unknown as string,
        },
      ];
      expect(answer).toEqual({ line: 1, path, status: 404, errors });
    }
  });

  it('a bad line is an error line and nothing else stops', async () => {
    const good = record();
    const answers = await linesOf([
      record(),
      '{"path":',
      'true',
      { path: '/nothing/here', body },
      { body },
      { path: 7, body },
      { ...record(), extra: 1, method: 'PUT' },
      { path: pathOf() },
      record({ nonsense: 1, net: 'x' }),
      record({ marketNet: '1' }),
      { path: `/accounts/RZ99999999/folios/RZ9999999901/transactions/1`, body },
      `{"path":"${pathOf()}","path":"x"}`,
      '[',
      good,
    ]);
    expect(statuses(answers)).toEqual([
      200, 400, 400, 404, 400, 400, 400, 400, 400, 400, 404, 400, 400, 200,
    ]);
    expect(answers.map(({ line }) => line)).toEqual(answers.map((_, index) => index + 1));
    const errors = (n: number): unknown => answers[n - 1]?.errors;
    expect(errors(1)).toBeUndefined();
    expect(errors(2)).toMatchObject([{ type: 'SYNTAX', message: 'The JSON text ends too early.' }]);
    expect(errors(4)).toMatchObject([{ type: 'NOT_FOUND', errorCode: 'not.found' }]);
    expect(errors(5)).toMatchObject([{ field: 'path', errorCode: 'cannot.be.null' }]);
    expect(errors(6)).toMatchObject([{ field: 'path', errorCode: 'invalid.value' }]);
    expect(errors(7)).toMatchObject([
      { type: 'SYNTAX', field: 'extra' },
      { type: 'SYNTAX', field: 'method' },
    ]);
    expect(errors(8)).toMatchObject([{ type: 'SYNTAX' }]);
    expect(errors(9)).toMatchObject([
      { type: 'SYNTAX', field: 'nonsense' },
      { field: 'net', errorCode: 'invalid.value' },
    ]);
    expect(errors(10)).toMatchObject([{ errorCode: 'folio.transaction.market.value.rule' }]);
    expect(answers[1]?.path).toBeNull();
    expect(answers[12]?.path).toBeNull();
    expect(answers[6]?.path).toMatch(/^\/accounts/);
  });

  it('an empty or blank path is a missing one [request.empty]', async () => {
    for (const { status, errors } of await linesOf([
      { path: '', body },
      { path: ' \t', body },
    ])) {
      expect([status, errors]).toMatchObject([
        400,
        [{ field: 'path', errorCode: 'cannot.be.null' }],
      ]);
    }
  });

  it('blank lines are counted and not answered; CRLF and a missing last newline are fine', async () => {
    const [first, second] = [record(), record()];
    const text = `\r\n${JSON.stringify(first)}\r\n\n  \t\n${JSON.stringify(second)}`;
    const { lines } = await importBody(service, Buffer.from(text));
    expect(lines).toEqual([
      { line: 2, path: first.path, status: 200 },
      { line: 5, path: second.path, status: 200 },
    ]);
    for (const nothing of ['', '\n', '\n\n \n']) {
      const empty = await importBody(service, Buffer.from(nothing));
      expect([empty.status, empty.text]).toEqual([200, '']);
    }
  });

  it('a repeated import changes nothing', async () => {
    const lines = [record(), record(), record({ net: '1' })];
    expect(statuses(await linesOf(lines))).toEqual([200, 200, 200]);
    const before = await service.requestHead();
    expect(statuses(await linesOf(lines))).toEqual([200, 200, 200]);
    expect(await service.requestHead()).toBe(before);
  });

  it('lines about the same resource count in their order', async () => {
    const id = newId();
    const amounts = Array.from({ length: 40 }, (_, n) => String(n + 1));
    const answers = await linesOf(amounts.map((net) => record({ net }, id)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    const events = (await service.log()).filter(({ stream }) => stream.endsWith(`/${id}`));
    const nets = events.map(({ data }) => (data['transaction'] as { net: string }).net);
    expect(nets).toEqual(amounts.map((net) => `${net}.00`));
  });

  it('a line may need what an earlier one makes', async () => {
    const firmId = String(6_000_000_000 + Math.floor(Math.random() * 3_000_000_000));
    const apiKey = uniqueName('key');
    const loginId = uniqueName('api');
    const plan = { billingPlanType: 'B', name: 'Plan', description: 'x' };
    const operator = await service.operatorAndBackoffice();
    const answers = await linesOf(
      [
        { path: `/firms/${firmId}/clients/${apiKey}`, body: { loginId } },
        { path: `/firms/${firmId}`, body: { name: 'Firm', firmType: 'L' } },
        { path: `/firms/${firmId}/clients/${apiKey}`, body: { loginId } },
        { path: `/firms/${firmId}/clients/${apiKey}`, body: { loginId } },
        { path: `/firms/${firmId}/billingplans/9`, body: plan },
      ],
      { token: operator },
    );
    expect(statuses(answers).slice(0, 4)).toEqual([404, 200, 200, 200]);
    expect(answers[4]?.errors?.some(({ type }) => type === 'NOT_FOUND')).not.toBe(true);
    // the first PUT of a client returns its secret, once
    expect(answers[2]?.sharedSecret).toEqual(expect.any(String));
    expect(answers[3]).not.toHaveProperty('sharedSecret');
  });

  it('every row of the table, decided as its PUT is', async () => {
    const token = await service.operatorAndBackoffice();
    const paths = [
      '/firms/77',
      '/firms/77/billingplans/1',
      '/firms/77/clients/some-key-of-a-client',
      '/rtgs/770001',
      '/privateplacementoffers/770001',
      '/privateplacementoffers/770001/documents/1',
      `/members/${login}/ifas/770001`,
      `/members/${login}/verification`,
      `/accounts/${account}/folios/${account}01/positions`,
      `/accounts/${account}/folios/${account}01/transactions/770001`,
      `/accounts/${account}/folios/${account}01/performance/unitvalues`,
      `/accounts/${account}/folios/${account}01/orders/770001`,
      `/accounts/${account}/cashtransactions/770001`,
      `/accounts/${account}/corporateactions/770001`,
      `/accounts/${account}/reportedtaxlots/770001/770002`,
      `/accounts/${account}/taxdata`,
      `/accounts/${account}/privateplacementorders/770001`,
    ];
    for (const path of paths) {
      for (const sent of [{ nonsense: 1 }, [], [{ nonsense: 1 }], 7]) {
        const line = await only({ path, body: sent }, { token });
        const response = await fetch(`${service.service.url}/backoffice${path}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(sent),
        });
        const alone = await response.text();
        expect([path, line?.status, line?.errors]).toEqual([
          path,
          response.status,
          alone === '' ? undefined : JSON.parse(alone),
        ]);
      }
    }
  });

  it('a document of more than a megabyte', async () => {
    const oid = newId();
    const offer = {
      name: 'Fund',
      openingDate: '2020-01-01',
      closingDate: '2099-12-31',
      eligibleFirms: [service.credentials.firmId],
      eligibility: 'ALL',
      minimum: '1.00',
      maximum: '2.00',
    };
    const data = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(3_000_000, 0x20)]);
    const document = {
      name: 'Terms',
      required: true,
      signable: false,
      data: data.toString('base64'),
    };
    const answers = await linesOf([
      { path: `/privateplacementoffers/${oid}`, body: offer },
      { path: `/privateplacementoffers/${oid}/documents/1`, body: document },
      record({ notes: 'x'.repeat(1_100_000) }),
    ]);
    expect(statuses(answers)).toEqual([200, 200, 413]);
  });
});

describe('who may import [auth.bearer back-office.import]', () => {
  it('backoffice; a firm or client line needs operator', async () => {
    const firm = { path: '/firms/10000009', body: { name: 'x', firmType: 'L' } };
    const client = { path: '/firms/10000009/clients/some-api-key-99', body: { loginId: 'x' } };
    const answers = await linesOf([firm, record(), client]);
    expect(statuses(answers)).toEqual([403, 200, 403]);
    expect(answers[0]?.errors).toMatchObject([{ type: 'FORBIDDEN' }]);
    expect(statuses(await linesOf([firm, record()], { role: 'operator' }))).toEqual([200, 403]);
  });

  it('nobody else: 403; without credentials or with a signature over something else: 401', async () => {
    for (const role of ['client', 'auditor'] as const) {
      expect((await send([record()], { role })).status).toBe(403);
    }
    expect((await send([record()], { token: 'x' })).status).toBe(401);
    const signed = await service.client.request('POST', '/backoffice/import', { a: 1 });
    expect([401, 403, 415]).toContain(signed.status);
  });

  it('415 for another media type or compression, 406 for another answer', async () => {
    const headers = (more: Record<string, string>) => ({ headers: more });
    const json = await send([record()], headers({ 'content-type': 'application/json' }));
    expect(json.status).toBe(415);
    const brotli = await send([record()], headers({ 'content-encoding': 'br' }));
    expect(brotli.status).toBe(415);
    const text = await send([record()], headers({ accept: 'text/html' }));
    expect(text.status).toBe(406);
  });
});
