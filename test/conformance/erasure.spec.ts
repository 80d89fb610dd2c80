import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sealedTexts } from '#libs/platform/event-store';
import type { ClientAnswer } from '#libs/client';
import { encodeConsistencyToken } from '#libs/platform/http';
import type { FindOptions } from '#libs/platform/read-models';
import { sealedSubject } from '#libs/platform/runtime';
import { MOST_STREAMS } from '#libs/platform/service';
import { verifyChain } from '../support/chains.js';
import { eventually, PATIENCE_MS } from '../support/condition.js';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
  validSsn,
} from '../support/running-service.js';

type Body = Readonly<Record<string, unknown>>;

const YEAR = 366 * 86_400_000;
/** Its hold ends at once. */
let service: ServiceUnderTest;
/** With the hold of the default configuration. */
let strict: ServiceUnderTest;
beforeAll(async () => {
  service = await ServiceUnderTest.start({}, { RETENTION_YEARS: '0' });
  strict = await ServiceUnderTest.start();
});
afterAll(async () => {
  await service.stop();
  await strict.stop();
});

const erasurePath = (loginId: string): string => `/operator/members/${loginId}/erasure`;

/** A name nobody else has: letters only, at most 16. */
function uniqueWord(): string {
  return uniqueName('Z')
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'.charAt(Number(digit)))
    .slice(-16);
}

/** A person with data in every context that has some, all of them recognisable by one word. */
async function person(): Promise<{ loginId: string; accountNumber: string; word: string }> {
  const word = uniqueWord();
  const loginId = await service.member({
    firstName: word,
    lastName: word,
    email1: `${word}@example.com`,
    employerName: word,
  });
  const beneficiary = {
    firstName: word,
    lastName: word,
    relationship: 'S',
    dateOfBirth: '1980-05-17T00:00:00.000+00:00',
    ssn: validSsn(),
    sharePct: '100',
  };
  const accountNumber = await service.account({
    primaryAccountOwner: loginId,
    accountName: word,
    accountType: 'R',
    primaryBeneficiaries: [beneficiary],
    trustedContacts: [
      { firstName: word, lastName: word, email: `${word}@example.org`, telephone: '212-555-0100' },
    ],
  });
  await service.sign(accountNumber, loginId);
  const link = await service.client.post(`/restapi/accounts/${accountNumber}/achbanklinks`, {
    accountType: 'C',
    bankAccountNumber: String(Math.floor(Math.random() * 1e10) + 1e10),
    routingNumber: '021000021',
    ownerLoginId: loginId,
    nameOnAccount: word,
    bankName: 'A bank',
  });
  expectStatus(link, 201);
  return { loginId, accountNumber, word };
}

/** Every GET that could show something of the person. */
const readsOf = (loginId: string, accountNumber: string): readonly string[] => [
  `/restapi/members/${loginId}`,
  `/restapi/members/${loginId}/ifas`,
  `/restapi/members/${loginId}/orders`,
  `/restapi/members/${loginId}/history`,
  `/restapi/accounts/${accountNumber}`,
  `/restapi/accounts`,
  `/restapi/accounts/${accountNumber}/achbanklinks`,
  `/restapi/accounts/${accountNumber}/permissions`,
  `/restapi/accounts/${accountNumber}/restrictions`,
  `/restapi/accounts/${accountNumber}/folios`,
  `/restapi/accounts/${accountNumber}/history`,
  `/restapi/accounts/${accountNumber}/cashtransactions`,
];

async function textsOf(loginId: string, accountNumber: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of readsOf(loginId, accountNumber)) {
    const answer = await service.client.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    found.push(JSON.stringify(answer.body));
  }
  return found;
}

/** Everything the read models hold, superseded generations too. */
async function storedText(): Promise<string> {
  const { documents } = service.service.platform;
  const found: string[] = [];
  for (const collection of await documents.listCollections()) {
    for await (const { document } of documents.scan(collection)) {
      found.push(JSON.stringify(document));
    }
  }
  return found.join('\n');
}

describe('erasure of a person', () => {
  it('is refused while the hold lasts, and says until when', async () => {
    const { loginId } = { loginId: await strict.member() };
    const { body } = await strict.operator.get(erasurePath(loginId));
    const { heldUntil } = body as { heldUntil: string };
    expect(body).toMatchObject({ status: 'held', accountsWithPositions: [], erasure: null });
    const years = Date.parse(heldUntil) - Date.now();
    expect(years).toBeGreaterThan(5.9 * YEAR);
    const answer = await expectUnchanged(strict, () => strict.operator.post(erasurePath(loginId)));
    expectProblems(answer, [
      { type: 'VALIDATION_RULE', errorCode: 'member.erasure.retention.rule' },
    ]);
    expect(JSON.stringify(answer.body)).toContain(heldUntil.slice(0, 19));
  });

  it('is refused while an account holds securities', async () => {
    const { loginId, accountNumber } = await person();
    const input = { folioName: 'one', accountNumber, dividendReinvest: true };
    const path = `/restapi/accounts/${accountNumber}/folios`;
    const created = await service.client.post(path, input);
    const positions = `/backoffice${(created.location ?? '').replace('/restapi', '')}/positions`;
    const held = [{ ticker: 'VTI', shareQuantity: '2' }];
    expectStatus(await service.backoffice.put(positions, held), 200);
    const erase = () => service.operator.post(erasurePath(loginId));
    expectProblems(await expectUnchanged(service, erase), [
      { errorCode: 'member.erasure.positions.rule' },
    ]);
  });

  it('leaves no past to look back at either, not even one that was looked at before', async () => {
    const { loginId, accountNumber, word } = await person();
    const asOf = encodeConsistencyToken(await service.head());
    expectStatus(
      await service.client.put(`/restapi/members/${loginId}`, { email1: 'a@b.org' }),
      200,
    );
    const paths = ['', '/history', '/ifas']
      .map((below) => `/restapi/members/${loginId}${below}`)
      .concat(
        ['', '/achbanklinks', '/history'].map((at) => `/restapi/accounts/${accountNumber}${at}`),
      )
      .map((path) => `${path}?asOf=${asOf}`);
    const before = await service.client.get(paths[0] ?? '');
    expect(before.body).toMatchObject({ firstName: word });
    expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    for (const path of paths) {
      const answer = await service.client.get(path);
      expectStatus(answer, 200);
      expect(JSON.stringify(answer.body)).not.toContain(word);
    }
  });

  it('blanks every answer and every read model, and leaves a certificate', async () => {
    const { loginId, accountNumber, word } = await person();
    const other = await person();
    const before = await textsOf(loginId, accountNumber);
    expect(before.filter((text) => text.includes(word)).length).toBeGreaterThan(2);
    const { projectionRunner } = service.service.platform;
    await projectionRunner.generations.rebuild('members.member');
    expect((await service.operator.get(erasurePath(loginId))).body).toMatchObject({
      status: 'erasable',
    });

    const answer = await service.operator.post(erasurePath(loginId));
    expectStatus(answer, 201);
    expect(answer.location).toBe(erasurePath(loginId));
    for (const text of await textsOf(loginId, accountNumber)) {
      expect(text).not.toContain(word);
      expect(text).not.toContain('$sealed');
    }
    const stored = await storedText();
    expect(stored).not.toContain(word);
    expect(stored).toContain(other.word);

    const member = (await service.client.get(`/restapi/members/${loginId}`)).body as Body;
    expect(member).toMatchObject({
      loginId,
      firstName: null,
      lastName: null,
      email1: null,
      dateOfBirth: null,
      primaryAddress: null,
      tid: '****',
    });
    const { body } = await service.auditor.get(erasurePath(loginId));
    const { erasure } = body as { erasure: Body };
    expect(body).toMatchObject({ status: 'erased', waitingFor: [] });
    expect(erasure).toMatchObject({
      certified: true,
      erasedBy: 'demo.operator',
      keyId: `person:${loginId}`,
      keyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const list = (await service.auditor.get('/operator/erasures')).body as Body[];
    expect(list).toContainEqual({ loginId, ...erasure });
    for (const { data } of await service.log()) expect(JSON.stringify(data)).not.toContain(word);
  });

  it('reaches every stream with data of the person, by an index and not through the log', async () => {
    const { loginId } = await person();
    const log = await service.log();
    const sealed = log.filter(({ data }) =>
      sealedTexts(data).some((text) => sealedSubject(text) === `person:${loginId}`),
    );
    const streams = [...new Set(sealed.map(({ stream }) => stream))];
    expect(streams.length).toBeGreaterThan(2);
    const { eventStore } = service.service.platform;
    const looks: (bigint | undefined)[] = [];
    const readAll = jest.spyOn(eventStore, 'readAll');
    try {
      expectStatus(await service.operator.post(erasurePath(loginId)), 201);
      looks.push(...readAll.mock.calls.map(([options]) => options?.after));
    } finally {
      readAll.mockRestore();
    }
    const head = log.at(-1)?.position ?? 0n;
    expect(looks.filter((after = 0n) => after < head)).toEqual([]);
    const listed = (await service.log())
      .filter(({ stream }) => stream === `erasureScope-${loginId}`)
      .flatMap(({ data }) => data['streams']);
    expect(listed).toEqual(expect.arrayContaining(streams));
  });

  it('names thousands of streams in as many events as it takes', async () => {
    const { loginId } = await person();
    const { readModels } = service.service.platform;
    const names = Array.from({ length: 2 * MOST_STREAMS + 1 }, (_, n) => `cash-${loginId}/${n}`);
    const find = ({ after = '0', limit }: FindOptions) => {
      const end = Number(after) + limit;
      const items = names.slice(Number(after), end).map((stream) => ({ stream }));
      return Promise.resolve({ items, ...(end < names.length && { next: String(end) }) });
    };
    const original = readModels.of.bind(readModels);
    const of = jest.spyOn(readModels, 'of').mockImplementation((definition) => {
      const model = original(definition);
      const isIndex = definition.name === 'erasure.sealedStream';
      return isIndex ? (Object.create(model, { find: { value: find } }) as typeof model) : model;
    });
    try {
      expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    } finally {
      of.mockRestore();
    }
    const listed = (await service.log())
      .filter(({ stream }) => stream === `erasureScope-${loginId}`)
      .map(({ data }) => data['streams'] as string[]);
    expect(listed.map(({ length }) => length)).toEqual([MOST_STREAMS, MOST_STREAMS, 1]);
    expect(listed.flat()).toEqual(names);
    expect((await service.operator.get(erasurePath(loginId))).body).toMatchObject({
      status: 'erased',
    });
  });

  it('shows what it waits for until it is certified', async () => {
    const { loginId } = await person();
    const { generations } = service.service.platform.projectionRunner;
    const behind = ['members_member_v1_g7'];
    const ways = [
      jest.spyOn(generations, 'dropLeft').mockResolvedValue(behind),
      jest.spyOn(generations, 'behind').mockResolvedValue(behind),
    ];
    const asked = service.operator.post(erasurePath(loginId));
    try {
      const state = await eventually(async () => {
        const { body } = await service.auditor.get(erasurePath(loginId));
        return (body as Body)['status'] === 'erasable' ? undefined : body;
      });
      const erasure = { certified: false, certifiedAt: null, erasureHash: null };
      expect(state).toMatchObject({ status: 'erasing', waitingFor: behind, erasure });
    } finally {
      for (const way of ways) way.mockRestore();
    }
    expectStatus(await asked, 201);
    expect((await service.auditor.get(erasurePath(loginId))).body).toMatchObject({
      status: 'erased',
      waitingFor: [],
      erasure: { certified: true },
    });
  });

  it('several at once leave nothing that nobody folds into any more', async () => {
    const persons = [await person(), await person(), await person()];
    const { projectionRunner, projections, eventStore } = service.service.platform;
    for (const { name } of projections) await projectionRunner.generations.rebuild(name);
    expect(await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS)).toBe(true);
    const answers = persons.map(({ loginId }) => service.operator.post(erasurePath(loginId)));
    for (const answer of await Promise.all(answers)) expectStatus(answer, 201);
    const stored = await storedText();
    for (const { word, loginId } of persons) {
      expect(stored).not.toContain(word);
      expect((await service.operator.get(erasurePath(loginId))).body).toMatchObject({
        status: 'erased',
      });
    }
  });

  it('is done once, keeps the hash chains, and can be rebuilt after', async () => {
    const { loginId, accountNumber, word } = await person();
    expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    const first = (await service.operator.get(erasurePath(loginId))).body;
    const again = () => service.operator.post(erasurePath(loginId));
    expectStatus(await expectUnchanged(service, again), 201);
    expect((await service.operator.get(erasurePath(loginId))).body).toEqual(first);
    verifyChain(await service.log());

    const before = await textsOf(loginId, accountNumber);
    const { projectionRunner, projections, eventStore } = service.service.platform;
    for (const { name } of projections) await projectionRunner.generations.rebuild(name);
    expect(await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS)).toBe(true);
    expect(await textsOf(loginId, accountNumber)).toEqual(before);
    expect(await storedText()).not.toContain(word);
  });

  it('the person can do nothing any more, nor anything be done for the person', async () => {
    const { loginId, accountNumber } = await person();
    expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    const before = await service.log();
    const { client, credentials } = service;
    const refused = async (status: number, answer: Promise<{ status: number; body: unknown }>) => {
      const { status: actual, body } = await answer;
      expect([actual, body]).toEqual([status, expect.any(Array)]);
    };
    await refused(403, service.as(loginId).get('/restapi/accounts'));
    await refused(410, client.put(`/restapi/members/${loginId}`, { employerName: 'New Inc' }));
    await refused(
      410,
      client.put(`/restapi/accounts/${accountNumber}`, { accountNumber, accountName: 'New name' }),
    );
    expectProblems(
      await client.post('/restapi/accounts', {
        accountName: 'Another',
        accountType: 'I',
        billingPlanOid: credentials.billingPlans.A,
        primaryAccountOwner: loginId,
      }),
      [{ errorCode: 'account.invalid.primary.owner' }],
    );
    const left = (await service.log()).slice(before.length).map(({ stream }) => stream);
    expect(left.filter((stream) => !stream.startsWith('reservation-'))).toEqual([]);
  });

  it('a trustee is erased the same way; nobody else is', async () => {
    const loginId = uniqueName('t');
    const word = uniqueWord();
    const trustee = {
      loginId,
      firstName: word,
      lastName: word,
      dateOfBirth: '1970-01-02T00:00:00.000+00:00',
      email1: `${word}@example.com`,
    };
    expectStatus(await service.client.post('/restapi/trustees', trustee), 201);
    expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    const { status, body } = await service.client.get(`/restapi/trustees/${loginId}`);
    expect([status, JSON.stringify(body)]).toEqual([200, expect.not.stringContaining(word)]);
    for (const unknown of [uniqueName(), service.credentials.apiLoginId, '%00']) {
      const erase = () => service.operator.post(erasurePath(unknown));
      const answer = await expectUnchanged(service, erase);
      expect([unknown, answer.status >= 400 && answer.status <= 404]).toEqual([unknown, true]);
    }
  });

  it('everybody who has been erased is listed, in pages', async () => {
    const loginIds = [await service.member(), await service.member(), await service.member()];
    for (const loginId of loginIds) {
      expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    }
    const all = (await service.auditor.get('/operator/erasures')).body as Body[];
    expect(all.slice(-3).map(({ loginId }) => loginId)).toEqual(loginIds);
    const paged: Body[] = [];
    for (let path: string | undefined = '/operator/erasures?limit=2'; path !== undefined;) {
      const page: ClientAnswer = await service.auditor.get(path);
      expectStatus(page, 200);
      const items = page.body as Body[];
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      expect(items.length).toBeLessThanOrEqual(2);
      expect(path === undefined || items.length === 2).toBe(true);
      paged.push(...items);
    }
    expect(paged).toEqual(all);
    for (const cursor of ['x', 'LTE', Buffer.from('9'.repeat(19)).toString('base64url')]) {
      const wrong = await service.auditor.get(`/operator/erasures?cursor=${cursor}`);
      expectProblems(wrong, [{ field: 'cursor' }]);
    }
  });

  it.each([
    ['GET', { client: 403, backoffice: 403, auditor: 200 }],
    ['POST', { client: 403, backoffice: 403, auditor: 403 }],
  ])('%s is for operators; auditors may read', async (method, statuses) => {
    const loginId = await service.member();
    for (const [role, status] of Object.entries(statuses)) {
      const caller = service[role as 'client' | 'backoffice' | 'auditor'];
      const path = erasurePath(loginId);
      const answer = await (method === 'GET' ? caller.get(path) : caller.post(path));
      expect([role, answer.status]).toEqual([role, status]);
    }
  });

  it('no plain data stand in the files of the log', async () => {
    const { loginId, word } = await person();
    expectStatus(await service.operator.post(erasurePath(loginId)), 201);
    const directory = join(service.service.platform.config.dataDir, 'events');
    for (const name of await readdir(directory, { recursive: true })) {
      const file = await readFile(join(directory, name)).catch(() => Buffer.alloc(0));
      expect([name, file.includes(word)]).toEqual([name, false]);
    }
  });
});
