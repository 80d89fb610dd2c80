import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RawAnswer } from '../support/raw-request.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
  validSsn,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

type Role = 'client' | 'backoffice' | 'operator';
interface Target {
  readonly role?: Role;
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: () => unknown;
}

let service: ServiceUnderTest;
const wires: Partial<Record<Role, Wire>> = {};
const wireOf = (role: Role = 'client'): Wire => {
  const wire = wires[role];
  if (!wire) throw new Error('not started');
  return wire;
};
const ids = {
  owner: '',
  other: '',
  rep: '',
  trustee: '',
  item: '',
  account: '',
  spare: '',
  folio: '',
  firm: '',
};
beforeAll(async () => {
  service = await ServiceUnderTest.start();
  for (const role of ['client', 'backoffice', 'operator'] as const) {
    wires[role] = new Wire(service, service.credentials.tokens[role]);
  }
  ids.owner = await service.member();
  ids.other = await service.member();
  ids.rep = await service.member();
  ids.trustee = uniqueName('t');
  ids.firm = service.credentials.firmId;
  ids.account = await service.openAccount({ primaryAccountOwner: ids.owner });
  ids.spare = await service.openAccount({ primaryAccountOwner: ids.owner });
  const held = { loginId: ids.other, permission: 'SV', alertLevel: 'none', listOnReport: false };
  expectStatus(
    await service.client.post(`/restapi/accounts/${ids.account}/permissions`, held),
    201,
  );
  const folio = await service.client.post(`/restapi/accounts/${ids.account}/folios`, {
    folioName: 'Growth',
    accountNumber: ids.account,
    dividendReinvest: true,
  });
  expectStatus(folio, 201);
  ids.folio = folio.location?.split('/').at(-1) ?? '';
  const items = await service.client.get(`/restapi/members/${ids.owner}/ifas`);
  ids.item = (items.body as { id: string }[])[0]?.id ?? '';
});
afterAll(() => service.stop());

const address = (): object => ({
  line1: '350 Fifth Avenue',
  line2: 'Suite 1',
  city: 'New York',
  state: 'NY',
  zipcode: '10118',
  country: 'US',
});
const person = (): object => ({
  title: 'Ms.',
  firstName: 'Bea',
  middleName: 'B.',
  lastName: 'Doe',
  suffix: 'Jr.',
  dateOfBirth: '1990-01-01T00:00:00.000+00:00',
});
const beneficiary = (): object => ({
  ...person(),
  relationship: 'S',
  ssn: validSsn(),
  sharePct: '100',
  citizenship: 'U',
});
const member = (): Record<string, unknown> =>
  memberBody({
    ...person(),
    loginId: uniqueName('m'),
    email2: 'second@example.com',
    eveningTelephone: '212-555-0143',
    mailingAddress: address(),
    employerAddress: address(),
    employerName: 'Acme',
    employmentStatus: 'Employed',
    occupationType: 'Legal',
    annualIncome: '3',
    liquidNetWorth: '3',
    netWorth: '3',
    dependentCount: '2',
    accreditedInvestorAnnualIncome: false,
    accreditedInvestorNetWorth: false,
    directorOrTenPercentShareholder: true,
    directorOrTenPercentShareholderCompany: ['IBM'],
    finraAffiliated: true,
    finraCompany: 'Broker Inc.',
    previousPrivatePlacementExperience: true,
    previousExperienceSector: 'Energy',
    memberProfileItems: { topMarginalTaxBracket: '1', maritalStatus: 'S' },
    membershipType: 'N',
  });
const planFees = (): object => ({
  assetFeeTiers: [{ minAssetValue: '0', maxAssetValue: 'Infinity', basisPoints: '50' }],
  billingMode: 'A',
  billingPeriodType: 'M',
  billingPeriodValue: '3',
  flatFee: '0',
  tierType: 'M',
});
const updatable = ['loginId', 'firstName', 'middleName', 'lastName', 'dateOfBirth', 'tid'];

/** Every write of the service with a body that is accepted. */
const targets: Readonly<Record<string, () => Target>> = {
  'POST members': () => ({ method: 'POST', path: '/restapi/members', body: member }),
  'PUT member': () => ({
    method: 'PUT',
    path: `/restapi/members/${ids.owner}`,
    body: () =>
      Object.fromEntries(Object.entries(member()).filter(([key]) => !updatable.includes(key))),
  }),
  'POST trustees': () => ({
    method: 'POST',
    path: '/restapi/trustees',
    body: () => ({
      ...person(),
      loginId: uniqueName('t'),
      email1: 'trustee@example.com',
      tid: validSsn(),
      primaryAddress: address(),
      mailingAddress: address(),
    }),
  }),
  'POST firms': () => ({
    method: 'POST',
    path: '/restapi/firms',
    body: () => ({
      firmName: 'Acme LLC',
      firmTaxId: '123456789',
      firmTaxIdType: 'TIN',
      firmRep: ids.rep,
      primaryAddress: address(),
      mailingAddress: address(),
      firmTelephone1: '212-555-0199',
      firmEmail1: 'office@example.com',
      finraAffiliated: false,
    }),
  }),
  'POST accounts': () => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...service.accountBody(ids.owner),
      accountType: 'R',
      branchCode: '1',
      repCode: '2',
      defaultTaxLotSelection: 'AVGC',
      trustedContacts: [
        {
          firstName: 'Tom',
          lastName: 'Fox',
          email: 'tom@example.com',
          telephone: '212-555-0101',
          relationship: 'S',
        },
      ],
      primaryBeneficiaries: [beneficiary()],
      contingentBeneficiaries: [beneficiary()],
      w9BackupWithholding: 'N',
    }),
  }),
  'POST accounts, custodial': () => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...service.accountBody(ids.owner),
      accountType: 'U',
      minor: {
        ...person(),
        dateOfBirth: '2015-01-01',
        ssn: validSsn(),
        citizenship: 'C',
        state: 'NY',
      },
    }),
  }),
  'POST accounts, joint': () => ({
    method: 'POST',
    path: '/restapi/accounts',
    body: () => ({
      ...service.accountBody(ids.owner),
      accountType: 'J',
      jointOwners: [ids.other],
      defaultTaxLotSelection: 'WLFS',
      longTermTaxRate: '15',
      shortTermTaxRate: '30',
    }),
  }),
  'PUT account': () => ({
    method: 'PUT',
    path: `/restapi/accounts/${ids.account}`,
    body: () => ({
      accountNumber: ids.account,
      accountName: uniqueName('h').slice(-16),
      billingPlanOid: service.credentials.billingPlans.A,
      defaultTaxLotSelection: 'WLFS',
      longTermTaxRate: '15',
      shortTermTaxRate: '30',
      trustedContacts: [
        { firstName: 'Tom', lastName: 'Fox', email: 'tom@example.com', telephone: '212-555-0101' },
      ],
      securityExclusion: [{ exclusionValue: 'IBM', exclusionStartDate: '2026-01-01' }],
      issueExclusion: [{ exclusionValue: 'Tobacco' }],
      sectorExclusion: [{ exclusionValue: 'Energy', exclusionEndDate: '2030-01-01' }],
    }),
  }),
  'POST customeragreement': () => ({
    method: 'POST',
    path: `/restapi/accounts/${ids.account}/customeragreement`,
    body: () => ({ ...signatureBody(ids.owner), w9Withhold: false }),
  }),
  'POST permissions': () => ({
    method: 'POST',
    path: `/restapi/accounts/${ids.spare}/permissions`,
    body: () => ({
      loginId: ids.other,
      accountNumber: ids.spare,
      permission: 'TR',
      alertLevel: 'none',
      listOnReport: true,
    }),
  }),
  'PUT permission': () => ({
    method: 'PUT',
    path: `/restapi/accounts/${ids.account}/permissions/${ids.other}`,
    body: () => ({ loginId: ids.other, permission: 'TR', alertLevel: 'none', listOnReport: true }),
  }),
  'POST restrictions': () => ({
    method: 'POST',
    path: `/restapi/accounts/${ids.spare}/restrictions`,
    body: () => ({ reasonCode: '021', restrictionType: 'CR', note: 'By the firm' }),
  }),
  'POST folios': () => ({
    method: 'POST',
    path: `/restapi/accounts/${ids.account}/folios`,
    body: () => ({
      folioName: 'Income',
      accountNumber: ids.account,
      dividendReinvest: false,
      benchmark: 'SPY',
      prepackagedFolioId: service.credentials.rtgOid,
      dividendPayToAccount: true,
    }),
  }),
  'PUT folio': () => ({
    method: 'PUT',
    path: `/restapi/accounts/${ids.account}/folios/${ids.folio}`,
    body: () => ({
      folioName: 'Income',
      accountNumber: ids.account,
      folioNumber: ids.folio,
      dividendReinvest: false,
      benchmark: 'SPY',
      folioStatus: 'O',
      dividendPayToAccount: true,
    }),
  }),
  'PUT targetweights': () => ({
    method: 'PUT',
    path: `/restapi/accounts/${ids.account}/folios/${ids.folio}/targetweights`,
    body: () => [
      { ticker: 'IBM', targetWeight: '40' },
      { ticker: 'SPY', targetWeight: '60.00' },
    ],
  }),
  'PUT rtgsubscription': () => ({
    method: 'PUT',
    path: `/restapi/accounts/${ids.account}/folios/${ids.folio}/rtgsubscription`,
    body: () => ({ folioNumber: ids.folio, prePackagedFolioOid: service.credentials.rtgOid }),
  }),
  'PUT ifa': () => ({
    method: 'PUT',
    path: `/restapi/members/${ids.owner}/ifas/${ids.item}`,
    body: () => ({ action: 'V' }),
  }),
  'back office: firm': () => ({
    role: 'operator',
    method: 'PUT',
    path: '/backoffice/firms/7700000001',
    body: () => ({
      name: 'A firm',
      firmType: 'L',
      billingLevel: 'account',
      entitlements: ['fullTid'],
      depositAddress: { ...address(), line3: 'Third' },
    }),
  }),
  'back office: client': () => ({
    role: 'operator',
    method: 'PUT',
    path: `/backoffice/firms/${ids.firm}/clients/hostile-key`,
    body: () => ({ loginId: 'hostile.login', entitlements: [] }),
  }),
  'back office: advisory plan': () => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/firms/${ids.firm}/billingplans/881`,
    body: () => ({
      billingPlanType: 'A',
      name: 'Plan',
      description: 'Advisory',
      assetFees: planFees(),
      commissionFees: [{ orderType: 'D', commission: '4.95', tradeCountThreshold: '10' }],
    }),
  }),
  'back office: RTG': () => ({
    role: 'backoffice',
    method: 'PUT',
    path: '/backoffice/rtgs/882',
    body: () => ({ name: 'Model', targetWeights: [{ ticker: 'VTI', targetWeight: '100' }] }),
  }),
  'back office: offer': () => ({
    role: 'backoffice',
    method: 'PUT',
    path: '/backoffice/privateplacementoffers/883',
    body: () => ({
      name: 'Fund',
      openingDate: '2020-01-01',
      closingDate: '2099-12-31',
      eligibleFirms: [ids.firm],
      eligibility: 'ALL',
      minimum: '1000.00',
      maximum: '2000',
    }),
  }),
  'back office: IFA': () => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/members/${ids.owner}/ifas/884`,
    body: () => ({ ifaType: 'NO', ifaStatus: 'I', forceView: true, viewsRemaining: 3 }),
  }),
  'back office: verification': () => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/members/${ids.owner}/verification`,
    body: () => ({ cipStatus: 'PASSED' }),
  }),
  'back office: positions': () => ({
    role: 'backoffice',
    method: 'PUT',
    path: `/backoffice/accounts/${ids.account}/folios/${ids.folio}/positions`,
    body: () => [{ ticker: 'IBM', shareQuantity: '1.5' }],
  }),
};

/** Steps from the root to a value inside a body. */
type Place = readonly (string | number)[];

function placesOf(value: unknown, place: Place = []): { place: Place; value: unknown }[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, one]) =>
          placesOf(one, [...place, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [{ place, value }, ...inside];
}

/** Texts for the fields of a body: all of them in a short one; a long one has many fields of a kind, and each takes its share. */
function spread(body: unknown, texts: readonly string[]): { place: Place; sent: string }[] {
  const fields = placesOf(body).filter(({ value }) => typeof value !== 'object');
  const shares = Math.max(1, Math.ceil(fields.length / 12));
  return fields.flatMap(({ place }, n) =>
    texts.filter((_, m) => m % shares === n % shares).map((sent) => ({ place, sent })),
  );
}

const MARK = '@@mark@@';

/** The text of a body with the JSON text `sent` in one place. */
function textWith(body: unknown, place: Place, sent: string): string {
  const copy: unknown = structuredClone(body);
  if (place.length === 0) return sent;
  let holder = copy as Record<string | number, unknown>;
  for (const step of place.slice(0, -1)) holder = holder[step] as Record<string | number, unknown>;
  holder[place.at(-1) ?? ''] = MARK;
  return JSON.stringify(copy).replace(`"${MARK}"`, () => sent);
}

const json = JSON.stringify;

/** Texts no field takes. */
const NEVER = ['"a\\u0000b"', '"\\u0000"', '"\\ud800"', '"x\\udc00"', '"\\udc00\\ud800"'];
/** Values most fields refuse; none may do harm where one is taken. */
const ODD = [
  'null',
  '""',
  '" "',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '99999999999999999999999999',
  '"__proto__"',
  '"constructor"',
  '"hasOwnProperty"',
  json('x'.repeat(5_000)),
  json('😀'.repeat(100)),
  json("'; DROP TABLE x; --"),
  json('{"$gt":""}'),
  json('../../../etc/passwd'),
  json('\u202e\u200b\ufeff'),
  json('a\r\nSet-Cookie: x=1'),
  json('${7*7}{{7*7}}'),
];
const CONTAINERS = ['{}', '[]', '[[]]', '[null]', '{"$gt":""}', '{"__proto__":{"polluted":true}}'];
const KEYS = [
  'nope',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  '$where',
  'a.b',
  '0',
  '',
];

async function send({ role, method, path }: Target, text: string): Promise<RawAnswer> {
  const before = await service.head();
  const answer = await wireOf(role).send(method, path, text);
  if (answer.status >= 400) {
    if (answer.status >= 500) throw new Error(`${answer.status} for ${text.slice(0, 2_000)}`);
    expectErrorList(answer, answer.status);
    expect(await service.head()).toBe(before);
  }
  return answer;
}

/** Fails with the body that was sent. */
async function mustRefuse(target: Target, text: string): Promise<RawAnswer> {
  const answer = await send(target, text);
  if (answer.status !== 400) throw new Error(`${answer.status} for ${text.slice(0, 2_000)}`);
  return answer;
}

describe.each(Object.entries(targets))('hostile input › %s', (_name, make) => {
  it('the body it starts from is accepted [§1.spelling]', async () => {
    const target = make();
    const answer = await wireOf(target.role).json(target.method, target.path, target.body());
    expect([answer.status, answer.body]).toEqual([
      target.method === 'POST' && !target.path.endsWith('agreement') ? 201 : 200,
      target.path.includes('/clients/') ? expect.anything() : undefined,
    ]);
  });

  it('unknown keys at every depth, hostile names too: SYNTAX, named [§1.spelling errors.SYNTAX]', async () => {
    const target = make();
    const body = target.body();
    for (const { place, value } of placesOf(body)) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
      for (const key of KEYS) {
        const object = json(value).replace(/\}$/, `,${json(key)}:{"polluted":true}}`);
        const answer = await mustRefuse(target, textWith(body, place, object));
        expect([key, answer.body]).toEqual([
          key,
          expect.arrayContaining([expect.objectContaining({ type: 'SYNTAX', field: key })]),
        ]);
      }
      const first = Object.keys(value)[0] ?? '';
      const twice = json(value).replace(/\}$/, `,${json(first)}:null}`);
      const answer = await mustRefuse(target, textWith(body, place, twice));
      expect(answer.body).toEqual([{ type: 'SYNTAX', message: expect.any(String) }]);
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('NUL, lone surrogates, objects and lists in every field: 400 [§1.codes]', async () => {
    const target = make();
    const body = target.body();
    for (const { place, sent } of spread(body, [...NEVER, ...CONTAINERS])) {
      await mustRefuse(target, textWith(body, place, sent));
    }
  });

  it('odd values in every field: the error list or no harm [§1.codes]', async () => {
    const target = make();
    const body = target.body();
    for (const { place, sent } of spread(body, ODD)) {
      await send(target, textWith(target.body(), place, sent));
    }
  });

  it('something else for every object and list: the error list or no harm [§1.codes]', async () => {
    const target = make();
    const body = target.body();
    const many = `[${Array(5_000).fill('{"a":1}').join()}]`;
    for (const { place, value } of placesOf(body)) {
      if (typeof value !== 'object') continue;
      for (const sent of [...NEVER, 'true', '1', '[null]', '[[]]', many]) {
        await mustRefuse(target, textWith(body, place, sent));
      }
      // a list of texts may hold numbers, and come as one text with commas
      for (const sent of ['null', '{}', '[]', '[1]', '"x"', '"x,y"']) {
        await send(target, textWith(body, place, sent));
      }
    }
  });

  it('10 MB, and nesting without end [§1.413]', async () => {
    const target = make();
    const nested = `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`;
    await mustRefuse(target, nested);
    await mustRefuse(target, '['.repeat(500_000));
    const large = await send(target, json({ nope: 'x'.repeat(10_000_000) }));
    expect(large.status).toBe(target.path.endsWith('customeragreement') ? 400 : 413);
  });
});

describe('hostile input › bad Base64 and documents that are something else', () => {
  const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  it.each<[string, string, object]>([
    ['no Base64', '%%%%', {}],
    ['Base64 with blanks', 'AAAA AAAA', {}],
    ['Base64url', '_-_-', {}],
    ['a length that can not be', 'AAAAA', {}],
    ['padding in the middle', 'AA==AAAA', {}],
    ['nothing', '', {}],
    ['padding only', '====', {}],
    ['a prefix only', 'data:image/png;base64,', { signatureImageEncoding: 'PNG' }],
    ['a PNG as SVG', PNG.toString('base64'), {}],
    [
      'an SVG as PNG',
      String(signatureBody('x')['signatureData']),
      { signatureImageEncoding: 'PNG' },
    ],
    [
      'an SVG as PDF',
      String(signatureBody('x')['signatureData']),
      { signatureMethod: 'SIGNED_PDF', signatureImageEncoding: undefined },
    ],
    ['HTML as SVG', Buffer.from('<html><svg></svg></html>').toString('base64'), {}],
    ['NULs as SVG', Buffer.alloc(1_000).toString('base64'), {}],
    [
      'more than 8 MiB',
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(8 * 1024 * 1024)]).toString('base64'),
      { signatureMethod: 'SIGNED_PDF', signatureImageEncoding: undefined },
    ],
  ])('%s [§6.data signature.signatureData]', async (_what, signatureData, fields) => {
    const path = `/restapi/accounts/${ids.account}/customeragreement`;
    const target: Target = { method: 'POST', path, body: () => ({}) };
    const body = { ...signatureBody(ids.owner), signatureData, ...fields };
    const answer = await mustRefuse(target, json(body));
    expect(answer.body).toEqual([expect.objectContaining({ field: 'signatureData' })]);
  });
});
