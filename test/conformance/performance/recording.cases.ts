import { describe, expect, it } from '@jest/globals';
import type { ClientAnswer } from '#libs/client';
import { addDays } from '#libs/platform/kernel';
import { type FieldRow, titled } from '../../support/field-rows.js';
import { DATE, FORBIDDEN, LENGTH, NOT_FOUND, NULL, VALUE } from '../../support/problems.js';
import { expectExactly, expectStatus, expectUnchanged } from '../../support/running-service.js';
import { type Body, service, accountNumber, folio, newFolio, putPath, put, get } from './set-up.js';

describe('PUT /backoffice/accounts/{a}/folios/{f}/performance/unitvalues', () => {
  const point = { date: '2025-01-02', gross: '10', net: '9' };
  const refused = (body: unknown): Promise<ClientAnswer> =>
    expectUnchanged(service, () => put(body));

  it('200, empty body, ETag; merged by date; the same again stores no event [back-office.unitvalues]', async () => {
    const own = await newFolio();
    const made = await put({ values: [point] }, own);
    expectStatus(made, 200);
    expect([made.body, made.headers.get('etag')]).toEqual([undefined, '"0"']);
    expect(made.headers.get('x-consistency-token')).toBeTruthy();
    for (const values of [[point], [], [{ ...point, gross: '10.00', net: 9 }]]) {
      expectStatus(await expectUnchanged(service, () => put({ values }, own)), 200);
    }
    const later = { date: '2026-01-02', gross: '12', net: '11' };
    const changed = { ...point, net: '9.5' };
    expect((await put({ values: [later, changed] }, own)).headers.get('etag')).toBe('"1"');
    const query = 'daterange=2025-01-01,2026-02-01';
    expect((await get('rawdata', query, own))['values']).toEqual([changed, later]);
  });

  it('raw data sent back changes nothing; that of another folio is refused [back-office.unitvalues back-office.rule request.matching-ids]', async () => {
    const own = await newFolio();
    expectStatus(await put({ values: [point] }, own), 200);
    const shown = await get('rawdata', 'daterange=2025-01-01,2025-12-31', own);
    expectStatus(await expectUnchanged(service, () => put(shown, own)), 200);
    expectExactly(await refused(shown), [
      { type: 'VALIDATION_RULE', field: 'identifierValue', errorCode: 'uri.matching.rule' },
    ]);
    expectExactly(await refused({ ...shown, identifierType: 'ACCOUNT', identifierValue: folio }), [
      { type: 'VALIDATION_FIELD', field: 'identifierType', errorCode: 'invalid.choice' },
    ]);
  });

  it('a folio without values has no ETag [request.entity-tags]', async () => {
    const own = await newFolio();
    const answer = await expectUnchanged(service, () => put({ values: [] }, own));
    expectStatus(answer, 200);
    expect(answer.headers.get('etag')).toBeNull();
  });

  it('ten thousand days at once [back-office.unitvalues]', async () => {
    const own = await newFolio();
    const many = (length: number) => ({
      values: Array.from({ length }, (_, i) => ({
        date: addDays('1995-01-01', i),
        gross: String(i + 1),
        net: String(i + 1),
      })),
    });
    const tooMany = await expectUnchanged(service, () => put(many(10_001), own));
    expectExactly(tooMany, [{ field: 'values', errorCode: LENGTH }]);
    expectStatus(await put(many(10_000), own), 200);
    const raw = await get('rawdata', 'daterange=2000-01-01,2019-12-31', own);
    expect(raw['values']).toHaveLength(7_305);
  });

  const rows: FieldRow[] = [
    ...['date', 'gross', 'net'].flatMap((field): FieldRow[] => [
      [field, undefined, NULL],
      [field, null, NULL],
    ]),
    ...['2025-02-29', '01/02/2025', '2025-01-02T00:00:00Z', 20250102, {}, true, '2099-01-01'].map(
      (value): FieldRow => ['date', value, DATE],
    ),
    ...['gross', 'net'].flatMap((field): FieldRow[] =>
      ['x', '0', 0, '-1', '1e3', 'Infinity', '1,5', '1.12345678901', true, {}, []].map((value) => [
        field,
        value,
        VALUE,
      ]),
    ),
  ];
  it.each(titled(rows))(
    'values › %s › %s [back-office.unitvalues performance.fields]',
    async (field, _, value, errorCode) => {
      const answer = await refused({
        values: [
          { date: '2025-01-01', gross: '1', net: '1' },
          { ...point, [field]: value },
        ],
      });
      expectExactly(answer, [{ type: 'VALIDATION_FIELD', field, errorCode }]);
      expect((answer.body as Body[])[0]?.['message']).toMatch(/^values\[1\]/);
    },
  );

  it.each([
    [undefined, NULL],
    [null, NULL],
    ['x', VALUE],
    [{}, VALUE],
    [[5], VALUE],
    [[point, point], VALUE],
  ])('values › %j › %s [back-office.unitvalues]', async (values, errorCode) => {
    const answer = await refused({ values });
    expectExactly(answer, [{ type: 'VALIDATION_FIELD', errorCode }]);
  });

  it('Errors › a list of a thousand problems ends there [errors.list]', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => (index === 0 ? 1 : {}));
    const { status, body } = await expectUnchanged(service, () => put({ values }));
    const problems = body as Body[];
    expect([status, problems.length]).toEqual([400, 1_000]);
    const date = { type: 'VALIDATION_FIELD', field: 'date', errorCode: NULL };
    expect(problems.slice(0, 2)).toEqual([
      expect.objectContaining({
        field: 'values',
        errorCode: VALUE,
        message: 'values[0]: It must be an object.',
      }),
      { ...date, message: expect.stringMatching(/^values\[1\]: /) },
    ]);
  });

  it('Errors › SYNTAX › unknown keys at each depth, case-sensitive; every problem at once [errors.SYNTAX]', async () => {
    const within = (item: number) =>
      expect.stringMatching(new RegExp(`^values\\[${item}\\]: `)) as never;
    const values = [{ ...point, Gross: '1', net: null }, { date: 'x' }];
    expectExactly(await refused({ values, Values: [] }), [
      { type: 'SYNTAX', field: 'Values' },
      { type: 'SYNTAX', field: 'Gross' },
      { field: 'net', errorCode: NULL, message: within(0) },
      { field: 'date', errorCode: DATE },
      { field: 'gross', errorCode: NULL, message: within(1) },
      { field: 'net', errorCode: NULL, message: within(1) },
    ]);
  });

  it('If-Match › stale is 412 [errors.412]', async () => {
    const send = () =>
      service.backoffice.put(putPath(), { values: [point] }, { 'if-match': '"9"' });
    expectStatus(await expectUnchanged(service, send), 412);
  });

  it('back office alone [back-office.rule]', async () => {
    for (const client of [service.client, service.auditor, service.operator]) {
      const send = () => client.put(putPath(), { values: [point] });
      expectExactly(await expectUnchanged(service, send), FORBIDDEN, 403);
    }
  });

  it('404 for unknown accounts and folios, before the body is judged [errors.404]', async () => {
    const other = await service.account();
    for (const path of [
      putPath('RZ0000000003', 'RZ00000000'),
      putPath(folio, 'abc'),
      putPath(`${accountNumber}99`),
      putPath(folio, other),
      putPath('%20'),
    ]) {
      const send = () => service.backoffice.put(path, {});
      expectExactly(await expectUnchanged(service, send), NOT_FOUND, 404);
    }
  });
});
