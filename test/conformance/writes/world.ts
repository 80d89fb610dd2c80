import {
  expectStatus,
  memberBody,
  type ServiceUnderTest,
  uniqueName,
} from '../../support/running-service.js';
import { linkBody } from '../bank-links.fixture.js';
import { CashUnderTest, today } from '../cash.fixture.js';
import { ActionsUnderTest } from '../corporate-actions.fixture.js';
import { newFolio, placeOrder } from '../orders.fixture.js';
import { PlacementsUnderTest } from '../private-placements.fixture.js';
import { webhookBody } from './webhooks.writes.js';
import type { World } from './write.js';

/** Placeholder where only the form of a body counts. */
export const NOWHERE = new Proxy({} as World, { get: () => 'x' });

const idOf = (location: string | undefined): string => location?.split('/').at(-1) ?? '';

/** Creates everything that the writes refer to. */
export async function makeWorld(service: ServiceUnderTest): Promise<World> {
  const { client, credentials } = service;
  const made = async (path: string, body: unknown): Promise<string> => {
    const answer = await client.post(path, body);
    expectStatus(answer, 201);
    return idOf(answer.location);
  };
  const placements = await PlacementsUnderTest.create(service);
  const { owner, accountNumber: account } = placements;
  const base = `/restapi/accounts/${account}`;
  const [other, rep, companyRep] = [
    await service.member(),
    await service.member(),
    await service.member(),
  ];
  const spare = await service.openAccount({ primaryAccountOwner: owner });
  await made(`${base}/permissions`, {
    loginId: other,
    permission: 'SV',
    alertLevel: 'none',
    listOnReport: false,
  });
  const trustee = uniqueName('t');
  await made('/restapi/trustees', {
    loginId: trustee,
    firstName: 'Tess',
    lastName: 'Fox',
    dateOfBirth: '1970-01-01',
    email1: 'tess@example.com',
  });
  const company = await made('/restapi/firms', {
    firmName: 'Acme LLC',
    firmTaxId: '123456789',
    firmTaxIdType: 'TIN',
    firmRep: companyRep,
    primaryAddress: memberBody()['primaryAddress'],
  });
  const ira = await CashUnderTest.create(service, { accountType: '9' });
  const link = (): Promise<string> => made(`${base}/achbanklinks`, linkBody(owner));
  const sourceId = await link();
  const verifiable = await link();
  for (const bankLinkOid of [sourceId, verifiable]) {
    const verified = { bankLinkOid, op: 'verify_own', ownerLoginId: owner };
    const path = `${base}/verify/${bankLinkOid}/ownerverification`;
    expectStatus(await client.post(path, verified), 200);
  }
  const apiKey = uniqueName('key');
  const clientPath = `/backoffice/firms/${credentials.firmId}/clients/${apiKey}`;
  expectStatus(await service.operator.put(clientPath, { loginId: uniqueName('api') }), 200);
  const folio = await newFolio(service, account);
  expectStatus(await client.put('/restapi/subscriptions/name', {}), 200);
  const offer = await placements.offer();
  const items = await client.get(`/restapi/members/${owner}/ifas`);
  return {
    firm: credentials.firmId,
    plan: credentials.billingPlans.A,
    platformPlan: credentials.billingPlans.P,
    rtg: credentials.rtgOid,
    ...{ offer, owner, other, rep, trustee, company, account, spare, folio, verifiable, apiKey },
    item: (items.body as { id: string }[])[0]?.id ?? '',
    retirement: ira.accountNumber,
    retirementLink: ira.link,
    order: idOf(await placeOrder(client, folio)),
    link: sourceId,
    ownable: await link(),
    cancellable: await link(),
    cash: await made(`${base}/cashtransactions`, {
      transactionType: 'AHD',
      sourceId,
      amount: '250.00',
      processDate: today(),
    }),
    subscription: idOf(await placements.subscribed(offer)),
    webhook: await made('/restapi/webhooks', webhookBody),
    action: await new ActionsUnderTest(service, account).announce(),
  };
}
