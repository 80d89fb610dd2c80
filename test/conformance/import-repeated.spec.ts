import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceUnderTest, uniqueName } from '../support/running-service.js';
import { importLines } from './import.fixture.js';
import { allWrites } from './writes/index.js';
import { makeWorld } from './writes/world.js';
import type { World } from './writes/write.js';

interface ImportedLine {
  readonly path: string;
  readonly body: unknown;
}

let service: ServiceUnderTest;
let world: World;
/** What an API client has only once it exists. */
const SECRET_TIMES = { secretSince: undefined, previousSecretUntil: undefined };

/** A line for each PUT of the back office. */
let rows: readonly ImportedLine[];
beforeAll(async () => {
  service = await ServiceUnderTest.shared();
  world = await makeWorld(service);
  rows = Object.values(allWrites)
    .map((write) => write(world))
    .filter(({ method, path }) => method === 'PUT' && path.startsWith('/backoffice/'))
    .map(({ path, body }) => ({
      path,
      body: path.includes('/clients/') ? { ...(body() as object), ...SECRET_TIMES } : body(),
    }));
});
afterAll(() => service.stop());

async function statusesOf(
  lines: readonly ImportedLine[],
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly number[]> {
  const token = await service.operatorAndBackoffice();
  return (await importLines(service, lines, { token, headers })).lines.map(({ status }) => status);
}

const allAccepted = (lines: readonly ImportedLine[]): readonly number[] => lines.map(() => 200);

describe('a repeated import changes nothing', () => {
  it('a line for every row of the table [back-office.import]', () => {
    const ID = /(?<=\/)(?:[^/]*[\d-][^/]*|(?<=(?:accounts|members|offers)\/)\w+)/g;
    const forms = rows.map(({ path }) => path.replace('/backoffice', '').replaceAll(ID, '*'));
    expect([...new Set(forms)].sort()).toEqual([
      '/accounts/*/cashtransactions/*',
      '/accounts/*/corporateactions/*',
      '/accounts/*/folios/*/orders/*',
      '/accounts/*/folios/*/performance/unitvalues',
      '/accounts/*/folios/*/positions',
      '/accounts/*/folios/*/transactions/*',
      '/accounts/*/privateplacementorders/*',
      '/accounts/*/reportedtaxlots/*/*',
      '/accounts/*/taxdata',
      '/firms/*',
      '/firms/*/billingplans/*',
      '/firms/*/clients/*',
      '/members/*/ifas/*',
      '/members/*/verification',
      '/privateplacementoffers/*',
      '/privateplacementoffers/*/documents/*',
      '/rtgs/*',
    ]);
  });

  it('each row again, in any order, side by side with others: nothing is stored [back-office.import back-office.rule]', async () => {
    expect(await statusesOf(rows)).toEqual(allAccepted(rows));
    const before = await service.requestHead();
    const backwards = [...rows].reverse();
    const twice = rows.flatMap((row) => [row, row]);
    const interleaved = [...rows, ...backwards];
    for (const lines of [rows, backwards, twice, interleaved]) {
      expect(await statusesOf(lines)).toEqual(allAccepted(lines));
    }
    expect(await service.requestHead()).toBe(before);
  });

  it('the response of the public GET may be put back unchanged: nothing is stored [back-office.rule]', async () => {
    const shown = rows.filter(
      ({ path }) =>
        !/(?:documents\/\d+|unitvalues|transactions\/885|taxdata|clients\/.*|verification)$/.test(
          path,
        ),
    );
    expect(await statusesOf(rows)).toEqual(allAccepted(rows));
    const before = await service.head();
    const lines = await Promise.all(
      shown.map(async ({ path }) => {
        const { status, body } = await service.auditor.get(path.replace('/backoffice', '/restapi'));
        expect([path, status]).toEqual([path, 200]);
        return { path, body };
      }),
    );
    expect(lines.length).toBeGreaterThanOrEqual(10);
    const token = await service.operatorAndBackoffice();
    const answers = (await importLines(service, lines, { token })).lines;
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    // reads by an auditor are recorded
    const stored = (await service.log()).filter(({ position }) => position > before);
    expect(stored.filter(({ stream }) => !stream.startsWith('sensitiveRead'))).toEqual([]);
  });

  describe('with lines that report several states of one resource', () => {
    const states = (
      path: () => string,
      values: readonly string[],
      body: (state: string) => unknown,
    ) => ({ lines: () => values.map((state) => ({ path: path(), body: body(state) })) });
    const sequences = {
      orders: states(
        () => `/accounts/${world.account}/folios/${world.folio}/orders/repeated-order`,
        ['O', 'P', 'F'],
        (state) => ({
          orderType: 'W',
          dollarShareBasedIndicator: 'D',
          securityOrders: [
            { security: { ticker: 'IBM' }, side: '1', requestedDollarAmount: '500.00' },
          ],
          state,
        }),
      ),
      'cash transactions': states(
        () => `/accounts/${world.account}/cashtransactions/990`,
        ['PD', 'PR', 'CL'],
        (status) => ({ transactionType: 'CRW', amount: '5.00', processDate: '2026-01-05', status }),
      ),
      subscriptions: states(
        () => `/accounts/${world.account}/privateplacementorders/${world.subscription}`,
        ['ORDER_CREATED', 'ACCEPTED', 'PROCESSING', 'COMPLETE'],
        (status) => ({ status }),
      ),
    };

    it.each(Object.entries(sequences))(
      '%s: with the same Idempotency-Key nothing happens twice; without, earlier states are refused [back-office.import]',
      async (_what, { lines }) => {
        const key = { 'idempotency-key': uniqueName('key') };
        expect(await statusesOf(lines(), key)).toEqual(allAccepted(lines()));
        const before = await service.requestHead();
        expect(await statusesOf(lines(), key)).toEqual(allAccepted(lines()));
        const last = lines().length - 1;
        expect(await statusesOf(lines())).toEqual(
          lines().map((_, index) => (index === last ? 200 : 400)),
        );
        expect(await statusesOf(lines().reverse())).toEqual(
          lines().map((_, index) => (index === 0 ? 200 : 400)),
        );
        expect(await service.requestHead()).toBe(before);
      },
    );

    it('positions: with the same Idempotency-Key nothing happens twice [back-office.import]', async () => {
      const path = `/accounts/${world.account}/folios/${world.folio}/positions`;
      const lines = ['1', '2', '3'].map((shareQuantity) => ({
        path,
        body: [{ ticker: 'VTI', shareQuantity }],
      }));
      const key = { 'idempotency-key': uniqueName('key') };
      expect(await statusesOf(lines, key)).toEqual(allAccepted(lines));
      const before = await service.requestHead();
      expect(await statusesOf(lines, key)).toEqual(allAccepted(lines));
      expect(await service.requestHead()).toBe(before);
    });
  });
});
