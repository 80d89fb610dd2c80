import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/condition.js';
import { MailServer } from '../support/mail-server.js';
import { ManualClock } from '../support/manual-clock.js';
import {
  expectProblems,
  expectStatus,
  expectUnchanged,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

type Body = Readonly<Record<string, unknown>>;

/** A model, and the notices to the members who follow it. */
class Models {
  constructor(private readonly service: ServiceUnderTest) {}

  async put(oid: string, vti: number, name = 'Balanced'): Promise<void> {
    const targetWeights = [
      { ticker: 'VTI', targetWeight: vti.toFixed(2) },
      { ticker: 'BND', targetWeight: (100 - vti).toFixed(2) },
    ];
    const body = { name, targetWeights };
    expectStatus(await this.service.backoffice.put(`/backoffice/rtgs/${oid}`, body), 200);
  }

  async define(): Promise<string> {
    const oid = uniqueName('rtg');
    await this.put(oid, 60);
    return oid;
  }

  /** Creates a folio that follows the model. */
  async follow(accountNumber: string, oid: string): Promise<string> {
    const path = `/restapi/accounts/${accountNumber}/folios`;
    const body = { folioName: uniqueName('f'), accountNumber, dividendReinvest: true };
    const created = await this.service.client.post(path, body);
    expectStatus(created, 201);
    const folioNumber = created.location?.split('/').at(-1) ?? '';
    const subscription = { folioNumber, prePackagedFolioOid: oid };
    const answer = await this.service.client.put(
      `${path}/${folioNumber}/rtgsubscription`,
      subscription,
    );
    expectStatus(answer, 200);
    return folioNumber;
  }

  /** Waits until every follower has been notified of `count` changes. */
  async told(oid: string, changes: number): Promise<void> {
    await eventually(async () => {
      const log = await this.service.log();
      const completed = log.filter(
        ({ type, data }) => type === 'rtg.NoticesCompleted.v1' && data['rtgOid'] === oid,
      );
      return completed.length === changes ? true : undefined;
    });
  }

  /** Items for attention about a model. */
  async items(loginId: string, oid: string): Promise<Body[]> {
    const { body } = await this.service.client.get(`/restapi/members/${loginId}/ifas?ifaType=NO`);
    return (body as Body[]).filter((item) => item['readDocumentPath'] === `/restapi/rtgs/${oid}`);
  }

  async mails(loginId: string, status: string): Promise<Body[]> {
    const { body } = await this.service.operator.get(`/operator/mails?status=${status}&limit=1000`);
    return (body as Body[]).filter((mail) => mail['loginId'] === loginId);
  }

  async mail(loginId: string, status: string, count = 1): Promise<Body[]> {
    return eventually(async () => {
      const mails = await this.mails(loginId, status);
      return mails.length === count ? mails : undefined;
    });
  }
}

describe('the user is notified when the RTG changes', () => {
  let service: ServiceUnderTest;
  let models: Models;
  beforeAll(async () => {
    service = await ServiceUnderTest.shared();
    models = new Models(service);
  });
  afterAll(() => service.stop());
  const outbox = async (to: string): Promise<string[]> => {
    const directory = join(service.service.platform.config.dataDir, 'outbox');
    const files = await readdir(directory).catch(() => []);
    const mails = await Promise.all(files.map((name) => readFile(join(directory, name), 'utf8')));
    return mails.filter((mail) => mail.includes(`To: ${to}\r\n`));
  };

  it('each owner gets one mail and one item of type NO for each change, however many folios follow [rtg.notices]', async () => {
    const oid = await models.define();
    const [one, two, bystander] = [uniqueName(), uniqueName(), uniqueName()];
    const people = await Promise.all(
      [one, two, bystander].map((name) => service.member({ email1: `${name}@example.com` })),
    );
    const [owner = '', joint = '', other = ''] = people;
    const accountNumber = await service.account({
      primaryAccountOwner: owner,
      accountType: 'J',
      jointOwners: [joint],
    });
    await service.sign(accountNumber, owner, joint);
    const second = await service.openAccount({ primaryAccountOwner: owner });
    await service.openAccount({ primaryAccountOwner: other });
    await models.follow(accountNumber, oid);
    await models.follow(accountNumber, oid);
    await models.follow(second, oid);

    await models.put(oid, 50, 'Calm');
    await models.told(oid, 1);
    for (const [loginId, address] of [
      [owner, one],
      [joint, two],
    ] as const) {
      const [item, ...more] = await models.items(loginId, oid);
      expect(more).toEqual([]);
      expect(item).toMatchObject({ ifaType: 'NO', ifaStatus: 'I', targetOidType: 'A' });
      const [mail] = await models.mail(loginId, 'sent');
      expect(mail).toMatchObject({ topic: 'rtg-model-changed', attempts: 1, dueAt: null });
      const [text, ...copies] = await outbox(`${address}@example.com`);
      expect(copies).toEqual([]);
      expect(text).toContain('Subject: A model you follow has changed: Calm');
      expect(text).toContain('Dear Jane Doe,');
      expect(text).toContain('VTI: 60.00 % -> 50.00 %');
      expect(text).not.toContain(loginId);
      expect(text).not.toContain(accountNumber);
    }
    expect(await models.items(other, oid)).toEqual([]);
    expect(await outbox(`${bystander}@example.com`)).toEqual([]);

    await models.put(oid, 40);
    await models.told(oid, 2);
    expect(await models.items(owner, oid)).toHaveLength(2);
    await models.mail(owner, 'sent', 2);
    expect(await outbox(`${one}@example.com`)).toHaveLength(2);
  });

  it('an unchanged model notifies nobody, nor does a new subscription or model [rtg.notices]', async () => {
    const oid = await models.define();
    const owner = await service.member();
    const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    await models.follow(accountNumber, oid);
    await models.put(oid, 60);
    await models.put(oid, 55);
    await models.told(oid, 1);
    expect(await models.items(owner, oid)).toHaveLength(1);
    await models.mail(owner, 'sent', 1);
  });

  it('members who unsubscribed or closed the folio get no notice [rtg.notices]', async () => {
    const [oid, another] = [await models.define(), await models.define()];
    const owner = await service.member();
    const accountNumber = await service.openAccount({ primaryAccountOwner: owner });
    const moved = await models.follow(accountNumber, oid);
    const closed = await models.follow(accountNumber, oid);
    const folios = `/restapi/accounts/${accountNumber}/folios`;
    const subscription = { folioNumber: moved, prePackagedFolioOid: another };
    expectStatus(await service.client.put(`${folios}/${moved}/rtgsubscription`, subscription), 200);
    const close = { folioNumber: closed, folioStatus: 'C' };
    expectStatus(await service.client.put(`${folios}/${closed}`, close), 200);
    await models.put(oid, 50);
    await models.told(oid, 1);
    expect(await models.items(owner, oid)).toEqual([]);
    await models.put(another, 50);
    await models.told(another, 1);
    expect(await models.items(owner, another)).toHaveLength(1);
  });

  it('no folio is changed [rtg.not-automatic rtg.notices]', async () => {
    const oid = await models.define();
    const accountNumber = await service.openAccount();
    const folioNumber = await models.follow(accountNumber, oid);
    const path = `/restapi/accounts/${accountNumber}/folios/${folioNumber}`;
    const before = await service.client.get(path);
    await models.put(oid, 10);
    await models.told(oid, 1);
    const after = await service.client.get(path);
    expect([after.body, after.headers.get('etag')]).toEqual([
      before.body,
      before.headers.get('etag'),
    ]);
  });

  it('how far the notices are stands beside the log, not with the read models', async () => {
    const oid = await models.define();
    await models.put(oid, 50);
    await models.told(oid, 1);
    const { documents, progress } = service.service.platform;
    const checkpoint = 'reaction:rtgs.tell-followers';
    await eventually(() => progress.checkpoint(checkpoint));
    expect(await documents.checkpoint(checkpoint)).toBeUndefined();
  });

  it('a rebuild of every read model sends nothing [rtg.notices]', async () => {
    const oid = await models.define();
    const owner = await service.member();
    await models.follow(await service.openAccount({ primaryAccountOwner: owner }), oid);
    await models.put(oid, 50);
    await models.told(oid, 1);
    await models.mail(owner, 'sent');
    const { projectionRunner, projections } = service.service.platform;
    const before = await service.head();
    for (const { name } of projections) await projectionRunner.generations.rebuild(name);
    await eventually(() =>
      projectionRunner.status().every(({ state, live }) => live && state === 'live')
        ? true
        : undefined,
    );
    await models.mail(owner, 'sent');
    expect(await service.head()).toBe(before);
  });
});

describe('mail through a server', () => {
  let server: MailServer;
  let service: ServiceUnderTest;
  let models: Models;
  const clock = new ManualClock(Date.now());
  beforeAll(async () => {
    server = await MailServer.start();
    service = await ServiceUnderTest.start(
      { clock },
      { SMTP_URL: server.url, MAIL_FROM: 'Broker <broker@example.com>' },
    );
    models = new Models(service);
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });
  const received = (address: string): readonly string[] =>
    server.mails.filter(({ to }) => to.includes(address)).map(({ messageId }) => messageId);
  const follower = async (oid: string): Promise<{ loginId: string; address: string }> => {
    const address = `${uniqueName()}@example.com`;
    const loginId = await service.member({ email1: address });
    await models.follow(await service.openAccount({ primaryAccountOwner: loginId }), oid);
    return { loginId, address };
  };

  it('goes out once, with a Message-ID of its own [rtg.notices running.environment]', async () => {
    const oid = await models.define();
    const [a, b] = [await follower(oid), await follower(oid)];
    await models.put(oid, 50);
    await Promise.all([models.mail(a.loginId, 'sent'), models.mail(b.loginId, 'sent')]);
    const ids = [...received(a.address), ...received(b.address)];
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^<[0-9a-f-]{36}@example\.com>$/);
  });

  it('waits for a server that is down', async () => {
    const oid = await models.define();
    const { loginId, address } = await follower(oid);
    await server.stop();
    await models.put(oid, 50);
    await models.told(oid, 1);
    await models.mail(loginId, 'due');
    await server.open();
    const [mail] = await models.mail(loginId, 'sent');
    expect(mail).toMatchObject({ attempts: 1 });
    expect(received(address)).toHaveLength(1);
  });

  it('is retried later if refused temporarily, and others do not wait for it', async () => {
    const oid = await models.define();
    const [slow, quick] = [await follower(oid), await follower(oid)];
    server.recipient = (address) => (address === slow.address ? 452 : undefined);
    await models.put(oid, 50);
    await models.mail(quick.loginId, 'sent');
    const waiting = await eventually(async () => {
      const [mail] = await models.mails(slow.loginId, 'due');
      return mail?.['attempts'] === 1 ? mail : undefined;
    });
    expect(waiting).toMatchObject({ code: '452', failure: null });
    server.recipient = () => undefined;
    clock.advance(10_000);
    const [mail] = await models.mail(slow.loginId, 'sent');
    expect(mail).toMatchObject({ attempts: 2, code: null });
    expect(received(slow.address)).toHaveLength(1);
  });

  it('that is permanently refused has failed; an operator sees it and may resend it', async () => {
    const oid = await models.define();
    const { loginId, address } = await follower(oid);
    server.recipient = (recipient) => (recipient === address ? 550 : undefined);
    await models.put(oid, 50);
    const [mail] = await models.mail(loginId, 'failed');
    expect(mail).toMatchObject({ attempts: 1, code: '550', failure: 'refused', dueAt: null });
    const path = `/operator/mails/${String(mail?.['mailId'])}`;
    expect((await service.auditor.get(path)).body).toEqual(mail);
    expect((await service.operator.get('/operator/mails')).body).toContainEqual(mail);

    server.recipient = () => undefined;
    expectStatus(await service.auditor.post(`${path}/requeue`), 403);
    expectStatus(await service.operator.post(`${path}/requeue`), 200);
    await models.mail(loginId, 'sent');
    expect(received(address)).toHaveLength(1);
    const again = () => service.operator.post(`${path}/requeue`);
    const problem = { type: 'VALIDATION_RULE', errorCode: 'mail.not.failed.rule' } as const;
    expectProblems(await expectUnchanged(service, again), [problem]);
  });

  it('the log holds no address and no name of the recipient', async () => {
    const oid = await models.define();
    const { loginId, address } = await follower(oid);
    await models.put(oid, 50);
    await models.mail(loginId, 'sent');
    const events = (await service.log()).filter(({ stream }) => stream.startsWith('mail-'));
    expect(events.length).toBeGreaterThan(1);
    const text = JSON.stringify(events.map(({ data, metadata }) => ({ data, metadata })));
    expect(text).not.toContain(address);
    expect(text).not.toContain('Jane');
  });

  it.each([
    ['/operator/mails', { client: 403, backoffice: 403, operator: 200, auditor: 200 }],
    ['/operator/mails/unknown', { client: 403, backoffice: 403, operator: 404, auditor: 404 }],
    ['/operator/mails?status=lost', { client: 403, backoffice: 403, operator: 400, auditor: 400 }],
    ['/operator/mails?cursor=x', { client: 403, backoffice: 403, operator: 400, auditor: 400 }],
  ])('%s is for operators and auditors', async (path, statuses) => {
    const { client, backoffice, operator, auditor } = service;
    for (const [role, caller] of Object.entries({ client, backoffice, operator, auditor })) {
      const answer = await caller.get(path);
      expect([role, answer.status]).toEqual([role, statuses[role as keyof typeof statuses]]);
    }
  });
});
