import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerageClient } from '#libs/client';
import type { Credentials } from '#libs/platform/identity';
import { personKeyId } from '#libs/platform/kernel';
import { LmdbKeyTable } from '#libs/platform/runtime';
import { eventually } from '../support/condition.js';
import { foldedDocuments, storedDocuments } from '../support/documents.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  signatureBody,
  uniqueName,
  validSsn,
} from '../support/running-service.js';
import { ops } from '../support/ops-process.js';
import { ServiceProcess } from '../support/service-process.js';

const env = { RETENTION_YEARS: '0' };

/** Clients of a running service. */
interface Callers {
  readonly client: BrokerageClient;
  readonly operator: BrokerageClient;
  readonly backoffice: BrokerageClient;
}

/** Node options that make the process kill itself, as kill -9 would, right before it writes a text to any file. */
function diesBeforeWriting(text: string): readonly string[] {
  const hook = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { write } = fs;
    fs.write = (fd, bytes, offset, length, ...rest) => {
      const isIt = bytes.subarray(offset, offset + length).includes(${JSON.stringify(text)});
      if (isIt) process.kill(process.pid, 'SIGKILL');
      return write(fd, bytes, offset, length, ...rest);
    };
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
}

/** Node options that make the process kill itself when it opens a file to read it, as it does while it overwrites what was deleted. */
function diesReading(path: string): readonly string[] {
  const hook = `
    import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    const { open } = fs;
    fs.open = (path, ...rest) => {
      if (String(path).endsWith(${JSON.stringify(path)})) process.kill(process.pid, 'SIGKILL');
      return open(path, ...rest);
    };
    syncBuiltinESMExports();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
}

describe('an erasure', () => {
  let dataDir: string;
  let service: ServiceUnderTest | undefined;
  let victim: ServiceProcess | undefined;
  let credentials: Credentials;
  let word: string;
  let loginId: string;
  let accountNumber: string;
  beforeEach(async () => {
    dataDir = await ServiceProcess.freshDirectory();
    word = `Zyx${uniqueName().replace(/\d/g, '')}`.slice(0, 16);
  });
  afterEach(async () => {
    await stop();
    await victim?.kill();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Starts the service in this process. */
  async function start(): Promise<Callers> {
    service = await ServiceUnderTest.on(dataDir, env);
    return callers(service.service.url, service.credentials);
  }
  /** Starts the service as a process to be killed. */
  async function startVictim(nodeOptions: readonly string[] = []): Promise<Callers> {
    victim = await ServiceProcess.start(dataDir, env, nodeOptions);
    return callers(victim.url, await victim.credentials());
  }
  function callers(url: string, found: Credentials): Callers {
    credentials = found;
    const as = (role: 'operator' | 'backoffice'): BrokerageClient =>
      new BrokerageClient(url, { token: found.tokens[role] });
    return {
      client: new BrokerageClient(url, found),
      operator: as('operator'),
      backoffice: as('backoffice'),
    };
  }
  async function stop(): Promise<void> {
    const running = service;
    service = undefined;
    await running?.stop();
  }
  async function createPerson(client: BrokerageClient): Promise<void> {
    const body = memberBody({ firstName: word, lastName: word, email1: `${word}@example.com` });
    loginId = String(body['loginId']);
    expectStatus(await client.post('/restapi/members', body), 201);
    await openAccount(client, word);
  }
  async function openAccount(client: BrokerageClient, accountName: string): Promise<void> {
    const account = await client.post('/restapi/accounts', {
      accountName,
      accountType: 'R',
      billingPlanOid: credentials.billingPlans.A,
      primaryAccountOwner: loginId,
      primaryBeneficiaries: [
        {
          firstName: word,
          lastName: word,
          relationship: 'S',
          dateOfBirth: '1980-05-17T00:00:00.000+00:00',
          ssn: validSsn(),
          sharePct: '100',
        },
      ],
    });
    expectStatus(account, 201);
    accountNumber = account.location?.split('/').at(-1) ?? '';
  }
  /** Waits for the certificate. */
  async function certified(operator: BrokerageClient): Promise<void> {
    await eventually(async () => {
      const { body } = await operator.get(erasurePath());
      const { erasure } = body as { readonly erasure?: { readonly certified: boolean } };
      return erasure?.certified === true ? true : undefined;
    });
  }
  const erasurePath = (): string => `/operator/members/${loginId}/erasure`;

  /** The key of a subject as the key store holds it. */
  async function wrappedKey(subject: string): Promise<Buffer> {
    const keys = new LmdbKeyTable(join(dataDir, 'keys'), true);
    const [record] = await keys.read('subject', [subject]);
    await keys.close();
    return record ?? Buffer.from('no such key');
  }
  async function expectBlank(client: BrokerageClient): Promise<void> {
    for (const path of [`/restapi/members/${loginId}`, `/restapi/accounts/${accountNumber}`]) {
      const answer = await client.get(path);
      expectStatus(answer, 200);
      expect(JSON.stringify(answer.body)).not.toContain(word);
    }
  }
  async function expectSameFromZero(): Promise<void> {
    const stored = await storedDocuments(dataDir);
    expect(JSON.stringify(stored)).not.toContain(word);
    expect(await foldedDocuments(dataDir)).toEqual(stored);
  }

  /** Files that contain a text. */
  async function filesWith(text: string): Promise<string[]> {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const found: string[] = [];
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      if ((await readIfThere(path)).includes(text)) found.push(path);
    }
    return found;
  }
  /** Reads a file that may be renamed or removed after listing, as a mail is while it is written. */
  async function readIfThere(path: string): Promise<Buffer> {
    try {
      return await readFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    }
  }

  it('leaves nothing of the person in any file, mails included', async () => {
    const { client, operator, backoffice } = await start();
    await createPerson(client);
    const { rtgOid } = credentials;
    const account = `/restapi/accounts/${accountNumber}`;
    expectStatus(await client.post(`${account}/customeragreement`, signatureBody(loginId)), 200);
    const folio = await client.post(`${account}/folios`, {
      accountNumber,
      folioName: 'Growth',
      dividendReinvest: true,
    });
    const folioNumber = folio.location?.split('/').at(-1);
    const subscription = { folioNumber, prePackagedFolioOid: rtgOid };
    const path = `${folio.location}/rtgsubscription`;
    expectStatus(await client.put(path, subscription), 200);
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100' }];
    const changed = await backoffice.put(`/backoffice/rtgs/${rtgOid}`, {
      name: 'Changed',
      targetWeights,
    });
    expectStatus(changed, 200);
    const isMail = (path: string): boolean => path.includes('outbox');
    const mails = await eventually(async () => {
      const files = await filesWith(`${word}@example.com`);
      return files.some(isMail) ? files : undefined;
    });
    expect(mails.sort()).toEqual([
      expect.stringContaining('outbox'),
      expect.stringContaining('read-models/data.mdb'),
    ]);

    // what a comparison leaves that was killed
    const refold = join(dataDir, `refold-${hostname()}-${process.pid}-1-abcdef`);
    await mkdir(refold);
    await writeFile(join(refold, 'data.mdb'), word);

    expectStatus(await operator.post(erasurePath()), 201);
    await certified(operator);
    expect((await filesWith(word)).filter((path) => !isMail(path))).toEqual([]);
    await eventually(async () => ((await filesWith(word)).length === 0 ? true : undefined));
    await expectBlank(client);
    await stop();
    expect(await filesWith(word)).toEqual([]);
  });

  it('is certified only once what kill -9 left in the files of the read models is overwritten', async () => {
    const { client, operator } = await startVictim(diesReading('read-models/data.mdb'));
    await createPerson(client);
    expectStatus(await client.get(`/restapi/accounts/${accountNumber}`), 200);
    await expect(operator.post(erasurePath())).rejects.toThrow();
    const log = await readFile(join(dataDir, 'events/log.ndjson'), 'utf8');
    expect(log).toContain('erasure.PersonErased');
    expect(log).not.toContain('erasure.ErasureCertified');
    // as many of the pages as were not used again before it died
    const isReadModels = (path: string): boolean => path.endsWith('read-models/data.mdb');
    expect((await filesWith(word)).filter((path) => !isReadModels(path))).toEqual([]);

    const { client: again, operator: anew } = await start();
    await certified(anew);
    expect(await filesWith(word)).toEqual([]);
    await expectBlank(again);
    await stop();
    await expectSameFromZero();
  });

  it('leaves nothing of the destroyed key in the key store, nor in a backup begun after its certificate', async () => {
    const { client, operator } = await start();
    await createPerson(client);
    const wrapped = await wrappedKey(personKeyId(loginId));
    const backup = `${dataDir}-backup`;
    const inBackup = async (): Promise<boolean> => {
      expect(await ops(dataDir, ['backup', backup])).toMatchObject({ status: 0 });
      const keys = await readFile(join(backup, 'keys/data.mdb'));
      await rm(backup, { recursive: true });
      return keys.includes(wrapped);
    };
    expect(await inBackup()).toBe(true);
    expectStatus(await operator.post(erasurePath()), 201);
    await certified(operator);
    const keys = await readFile(join(dataDir, 'keys/data.mdb'));
    expect(keys.includes(wrapped)).toBe(false);
    expect(await inBackup()).toBe(false);
  });

  it('holds for what looks at the stores before a service has started on restored keys', async () => {
    const { client } = await start();
    await createPerson(client);
    await stop();
    const backup = `${dataDir}-backup`;
    await cp(join(dataDir, 'keys'), backup, { recursive: true });
    try {
      const { operator: again } = await start();
      expectStatus(await again.post(erasurePath()), 201);
      await stop();
      await rm(join(dataDir, 'keys'), { recursive: true });
      await cp(backup, join(dataDir, 'keys'), { recursive: true });
      const { status, stdout } = await ops(dataDir, ['projections', 'verify', 'members.member']);
      expect([status, stdout]).toEqual([0, expect.any(String)]);
    } finally {
      await rm(backup, { recursive: true, force: true });
    }
  });

  it('outlives a restore of keys and read models from before it', async () => {
    const { client } = await start();
    await createPerson(client);
    expectStatus(await client.get(`/restapi/accounts/${accountNumber}`), 200);
    await stop();
    const backup = `${dataDir}-backup`;
    await cp(dataDir, backup, { recursive: true });
    try {
      const { client: reader, operator } = await start();
      expectStatus(await operator.post(erasurePath()), 201);
      await expectBlank(reader);
      await stop();

      for (const part of ['keys', 'read-models']) {
        await rm(join(dataDir, part), { recursive: true });
        await cp(join(backup, part), join(dataDir, part), { recursive: true });
      }
      const { client: again } = await start();
      await expectBlank(again);
      await stop();
      await expectSameFromZero();
    } finally {
      await rm(backup, { recursive: true, force: true });
    }
  });

  it('that kill -9 ends before its event stands has not happened, and reaches what came since when it is asked for again', async () => {
    const { client, operator } = await startVictim(diesBeforeWriting('erasure.PersonErased'));
    await createPerson(client);
    await expect(operator.post(erasurePath())).rejects.toThrow();
    const log = await readFile(join(dataDir, 'events/log.ndjson'), 'utf8');
    expect(log).toContain('erasureScope.StreamsListed');
    expect(log).not.toContain('erasure.PersonErased');

    const { client: again, operator: anew } = await start();
    const { body } = await anew.get(erasurePath());
    expect(body).toMatchObject({ status: 'erasable', erasure: null });
    const member = await again.get(`/restapi/members/${loginId}`);
    expect(member.body).toMatchObject({ firstName: word });
    const listed = accountNumber;
    await openAccount(again, 'Second');
    expectStatus(await anew.post(erasurePath()), 201);
    for (const one of [listed, accountNumber]) {
      const answer = await again.get(`/restapi/accounts/${one}`);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        200,
        expect.not.stringContaining(word),
      ]);
    }
    await expectBlank(again);
    await stop();
    await expectSameFromZero();
  });

  it('that kill -9 interrupts is finished by the next start', async () => {
    const { client, operator } = await startVictim();
    await createPerson(client);
    const asked = operator.post(erasurePath()).catch(() => undefined);
    await eventually(async () => {
      const log = await readFile(join(dataDir, 'events/log.ndjson'), 'utf8');
      return log.includes('erasure.PersonErased') ? true : undefined;
    });
    await victim?.kill();
    await asked;
    const { client: reader, operator: auditor } = await start();
    await certified(auditor);
    await expectBlank(reader);
    await stop();
    await expectSameFromZero();
  });
});
