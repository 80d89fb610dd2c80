import { expectStatus, uniqueName, validSsn } from '../../support/running-service.js';
import { eventually } from '../../support/condition.js';
import { beneficiary, idOf, minor } from '../accounts.fixture.js';
import { linkBody } from '../bank-links.fixture.js';
import { Marks } from './marks.js';
import { type Body, service } from './set-up.js';

/** Parameter values of the paths to read. */
export type Place = Readonly<Record<string, string>>;

/** A person with a distinct text in every personal text field. */
export interface Everything {
  readonly loginId: string;
  readonly marks: Marks;
  readonly accounts: readonly string[];
  readonly places: readonly Place[];
}

const digits = (count: number): string =>
  Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 9)).join('');

function address(marks: Marks, field: string): Body {
  return {
    line1: `12 ${marks.of(`${field}.line1`)} Street`,
    line2: marks.of(`${field}.line2`),
    city: marks.of(`${field}.city`),
    state: 'NY',
    zipcode: '10001',
  };
}

/** Fields that a member may update. */
function profile(marks: Marks): Body {
  return {
    email1: `${marks.of('email1')}@example.com`,
    email2: `${marks.of('email2')}@example.com`,
    dayTelephone: marks.keep('dayTelephone', `212-555-${digits(4)}`),
    eveningTelephone: marks.keep('eveningTelephone', `646-555-${digits(4)}`),
    primaryAddress: address(marks, 'primaryAddress'),
    mailingAddress: address(marks, 'mailingAddress'),
    employerAddress: address(marks, 'employerAddress'),
    employerName: marks.of('employerName'),
    finraAffiliated: true,
    finraCompany: marks.of('finraCompany'),
    previousPrivatePlacementExperience: true,
    previousExperienceSector: marks.of('previousExperienceSector'),
  };
}

function related(marks: Marks, field: string): Body {
  return {
    title: marks.of(`${field}.title`),
    firstName: marks.of(`${field}.firstName`),
    middleName: marks.of(`${field}.middleName`),
    lastName: marks.of(`${field}.lastName`),
    suffix: marks.of(`${field}.suffix`),
    ssn: marks.keep(`${field}.ssn`, validSsn()),
  };
}

function contact(marks: Marks): Body {
  return {
    title: marks.of('trustedContacts.title'),
    firstName: marks.of('trustedContacts.firstName'),
    lastName: marks.of('trustedContacts.lastName'),
    suffix: marks.of('trustedContacts.suffix'),
    email: `${marks.of('trustedContacts.email')}@example.org`,
    telephone: marks.keep('trustedContacts.telephone', `914-555-${digits(4)}`),
  };
}

/** Personal fields of an individual retirement account, at opening and in updates. */
const retirement = (marks: Marks): Body => ({
  accountName: marks.of('accountName'),
  primaryBeneficiaries: [
    beneficiary({ ...related(marks, 'primaryBeneficiaries'), sharePct: '100' }),
  ],
  contingentBeneficiaries: [
    beneficiary({ ...related(marks, 'contingentBeneficiaries'), sharePct: '100' }),
  ],
  trustedContacts: [contact(marks)],
});

/** A person with single and joint accounts of each kind, and texts in all their personal fields. */
export async function everything(): Promise<Everything> {
  const marks = new Marks();
  const loginId = await service.member({
    firstName: marks.of('firstName'),
    middleName: marks.of('middleName'),
    lastName: marks.of('lastName'),
    tid: marks.keep('tid', validSsn()),
    ...profile(marks),
  });
  expectStatus(await service.client.put(`/restapi/members/${loginId}`, profile(marks)), 200);
  const other = await service.member();
  const owner = { primaryAccountOwner: loginId };
  const shared = { primaryAccountOwner: other, jointOwners: [loginId] };
  const own = await service.account({ ...owner, accountType: 'R', ...retirement(marks) });
  const custodial = await service.account({
    ...owner,
    accountType: 'U',
    accountName: marks.of('accountName'),
    minor: minor(related(marks, 'minor')),
  });
  const trust = await service.account({
    ...owner,
    jointOwners: [other],
    accountType: 'X',
    accountName: marks.of('accountName'),
    accountRegistrationInfo: marks.of('accountRegistrationInfo'),
  });
  const joint = await service.account({
    ...shared,
    accountType: 'J',
    accountName: marks.of('joint accountName'),
    trustedContacts: [contact(marks)],
  });
  await update(own, { ...retirement(marks), ...exclusions(marks) });
  await update(joint, { accountName: marks.of('joint accountName'), ...exclusions(marks) });
  for (const account of [own, joint]) await sign(marks, account, loginId);
  await service.sign(joint, other);
  const restrictions = `/restapi/accounts/${custodial}/restrictions`;
  const restricted = await service.client.post(restrictions, { note: marks.of('note') });
  expectStatus(restricted, 201);
  const ownPlace = await accountTexts(marks, own, loginId);
  const jointPlace = await accountTexts(marks, joint, loginId);
  const cash = await cashTexts(marks, joint, jointPlace['banklinkoid'] ?? '');
  return {
    loginId,
    marks,
    accounts: [own, custodial, trust, joint],
    places: [
      { loginid: loginId, id: await itemTexts(marks, loginId) },
      { loginid: loginId, mailid: await mailTo(loginId) },
      { accountnumber: custodial, id: idOf(restricted) },
      { accountnumber: trust, loginid: loginId },
      { ...ownPlace, loginid: loginId },
      ...cash.map((cashtransactionoid) => ({ ...jointPlace, cashtransactionoid })),
      { firmId: service.credentials.firmId },
    ],
  };
}

async function update(account: string, body: Body): Promise<void> {
  const path = `/restapi/accounts/${account}`;
  expectStatus(await service.client.put(path, { accountNumber: account, ...body }), 200);
}

const exclusions = (marks: Marks): Body => ({
  issueExclusion: [{ exclusionValue: marks.of('issueExclusion.exclusionValue') }],
  sectorExclusion: [{ exclusionValue: marks.of('sectorExclusion.exclusionValue') }],
});

/** Signs with a document that contains a text. */
async function sign(marks: Marks, account: string, loginId: string): Promise<void> {
  const signatureData = Buffer.from(`%PDF-1.7\n${marks.of('signatureData')}`).toString('base64');
  const signature = { loginId, signatureMethod: 'SIGNED_PDF', signatureData };
  const path = `/restapi/accounts/${account}/customeragreement`;
  expectStatus(await service.client.post(path, signature), 200);
}

const TRANSACTIONS = [
  ...['Deposits', 'Withdrawals', 'Fees', 'Transfers', 'Adjustments'],
  ...['Trades', 'Dividends', 'Interest', 'CashSweep'],
];
/** Descriptions of securities stay: see docs/decisions/0014. */
const OF_SECURITIES = ['Trades', 'Dividends', 'Interest', 'CashSweep'];

/** Creates a renamed folio that follows a model, its transactions, one of them corrected, and a verified bank link. */
async function accountTexts(marks: Marks, account: string, loginId: string): Promise<Place> {
  const { client, backoffice } = service;
  const path = `/restapi/accounts/${account}/folios`;
  const folio = {
    accountNumber: account,
    folioName: marks.of('folioName'),
    dividendReinvest: true,
  };
  const created = await client.post(path, folio);
  expectStatus(created, 201);
  const folioNumber = idOf(created);
  const renamed = { folioName: marks.of('folioName') };
  expectStatus(await client.put(`${path}/${folioNumber}`, renamed), 200);
  const follow = { folioNumber, prePackagedFolioOid: service.credentials.rtgOid };
  expectStatus(await client.put(`${path}/${folioNumber}/rtgsubscription`, follow), 200);
  for (const [index, categoryName] of [...TRANSACTIONS, ...TRANSACTIONS].entries()) {
    const id = index % TRANSACTIONS.length;
    const to = `/backoffice/accounts/${account}/folios/${folioNumber}/transactions/${id}`;
    const transactionDesc = OF_SECURITIES.includes(categoryName)
      ? 'Bought 10 IBM'
      : marks.of(`transactionDesc of ${categoryName}`);
    const date = new Date().toISOString();
    const notes = marks.of(`notes of ${categoryName}`);
    expectStatus(await backoffice.put(to, { categoryName, date, transactionDesc, notes }), 200);
  }
  const names = {
    nameOnAccount: marks.of('nameOnAccount'),
    bankName: marks.of('bankName'),
    bankAccountNumber: marks.keep('bankAccountNumber', digits(14)),
  };
  const links = `/restapi/accounts/${account}/achbanklinks`;
  const link = await client.post(links, linkBody(loginId, names));
  expectStatus(link, 201);
  const bankLinkOid = idOf(link);
  const verify = `/restapi/accounts/${account}/verify/${bankLinkOid}/ownerverification`;
  const verification = { bankLinkOid, op: 'verify_own', ownerLoginId: loginId };
  expectStatus(await client.post(verify, verification), 200);
  return { accountnumber: account, folionumber: folioNumber, banklinkoid: bankLinkOid };
}

/** Creates a cash transaction and cancels it, and reports and changes one as the back office. */
async function cashTexts(marks: Marks, account: string, link: string): Promise<readonly string[]> {
  const path = `/restapi/accounts/${account}/cashtransactions`;
  const deposit = { transactionType: 'AHD', sourceId: link, targetId: account, amount: '25.00' };
  const processDate = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const made = await service.client.post(path, { ...deposit, processDate, repeatType: 'O' });
  expectStatus(made, 201);
  const cancel = { cancelReasonCode: '100', cancelReason: marks.of('cancelReason') };
  expectStatus(await service.client.put(`${path}/${idOf(made)}`, cancel), 200);
  const reported = uniqueName('c');
  for (const status of ['PD', 'CC']) {
    const body = {
      ...deposit,
      status,
      sourceDescription: marks.of('sourceDescription'),
      targetDescription: marks.of('targetDescription'),
      accountRegistration: marks.of('accountRegistration'),
      ...(status === 'CC' && { cancelReason: marks.of('reported cancelReason') }),
    };
    const to = `/backoffice/accounts/${account}/cashtransactions/${reported}`;
    expectStatus(await service.backoffice.put(to, body), 200);
  }
  return [idOf(made), reported];
}

/** Raises an item for attention with every text field of the back office. Returns its id. */
async function itemTexts(marks: Marks, loginId: string): Promise<string> {
  const id = uniqueName('i');
  const key = (field: string) => ({
    documentKey: marks.of(`${field}.documentKey`),
    documentPartnerCode: marks.of(`${field}.documentPartnerCode`),
  });
  const item = {
    ifaType: 'DU',
    priority: marks.of('priority'),
    readDocumentPath: `/documents/${marks.of('readDocumentPath')}`,
    writeDocumentPath: `/documents/${marks.of('writeDocumentPath')}`,
    readDocumentKey: key('readDocumentKey'),
    writeDocumentKey: key('writeDocumentKey'),
  };
  const path = `/backoffice/members/${loginId}/ifas/${id}`;
  expectStatus(await service.backoffice.put(path, item), 200);
  return id;
}

/** Changes a model, which sends a mail. Returns the mail's id once it is in the outbox. */
async function mailTo(loginId: string): Promise<string> {
  const weights = [{ ticker: 'VTI', targetWeight: '100' }];
  const model = { name: uniqueName('model'), targetWeights: weights };
  const path = `/backoffice/rtgs/${service.credentials.rtgOid}`;
  expectStatus(await service.backoffice.put(path, model), 200);
  return eventually(async () => {
    const { body } = await service.operator.get('/operator/mails?status=sent&limit=1000');
    const mail = (body as Body[]).find((one) => one['loginId'] === loginId);
    return mail && String(mail['mailId']);
  });
}
