import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '#libs/contexts/members';
import { Secret } from '#libs/platform/kernel';
import { FIRM } from '../test/account-fixtures.js';
import { Running } from '../test/running.js';

const ADVISOR = `client ${FIRM} advisor`;

const ENTITLED = `${ADVISOR} fullTid removeRestrictions`;

const PDF = Buffer.from('%PDF-1.7\n');

const SSN = '123456780';

let running: Running;

beforeAll(async () => {
  running = await Running.start();
  await running.firm();
  const client = { apiKey: 'advisor-key', firmId: FIRM, loginId: 'advisor' };
  const sharedSecret = Secret.of('shared');
  await running.record<ClientEvent>('client', client.apiKey, {
    type: 'client.ClientDefined',
    data: { ...client, sharedSecret },
  });
});

afterAll(() => running.stop());

const unique = (): string => `m${randomUUID().slice(0, 12)}`;

const sign = (loginId: string): object => ({
  loginId,
  signatureData: PDF.toString('base64'),
  signatureMethod: 'SIGNED_PDF',
});

/** Path of a new account. */
async function opened(owner: string, more: object = {}): Promise<string> {
  const body = {
    accountName: 'Main',
    accountType: 'I',
    billingPlanOid: 9001,
    primaryAccountOwner: owner,
    ...more,
  };
  const { status, path } = await running.call('POST', '/restapi/accounts', ADVISOR, body);
  expect(status).toBe(201);
  return path;
}

describe('an account', () => {
  it('is opened, read, changed and read again, all by its own URL', async () => {
    const owner = await running.member(unique());
    const path = await opened(owner, {
      accountType: 'R',
      primaryBeneficiaries: [
        {
          firstName: 'Ben',
          lastName: 'Doe',
          relationship: 'S',
          dateOfBirth: '1980-01-31',
          SSN,
          sharePct: '100',
        },
      ],
    });
    expect(path).toMatch(/^\/restapi\/accounts\/R[A-Z][0-9A-Z]{8}$/);
    const read = await running.call('GET', path, ADVISOR);
    expect(read).toMatchObject({
      status: 200,
      body: {
        accountName: 'Main',
        accountStatus: 'RESTRICTED',
        restrictions: [expect.any(String)],
        primaryBeneficiaries: [{ ssn: '*****6780' }],
      },
    });
    const entitled = await running.call('GET', path, ENTITLED);
    expect(entitled.body).toMatchObject({ primaryBeneficiaries: [{ ssn: SSN }] });
    expect(running.disclosed).toContainEqual({ kind: 'fullTid', subjects: [expect.any(String)] });

    const put = await running.call('PUT', path, ADVISOR, { accountName: 'Old age' });
    expect(put).toMatchObject({ status: 200, body: undefined, path });
    expect((await running.call('GET', path, ADVISOR)).body).toMatchObject({
      accountName: 'Old age',
    });
  });

  it.each(['/restapi/accounts/RA00000000', '/restapi/accounts/x%00y'])(
    '%s is not there, whatever is sent to it',
    async (path) => {
      expect((await running.call('GET', path, ADVISOR)).status).toBe(404);
      expect((await running.call('PUT', path, ADVISOR, { junk: 1 })).status).toBe(404);
    },
  );

  it("is not there for another firm, and nobody's who holds nothing", async () => {
    const path = await opened(await running.member(unique()));
    expect((await running.call('GET', path, 'client 502 advisor')).status).toBe(404);
    expect((await running.call('GET', path, `client ${FIRM} other`)).status).toBe(403);
    expect((await running.call('GET', path, 'auditor')).status).toBe(200);
    expect((await running.call('PUT', path, 'auditor', {})).status).toBe(403);
  });

  it('is refused for every field at once, rules come later', async () => {
    const { status, body } = await running.call('POST', '/restapi/accounts', ADVISOR, {
      accountname: 'x',
      accountType: 'J',
      billingPlanOid: '1',
      primaryAccountOwner: 'nobody',
      jointOwners: 'nobody',
    });
    expect(status).toBe(400);
    expect((body as { field: string; type: string }[]).map(({ field }) => field).sort()).toEqual([
      'accountName',
      'accountname',
      'jointOwners',
    ]);
  });

  it('can only be opened by a client', async () => {
    for (const role of ['backoffice', 'auditor', `operator ${FIRM} advisor`]) {
      expect((await running.call('POST', '/restapi/accounts', role, {})).status).toBe(403);
    }
  });
});

describe('GET /restapi/accounts', () => {
  it("lists the firm's accounts in pages to its API user, their own to members", async () => {
    const owner = await running.member(unique());
    const paths = [await opened(owner), await opened(owner, { accountName: 'Second' })].sort();
    const numbers = (body: unknown): string[] =>
      (body as { accountNumber: string }[]).map(({ accountNumber }) => accountNumber);
    const pathsOf = (body: unknown): string[] =>
      numbers(body).map((number) => `/restapi/accounts/${number}`);

    const own = await running.call('GET', '/restapi/accounts', `client ${FIRM} ${owner}`);
    expect(pathsOf(own.body).sort()).toEqual(paths);
    expect((await running.call('GET', '/restapi/accounts', 'client 502 other')).body).toEqual([]);

    const all = await running.call('GET', '/restapi/accounts', ADVISOR);
    expect(pathsOf(all.body)).toEqual(expect.arrayContaining(paths));
    expect(all.headers.get('link')).toBeNull();

    const found: string[] = [];
    let next: string | undefined = '/restapi/accounts?limit=1';
    while (next !== undefined) {
      const page = await running.call('GET', next, ADVISOR);
      found.push(...numbers(page.body));
      next = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(numbers(all.body));
  });

  it('refuses a cursor it never gave', async () => {
    const { status, body } = await running.call('GET', '/restapi/accounts?cursor=x', ADVISOR);
    expect(status).toBe(400);
    expect(body).toEqual([
      {
        type: 'VALIDATION_FIELD',
        field: 'cursor',
        errorCode: 'invalid.value',
        message: expect.stringContaining('start without it'),
      },
    ]);
  });
});

describe('POST …/customeragreement [signature.response]', () => {
  it('stores the document, and the last signature lifts 020 in the same append', async () => {
    const [owner, partner] = [await running.member(unique()), await running.member(unique())];
    const path = await opened(owner, { accountType: 'J', jointOwners: [partner] });
    const agreement = `${path}/customeragreement`;
    const first = await running.call('POST', agreement, ADVISOR, sign(owner));
    expect(first).toMatchObject({ status: 200, body: undefined, path: agreement });
    const before = await running.call('GET', path, ADVISOR);
    expect(before.body).toMatchObject({ accountStatus: 'RESTRICTED' });
    const last = await running.call('POST', agreement, `client ${FIRM} ${partner}`, sign(partner));
    expect(last.headers.get('etag')).toBe(next(next(first.headers.get('etag'))));
    const after = await running.call('GET', path, ADVISOR);
    expect(after.body).toMatchObject({ accountStatus: 'OPEN', restrictions: [] });

    const signatures = await running.call('GET', agreement, ADVISOR);
    const sha256 = createHash('sha256').update(PDF).digest('hex');
    expect(signatures.body).toMatchObject([
      { loginId: owner, signatureMethod: 'SIGNED_PDF', sha256 },
      { loginId: partner, signatureMethod: 'SIGNED_PDF', sha256 },
    ]);
    const account = await events(path);
    const stored = account.find(({ type }) => type === 'account.AgreementSigned.v1');
    const { documentKey } = stored?.data as { documentKey: string };
    expect(await running.platform.vault.get(documentKey)).toEqual(PDF);
  });

  it.each([
    [{ signatureMethod: null }, 'signatureMethod', 'null.signature.method'],
    [{ signatureMethod: 'INK' }, 'signatureMethod', 'invalid.choice'],
    [{ signatureMethod: 'SIGNATURE_IMAGE' }, 'signatureImageEncoding', 'cannot.be.null'],
    [{ signatureData: '!' }, 'signatureData', 'invalid.value'],
    [{ loginId: 'stranger' }, 'loginId', 'invalid.value'],
  ])('refuses %j', async (change, field, errorCode) => {
    const owner = await running.member(unique());
    const path = `${await opened(owner)}/customeragreement`;
    const body = { ...sign(owner), ...change };
    const answer = await running.call('POST', path, ADVISOR, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject([{ type: 'VALIDATION_FIELD', field, errorCode }]);
  });

  it('names the shape, the document and the signer in one list', async () => {
    const path = `${await opened(await running.member(unique()))}/customeragreement`;
    const body = { ...sign('stranger'), signatureData: 'JVBERg==', loginid: 'x' };
    const answer = await running.call('POST', path, ADVISOR, body);
    expect((answer.body as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'loginId',
      'loginid',
      'signatureData',
    ]);
  });
});

describe('restrictions', () => {
  it('are set, shown, and lifted by an entitled firm, 020 too', async () => {
    const path = await opened(await running.member(unique()));
    const added = await running.call('POST', `${path}/restrictions`, ADVISOR, { note: 'Court' });
    expect(added.status).toBe(201);
    const shown = await running.call('GET', added.path, ADVISOR);
    expect(shown.body).toMatchObject({ reasonCode: '021', restrictionType: 'CR', note: 'Court' });
    const list = await running.call('GET', `${path}/restrictions`, ADVISOR);
    const ids = (list.body as { restrictionId: string }[]).map((one) => one.restrictionId);
    expect(ids).toHaveLength(2);
    expect((await running.call('DELETE', added.path, ADVISOR)).status).toBe(403);
    for (const id of ids) {
      const gone = await running.call('DELETE', `${path}/restrictions/${id}`, ENTITLED);
      expect(gone).toMatchObject({ status: 200, body: undefined });
    }
    expect((await running.call('GET', added.path, ADVISOR)).status).toBe(404);
    expect((await running.call('DELETE', added.path, ENTITLED)).status).toBe(404);
    expect((await running.call('GET', path, ADVISOR)).body).toMatchObject({
      accountStatus: 'OPEN',
    });
  });
});

describe('permissions [permission.list]', () => {
  it('are given, shown, changed and taken', async () => {
    const owner = await running.member(unique());
    const viewer = await running.member(unique());
    const path = `${await opened(owner)}/permissions`;
    const body = { loginId: viewer, permission: 'SV' };
    const granted = await running.call('POST', path, ADVISOR, body);
    expect(granted).toMatchObject({ status: 201, path: `${path}/${viewer}` });
    const as = `client ${FIRM} ${viewer}`;
    expect((await running.call('GET', path, as)).status).toBe(403);

    const changed = await running.call('PUT', granted.path, ADVISOR, { permission: 'DV' });
    expect(changed).toMatchObject({ status: 200, path: granted.path });
    expect((await running.call('GET', path, ADVISOR)).body).toMatchObject([
      { loginId: 'advisor', permission: 'AC' },
      { loginId: owner, permission: 'AM', alertLevel: 'all', listOnReport: true },
      { loginId: viewer, permission: 'DV', alertLevel: 'none', listOnReport: false },
    ]);
    expect((await running.call('DELETE', granted.path, ADVISOR)).status).toBe(200);
    const gone = await running.call('GET', granted.path, ADVISOR);
    expect(gone).toMatchObject({
      status: 400,
      body: [{ errorCode: 'account.permission.existence.rule' }],
    });
  });

  it('are for members, trustees and API users of the firm', async () => {
    const path = `${await opened(await running.member(unique()))}/permissions`;
    const grant = (loginId: string) =>
      running.call('POST', path, ADVISOR, { loginId, permission: 'DV' });
    expect((await grant(await running.trustee(unique()))).status).toBe(201);
    expect((await grant('stranger')).body).toMatchObject([
      { type: 'VALIDATION_FIELD', field: 'loginId', errorCode: 'invalid.value' },
    ]);
    expect((await grant('advisor')).body).toMatchObject([
      { errorCode: 'account.permission.for.account.creator.rule' },
    ]);
  });
});

function next(tag: string | null): string {
  return `"${Number(tag?.replaceAll('"', '')) + 1}"`;
}

async function events(path: string): Promise<{ type: string; data: object }[]> {
  const stored = [];
  const stream = `account-${path.split('/').pop() ?? ''}`;
  for await (const event of running.platform.eventStore.readStream(stream)) stored.push(event);
  return stored;
}
