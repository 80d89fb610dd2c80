import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrokerageClient, ClientAnswer } from '#libs/client';
import { createLogger } from '#libs/platform/runtime';
import {
  expectStatus,
  memberBody,
  ServiceUnderTest,
  uniqueName,
} from '../support/running-service.js';
import { expectErrorList, Wire } from '../support/wire.js';

const SIGNATURE = `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0 L9 9"/><desc>${'quillstroke'.repeat(20)}</desc></svg>`;

/** Unique personal data, so that finding them in a file or log is a leak. */
const personal = {
  firstName: 'Zephyrine',
  middleName: 'Quillon',
  lastName: 'Vandermolenskyj',
  email1: 'zephyrine.first@quillon-mail.example.com',
  email2: 'zephyrine.second@quillon-mail.example.com',
  dayTelephone: '646-555-7391',
  eveningTelephone: '646-555-8264',
  line1: '8842 Xanthippe Crescent',
  line2: 'Apartment 7719',
  city: 'Throckmortonville',
  mailingLine: 'P.O. Box 66193',
  employerName: 'Obfuscatory Widgets',
  contactFirst: 'Ignatzio',
  contactLast: 'Blumenkranzer',
  contactEmail: 'ignatzio@blumen-mail.example.com',
  contactTelephone: '917-555-6628',
  beneficiaryFirst: 'Wilhelmeena',
  beneficiaryLast: 'Przybyszewska',
  minorFirst: 'Thelonius',
  minorLast: 'Featherstonhaugh',
  trusteeFirst: 'Euphrosyne',
  trusteeLast: 'Cholmondeley',
  updatedEmail: 'renamed@quillon-mail.example.com',
  updatedLine: '9953 Melusine Parkway',
  refusedFirst: 'Bartholomeus',
  refusedLine: '1177 Forbidden Terrace',
  dateOfBirth: '1961-11-23',
} as const;
const taxIds = {
  member: '219093847',
  beneficiary: '327581946',
  minor: '438692057',
  trustee: '541703268',
  firm: '917364825',
  refused: '652814379',
} as const;

class Memory {
  text = '';
  write(line: string): void {
    this.text += line;
  }
}

const log = new Memory();
let service: ServiceUnderTest;
let client: BrokerageClient;
const answers: ClientAnswer[] = [];
const refusals: ClientAnswer[] = [];
let dataDir: string;
let sharedSecrets: string[];

beforeAll(async () => {
  service = await ServiceUnderTest.start({
    logger: createLogger({ level: 'trace', destination: log }),
  });
  ({ client } = service);
  dataDir = service.service.platform.config.dataDir;
  await journey();
  sharedSecrets = [service.credentials.sharedSecret];
});
afterAll(() => service.stop());

async function send(
  expected: number,
  method: string,
  path: string,
  body?: unknown,
): Promise<ClientAnswer> {
  const answer = await client.request(method, path, body);
  expectStatus(answer, expected);
  (expected < 400 ? answers : refusals).push(answer);
  return answer;
}

/** Sends valid and invalid requests to everything that accepts personal data. */
async function journey(): Promise<void> {
  const loginId = uniqueName('m');
  const primaryAddress = {
    line1: personal.line1,
    line2: personal.line2,
    city: personal.city,
    state: 'NY',
    zipcode: '10118',
    country: 'US',
  };
  const { firstName, middleName, lastName, email1, email2 } = personal;
  const { dayTelephone, eveningTelephone, employerName, dateOfBirth } = personal;
  const member = memberBody({
    ...{ loginId, firstName, middleName, lastName, email1, email2, dateOfBirth },
    ...{ dayTelephone, eveningTelephone, employerName, primaryAddress },
    tid: taxIds.member,
    mailingAddress: { ...primaryAddress, line1: personal.mailingLine },
    employerAddress: primaryAddress,
  });
  await send(201, 'POST', '/restapi/members', member);
  // a duplicate and invalid persons: none of their data may be returned or stored
  await send(400, 'POST', '/restapi/members', member);
  const refused = {
    ...member,
    loginId: uniqueName('m'),
    firstName: personal.refusedFirst,
    tid: taxIds.refused,
    primaryAddress: { ...primaryAddress, line1: personal.refusedLine, state: 'ZZ' },
  };
  await send(400, 'POST', '/restapi/members', refused);
  await send(400, 'POST', '/restapi/members', { ...refused, tid: `${taxIds.refused}9` });
  await send(400, 'POST', '/restapi/members', { ...refused, tid: { ssn: taxIds.refused } });
  await send(400, 'POST', '/restapi/members', {
    ...refused,
    email1: `${personal.refusedFirst} ${personal.refusedLine}`,
  });
  await send(400, 'POST', '/restapi/members', {
    ...refused,
    dateOfBirth: personal.refusedFirst,
  });
  await send(400, 'POST', '/restapi/members', { ...refused, citizenship: personal.refusedFirst });
  await send(400, 'POST', '/restapi/members', {
    ...refused,
    lastName: `${personal.refusedFirst}9${'x'.repeat(99)}`,
  });
  await send(200, 'PUT', `/restapi/members/${loginId}`, {
    email2: personal.updatedEmail,
    mailingAddress: { ...primaryAddress, line1: personal.updatedLine },
  });
  await send(400, 'PUT', `/restapi/members/${loginId}`, {
    tid: taxIds.refused,
    firstName: personal.refusedFirst,
  });

  const trustee = {
    loginId: uniqueName('t'),
    firstName: personal.trusteeFirst,
    lastName: personal.trusteeLast,
    dateOfBirth,
    email1,
    tid: taxIds.trustee,
    primaryAddress,
  };
  await send(201, 'POST', '/restapi/trustees', trustee);
  const firmRep = await service.member({ firstName, lastName });
  const firm = {
    firmName: 'Acme',
    firmTaxId: taxIds.firm,
    firmTaxIdType: 'TIN',
    firmRep,
    primaryAddress,
  };
  await send(400, 'POST', '/restapi/firms', { ...firm, firmRep: personal.refusedFirst });
  await send(201, 'POST', '/restapi/firms', firm);

  const beneficiary = {
    firstName: personal.beneficiaryFirst,
    lastName: personal.beneficiaryLast,
    relationship: 'S',
    dateOfBirth,
    ssn: taxIds.beneficiary,
    sharePct: '100',
  };
  const contact = {
    firstName: personal.contactFirst,
    lastName: personal.contactLast,
    email: personal.contactEmail,
    telephone: personal.contactTelephone,
  };
  const account = (fields: object): object => ({ ...service.accountBody(loginId), ...fields });
  const ira = { accountType: 'R', primaryBeneficiaries: [beneficiary], trustedContacts: [contact] };
  const opened = await send(201, 'POST', '/restapi/accounts', account(ira));
  const path = opened.location ?? '';
  await send(
    400,
    'POST',
    '/restapi/accounts',
    account({ ...ira, primaryBeneficiaries: [{ ...beneficiary, sharePct: '99' }] }),
  );
  await send(
    400,
    'POST',
    '/restapi/accounts',
    account({ ...ira, primaryBeneficiaries: [{ ...beneficiary, ssn: `x${taxIds.beneficiary}` }] }),
  );
  const minor = {
    firstName: personal.minorFirst,
    lastName: personal.minorLast,
    dateOfBirth: '2015-01-01',
    ssn: taxIds.minor,
    citizenship: 'C',
    state: 'NY',
  };
  await send(201, 'POST', '/restapi/accounts', account({ accountType: 'U', minor }));
  await send(200, 'PUT', path, {
    contingentBeneficiaries: [{ ...beneficiary, relationship: 'O' }],
  });
  const unknown = { trustedContacts: [{ ...contact, email: personal.refusedFirst }] };
  await send(400, 'PUT', path, unknown);

  const signature = {
    loginId,
    signatureMethod: 'SIGNATURE_IMAGE',
    signatureImageEncoding: 'SVG',
    signatureData: Buffer.from(SIGNATURE).toString('base64'),
  };
  await send(400, 'POST', `${path}/customeragreement`, {
    ...signature,
    signatureImageEncoding: 'PNG',
  });
  await send(200, 'POST', `${path}/customeragreement`, signature);
  for (const shown of [
    `/restapi/members/${loginId}`,
    path,
    `${path}/customeragreement`,
    '/restapi/trustees',
    '/restapi/accounts',
  ]) {
    await send(200, 'GET', shown);
  }
  const wire = new Wire(service);
  const malformed = await wire.send(
    'POST',
    '/restapi/members',
    `{"tid":"${taxIds.refused}" "${personal.refusedFirst}"`,
  );
  expectErrorList(malformed, 400);
  refusals.push(malformed as unknown as ClientAnswer);
}

/** Encodings in which a text could occur: plain, Base64 at each of three offsets, UTF-16, escaped. */
function formsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].map((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return shifted.slice(offset === 0 ? 0 : 4, -4).replace(/=+$/, '');
  });
  return [
    bytes,
    Buffer.from(text, 'utf16le'),
    ...base64.filter((form) => form.length >= 8).map((form) => Buffer.from(form)),
  ];
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Occurrences of the texts, by file and text. */
async function findIn(directory: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(directory)) {
    const bytes = await readFile(file);
    for (const text of texts) {
      if (formsOf(text).some((form) => bytes.includes(form))) found.push(`${file}: ${text}`);
    }
  }
  return found;
}

const everything = [...Object.values(personal), ...Object.values(taxIds)];
const signatureTexts = ['quillstrokequillstroke', SIGNATURE.slice(0, 60)];

describe('Personal data never stand plain', () => {
  it('the search finds what is there [account.get]', async () => {
    const forms = formsOf('Zephyrine Vandermolenskyj');
    for (const padding of ['', 'a', 'ab', 'abc']) {
      const encoded = Buffer.from(`${padding}Zephyrine Vandermolenskyj${padding}`).toString(
        'base64',
      );
      expect(forms.some((form) => encoded.includes(form.toString()))).toBe(true);
    }
    expect(await findIn(join(dataDir, 'events'), ['member.MemberCreated'])).not.toEqual([]);
    expect(await findIn(join(dataDir, 'read-models'), [personal.lastName])).not.toEqual([]);
    expect(log.text).toContain('/restapi/members');
  });

  it.each(['events', 'keys', 'documents', 'replays'])(
    'in no file of DATA_DIR/%s [account.get]',
    async (folder) => {
      const directory = join(dataDir, folder);
      expect((await filesBelow(directory)).length).toBeGreaterThan(0);
      expect(await findIn(directory, [...everything, ...signatureTexts])).toEqual([]);
    },
  );

  it('tax numbers and signatures: in no file of DATA_DIR at all [signature.store]', async () => {
    const directories = (await readdir(dataDir, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    expect(directories.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['read-models', 'events']),
    );
    expect(await findIn(dataDir, [...Object.values(taxIds), ...signatureTexts])).toEqual([]);
  });

  it('the shared secret of an API client: only in credentials.json', async () => {
    const found = await findIn(dataDir, sharedSecrets);
    expect(found.map((place) => place.split(': ')[0])).toEqual([join(dataDir, 'credentials.json')]);
  });

  it('in no event, as the log gives them out [signature.store]', async () => {
    const events = JSON.stringify(await service.log(), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const text of [...everything, ...sharedSecrets]) expect(events).not.toContain(text);
  });

  it('in no log line at level trace', () => {
    const { tokens } = service.credentials;
    const hidden = [...everything, ...signatureTexts, ...sharedSecrets, ...Object.values(tokens)];
    for (const text of [...hidden, Buffer.from(SIGNATURE).toString('base64')]) {
      expect(log.text.includes(text) ? text : undefined).toBeUndefined();
    }
  });

  it('in no error list [errors.list]', () => {
    expect(refusals.length).toBeGreaterThan(10);
    for (const { body } of refusals) {
      const text = JSON.stringify(body);
      for (const hidden of [...everything, ...sharedSecrets]) {
        expect(text.includes(hidden) ? [hidden, text] : undefined).toBeUndefined();
      }
    }
  });

  it('answers show tax numbers by their last four only [account.get]', () => {
    const shown = JSON.stringify(answers.map(({ body }) => body));
    for (const taxId of Object.values(taxIds)) expect(shown).not.toContain(taxId);
    expect(shown).toContain(taxIds.member.slice(-4));
    expect(shown).toContain(taxIds.beneficiary.slice(-4));
    // what may be shown is found, which proves that the search works
    expect(shown).toContain(personal.lastName);
    expect(shown).toContain(personal.beneficiaryLast);
  });

  it('files that hold keys or credentials are their owner’s alone', async () => {
    const { mode } = await stat(join(dataDir, 'credentials.json'));
    expect((mode & 0o777).toString(8)).toBe('600');
    const keys = (await readdir(dataDir)).filter((name) => /key/i.test(name));
    for (const name of keys) {
      const found = await stat(join(dataDir, name));
      expect([name, found.mode & 0o077]).toEqual([name, 0]);
    }
  });
});

describe('the full tax id', () => {
  it('is shown to an entitled firm, and to nobody else [account.get]', async () => {
    const entitled = await service.otherFirm(['fullTid']);
    const tid = taxIds.member;
    const loginId = await service.member({ tid }, entitled.client);
    const path = `/restapi/members/${loginId}`;
    expect((await entitled.client.get(path)).body).toMatchObject({ tid });
    const auditor = await service.auditor.get(path);
    expectStatus(auditor, 200);
    expect(JSON.stringify(auditor.body)).not.toContain(tid);
  });
});
