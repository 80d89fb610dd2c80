import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReactionRegistry } from '#libs/platform/service';
import { linkBody } from '../conformance/bank-links.fixture.js';
import { CashUnderTest } from '../conformance/cash.fixture.js';
import { newFolio, orderBody, ordersPath } from '../conformance/orders.fixture.js';
import { RoundTripCounter, type RoundTrips } from '../support/round-trips.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
} from '../support/running-service.js';

let service: ServiceUnderTest;
let counter: RoundTripCounter;
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  const { app, platform } = service.service;
  counter = new RoundTripCounter(
    app.getHttpServer(),
    platform.eventStore,
    app.get(ReactionRegistry, { strict: false }).all(),
  );
});
afterAll(() => service.stop());

/** The minimum of three runs. */
async function trips(
  status: number,
  request: () => Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<RoundTrips> {
  return counter.least(3, async () => expectStatus((await request()) as never, status));
}

/** Expects a request to make this many calls, with chains of this length. */
function expectAtMost(
  found: RoundTrips,
  most: { readonly appends: number; readonly reads: number; readonly depth: number },
): void {
  const { appends, reads, depth, calls } = found;
  const within = appends <= most.appends && reads <= most.reads && depth <= most.depth;
  expect(within ? [] : calls).toEqual([]);
}

describe('what a request asks of the log, and how much of it one after the other', () => {
  it('POST …/folios: the account, and the append', async () => {
    const accountNumber = await service.account();
    const path = `/restapi/accounts/${accountNumber}/folios`;
    const post = () =>
      service.client.post(path, {
        folioName: uniqueName('f'),
        accountNumber,
        dividendReinvest: true,
      });
    expectAtMost(await trips(201, post), { appends: 1, reads: 1, depth: 2 });
  });

  it('POST …/folios with an Idempotency-Key: a look at the key, and two appends more', async () => {
    const accountNumber = await service.account();
    const path = `/restapi/accounts/${accountNumber}/folios`;
    const post = () =>
      service.client.post(
        path,
        { folioName: uniqueName('f'), accountNumber, dividendReinvest: true },
        { 'idempotency-key': uniqueName('key') },
      );
    expectAtMost(await trips(201, post), { appends: 3, reads: 2, depth: 5 });
  });

  it('PUT …/targetweights', async () => {
    const accountNumber = await service.openAccount();
    const folioPath = `/restapi/accounts/${accountNumber}/folios`;
    const made = await service.client.post(folioPath, {
      folioName: uniqueName('f'),
      accountNumber,
      dividendReinvest: true,
    });
    expectStatus(made, 201);
    const path = `${made.location?.replace(/^https?:\/\/[^/]+/, '') ?? ''}/targetweights`;
    let weight = 10;
    const put = () => {
      weight += 1;
      return service.client.put(path, [
        { ticker: 'IBM', targetWeight: `${weight}.00` },
        { ticker: 'VTI', targetWeight: `${100 - weight}.00` },
      ]);
    };
    expectAtMost(await trips(200, put), { appends: 1, reads: 1, depth: 2 });
  });

  it('POST /restapi/members: read, reserve, append, confirm', async () => {
    const post = () => service.client.post('/restapi/members', memberBody());
    expectAtMost(await trips(201, post), { appends: 3, reads: 3, depth: 4 });
  });

  it('POST /restapi/accounts: read, reserve, append, and what follows side by side', async () => {
    const owners = [await service.member(), await service.member(), await service.member()];
    const post = () =>
      service.client.post('/restapi/accounts', service.accountBody(owners.pop() ?? ''));
    expectAtMost(await trips(201, post), { appends: 6, reads: 10, depth: 4 });
  });

  it('signing', async () => {
    const signers = [await service.member(), await service.member(), await service.member()];
    const accounts = await Promise.all(
      signers.map((primaryAccountOwner) => service.account({ primaryAccountOwner })),
    );
    const post = () => {
      const path = `/restapi/accounts/${accounts.pop()}/customeragreement`;
      return service.client.post(path, signatureBody(signers.pop() ?? ''));
    };
    expectAtMost(await trips(200, post), { appends: 2, reads: 2, depth: 4 });
  });

  it('a bank link', async () => {
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const post = () =>
      service.client.post(`/restapi/accounts/${accountNumber}/achbanklinks`, linkBody(owner));
    expectAtMost(await trips(201, post), { appends: 6, reads: 10, depth: 10 });
  });

  it('an order, and a second look at its account and folio', async () => {
    const accountNumber = await service.openAccount();
    const path = ordersPath(await newFolio(service, accountNumber));
    const post = () => service.client.post(path, orderBody());
    expectAtMost(await trips(201, post), { appends: 1, reads: 6, depth: 4 });
  });

  it('a cash transaction', async () => {
    const cash = await CashUnderTest.create(service);
    const post = () => service.client.post(cash.path, cash.deposit());
    expectAtMost(await trips(201, post), { appends: 1, reads: 4, depth: 4 });
  });
});
