import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { encodeConsistencyToken } from '#libs/platform/http';
import { KEPT_EVERY } from '#libs/platform/read-models';
import { verifyChain } from '../../support/chains.js';
import { PATIENCE_MS } from '../../support/condition.js';
import { expectStatus, expectUnchanged, uniqueName } from '../../support/running-service.js';
import { CashUnderTest, unusedOid } from '../cash.fixture.js';
import {
  type Body,
  erase,
  erasurePath,
  storedVersions,
  person,
  service,
  SITUATION,
  storedText,
  textsOf,
} from './set-up.js';

describe('erasure of a person [erasure.complete]', () => {
  it('erases the past too, even states that were read before', async () => {
    const { loginId, accountNumber, word } = await person();
    const change = async (times: number): Promise<void> => {
      for (const path of [`/restapi/members/${loginId}`, `/restapi/accounts/${accountNumber}`]) {
        for (let n = 0; n < times; n++) {
          const body = path.includes('members')
            ? { email1: `a${n}@example.org` }
            : { accountName: `${word} ${n}` };
          expectStatus(await service.client.put(path, body), 200);
        }
      }
    };
    // a version of both is kept for as-of reads
    await change(KEPT_EVERY);
    const asOf = encodeConsistencyToken(await service.head());
    await change(1);
    const { projectionRunner, eventStore } = service.service.platform;
    await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS);
    const kept = (await storedVersions()).filter((text) => text.includes(word));
    expect(kept.length).toBeGreaterThanOrEqual(2);
    const paths = ['', '/history', '/ifas']
      .map((below) => `/restapi/members/${loginId}${below}`)
      .concat(
        ['', '/achbanklinks', '/history'].map((at) => `/restapi/accounts/${accountNumber}${at}`),
      )
      .map((path) => `${path}?asOf=${asOf}`);
    const before = await service.client.get(paths[0] ?? '');
    expect(before.body).toMatchObject({ firstName: word });
    await erase(loginId);
    for (const path of paths) {
      const answer = await service.client.get(path);
      expectStatus(answer, 200);
      expect(JSON.stringify(answer.body)).not.toContain(word);
    }
    const blank = await storedVersions();
    const named = blank.filter((text) => text.includes(loginId));
    expect(named.length).toBeGreaterThanOrEqual(kept.length);
    expect(blank.filter((text) => text.includes(word))).toEqual([]);
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

    const answer = await erase(loginId);
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
    for (const field of SITUATION) expect([field, member[field]]).toEqual([field, null]);
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

  it('invalidates earlier reads for conditional requests', async () => {
    const { loginId, accountNumber } = await person();
    const links = `/restapi/accounts/${accountNumber}/achbanklinks`;
    const [{ bankLinkOid } = {}] = (await service.client.get(links)).body as Body[];
    const paths = [
      `/restapi/members/${loginId}`,
      `/restapi/accounts/${accountNumber}`,
      `${links}/${String(bankLinkOid)}`,
    ];
    const before = await Promise.all(paths.map((path) => service.client.get(path)));
    await erase(loginId);
    for (const [index, path] of paths.entries()) {
      const known = { 'if-none-match': before[index]?.headers.get('etag') ?? '' };
      const answer = await service.client.get(path, known);
      expectStatus(answer, 200);
      const now = { 'if-none-match': answer.headers.get('etag') ?? '' };
      expectStatus(await service.client.get(path, now), 304);
    }
  });

  it('the entity tag marks erased resources, and no others [request.entity-tags]', async () => {
    const cash = await CashUnderTest.create(service);
    const { owner } = cash;
    const id = uniqueName('i');
    const told = { ...cash.deposit(), status: 'CL' };
    const bare = { transactionType: 'COW', amount: '1', status: 'CL' };
    const oids = [unusedOid(), unusedOid()];
    for (const [n, body] of [told, bare].entries()) {
      expectStatus(
        await cash.report(oids[n] ?? '', { ...body, sourceDescription: n ? null : 'Bank' }),
        200,
      );
    }
    for (const [item, fields] of [
      [id, { readDocumentPath: 'a/b' }],
      [`${id}x`, {}],
    ] as const) {
      const path = `/backoffice/members/${owner}/ifas/${item}`;
      expectStatus(await service.backoffice.put(path, { ifaType: 'NO', ...fields }), 200);
    }
    const tags = async (): Promise<unknown[]> => {
      const paths = oids
        .map((oid) => `${cash.path}/${oid}`)
        .concat([id, `${id}x`].map((item) => `/restapi/members/${owner}/ifas/${item}`));
      const answers = await Promise.all(paths.map((path) => service.client.get(path)));
      return answers.map(({ headers }) => headers.get('etag'));
    };
    expect(await tags()).toEqual(['"0"', '"0"', '"0"', '"0"']);
    await erase(owner);
    expect(await tags()).toEqual(['"0-erased"', '"0"', '"0-erased"', '"0"']);
  });

  it('several at once leave nothing that nobody folds into any more', async () => {
    const persons = [await person(), await person(), await person()];
    const { projectionRunner, eventStore } = service.service.platform;
    for (const name of ['members.member', 'accounts.account', 'banklinks.banklink']) {
      await projectionRunner.generations.rebuild(name);
    }
    expect(await projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS)).toBe(true);
    await Promise.all(persons.map(({ loginId }) => erase(loginId)));
    const stored = await storedText();
    for (const { word, loginId } of persons) {
      expect(stored).not.toContain(word);
      expect((await service.operator.get(erasurePath(loginId))).body).toMatchObject({
        status: 'erased',
      });
    }
  });

  it('is done once, and keeps the hash chains [erasure.once]', async () => {
    const { loginId } = await person();
    await erase(loginId);
    const first = (await service.operator.get(erasurePath(loginId))).body;
    const again = () => service.operator.post(erasurePath(loginId));
    expectStatus(await expectUnchanged(service, again), 201);
    expect((await service.operator.get(erasurePath(loginId))).body).toEqual(first);
    verifyChain(await service.log());
  });

  it('the files of the log contain no plain data', async () => {
    const { loginId, word } = await person();
    await erase(loginId);
    const directory = join(service.service.platform.config.dataDir, 'events');
    for (const name of await readdir(directory, { recursive: true })) {
      const file = await readFile(join(directory, name)).catch(() => Buffer.alloc(0));
      expect([name, file.includes(word)]).toEqual([name, false]);
    }
  });
});
