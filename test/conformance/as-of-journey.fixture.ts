import type { ClientAnswer } from '#libs/client';
import { add24Hours } from '#libs/platform/kernel';
import { expectStatus, signatureBody, uniqueName } from '../support/running-service.js';
import { corporateFirm, omit, trustee } from './accounts.fixture.js';
import type { Recorder } from './as-of.fixture.js';
import { amountsOf, linkBody } from './bank-links.fixture.js';
import { actionBody } from './corporate-actions.fixture.js';
import { orderBody } from './orders.fixture.js';
import { documentBody } from './private-placements.fixture.js';

const ACCOUNT = '/restapi/accounts/{}';
const FOLIO = `${ACCOUNT}/folios/{}`;

const idOf = ({ location = '' }: ClientAnswer): string => location.split('/').at(-1) ?? '';

/** Carries out one of every kind of change, and watches every route that shows it. */
export async function journey(recorder: Recorder): Promise<void> {
  const owner = await people(recorder);
  const accountNumber = await account(recorder, owner);
  await bank(recorder, accountNumber, owner);
  const folio = await folios(recorder, accountNumber);
  await trading(recorder, accountNumber, folio, owner);
  await reports(recorder, accountNumber, folio);
  await placements(recorder, accountNumber, owner);
  await firms(recorder);
}

/** Sends a write that must succeed. */
async function done(sending: Promise<ClientAnswer>, status = 200): Promise<ClientAnswer> {
  const answer = await sending;
  expectStatus(answer, status);
  return answer;
}

async function people(recorder: Recorder): Promise<string> {
  const { service } = recorder;
  const { client, backoffice } = service;
  const owner = uniqueName('m');
  const path = `/restapi/members/${owner}`;
  const item = uniqueName('i');
  recorder.watch('/restapi/members/{}', path);
  recorder.watch('/restapi/members/{}/verifications', `${path}/verifications`);
  recorder.watch('/restapi/members/{}/history', `${path}/history`, `${path}/history?limit=2`);
  recorder.watch('/restapi/members/{}/ifas', `${path}/ifas`, `${path}/ifas?ifaStatus=A`);
  recorder.watch('/restapi/members/{}/ifas/{}', `${path}/ifas/${item}`);
  recorder.watch('/restapi/members/{}/orders', `${path}/orders`, `${path}/orders?openOnly=true`);
  await recorder.step('a member', () =>
    service.member({ loginId: owner, accreditedInvestorNetWorth: true }, client),
  );
  await recorder.step('another address', () =>
    done(client.put(path, { email1: 'other@example.com' })),
  );
  await recorder.step('companies', () =>
    done(client.put(path, { directorOrTenPercentShareholderCompany: ['IBM'] })),
  );
  const ifa = `/backoffice/members/${owner}/ifas/${item}`;
  await recorder.step('an item', () => done(backoffice.put(ifa, { ifaType: 'NO' })));
  await recorder.step('a view', () => done(client.put(`${path}/ifas/${item}`, { action: 'V' })));
  return owner;
}

async function account(recorder: Recorder, owner: string): Promise<string> {
  const { service } = recorder;
  const { client } = service;
  recorder.watch('/restapi/accounts', '/restapi/accounts', '/restapi/accounts?limit=1');
  recorder.watch('/restapi/members', '/restapi/members?limit=2');
  recorder.watch('/restapi/firms', '/restapi/firms?limit=2');
  const number = await recorder.step('an account', () =>
    service.account({ primaryAccountOwner: owner }, client),
  );
  const path = `/restapi/accounts/${number}`;
  recorder.watch(ACCOUNT, path);
  recorder.watch(`${ACCOUNT}/customeragreement`, `${path}/customeragreement`);
  recorder.watch(`${ACCOUNT}/history`, `${path}/history`, `${path}/history?order=oldest&limit=3`);
  recorder.watch(`${ACCOUNT}/permissions`, `${path}/permissions`);
  recorder.watch(`${ACCOUNT}/permissions/{}`, `${path}/permissions/${owner}`);
  recorder.watch(`${ACCOUNT}/restrictions`, `${path}/restrictions`);
  recorder.watch(`${ACCOUNT}/restrictions/{}`, `${path}/restrictions/1`);
  recorder.watch(`${ACCOUNT}/folios`, `${path}/folios`);
  recorder.watch(FOLIO, `${path}/folios/${number}01`, `${path}/folios/${number}03`);
  const { restrictions } = (await client.get(path)).body as { restrictions: string[] };
  const [restriction = ''] = restrictions;
  recorder.watch(`${ACCOUNT}/restrictions/{}`, `${path}/restrictions/${restriction}`);
  const viewer = await recorder.step('a viewer', () => service.member({}, client));
  recorder.watch(`${ACCOUNT}/permissions/{}`, `${path}/permissions/${viewer}`);
  const held = { loginId: viewer, accountNumber: number, alertLevel: 'none', listOnReport: false };
  const permission = `${path}/permissions/${viewer}`;
  await recorder.step('a permission', () =>
    done(client.post(`${path}/permissions`, { ...held, permission: 'DV' }), 201),
  );
  await recorder.step('another permission', () =>
    done(client.put(permission, { ...held, permission: 'TR' })),
  );
  await recorder.step('a signature', () =>
    done(client.post(`${path}/customeragreement`, signatureBody(owner))),
  );
  await recorder.step('no permission', () => done(client.request('DELETE', permission)));
  await recorder.step('another name', () => done(client.put(path, { accountName: 'Renamed' })));
  await recorder.step('another account', () =>
    service.account({ primaryAccountOwner: owner }, client),
  );
  await recorder.step('a company less', () =>
    done(client.put(`/restapi/members/${owner}`, { directorOrTenPercentShareholderCompany: [] })),
  );
  return number;
}

async function bank(recorder: Recorder, number: string, owner: string): Promise<void> {
  const { service } = recorder;
  const { client, backoffice } = service;
  const path = `/restapi/accounts/${number}`;
  recorder.watch(`${ACCOUNT}/achbanklinks`, `${path}/achbanklinks`);
  const link = async (): Promise<string> =>
    idOf(await done(client.post(`${path}/achbanklinks`, linkBody(owner)), 201));
  const oid = await recorder.step('a bank link', link);
  recorder.watch(`${ACCOUNT}/achbanklinks/{}`, `${path}/achbanklinks/${oid}`);
  recorder.watch(`${ACCOUNT}/achbanklinks/{}/history`, `${path}/achbanklinks/${oid}/history`);
  const deposits = `${path.replace('/restapi', '/backoffice')}/achbanklinks/${oid}/microdeposits`;
  recorder.watchAs('backoffice', '/backoffice/accounts/{}/achbanklinks/{}/microdeposits', deposits);
  const { amounts } = (await amountsOf(service, number, oid)).body as { amounts: string[] };
  const [md1 = '', md2 = ''] = amounts;
  const body = { bankLinkOid: oid, op: 'verify_md', ownerLoginId: owner };
  const verify = `${path}/verify/microdeposits/${oid}`;
  await recorder.step('wrong amounts', () =>
    done(client.put(verify, { ...body, md1, md2: md1 }), 400),
  );
  await recorder.step('right amounts', () => done(client.put(verify, { ...body, md1, md2 })));
  const other = await recorder.step('another link', link);
  recorder.watch(`${ACCOUNT}/achbanklinks/{}`, `${path}/achbanklinks/${other}`);
  await recorder.step('a link less', () =>
    done(
      client.put(`${path}/achbanklinks/${other}`, {
        ...{ bankLinkOid: other, status: 'D', op: 'delete', ownerLoginId: owner },
      }),
    ),
  );
  const waiting = await recorder.step('a link that nobody verifies', link);
  recorder.watch(`${ACCOUNT}/achbanklinks/{}`, `${path}/achbanklinks/${waiting}`);
  const cash = `${path}/cashtransactions`;
  recorder.watch(
    `${ACCOUNT}/cashtransactions`,
    ...['', '?transactionStatuses=PD', '?transactionStatuses=CL,CC', '?daterange=3d'].map(
      (query) => cash + query,
    ),
  );
  const deposit = {
    transactionType: 'AHD',
    sourceId: oid,
    targetId: number,
    amount: '250.00',
    processDate: `${new Date().getFullYear() + 1}-03-02`,
    repeatType: 'O',
  };
  const make = async (fields: object = {}): Promise<string> =>
    idOf(await done(client.post(cash, { ...deposit, ...fields }), 201));
  const first = await recorder.step('a deposit', make);
  const series = await recorder.step('a series', () =>
    make({ repeatType: 'M', repeatInterval: '1', amount: '10.00' }),
  );
  for (const one of [first, series]) {
    recorder.watch(`${ACCOUNT}/cashtransactions/{}`, `${cash}/${one}`);
    recorder.watch(`${ACCOUNT}/cashtransaction/{}`, `${path}/cashtransaction/${one}`);
  }
  await recorder.step('a cancelled one', () =>
    done(client.put(`${cash}/${series}`, { cancelReasonCode: '8', cancelSeriesFlag: true })),
  );
  const report = `/backoffice/accounts/${number}/cashtransactions/${first}`;
  const now = (await client.get(`${cash}/${first}`)).body as object;
  await recorder.step('a deposit under way', () =>
    done(backoffice.put(report, { ...now, status: 'PR' })),
  );
}

async function folios(recorder: Recorder, number: string): Promise<string> {
  const { service } = recorder;
  const { client, backoffice, credentials } = service;
  const path = `/restapi/accounts/${number}/folios`;
  const folioBody = { accountNumber: number, dividendReinvest: true };
  const folio = await recorder.step('a folio', async () =>
    idOf(await done(client.post(path, { ...folioBody, folioName: 'Growth' }), 201)),
  );
  const one = `${path}/${folio}`;
  recorder.watch(`${FOLIO}/targetweights`, `${one}/targetweights`);
  recorder.watch(`${FOLIO}/positions`, `${one}/positions`);
  recorder.watch(`${FOLIO}/history`, `${one}/history`);
  await recorder.step('another name of a folio', () =>
    done(client.put(one, { folioName: 'Value' })),
  );
  await recorder.step('weights', () =>
    done(client.put(`${one}/targetweights`, [{ ticker: 'IBM', targetWeight: '100' }])),
  );
  await recorder.step('another folio', () =>
    done(client.post(path, { ...folioBody, folioName: 'Income' }), 201),
  );
  const positions = `${one.replace('/restapi', '/backoffice')}/positions`;
  await recorder.step('positions', () =>
    done(backoffice.put(positions, [{ ticker: 'IBM', shareQuantity: '10' }])),
  );
  recorder.watch('/restapi/rtgs', '/restapi/rtgs');
  const rtg = `r${uniqueName()}`;
  recorder.watch('/restapi/rtgs/{}', `/restapi/rtgs/${credentials.rtgOid}`, `/restapi/rtgs/${rtg}`);
  const model = { name: 'Mine', targetWeights: [{ ticker: 'VTI', targetWeight: '100.00' }] };
  await recorder.step('a model', () => done(backoffice.put(`/backoffice/rtgs/${rtg}`, model)));
  await recorder.step('a subscription to it', () =>
    done(client.put(`${one}/rtgsubscription`, { folioNumber: folio, prePackagedFolioOid: rtg })),
  );
  await recorder.step('another name of the model', () =>
    done(backoffice.put(`/backoffice/rtgs/${rtg}`, { ...model, name: 'Ours' })),
  );
  return folio;
}

async function trading(
  recorder: Recorder,
  number: string,
  folio: string,
  owner: string,
): Promise<void> {
  const { client, backoffice } = recorder.service;
  const orders = `/restapi/accounts/${number}/folios/${folio}/orders`;
  recorder.watch(`${FOLIO}/orders`, orders);
  const place = async (): Promise<string> =>
    idOf(await done(client.post(orders, orderBody()), 201));
  const first = await recorder.step('an order', place);
  const second = await recorder.step('another order', place);
  recorder.watch(`${FOLIO}/orders/{}`, `${orders}/${first}`, `${orders}/${second}`);
  recorder.watch(`${ACCOUNT}/orders/{}`, `/restapi/accounts/${number}/orders/${second}`);
  await recorder.step('a cancelled order', () =>
    done(client.put(`${orders}/${first}`, { state: 'C' })),
  );
  const report = `${orders.replace('/restapi', '/backoffice')}/${second}`;
  await recorder.step('a filled order', () => done(backoffice.put(report, { state: 'F' })));
  const actions = `/restapi/accounts/${number}/corporateactions`;
  const notifid = `77${Date.now()}`;
  recorder.watch(`${ACCOUNT}/corporateactions`, actions);
  recorder.watch(`${ACCOUNT}/corporateactions/{}`, `${actions}/${notifid}`);
  const announce = `${actions.replace('/restapi', '/backoffice')}/${notifid}`;
  await recorder.step('an action', () => done(backoffice.put(announce, actionBody())));
  await recorder.step('a vote', () =>
    done(client.put(`${actions}/${notifid}`, { questions: [{ questionsId: 'q-p', answer: '1' }] })),
  );
  await recorder.step('a changed action', () =>
    done(backoffice.put(announce, actionBody({ status: 'Closed' }))),
  );
  await recorder.step('a member of another name', () =>
    done(client.put(`/restapi/members/${owner}`, { dayTelephone: '212-555-0199' })),
  );
}

async function reports(recorder: Recorder, number: string, folio: string): Promise<void> {
  const { backoffice } = recorder.service;
  const account = `/restapi/accounts/${number}`;
  const lot = `${account}/reportedtaxlots/11/12`;
  recorder.watch(`${ACCOUNT}/reportedtaxlots/{}/{}`, lot);
  const put = (path: string, body: unknown): Promise<ClientAnswer> =>
    done(backoffice.put(path.replace('/restapi', '/backoffice'), body));
  const { lotBody } = await import('./reported-lot.fixture.js');
  await recorder.step('a lot', () => put(lot, lotBody()));
  await recorder.step('a corrected lot', () => put(lot, lotBody({ covered: 'N' })));
  await recorder.step('no tax data', () => put(`${account}/taxdata`, { available: false }));
  await recorder.step('tax data', () => put(`${account}/taxdata`, { available: true }));
  const one = `${account}/folios/${folio}`;
  const range = 'daterange=2024-12-30,2025-01-06';
  for (const kind of ['unitvalues', 'summary', 'rawdata']) {
    const path = `${one}/performance/${kind}`;
    recorder.watch(`${FOLIO}/performance/${kind}`, `${path}?${range}`);
  }
  const values = (...points: readonly object[]): Promise<ClientAnswer> =>
    put(`${one}/performance/unitvalues`, { values: points });
  await recorder.step('values', () =>
    values(
      { date: '2024-12-31', gross: '10', net: '10' },
      { date: '2025-01-02', gross: '10.5', net: '10.4' },
    ),
  );
  await recorder.step('more values', () =>
    values({ date: '2025-01-03', gross: '11', net: '10.8' }),
  );
  await recorder.step('other values', () => values({ date: '2024-12-31', gross: '9', net: '9' }));
  const listed = `${one}/transactions`;
  recorder.watch(`${FOLIO}/transactions`, `${listed}?daterange=1y`, listed);
  const { now } = recorder;
  const trade = { categoryName: 'Trades', net: '-1', date: now };
  await recorder.step('a transaction', () => put(`${listed}/1`, trade));
  await recorder.step('a moved one', () =>
    put(`${listed}/1`, { ...trade, date: add24Hours(now, -1) }),
  );
}

async function placements(recorder: Recorder, number: string, owner: string): Promise<void> {
  const { client, backoffice, credentials } = recorder.service;
  const OFFERS = '/restapi/privateplacementoffers';
  const oid = uniqueName('offer');
  const offer = `${OFFERS}/${oid}`;
  const admin = offer.replace('/restapi', '/backoffice');
  recorder.watch(OFFERS, OFFERS, `${OFFERS}?openOnly=false`);
  recorder.watch(`${OFFERS}/{}`, offer);
  recorder.watch(`${OFFERS}/{}/documents`, `${offer}/documents`);
  // fetching a document stores an event
  recorder.watchAs('auditor', `${OFFERS}/{}/documents/{}`, `${offer}/documents/d1`);
  const body = {
    name: 'Growth Fund I',
    openingDate: '2020-01-01',
    closingDate: '2099-12-31',
    eligibleFirms: [credentials.firmId],
    eligibility: 'ALL',
    minimum: '1000.00',
    maximum: '50000.00',
  };
  await recorder.step('an offer', () => done(backoffice.put(admin, body)));
  await recorder.step('a document', () =>
    done(backoffice.put(`${admin}/documents/d1`, documentBody({ required: false }))),
  );
  await recorder.step('another document', () =>
    done(
      backoffice.put(`${admin}/documents/d1`, {
        ...documentBody({ required: false }),
        data: Buffer.from('%PDF-1.7\nthe second').toString('base64'),
      }),
    ),
  );
  const orders = `/restapi/accounts/${number}/privateplacementorders`;
  recorder.watch(`${ACCOUNT}/privateplacementorders`, orders);
  const subscription = {
    discretionary: false,
    solicited: true,
    privatePlacementOfferOid: oid,
    reasonForTrade: 'NS',
    requestedDollarAmount: '25000.00',
    side: '1',
  };
  const made = await recorder.step('a subscription', () =>
    done(client.post(orders, subscription, { 'X-Associated-Member-Id': owner }), 201),
  );
  recorder.watch(`${ACCOUNT}/privateplacementorders/{}`, `${orders}/${idOf(made)}`);
  const report = `${orders.replace('/restapi', '/backoffice')}/${idOf(made)}`;
  await recorder.step('its state', () => done(backoffice.put(report, { status: 'REJECTED' })));
  await recorder.step('a closed offer', () =>
    done(backoffice.put(admin, { ...body, closingDate: '2021-12-31', name: 'Growth Fund' })),
  );
}

async function firms(recorder: Recorder): Promise<void> {
  const { service } = recorder;
  const { client, backoffice, operator, credentials } = service;
  const { firmId } = credentials;
  const firm = `/restapi/firms/${firmId}`;
  const plan = `${firm}/billingplans/88`;
  recorder.watch('/restapi/firms/{}', firm);
  recorder.watch('/restapi/firms/{}/history', `${firm}/history`, `${firm}/history?limit=2`);
  recorder.watch('/restapi/firms/{}/billingplans', `${firm}/billingplans`);
  recorder.watch('/restapi/firms/{}/billingplans/{}', plan);
  recorder.watch('/restapi/trustees', '/restapi/trustees', '/restapi/trustees?limit=1');
  await recorder.step('a trustee', () => trustee(client));
  const second = await recorder.step('another trustee', () => trustee(client));
  recorder.watch('/restapi/trustees/{}', `/restapi/trustees/${second}`);
  const corporate = await recorder.step('a corporate firm', () => corporateFirm(service, client));
  recorder.watch('/restapi/firms/{}', `/restapi/firms/${corporate.firmId}`);
  recorder.watch(
    '/restapi/firms/{}/billingplans',
    `/restapi/firms/${corporate.firmId}/billingplans`,
  );
  await recorder.step('a plan', () => service.advisoryPlan(firmId, '88'));
  const now = (await client.get(plan)).body as Record<string, unknown>;
  const changed = { ...omit(now, 'billingPlanId', 'billingType'), name: 'Another plan' };
  await recorder.step('another plan', () =>
    done(backoffice.put(plan.replace('/restapi', '/backoffice'), changed)),
  );
  const account = await recorder.step('instructions', () => service.account({}, client));
  for (const kind of ['checkinstructions', 'expresscheckinstructions']) {
    recorder.watch(
      `${ACCOUNT}/cashtransfers/${kind}`,
      `/restapi/accounts/${account}/cashtransfers/${kind}`,
    );
  }
  const defined = {
    name: 'Renamed Advisors',
    firmType: 'L',
    billingLevel: 'account',
    entitlements: [],
    depositAddress: {
      line1: '1 Main St',
      city: 'Boston',
      state: 'MA',
      zipcode: '02108',
      country: 'US',
    },
  };
  await recorder.step('another address of the firm', () =>
    done(operator.put(`/backoffice/firms/${firmId}`, defined)),
  );
  await recorder.step('the end', () => service.member({}, client));
}
