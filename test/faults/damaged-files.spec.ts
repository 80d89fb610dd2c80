import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readCredentials } from '#libs/platform/identity';
import { readLastBackup } from '#libs/platform/runtime';
import { captureLog } from '../support/captured-log.js';
import { eventually } from '../support/condition.js';
import { ops } from '../support/ops-process.js';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';

/** The log and used signatures have suites of their own, `log-damage` and `open-replay-guard`. */
const ELSEWHERE = ['events/log.ndjson', 'replays/a', 'replays/b'];
/** Without a byte that could change. */
const EMPTY = ['events/index', 'read-models', 'progress', 'requests'].map((directory) => {
  return `${directory}/writer.alive`;
});
/** What no start takes: by its file, how it says so. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'events/index/data.mdb': /events\/index\/data\.mdb is damaged: rebuild it .*`ops log reindex`/,
  'keys/data.mdb': /keys\/data\.mdb is damaged: restore the keys from a backup/,
  'read-models/data.mdb': /read-models\/data\.mdb is damaged: .*remove its directory/,
  'progress/data.mdb': /progress\/data\.mdb is damaged: .*remove its directory/,
  'requests/data.mdb': /requests\/data\.mdb is damaged: .*remove its directory/,
  'master.key': /master\.key (?:must hold 32 bytes|does not open the key store)/,
};
/** What a start does not believe, or makes anew. */
const HARMLESS = [
  'events/index/data.crc',
  'events/index/lock.mdb',
  'keys/data.crc',
  'keys/lock.mdb',
  'read-models/data.crc',
  'read-models/lock.mdb',
  'progress/data.crc',
  'progress/lock.mdb',
  'requests/data.crc',
  'requests/lock.mdb',
];
const OFFER_DOCUMENT = 'memorandum';

describe('bytes that were changed in', () => {
  let template: string;
  let dataDir: string;
  let word: string;
  let loginId: string;
  let accountNumber: string;
  let document: string;
  let files: readonly string[];
  beforeAll(async () => {
    template = await mkdtemp(join(tmpdir(), 'damaged-'));
    word = `Zyx${uniqueName().replace(/\d/g, '')}`.slice(0, 16);
    const service = await ServiceUnderTest.on(template);
    const { client, backoffice, credentials } = service;
    const body = memberBody({ firstName: word, email1: `${word}@example.com` });
    expectStatus(await client.post('/restapi/members', body), 201);
    loginId = String(body['loginId']);
    accountNumber = await service.openAccount({ primaryAccountOwner: loginId });
    const folios = `/restapi/accounts/${accountNumber}/folios`;
    const folio = await client.post(folios, {
      accountNumber,
      folioName: 'Growth',
      dividendReinvest: true,
    });
    const subscription = {
      folioNumber: folio.location?.split('/').at(-1),
      prePackagedFolioOid: credentials.rtgOid,
    };
    expectStatus(await client.put(`${folio.location}/rtgsubscription`, subscription), 200);
    const targetWeights = [{ ticker: 'VTI', targetWeight: '100' }];
    const rtg = { name: 'Changed', targetWeights };
    expectStatus(await backoffice.put(`/backoffice/rtgs/${credentials.rtgOid}`, rtg), 200);
    await eventually(async () =>
      (await readdir(join(template, 'outbox')).catch(() => [])).length > 0 ? true : undefined,
    );
    document = `/restapi/privateplacementoffers/${credentials.offerOid}/documents/${OFFER_DOCUMENT}`;
    const memorandum = {
      ...{ name: 'Memorandum', required: true, signable: false },
      data: Buffer.from('%PDF-1.4 a memorandum %%EOF').toString('base64'),
    };
    const path = document.replace('/restapi', '/backoffice');
    expectStatus(await backoffice.put(path, memorandum), 200);
    expect(await ops(template, ['backup', `${template}-backup`])).toMatchObject({ status: 0 });
    await service.stop();
    const entries = await readdir(template, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(template, join(entry.parentPath, entry.name)));
  });
  afterAll(async () => {
    await rm(template, { recursive: true, force: true });
    await rm(`${template}-backup`, { recursive: true, force: true });
  });
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'damaged-'));
    await cp(template, dataDir, { recursive: true });
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const pathOf = (file: string): string => join(dataDir, file);
  /** Changes bytes of a file that are spread over it. */
  async function change(file: string, count = 5): Promise<void> {
    const bytes = await readFile(pathOf(file));
    for (let n = 0; n < count; n++) {
      const at = Math.floor(((n + 0.5) / count) * bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ 0x02;
    }
    await writeFile(pathOf(file), bytes);
  }
  /** What callers see. */
  async function shown(service: ServiceUnderTest): Promise<unknown> {
    const account = `/restapi/accounts/${accountNumber}`;
    const paths = [`/restapi/members/${loginId}`, account, `${account}/folios`];
    const responses = paths.map(async (path) => {
      const { status, body } = await service.client.get(path);
      return [path, status, body];
    });
    return Promise.all(responses);
  }
  async function shownAfterStart(): Promise<unknown> {
    const service = await ServiceUnderTest.on(dataDir);
    try {
      return await shown(service);
    } finally {
      await service.stop();
    }
  }

  it('each file are told or harmless: every file is in one of these tests', () => {
    const mails = files.filter((file) => file.startsWith('outbox/'));
    const documents = files.filter((file) => file.startsWith('documents/'));
    expect(mails).not.toEqual([]);
    expect(documents).not.toEqual([]);
    const known = [...ELSEWHERE, ...EMPTY, ...Object.keys(REFUSED), ...HARMLESS];
    const others = ['credentials.json', 'last-backup', ...mails, ...documents];
    expect(files.filter((file) => ![...known, ...others].includes(file))).toEqual([]);
  });

  it.each(Object.entries(REFUSED))('%s: no start', async (file, line) => {
    const whole = await readFile(pathOf(file));
    for (const count of [1, 3, 8]) {
      await writeFile(pathOf(file), whole);
      await change(file, count);
      await expect(ServiceUnderTest.on(dataDir)).rejects.toThrow(line);
    }
    await writeFile(pathOf(file), whole);
    expect(JSON.stringify(await shownAfterStart())).toContain(word);
  });

  it('what is derived, after doing what the line says, cost nothing', async () => {
    const before = await shownAfterStart();
    for (const file of ['read-models/data.mdb', 'progress/data.mdb', 'events/index/data.mdb']) {
      await change(file);
    }
    for (const directory of ['read-models', 'progress']) {
      await rm(pathOf(directory), { recursive: true });
    }
    expect(await ops(dataDir, ['log', 'reindex'])).toMatchObject({ status: 0 });
    expect(await shownAfterStart()).toEqual(before);
  });

  it('checksums, locks and mails: nothing', async () => {
    const before = await shownAfterStart();
    const mails = files.filter((file) => file.startsWith('outbox/'));
    for (const file of [...HARMLESS, ...mails]) {
      if ((await stat(pathOf(file)).catch(() => undefined)) !== undefined) await change(file);
    }
    expect(await shownAfterStart()).toEqual(before);
  });

  it('the time of the last backup: none is reported', async () => {
    expect(await readLastBackup(dataDir)).toEqual(expect.any(Number));
    const whole = await readFile(pathOf('last-backup'));
    for (let at = 0; at < whole.length - 1; at++) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x01;
      await writeFile(pathOf('last-backup'), bytes);
      expect(await readLastBackup(dataDir)).toBeUndefined();
    }
  });

  it('credentials.json: no start, or a refused request', async () => {
    const whole = await readFile(pathOf('credentials.json'), 'utf8');
    await writeFile(pathOf('credentials.json'), whole.replace('"sharedSecret"', '"sharedSecreT"'));
    await expect(ServiceUnderTest.on(dataDir)).rejects.toThrow(
      /credentials\.json does not contain credentials of this service: remove it/,
    );
    const { sharedSecret = '', tokens } = (await readCredentials(template)) ?? {};
    const other = (text = ''): string =>
      text.slice(0, -3) + (text.at(-3) === 'A' ? 'B' : 'A') + text.slice(-2);
    const changed = whole
      .replace(sharedSecret, other(sharedSecret))
      .replace(tokens?.operator ?? '', other(tokens?.operator));
    await writeFile(pathOf('credentials.json'), changed);
    const service = await ServiceUnderTest.on(dataDir);
    expect((await service.client.get('/restapi/accounts')).status).toBe(401);
    expect((await service.operator.get('/operator/erasures')).status).toBe(401);
    expect((await service.auditor.get('/operator/erasures')).status).toBe(200);
    await service.stop();
  });

  it('a stored document: its reader gets no other one, and the log says so', async () => {
    const { logger, lines } = captureLog();
    const stored = files.filter((file) => file.startsWith('documents/'));
    const whole = new Map<string, Buffer>();
    for (const file of stored) whole.set(file, await readFile(pathOf(file)));
    const service = await ServiceUnderTest.on(dataDir, {}, { logger });
    const fetched = () =>
      service.client.request('GET', document, undefined, { 'X-Associated-Member-Id': loginId });
    expectStatus(await fetched(), 200);
    for (const share of [0, 0.1, 0.3, 0.5, 0.7, 0.999]) {
      for (const [file, bytes] of whole) {
        const other = Buffer.from(bytes);
        const at = Math.floor(share * other.length);
        other[at] = (other[at] ?? 0) ^ 0x02;
        await writeFile(pathOf(file), other);
      }
      expect([share, (await fetched()).status]).toEqual([share, 500]);
    }
    await service.stop();
    expect(lines.join('\n')).toMatch(/a document in the vault is damaged/);
    expect(basename(document)).toBe(OFFER_DOCUMENT);
  });

  it('the log, beside lost read models: who waits for them is told at once, and the service stops', async () => {
    const bytes = await readFile(pathOf('events/log.ndjson'));
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 0x02;
    await writeFile(pathOf('events/log.ndjson'), bytes);
    for (const directory of ['read-models', 'progress']) {
      await rm(pathOf(directory), { recursive: true });
    }
    const service = await ServiceUnderTest.on(dataDir);
    const account = `/restapi/accounts/${accountNumber}`;
    const folio = { accountNumber, folioName: 'Other', dividendReinvest: true };
    const responses = await Promise.all([
      service.client.get(account),
      service.client.get('/restapi/accounts'),
      service.client.post(`${account}/folios`, folio),
      service.operator.post(`/operator/members/${loginId}/erasure`),
    ]);
    for (const { status } of responses) expect([500, 503]).toContain(status);
    await service.service.stop();
  });

  it('the files of a killed service, which have no checksum: no start', async () => {
    const path = pathOf('read-models/data.mdb');
    const whole = await readFile(path);
    const refused = REFUSED['read-models/data.mdb'] ?? /^$/;
    // in documents and in keys of their indexes
    for (const text of [word, loginId, accountNumber]) {
      const bytes = Buffer.from(whole);
      for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
        bytes[at + 2] = (bytes[at + 2] ?? 0) ^ 0x02;
      }
      await writeFile(path, bytes);
      for (const directory of ['events/index', 'read-models', 'progress', 'requests']) {
        await rm(pathOf(join(directory, 'data.crc')), { force: true });
      }
      await expect(ServiceUnderTest.on(dataDir)).rejects.toThrow(refused);
    }
  });
});
