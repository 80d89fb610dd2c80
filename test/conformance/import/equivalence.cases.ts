import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { body, linesOf, service } from './set-up.js';

describe('any import', () => {
  /** What must be equal: status and problems of each line, and the log afterwards. */
  const cash = (id: string, fields: object) => ({
    path: `cashtransactions/${id}`,
    body: { transactionType: 'AHD', amount: '5.00', processDate: '2026-03-02', ...fields },
  });
  const id = fc.constantFrom('1', '2', '3', 'x y');
  const amount = fc.constantFrom('1', '2.50', '-3', 'x', null);
  const line = fc.oneof(
    fc.tuple(id, amount).map(([which, net]) => ({
      path: `folios/%ACCOUNT%01/transactions/${which}`,
      body: { ...body, net },
    })),
    fc
      .tuple(id, amount, fc.constantFrom('PD', 'PR', 'CL', 'RJ', 'ZZ'))
      .map(([which, sent, status]) => cash(which, { amount: sent, status })),
    fc.tuple(fc.constantFrom('01', '02', '03'), amount).map(([folio, shares]) => ({
      path: `folios/%ACCOUNT%${folio}/positions`,
      body: [{ ticker: 'IBM', shareQuantity: shares }],
    })),
    fc.tuple(fc.constantFrom('2026-03-02', '2026-03-03', 'x'), amount).map(([date, gross]) => ({
      path: 'folios/%ACCOUNT%01/performance/unitvalues',
      body: { values: [{ date, gross, net: '1' }] },
    })),
    fc.boolean().map((available) => ({ path: 'taxdata', body: { available } })),
  );

  it('leaves the same answers and the same events as its lines put one by one [back-office.import]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 30 }), async (lines) => {
        const [bulk, single] = await Promise.all([service.account(), service.account()]);
        const at = (accountNumber: string) =>
          lines.map(({ path, body: sent }) => ({
            path: `/accounts/${accountNumber}/${path.replaceAll('%ACCOUNT%', accountNumber)}`,
            body: sent,
          }));
        const answers = await linesOf(at(bulk));
        const alone = [];
        for (const { path, body: sent } of at(single)) {
          const answer = await service.backoffice.put(`/backoffice${encodeURI(path)}`, sent);
          alone.push({ status: answer.status, errors: answer.body });
        }
        expect(answers.map(({ status, errors }) => ({ status, errors }))).toEqual(alone);
        const log = await service.log();
        const eventsOf = (accountNumber: string) =>
          log
            .filter(({ stream }) => stream.includes(accountNumber))
            .map(({ stream, revision, type, data }) =>
              JSON.stringify([stream, revision, type, data]).replaceAll(accountNumber, 'A'),
            )
            .filter((event) => !event.includes('"account') && !event.includes('reservation'))
            .sort();
        expect(eventsOf(bulk)).toEqual(eventsOf(single));
      }),
      { numRuns: 25 },
    );
  });
});
