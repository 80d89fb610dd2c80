import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlacementsService } from '../test/placements-service.js';
import { fetchedDocuments, fetchedDocumentsId } from './offer.js';

const FIRM = '1000001';

const CLIENT = `client ${FIRM} advisor`;

const STRANGER = 'client 1000002 advisor';

const offer = {
  name: 'Growth Fund I',
  openingDate: '2026-01-01',
  closingDate: '2026-12-31',
  eligibleFirms: [FIRM, '1000009'],
  eligibility: 'ACCREDITED',
  minimum: '1000.00',
  maximum: '50000.00',
};

const PDF = Buffer.from('%PDF-1.7\nthe memorandum');

const memorandum = {
  name: 'Memorandum',
  required: true,
  signable: false,
  data: PDF.toString('base64'),
};

describe('private placement offers over HTTP', () => {
  let service: PlacementsService;
  beforeAll(async () => {
    service = await PlacementsService.start();
    await service.addMember('jdoe', FIRM);
    await service.addMember('stranger', '1000002');
  });
  afterAll(() => service.stop());

  const put = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    service.call('PUT', `/backoffice/privateplacementoffers/${path}`, {
      as: 'backoffice',
      body,
      headers,
    });
  const get = (path: string, as = CLIENT, headers: Record<string, string> = {}) =>
    service.call('GET', `/restapi/privateplacementoffers${path}`, { as, headers });
  /** Writes, and returns the token to read it. */
  const token = async (path: string, body: unknown): Promise<Record<string, string>> => {
    const answer = await put(path, body);
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: '' });
    return { 'x-consistency-token': String(answer.headers['x-consistency-token']) };
  };
  const fetches = async (oid: string, loginId: string): Promise<unknown> => {
    const { aggregates } = service.platform;
    const id = fetchedDocumentsId(oid, loginId);
    return Object.fromEntries((await aggregates.load(fetchedDocuments, id)).state);
  };

  it('eligible firms and auditors see an offer, and each firm sees only itself in it', async () => {
    const fresh = await token('o1', offer);
    const seen = await get('/o1', CLIENT, fresh);
    expect(seen.json()).toEqual({
      ...offer,
      privatePlacementOfferOid: 'o1',
      eligibleFirms: [FIRM],
    });
    expect(seen.headers.etag).toBe('"0"');
    expect((await get('/o1', 'auditor', fresh)).json()).toMatchObject({
      eligibleFirms: [FIRM, '1000009'],
    });
    for (const path of ['/o1', '/o1/documents', '/o1/documents/pdf', '/none', '/%0A']) {
      expect((await get(path, STRANGER, fresh)).statusCode).toBe(404);
    }
    expect((await get('', STRANGER, fresh)).json()).toEqual([]);
    expect((await get('/o1', 'client', fresh)).statusCode).toBe(403);
    expect((await get('', 'client', fresh)).statusCode).toBe(403);
    expect((await get('/o1', 'backoffice', fresh)).statusCode).toBe(403);
  });

  it('the list has offers open today in New York by closing date, or all with openOnly=false', async () => {
    await token('later', { ...offer, openingDate: '2026-03-03' });
    await token('over', { ...offer, closingDate: '2026-03-01' });
    const fresh = await token('today', {
      ...offer,
      openingDate: '2026-03-02',
      closingDate: '2026-03-02',
    });
    const ids = async (query: string, as?: string): Promise<string[]> => {
      const answer = await get(query, as, fresh);
      const list = answer.json<{ privatePlacementOfferOid: string }[]>();
      return list.map((one) => one.privatePlacementOfferOid);
    };
    expect(await ids('')).toEqual(['today', 'o1']);
    expect(await ids('?openOnly=false')).toEqual(['over', 'today', 'later', 'o1']);
    expect(await ids('?openonly=true', 'auditor')).toEqual(['today', 'o1']);
    service.now = Date.parse('2026-03-03T04:59:59.999Z');
    expect(await ids('')).toEqual(['today', 'o1']);
    service.now = Date.parse('2026-03-03T05:00:00.000Z');
    expect(await ids('')).toEqual(['later', 'o1']);
    service.now = Date.parse('2026-03-02T15:00:00.000Z');
  });

  it('only the back office may PUT; problems come in one list and leave nothing', async () => {
    const path = '/backoffice/privateplacementoffers/o2';
    expect((await service.call('PUT', path, { as: CLIENT, body: offer })).statusCode).toBe(403);
    const bad = await put('o2', { ...offer, maximum: '10', closingDate: '2025-02-30', extra: 1 });
    expect(bad.statusCode).toBe(400);
    expect(bad.json<object[]>()).toHaveLength(3);
    expect((await put('%0A', offer)).statusCode).toBe(404);
    expect((await put('o2/documents/pdf', memorandum)).statusCode).toBe(404);
    expect((await get('/o2', 'auditor')).statusCode).toBe(404);
  });

  it('If-Match is the revision of the offer, including its documents', async () => {
    await token('o3', offer);
    expect((await put('o3/documents/pdf', memorandum, { 'if-match': '"7"' })).statusCode).toBe(412);
    const first = await put('o3/documents/pdf', memorandum, { 'if-match': '"0"' });
    expect([first.statusCode, first.headers.etag]).toEqual([200, '"1"']);
    const same = await put('o3/documents/pdf', memorandum);
    expect([same.statusCode, same.headers.etag]).toEqual([200, '"1"']);
    expect((await put('o3', { ...offer, name: 'New' }, { 'if-match': '"0"' })).statusCode).toBe(
      412,
    );
  });

  it('a document is listed without its data and returned unchanged', async () => {
    await token('o4', offer);
    const fresh = await token('o4/documents/pdf', memorandum);
    expect((await get('/o4/documents', CLIENT, fresh)).json()).toEqual([
      {
        id: 'pdf',
        name: 'Memorandum',
        required: true,
        signable: false,
        mediaType: 'application/pdf',
        size: PDF.length,
      },
    ]);
    const member = { 'x-associated-member-id': 'jdoe' };
    const answer = await get('/o4/documents/pdf', CLIENT, member);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(PDF)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await get('/o4/documents/none', CLIENT, member)).statusCode).toBe(404);
  });

  it('a script is returned as a plain text attachment', async () => {
    await token('o5', offer);
    const data = Buffer.from('<html><script>alert(1)</script></html>').toString('base64');
    await token('o5/documents/page', { ...memorandum, data });
    const answer = await get('/o5/documents/page', CLIENT, { 'x-associated-member-id': 'jdoe' });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="page"',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('invalid Base64 joins the other problems', async () => {
    await token('o6', offer);
    const answer = await put('o6/documents/pdf', { required: 'maybe', data: 'no base64!' });
    expect(answer.statusCode).toBe(400);
    const problems = answer.json<{ field: string; errorCode: string }[]>();
    expect(problems.map(({ field, errorCode }) => `${field} ${errorCode}`).sort()).toEqual([
      'data invalid.value',
      'name cannot.be.null',
      'required invalid.value',
      'signable cannot.be.null',
    ]);
    const empty = await put('o6/documents/pdf', { ...memorandum, data: null });
    expect(empty.json()).toMatchObject([{ field: 'data', errorCode: 'cannot.be.null' }]);
  });

  it('a fetch is recorded for the member in the header, once per version of the document', async () => {
    await token('o7', offer);
    await token('o7/documents/pdf', memorandum);
    const member = { 'x-associated-member-id': 'jdoe' };
    const refused = async (loginId?: string): Promise<unknown> => {
      const headers = loginId === undefined ? {} : { 'x-associated-member-id': loginId };
      const answer = await get('/o7/documents/pdf', CLIENT, headers);
      expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([400, undefined]);
      return answer.json<{ field: string; errorCode: string }[]>();
    };
    const field = 'X-Associated-Member-Id';
    const type = 'VALIDATION_FIELD';
    expect(await refused()).toMatchObject([{ type, field, errorCode: 'cannot.be.null' }]);
    for (const loginId of ['stranger', 'nobody', 'a/b', '\u0001']) {
      const message = 'The firm has no such member.';
      expect(await refused(loginId)).toEqual([
        { type, field, errorCode: 'invalid.value', message },
      ]);
    }
    const head = await service.call('HEAD', '/restapi/privateplacementoffers/o7/documents/pdf', {
      as: CLIENT,
      headers: member,
    });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect((await get('/o7/documents/pdf', 'auditor')).rawPayload.equals(PDF)).toBe(true);
    expect(await fetches('o7', 'jdoe')).toEqual({});
    expect(await fetches('o7', 'stranger')).toEqual({});

    await get('/o7/documents/pdf', CLIENT, member);
    await get('/o7/documents/pdf', CLIENT, member);
    const first = expect.stringMatching(/^[0-9a-f]{64}$/) as unknown;
    expect(await fetches('o7', 'jdoe')).toEqual({ pdf: [first] });
    await token('o7/documents/pdf', {
      ...memorandum,
      data: Buffer.from('%PDF-1.7 new').toString('base64'),
    });
    await get('/o7/documents/pdf', CLIENT, member);
    expect(await fetches('o7', 'jdoe')).toEqual({ pdf: [first, first] });
  });

  it('a document of several megabytes is returned complete', async () => {
    await token('o8', offer);
    const big = Buffer.alloc(8 * 1024 * 1024, '%PDF-1.7 ');
    await token('o8/documents/big', { ...memorandum, data: big.toString('base64') });
    const answer = await get('/o8/documents/big', CLIENT, { 'x-associated-member-id': 'jdoe' });
    expect(answer.rawPayload.equals(big)).toBe(true);
    const tooBig = { ...memorandum, data: Buffer.alloc(10 * 1024 * 1024).toString('base64') };
    expect((await put('o8/documents/big', tooBig)).statusCode).toBe(413);
  });
});
