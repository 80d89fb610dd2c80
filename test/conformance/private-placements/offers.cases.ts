import { describe, expect, it } from '@jest/globals';
import { titled } from '../../support/field-rows.js';
import {
  CHOICE,
  DATE,
  field,
  FORBIDDEN,
  LENGTH,
  NOT_FOUND,
  NULL,
  rule,
  unknownKey,
  VALUE,
} from '../../support/problems.js';
import {
  expectExactly,
  expectStatus,
  expectUnchanged,
  uniqueName,
} from '../../support/running-service.js';
import { type Body, documentBody, HEADER, OFFERS, PDF } from '../private-placements.fixture.js';
import { LONG, open, placements, required, service, wrong } from './set-up.js';

describe('Offers', () => {
  it('the list and the GET show every key; a client reads its own firm only [offer.fields]', async () => {
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

  it('openOnly › default true; false shows closed offers and those still to open [offer.fields]', async () => {
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

  it('Errors › 404 for unknown offers and those for other firms; 403 for the back office [errors.404]', async () => {
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

  it('PUT › 200, empty; unchanged no event; changed a new entity tag; If-Match [back-office.offers back-office.rule]', async () => {
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
  )('Offer › %s › %s [back-office.offers offer.fields]', async (name, _, value, code) => {
    const oid = uniqueName('offer');
    const body = placements.offerBody({ [name]: value });
    const answer = await expectUnchanged(service, () => placements.put(oid, body));
    expectExactly(answer, [field(name, code)]);
    expectStatus(await service.client.get(`${OFFERS}/${oid}`), 404);
  });

  it('Offer › unknown keys and keys in another case [request.spelling]', async () => {
    const body = { ...placements.offerBody(), Name: 'x', oid: 1 };
    const put = () => placements.put(uniqueName('offer'), body);
    expectExactly(await expectUnchanged(service, put), [unknownKey('Name'), unknownKey('oid')]);
  });
});

describe('offering documents', () => {
  it('the list has everything but the data; the GET hands out the bytes as an attachment [offer.fields]', async () => {
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

  it('X-Associated-Member-Id › required, a member of the firm; the fetch is an event [auth.associated-member]', async () => {
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

  it('X-Associated-Member-Id › the member, the advisor, who may trade for the member; nobody else [auth.associated-member]', async () => {
    const oid = await placements.offer({ eligibility: 'ALL' });
    await placements.document(oid, 'memo');
    const helperId = await service.member();
    const helper = service.as(helperId);
    const advised = await service.member({}, helper);
    const fetch = (member: string, client = helper) =>
      placements.fetch(oid, 'memo', member, client);
    const denied = async () =>
      expectExactly(await expectUnchanged(service, () => fetch(placements.owner)), FORBIDDEN, 403);
    await denied();
    expectStatus(await fetch(advised), 200);
    expectStatus(await fetch(helperId), 200);
    expectStatus(await fetch(placements.owner, service.as(placements.owner)), 200);
    const permissions = `/restapi/accounts/${placements.accountNumber}/permissions`;
    const permit = { loginId: helperId, alertLevel: 'none', listOnReport: false };
    expectStatus(await service.client.post(permissions, { ...permit, permission: 'DV' }), 201);
    await denied();
    const trade = { permission: 'TR', alertLevel: 'none' };
    expectStatus(await service.client.put(`${permissions}/${helperId}`, trade), 200);
    expectStatus(await fetch(placements.owner), 200);
    expectStatus(await service.client.request('DELETE', `${permissions}/${helperId}`), 200);
    await denied();
  });

  it('PUT › putting back what the list shows changes nothing; without data the contents stay [back-office.offers back-office.rule]', async () => {
    const oid = await placements.offer();
    await placements.document(oid, 'memo');
    const path = `${oid}/documents/memo`;
    const list = async () =>
      (await service.client.get(`${OFFERS}/${oid}/documents`)).body as Body[];
    const [shown = {}] = await list();
    expectStatus(await expectUnchanged(service, () => placements.put(path, shown)), 200);
    const renamed = { ...shown, name: 'Prospectus' };
    expectStatus(await placements.put(path, renamed), 200);
    expect(await list()).toEqual([renamed]);
    expect((await placements.fetch(oid, 'memo')).body).toBe(PDF.toString());
    const other = { ...shown, mediaType: 'text/plain', size: 1 };
    expectExactly(await expectUnchanged(service, () => placements.put(path, other)), [
      field('mediaType', VALUE),
      field('size', VALUE),
    ]);
  });

  it('PUT › unchanged no event; If-Match; 404 for unknown offers; back office only [back-office.offers]', async () => {
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
  )('Document › %s › %s [back-office.offers]', async (name, _, value, code) => {
    const path = `${open}/documents/bad`;
    const put = () => placements.put(path, documentBody({ [name]: value }));
    expectExactly(await expectUnchanged(service, put), [field(name, code)]);
  });
});
