import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { brief, type FieldRow, titled } from '../support/field-rows.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { corporateFirm, trustee } from './accounts.fixture.js';
import { holder } from './bank-links.fixture.js';
import {
  type Body,
  documentBody,
  field,
  FORBIDDEN,
  HEADER,
  NOT_FOUND,
  OFFERS,
  PDF,
  PlacementsUnderTest,
  rule,
  unknownKey,
} from './private-placements.fixture.js';

const NULL = 'cannot.be.null';
const CHOICE = 'invalid.choice';
const DATE = 'invalid.date';
const LENGTH = 'invalid.length';
const VALUE = 'invalid.value';
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;
const LONG = 'x'.repeat(5_000);

/** Wrong types for a field, and the code they get. */
const wrong = (name: string, code: string, ...values: unknown[]): FieldRow[] =>
  values.map((value) => [name, value, code]);
const required = (...names: readonly string[]): FieldRow[] =>
  names.flatMap((name) => [[name, undefined, NULL] as const, [name, null, NULL] as const]);

let service: ServiceUnderTest;
let placements: PlacementsUnderTest;
/** An offer without documents that is open to everybody. */
let open: string;

beforeAll(async () => {
  service = await ServiceUnderTest.start();
  placements = await PlacementsUnderTest.create(service);
  open = await placements.offer({ eligibility: 'ALL' });
});
afterAll(() => service.stop());

describe('decisions §9 › Offers', () => {
  it('the list and the GET show every key; a client reads its own firm only [§9.offers]', async () => {
    const { firmId } = service.credentials;
    const other = await service.otherFirm();
    const body = placements.offerBody({ eligibleFirms: [firmId, other.firmId] });
    const oid = await placements.offer(body);
    const shown = { ...body, privatePlacementOfferOid: oid, eligibleFirms: [firmId] };
    const answer = await service.client.get(`${OFFERS}/${oid}`);
    expectStatus(answer, 200);
    expect([answer.body, answer.headers.get('etag')]).toEqual([shown, '"0"']);
    expect((await service.client.get(OFFERS)).body).toEqual(expect.arrayContaining([shown]));
    expect((await other.client.get(`${OFFERS}/${oid}`)).body).toMatchObject({
      eligibleFirms: [other.firmId],
    });
    expect(await placements.read(`${OFFERS}/${oid}`, service.auditor)).toMatchObject({
      eligibleFirms: [firmId, other.firmId].sort(),
    });
  });

  it('openOnly › default true; false shows closed offers and those still to open [§9.offers]', async () => {
    const past = await placements.offer({ closingDate: '2020-01-02' });
    const future = await placements.offer({ openingDate: '2099-01-01' });
    const ids = async (query: string) => {
      const answer = await service.client.get(OFFERS + query);
      expectStatus(answer, 200);
      return (answer.body as Body[]).map((one) => one['privatePlacementOfferOid']);
    };
    for (const query of ['', '?openOnly=true', '?OPENONLY=true']) {
      const found = await ids(query);
      expect(found).toContain(open);
      expect(found).not.toContain(past);
      expect(found).not.toContain(future);
    }
    expect(await ids('?openOnly=false')).toEqual(expect.arrayContaining([past, future, open]));
    const bad = await service.client.get(`${OFFERS}?openOnly=maybe&x=1`);
    expectExactly(bad, [field('openOnly', VALUE), unknownKey('x')]);
  });

  it('Errors › 404 for unknown offers and those for other firms; 403 for the back office [§1.404]', async () => {
    const { client } = await service.otherFirm();
    const oid = await placements.offer();
    await placements.document(oid, 'memo');
    for (const path of ['', '/documents', '/documents/memo']) {
      expectExactly(await client.get(`${OFFERS}/${oid}${path}`), NOT_FOUND, 404);
      expectExactly(await service.backoffice.get(`${OFFERS}/${oid}${path}`), FORBIDDEN, 403);
    }
    for (const path of ['none', '%20', 'x'.repeat(65), '__proto__', `${oid}/documents/none`]) {
      expectExactly(await service.client.get(`${OFFERS}/${path}`), NOT_FOUND, 404);
    }
    expect((await client.get(OFFERS)).body).toEqual([]);
  });

  it('decisions §10 › PUT › 200, empty; unchanged no event; changed a new entity tag; If-Match [§10.offers §10.rule]', async () => {
    const oid = uniqueName('offer');
    const body = placements.offerBody();
    const made = await placements.put(oid, body);
    expect([made.status, made.body, made.headers.get('etag')]).toEqual([200, undefined, '"0"']);
    expectStatus(await expectUnchanged(service, () => placements.put(oid, body)), 200);
    const named = { ...body, privatePlacementOfferOid: oid };
    expectStatus(await expectUnchanged(service, () => placements.put(oid, named)), 200);
    const changed = await placements.put(oid, { ...body, name: 'Growth Fund II' });
    expect(changed.headers.get('etag')).toBe('"1"');
    const stale = () => placements.put(oid, { ...body, name: 'III' }, { 'If-Match': '"0"' });
    expectStatus(await expectUnchanged(service, stale), 412);
    const other = { ...body, privatePlacementOfferOid: 'another' };
    expectExactly(await expectUnchanged(service, () => placements.put(oid, other)), [
      rule('uri.matching.rule', 'privatePlacementOfferOid'),
    ]);
    for (const client of [service.client, service.auditor, service.operator]) {
      const put = () => client.put(`/backoffice/privateplacementoffers/${oid}`, body);
      expectExactly(await expectUnchanged(service, put), FORBIDDEN, 403);
    }
    expectExactly(await placements.put('%20', body), NOT_FOUND, 404);
  });

  it.each(
    titled([
      ...required('name', 'openingDate', 'closingDate', 'eligibleFirms', 'eligibility'),
      ...required('minimum', 'maximum'),
      ...wrong('name', VALUE, 1, true, [], {}, '', '   ', 'a\u0000b'),
      ['name', 'x'.repeat(101), LENGTH],
      ['name', LONG, LENGTH],
      ...wrong('openingDate', DATE, '2026-02-30', '01/02/2026', '2026-01-01T00:00:00Z', 5, '', {}),
      ...wrong('closingDate', DATE, '2026-13-01', 'today', true, LONG),
      ['closingDate', '2019-12-31', VALUE],
      ...wrong('eligibleFirms', VALUE, 'x', {}, true, ['x'], ['0'], [[]]),
      ['eligibleFirms', [null], NULL],
      ...wrong('eligibility', CHOICE, 'all', 'Accredited', '', 'NONE', 1, true, {}, LONG),
      ...wrong('minimum', VALUE, '-1', 'x', '1e3', '1.001', '', true, {}, '$1', '1,000'),
      ...wrong('maximum', VALUE, '-1', 'x', '0', '999.99', '1.001', '', true, []),
    ]),
  )('Offer › %s › %s [§10.offers §9.offers]', async (name, _, value, code) => {
    const oid = uniqueName('offer');
    const body = placements.offerBody({ [name]: value });
    const answer = await expectUnchanged(service, () => placements.put(oid, body));
    expectExactly(answer, [field(name, code)]);
    expectStatus(await service.client.get(`${OFFERS}/${oid}`), 404);
  });

  it('Offer › unknown keys and keys in another case [§1.spelling]', async () => {
    const body = { ...placements.offerBody(), Name: 'x', oid: 1 };
    const put = () => placements.put(uniqueName('offer'), body);
    expectExactly(await expectUnchanged(service, put), [unknownKey('Name'), unknownKey('oid')]);
  });
});

describe('decisions §9, §10 › offering documents', () => {
  it('the list has everything but the data; the GET hands out the bytes as an attachment [§9.offers]', async () => {
    const oid = await placements.offer();
    await placements.document(oid, 'memo');
    const list = await service.client.get(`${OFFERS}/${oid}/documents`);
    expect([list.headers.get('etag'), list.body]).toEqual([
      '"1"',
      [
        {
          id: 'memo',
          name: 'Memorandum',
          required: true,
          signable: false,
          mediaType: 'application/pdf',
          size: PDF.length,
        },
      ],
    ]);
    const { status, body, headers } = await placements.fetch(oid, 'memo');
    expect([status, body]).toEqual([200, PDF.toString()]);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe('attachment; filename="memo"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('decisions §2 › X-Associated-Member-Id › required, a member of the firm; the fetch is an event [§2.associated]', async () => {
    const other = await service.otherFirm();
    const oid = await placements.offer({
      eligibleFirms: [service.credentials.firmId, other.firmId],
    });
    await placements.document(oid, 'memo');
    const foreign = await service.member({}, other.client);
    for (const member of [foreign, 'nobody', 'a/b', 'x', LONG]) {
      const fetch = () => placements.fetch(oid, 'memo', member);
      expectExactly(await expectUnchanged(service, fetch), [field(HEADER, VALUE)]);
    }
    for (const headers of [{}, { [HEADER]: ' ' }]) {
      const fetch = () => service.client.get(`${OFFERS}/${oid}/documents/memo`, headers);
      expectExactly(await expectUnchanged(service, fetch), [field(HEADER, NULL)]);
    }
    const before = await service.head();
    expectStatus(await placements.fetch(oid, 'memo'), 200);
    const [event] = (await service.log()).filter(({ position }) => position > before);
    expect(event).toMatchObject({
      type: 'placement.OfferingDocumentFetched.v1',
      data: { offerOid: oid, documentId: 'memo', loginId: placements.owner },
      metadata: { associatedMember: placements.owner },
    });
    const again = () => placements.fetch(oid, 'memo');
    expectStatus(await expectUnchanged(service, again), 200);
  });

  it('PUT › unchanged no event; If-Match; 404 for unknown offers; back office only [§10.offers]', async () => {
    const oid = await placements.offer();
    await placements.document(oid, 'memo');
    const path = `${oid}/documents/memo`;
    const put = (body: Body, headers = {}) =>
      expectUnchanged(service, () => placements.put(path, body, headers));
    expectStatus(await put(documentBody()), 200);
    expectStatus(await put(documentBody({ id: 'memo' })), 200);
    expectStatus(await put(documentBody({ name: 'New' }), { 'If-Match': '"0"' }), 412);
    expectExactly(await put(documentBody({ id: 'other' })), [rule('uri.matching.rule', 'id')]);
    expectExactly(await put({ ...documentBody(), Data: '' }), [unknownKey('Data')]);
    expectExactly(await placements.put('none/documents/x', documentBody()), NOT_FOUND, 404);
    expectExactly(await placements.put(`${oid}/documents/%20`, documentBody()), NOT_FOUND, 404);
    for (const client of [service.client, service.auditor, service.operator]) {
      const denied = () => client.put(`/backoffice/privateplacementoffers/${path}`, documentBody());
      expectExactly(await expectUnchanged(service, denied), FORBIDDEN, 403);
    }
  });

  it.each(
    titled([
      ...required('name', 'required', 'signable', 'data'),
      ...wrong('name', VALUE, 1, '', {}, []),
      ['name', 'x'.repeat(101), LENGTH],
      ...wrong('required', VALUE, 'TRUE', 1, 'yes', '', {}, []),
      ...wrong('signable', VALUE, 'False', 0, 'no', '', {}, []),
      ...wrong('data', VALUE, 'not Base64!', '', 'QQ', 'data:text/plain;base64,QQ==', 1, true, {}),
    ]),
  )('Document › %s › %s [§10.offers]', async (name, _, value, code) => {
    const path = `${open}/documents/bad`;
    const put = () => placements.put(path, documentBody({ [name]: value }));
    expectExactly(await expectUnchanged(service, put), [field(name, code)]);
  });
});

describe('endpoint 13 › POST …/privateplacementorders', () => {
  it('Response › 201, empty body, Location; the GET shows what was sent, status INITIAL [13.response 13.discretionary 13.solicited 13.privatePlacementOfferOid 13.reasonForTrade 13.requestedDollarAmount 13.side §3.subscription §9.subscription]', async () => {
    const { owner, accountNumber } = placements;
    const answer = await placements.subscribe(
      placements.body(open, { accountNumber, requestedDollarAmount: '25000' }),
    );
    expectStatus(answer, 201);
    expect(answer.body).toBeUndefined();
    expect(answer.headers.get('location')).toMatch(
      new RegExp(`^${service.service.url}${placements.orders}/[1-9]\\d{14}$`),
    );
    expect(answer.headers.get('etag')).toBe('"0"');
    const shown = await service.client.get(answer.location ?? '');
    expectStatus(shown, 200);
    expect(shown.headers.get('etag')).toBe('"0"');
    const moment = expect.stringMatching(MOMENT);
    expect(shown.body).toEqual({
      privatePlacementOrderOid: answer.location?.split('/').at(-1),
      accountNumber,
      associatedMemberId: owner,
      privatePlacementOfferOid: open,
      discretionary: false,
      solicited: true,
      reasonForTrade: 'NS',
      requestedDollarAmount: '25000.00',
      side: '1',
      status: 'INITIAL',
      sentTimestamp: moment,
      receivedTimestamp: moment,
      respondedTimestamp: moment,
    });
  });

  it('Rules › each call is time-stamped on send, receipt and response; the client is on the event [13.times §9.placement §2.associated]', async () => {
    const { owner } = placements;
    const path = await placements.subscribed(open);
    const log = await service.log();
    const event = log.findLast(({ type }) => type === 'placement.SubscriptionSubmitted.v1');
    const data = event?.data as Record<string, string>;
    expect(path.endsWith(data['subscriptionOid'] ?? '-')).toBe(true);
    expect(event?.metadata).toMatchObject({ associatedMember: owner });
    const times = ['sentAt', 'receivedAt', 'respondedAt'].map((key) => data[key] ?? '');
    expect(times).toEqual(times.map(() => expect.stringMatching(/^\d{4}-.*Z$/)));
    expect((times[1] ?? '') <= (times[2] ?? '')).toBe(true);
  });

  it('repeated with its Idempotency-Key it is one subscription [§11.consistency]', async () => {
    const headers = { [HEADER]: placements.owner, 'Idempotency-Key': uniqueName('key') };
    const body = placements.body(open);
    const first = await service.client.post(placements.orders, body, headers);
    const second = await expectUnchanged(service, () =>
      service.client.post(placements.orders, body, headers),
    );
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.location).toBe(first.location);
  });

  it.each<[string, unknown, unknown]>([
    ['discretionary', 'true', true],
    ['solicited', 'false', false],
    ['requestedDollarAmount', 1000, '1000.00'],
    ['requestedDollarAmount', 50000, '50000.00'],
    ['requestedDollarAmount', '1000.5', '1000.50'],
    ['side', 1, '1'],
    ['reasonForTrade', 'TL', 'TL'],
  ])(
    '%s › %j is accepted [13.discretionary 13.solicited 13.requestedDollarAmount 13.side]',
    async (name, sent, shown) => {
      const path = await placements.subscribed(open, { [name]: sent });
      expect(await placements.read(path)).toMatchObject({ [name]: shown });
    },
  );

  it.each(
    titled([
      ...required('discretionary', 'solicited', 'privatePlacementOfferOid', 'reasonForTrade'),
      ...required('requestedDollarAmount', 'side'),
      ...wrong('discretionary', VALUE, 'TRUE', 'yes', '', 1, 0, {}, [], LONG),
      ...wrong('solicited', VALUE, 'False', 'no', '', 1, {}, [true]),
      ...wrong('privatePlacementOfferOid', VALUE, 'none', '', '%', 'a b', true, {}, [], 1.5, 7),
      ['privatePlacementOfferOid', LONG, LENGTH],
      ...wrong('reasonForTrade', CHOICE, 'ns', 'XX', 'NSS', '', 'N', 1, true, {}, [], LONG),
      ...wrong('requestedDollarAmount', VALUE, '0', '0.00', '-5', 0, '1e4', '5000.001', 'x', ''),
      ...wrong('requestedDollarAmount', VALUE, true, {}, [], '$5000', '5,000', ' 5000', 'NaN'),
      ...wrong('requestedDollarAmount', VALUE, 'Infinity', '9'.repeat(40), '1000000000000'),
      ...wrong('side', CHOICE, '3', '0', '', 'B', 'buy', true, {}, [], 12, LONG),
      ...wrong('accountNumber', VALUE, true, {}, [], ''),
      ['accountNumber', LONG, LENGTH],
    ]),
  )(
    '%s › %s [13.discretionary 13.solicited 13.privatePlacementOfferOid 13.reasonForTrade 13.requestedDollarAmount 13.side]',
    async (name, _, value, code) => {
      await placements.refused(placements.body(open, { [name]: value }), [field(name, code)]);
    },
  );

  it('side › 2 is not used yet [13.side §9.placement]', async () => {
    for (const side of ['2', 2]) {
      await placements.refused(placements.body(open, { side }), [
        rule('privateplacement.side.rule', 'side'),
      ]);
    }
  });

  it('accountNumber › if given, equals the account number in the path [13.accountNumber §1.matching-ids]', async () => {
    for (const accountNumber of ['RZ00000000', placements.accountNumber.toLowerCase()]) {
      await placements.refused(placements.body(open, { accountNumber }), [
        rule('uri.matching.rule', 'accountNumber'),
      ]);
    }
    await placements.subscribed(open, { accountNumber: null });
  });

  it('Errors › unknown keys, keys in another case, bodies that are none [errors.SYNTAX]', async () => {
    const body = { ...placements.body(open), Side: '1', status: 'INITIAL', nested: { side: 1 } };
    await placements.refused(body, ['Side', 'status', 'nested'].map(unknownKey));
    for (const none of [[], [placements.body(open)], 'x', 5, null]) {
      await placements.refused(none, [{ type: 'SYNTAX' }]);
    }
  });

  it('Header › X-Associated-Member-Id › required [13.X-Associated-Member-Id authentication.associated §9.subscription §2.associated]', async () => {
    for (const headers of [{}, { [HEADER]: '' }, { [HEADER]: '  ' }]) {
      const post = () => service.client.post(placements.orders, placements.body(open), headers);
      expectExactly(await expectUnchanged(service, post), [field(HEADER, NULL)]);
    }
  });

  it('Header › X-Associated-Member-Id › a member of the firm [13.X-Associated-Member-Id]', async () => {
    const { client } = await service.otherFirm();
    const foreign = await service.member({}, client);
    const wrongCase = placements.owner.toUpperCase();
    for (const member of [foreign, 'nobody', 'a/b', '../x', wrongCase, LONG]) {
      await placements.refused(placements.body(open), [field(HEADER, VALUE)], member);
    }
  });

  it('Header › X-Associated-Member-Id › an owner of the account [13.X-Associated-Member-Id]', async () => {
    const stranger = await service.member({ accreditedInvestorNetWorth: true });
    await placements.refused(
      placements.body(open),
      [rule('privateplacement.eligibility.rule')],
      stranger,
    );
  });

  it('Header › X-Associated-Member-Id › joint owners too, and the representative of a corporate firm [13.X-Associated-Member-Id]', async () => {
    const joint = await service.member();
    const jointAccount = await service.account({
      accountType: 'J',
      primaryAccountOwner: placements.owner,
      jointOwners: [joint],
    });
    await service.sign(jointAccount, placements.owner, joint);
    const path = (accountNumber: string) =>
      placements.orders.replace(placements.accountNumber, accountNumber);
    const body = placements.body(open);
    const { client } = service;
    expectStatus(await placements.subscribe(body, joint, client, path(jointAccount)), 201);
    const { firmId, firmRep } = await corporateFirm(service);
    const corporate = await service.account({
      accountType: 'A',
      primaryAccountOwner: firmId,
      trustees: [await trustee(client)],
      accountRegistrationInfo: 'Acme',
      taxClassification: 'C',
    });
    await service.sign(corporate, firmRep);
    expectStatus(await placements.subscribe(body, firmRep, client, path(corporate)), 201);
    const eligibility = [rule('privateplacement.eligibility.rule')];
    await placements.refused(body, eligibility, joint, path(corporate));
  });

  it('Rules › eligibility › the firm is one of those the offer is for; nothing else of it is told [13.eligibility]', async () => {
    const oid = await placements.offer({ eligibleFirms: ['1'], closingDate: '2020-01-02' });
    await placements.document(oid, 'memo');
    const body = placements.body(oid, { requestedDollarAmount: '1' });
    await placements.refused(body, [
      rule('privateplacement.eligibility.rule', 'privatePlacementOfferOid'),
    ]);
  });

  it.each<[string, Body, number]>([
    ['no accreditation', {}, 400],
    ['neither', { accreditedInvestorAnnualIncome: false, accreditedInvestorNetWorth: false }, 400],
    ['annual income', { accreditedInvestorAnnualIncome: true }, 201],
    ['net worth', { accreditedInvestorNetWorth: true }, 201],
  ])(
    'Rules › eligibility › ACCREDITED, member with %s [13.eligibility §9.placement]',
    async (_, profile, status) => {
      const oid = await placements.offer();
      const owner = await service.member(profile);
      const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
      const path = placements.orders.replace(placements.accountNumber, accountNumber);
      const body = placements.body(oid);
      if (status === 201) {
        expectStatus(await placements.subscribe(body, owner, service.client, path), 201);
      } else {
        await placements.refused(body, [rule('privateplacement.eligibility.rule')], owner, path);
      }
      expectStatus(
        await placements.subscribe(placements.body(open), owner, service.client, path),
        201,
      );
    },
  );

  it.each([
    ['over', { closingDate: '2020-01-02' }],
    ['still to open', { openingDate: '2099-01-01' }],
  ])(
    'Rules › window › an offer that is %s is closed [§9.placement §9.subscription]',
    async (_, fields) => {
      const oid = await placements.offer(fields);
      await placements.refused(placements.body(oid), [rule('privateplacement.offer.closed.rule')]);
    },
  );

  it.each([
    ['999.99', false],
    ['1000.00', true],
    ['50000.00', true],
    ['50000.01', false],
  ])(
    'Rules › amount › from 1000 to 50000 dollars: %s [13.requestedDollarAmount §9.subscription]',
    async (requestedDollarAmount, fine) => {
      const body = placements.body(open, { requestedDollarAmount });
      if (fine) expectStatus(await placements.subscribe(body), 201);
      else await placements.refused(body, [rule('privateplacement.amount.rule')]);
    },
  );

  it('Rules › documents › required ones are fetched by the associated member, as they are now [13.documents §9.placement]', async () => {
    const oid = await placements.offer();
    await placements.document(oid, 'memo');
    await placements.document(oid, 'form', { signable: true });
    await placements.document(oid, 'flyer', { required: false });
    const body = placements.body(oid);
    const documents = rule('privateplacement.documents.rule');
    const unread = (message: string) => [
      { ...documents, message: `Not fetched by the ${message}` },
    ];
    await placements.refused(body, unread('associated member: memo, form.'));
    const partner = await service.member();
    expectStatus(await placements.fetch(oid, 'form', partner), 200);
    expectStatus(await placements.fetch(oid, 'memo'), 200);
    await placements.refused(body, unread('associated member: form.'));
    expectStatus(await placements.fetch(oid, 'form'), 200);
    await placements.subscribed(oid);
    const data = Buffer.from('%PDF-1.7 changed').toString('base64');
    await placements.document(oid, 'memo', { data });
    await placements.refused(body, unread('associated member: memo.'));
    expectStatus(await placements.fetch(oid, 'memo'), 200);
    await placements.subscribed(oid);
  });

  it('decisions §5 › a restricted account refuses, naming the restriction [§5.refuses]', async () => {
    const accountNumber = await service.account({ primaryAccountOwner: placements.owner });
    const path = placements.orders.replace(placements.accountNumber, accountNumber);
    await placements.refused(
      placements.body(open),
      [{ ...rule('account.restricted.rule'), message: expect.stringContaining('020') as never }],
      placements.owner,
      path,
    );
  });

  it('Errors › every problem at once [§1.errors]', async () => {
    const oid = await placements.offer({ closingDate: '2020-01-02' });
    await placements.document(oid, 'memo');
    const owner = await service.member();
    const accountNumber = await service.account({ primaryAccountOwner: owner });
    const body = {
      ...placements.body(oid, { side: '2', requestedDollarAmount: '1', accountNumber: 'R' }),
      discretionary: 'maybe',
      reasonForTrade: null,
      extra: 1,
    };
    await placements.refused(
      body,
      [
        unknownKey('extra'),
        field('discretionary', VALUE),
        field('reasonForTrade', NULL),
        rule('uri.matching.rule', 'accountNumber'),
        rule('privateplacement.side.rule', 'side'),
        rule('account.restricted.rule'),
        rule('privateplacement.eligibility.rule'),
        rule('privateplacement.offer.closed.rule'),
        rule('privateplacement.amount.rule'),
        rule('privateplacement.documents.rule'),
      ],
      owner,
      placements.orders.replace(placements.accountNumber, accountNumber),
    );
  });

  it.each([
    ['AM', 201, 200],
    ['TM', 201, 200],
    ['TR', 201, 200],
    ['MM', 403, 200],
    ['DV', 403, 200],
    ['SV', 403, 403],
  ])(
    'decisions §2 › permission %s: subscribe %i, read %i [§2.permissions]',
    async (permission, trade, read) => {
      const client = await holder(service, placements.accountNumber, permission);
      const before = await service.head();
      const answer = await placements.subscribe(placements.body(open), placements.owner, client);
      expectStatus(answer, trade);
      if (trade === 403) expect(await service.head()).toBe(before);
      expectStatus(await client.get(placements.orders), read);
    },
  );

  it('decisions §1 › 404 before 400 for other firms and unknown accounts; others may not [§1.404]', async () => {
    const { client } = await service.otherFirm();
    const { owner, orders } = placements;
    const post = (who: typeof client, path = orders) =>
      expectUnchanged(service, () => placements.subscribe({ x: 1 }, owner, who, path));
    expectExactly(await post(client), NOT_FOUND, 404);
    for (const other of ['RZ00000000', 'x', '%20', placements.accountNumber.toLowerCase()]) {
      const path = orders.replace(placements.accountNumber, other);
      expectExactly(await post(service.client, path), NOT_FOUND, 404);
      expectExactly(await service.client.get(path), NOT_FOUND, 404);
    }
    expectExactly(await post(service.auditor), FORBIDDEN, 403);
    expectExactly(await post(service.backoffice), FORBIDDEN, 403);
    expectExactly(await post(service.as(await service.member())), FORBIDDEN, 403);
  });
});

describe('decisions §9, §10 › subscriptions', () => {
  it('the list has those of the account, newest first; auditors read it [§9.subscription]', async () => {
    const own = await PlacementsUnderTest.create(service);
    expect(await own.read(own.orders)).toEqual([]);
    const paths = [await own.subscribed(open), await own.subscribed(open)];
    const items = [await own.read(paths[1] ?? ''), await own.read(paths[0] ?? '')];
    expect(await own.read(own.orders)).toEqual(items);
    expect(await own.read(own.orders, service.auditor)).toEqual(items);
    expect(await own.read(paths[0] ?? '', service.auditor)).toEqual(items[1]);
  });

  it('Errors › 404 for unknown subscriptions, those of other accounts and of other firms [§1.404]', async () => {
    const path = await placements.subscribed(open);
    const other = await service.account({ primaryAccountOwner: placements.owner });
    const { client } = await service.otherFirm();
    const elsewhere = path.replace(placements.accountNumber, other);
    for (const unknown of [elsewhere, `${placements.orders}/1`, `${placements.orders}/%20`]) {
      expectExactly(await service.client.get(unknown), NOT_FOUND, 404);
      const put = () => placements.report(unknown, { status: 'REJECTED' }, { 'If-Match': '"9"' });
      expectExactly(await expectUnchanged(service, put), NOT_FOUND, 404);
    }
    expectExactly(await client.get(path), NOT_FOUND, 404);
  });

  it('decisions §3 › INITIAL, ORDER_CREATED, ACCEPTED, PROCESSING, COMPLETE; unchanged no event [§3.subscription §10.privateplacementorders]', async () => {
    const path = await placements.subscribed(open);
    for (const [index, status] of [
      'ORDER_CREATED',
      'ACCEPTED',
      'PROCESSING',
      'COMPLETE',
    ].entries()) {
      const answer = await placements.report(path, { status });
      expectStatus(answer, 200);
      expect([answer.body, answer.headers.get('etag')]).toEqual([undefined, `"${index + 1}"`]);
      expect(await placements.read(path)).toMatchObject({ status });
      const whole = await placements.read(path);
      const again = () => placements.report(path, whole);
      expectStatus(await expectUnchanged(service, again), 200);
    }
    for (const status of ['INITIAL', 'REJECTED', 'CANCELLED', 'PROCESSING']) {
      const put = () => placements.report(path, { status });
      expectExactly(await expectUnchanged(service, put), [
        rule('privateplacement.state.rule', 'status'),
      ]);
    }
  });

  it.each(['REJECTED', 'CANCELLED'])(
    'decisions §3 › %s from every open state [§3.subscription]',
    async (status) => {
      const steps = ['ORDER_CREATED', 'ACCEPTED', 'PROCESSING'];
      for (let count = 0; count <= steps.length; count++) {
        const path = await placements.subscribed(open);
        for (const step of steps.slice(0, count)) {
          expectStatus(await placements.report(path, { status: step }), 200);
        }
        expectStatus(await placements.report(path, { status }), 200);
        expect(await placements.read(path)).toMatchObject({ status });
        const put = () => placements.report(path, { status: 'ORDER_CREATED' });
        expectExactly(await expectUnchanged(service, put), [rule('privateplacement.state.rule')]);
      }
    },
  );

  it.each(['ACCEPTED', 'PROCESSING', 'COMPLETE'])(
    'decisions §3 › not INITIAL to %s [§3.subscription]',
    async (status) => {
      const path = await placements.subscribed(open);
      const put = () => placements.report(path, { status });
      expectExactly(await expectUnchanged(service, put), [rule('privateplacement.state.rule')]);
    },
  );

  it('If-Match; back office only [§10.rule]', async () => {
    const path = await placements.subscribed(open);
    const body = { status: 'REJECTED' };
    const stale = () => placements.report(path, body, { 'If-Match': '"1"' });
    expectStatus(await expectUnchanged(service, stale), 412);
    for (const client of [service.client, service.auditor, service.operator]) {
      const put = () => client.put(path.replace('/restapi', '/backoffice'), body);
      expectExactly(await expectUnchanged(service, put), FORBIDDEN, 403);
    }
    expectStatus(await service.client.put(path, body), 405);
    expectStatus(await placements.report(path, body, { 'If-Match': '"0"' }), 200);
  });

  it.each<[string, unknown, ReturnType<typeof field>]>([
    ...([undefined, null] as const).map((value) => {
      return ['status', value, field('status', NULL)] as [string, unknown, never];
    }),
    ...['initial', 'OPEN', '', 1, true, {}, [], LONG].map((value) => {
      return ['status', value, field('status', CHOICE)] as [string, unknown, never];
    }),
    ['accountNumber', 'RZ00000000', rule('uri.matching.rule', 'accountNumber')],
    ['privatePlacementOrderOid', '1', rule('uri.matching.rule', 'privatePlacementOrderOid')],
    ['privatePlacementOrderOid', {}, field('privatePlacementOrderOid', VALUE)],
    ['associatedMemberId', 'other', field('associatedMemberId', 'not.updatable')],
    ['associatedMemberId', LONG, field('associatedMemberId', LENGTH)],
    ['privatePlacementOfferOid', 'other', field('privatePlacementOfferOid', 'not.updatable')],
    ['discretionary', true, field('discretionary', 'not.updatable')],
    ['discretionary', 'x', field('discretionary', VALUE)],
    ['solicited', false, field('solicited', 'not.updatable')],
    ['solicited', 2, field('solicited', VALUE)],
    ['reasonForTrade', 'TL', field('reasonForTrade', 'not.updatable')],
    ['reasonForTrade', 'tl', field('reasonForTrade', CHOICE)],
    ['requestedDollarAmount', '25000.01', field('requestedDollarAmount', 'not.updatable')],
    ['requestedDollarAmount', '-1', field('requestedDollarAmount', 'not.updatable')],
    ['requestedDollarAmount', 'x', field('requestedDollarAmount', VALUE)],
    ['side', '2', field('side', 'not.updatable')],
    ['side', '3', field('side', CHOICE)],
    ['sentTimestamp', '2020-01-01T00:00:00Z', field('sentTimestamp', 'not.updatable')],
    ['receivedTimestamp', '2020-01-01T00:00:00Z', field('receivedTimestamp', 'not.updatable')],
    ['respondedTimestamp', '2020-01-01T00:00:00Z', field('respondedTimestamp', 'not.updatable')],
    ['respondedTimestamp', 'today', field('respondedTimestamp', DATE)],
    ['Status', 'REJECTED', unknownKey('Status')],
  ])('back office › %s › refused [§10.privateplacementorders]', async (name, value, problem) => {
    const path = await placements.subscribed(open);
    const put = () => placements.report(path, { status: 'REJECTED', [name]: value });
    const answer = await expectUnchanged(service, put);
    expect([brief(value), answer.status]).toEqual([brief(value), 400]);
    expectExactly(answer, [problem]);
  });

  it('an accepted subscription has a purchase order in folio 02, and one only [13.discretionary 13.solicited]', async () => {
    const own = await PlacementsUnderTest.create(service);
    const path = await own.subscribed(open, { discretionary: true, reasonForTrade: 'AA' });
    const orders = `/restapi/accounts/${own.accountNumber}/folios/${own.accountNumber}02/orders`;
    expectStatus(await own.report(path, { status: 'ORDER_CREATED' }), 200);
    expect(await own.read(orders)).toEqual([]);
    expectStatus(await own.report(path, { status: 'ACCEPTED' }), 200);
    expectStatus(await own.report(path, { status: 'PROCESSING' }), 200);
    expect(await own.read(orders)).toMatchObject([
      {
        orderType: 'D',
        creationMethod: 'P',
        state: 'O',
        discretionary: true,
        solicited: true,
        reasonForTrade: 'AA',
        requestedBuyDollarAmount: '25000.00',
        tradeOriginatingMemberOid: null,
        securityOrders: [
          { side: '1', security: { ticker: null }, requestedDollarAmount: '25000.00' },
        ],
      },
    ]);
  });
});
