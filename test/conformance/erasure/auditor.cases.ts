import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { encodeConsistencyToken } from '#libs/platform/http';
import { eventually, PATIENCE_MS } from '../../support/condition.js';
import { exported } from '../exports.fixture.js';
import { erase, service, storedTexts } from './set-up.js';
import { type Bodies, unknownTexts } from './every-text.js';
import { type Everything, everything } from './everything.js';

/** Paths with parameters other than a person, an account or what belongs to them. */
const OF_OTHER_THINGS =
  /\{(?:oid|name|file|webhookid|billingplanoid|notificationid|closingtxnid)\}/;

interface Described {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { $ref?: string }[] } }>
  >;
}

/** Every GET about a person, now and, where supported, as of an earlier moment. */
async function readsOf({ places }: Everything, asOf: string): Promise<readonly string[]> {
  const api = (await service.client.get('/openapi.json')).body as Described;
  const found = new Set<string>();
  for (const [path, { get }] of Object.entries(api.paths)) {
    if (!get || OF_OTHER_THINGS.test(path)) continue;
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const fitting = places.filter((place) => names.every((name) => place[name] !== undefined));
    expect([path, fitting.length > 0]).toEqual([path, true]);
    const past = get.parameters?.some(({ $ref }) => $ref?.endsWith('/AsOf') === true) === true;
    for (const place of fitting) {
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? '');
      found.add(at);
      if (past) found.add(`${at}?asOf=${asOf}`);
    }
  }
  return [...found];
}

/** The response to the first caller who may read it. */
async function read(path: string): Promise<unknown> {
  const { client, auditor, operator, backoffice } = service;
  for (const reader of [client, auditor, operator, backoffice]) {
    const { status, body } = await reader.get(path);
    if (status !== 403) return body;
  }
  throw new Error(`nobody may read ${path}`);
}

/** Fields whose text a response contains, by path. */
async function shown(
  { marks }: Everything,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) {
    const answer = await read(path);
    for (const field of marks.in(JSON.stringify(answer))) found.set(field, path);
  }
  return found;
}

/** Fields whose text is in a file. LMDB files are excluded, since free pages keep it until they are reused. */
async function inFiles({ marks }: Everything): Promise<readonly string[]> {
  const { dataDir } = service.service.platform.config;
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith('.mdb')) continue;
    const path = join(entry.parentPath, entry.name);
    for (const field of marks.in(await readFile(path))) found.push(`${path}: ${field}`);
  }
  return found;
}

describe('what an auditor sees of an erased person [erasure.complete]', () => {
  let person: Everything;
  let paths: readonly string[];
  let before: Map<string, string>;
  beforeAll(async () => {
    person = await everything();
    const asOf = encodeConsistencyToken(await service.head());
    paths = await readsOf(person, asOf);
    before = await shown(person, paths);
  });

  it('every text that a request may have is among them, or is known to stay', async () => {
    const { body } = await service.client.get('/openapi.json');
    expect(unknownTexts(body as Bodies, person.marks.fields)).toEqual([]);
    expect(unknownTexts(body as Bodies, [])).toEqual(
      expect.arrayContaining(['notes', 'firstName']),
    );
  });

  it('before: everything that was written, in answers; nothing in files but mails', async () => {
    const never = ['tid', 'minor.ssn', 'bankAccountNumber', 'signatureData'];
    const hidden = person.marks.fields.filter((field) => !before.has(field));
    expect(hidden).toEqual(expect.arrayContaining(never));
    expect(hidden.filter((field) => !never.includes(field) && !field.endsWith('.ssn'))).toEqual([]);
    expect((await inFiles(person)).filter((found) => !found.includes('/outbox/'))).toEqual([]);
  });

  it('after: nothing, in no answer, read model, export or file, also when all is folded again from zero [erasure.once]', async () => {
    const { loginId, marks, accounts } = person;
    await erase(loginId);
    expect([...(await shown(person, paths))]).toEqual([]);
    expect((await storedTexts(() => true)).flatMap((text) => marks.in(text))).toEqual([]);
    // mails are sent a moment later
    await eventually(async () => (await inFiles(person)).length === 0 || undefined);
    const subjects = [...accounts.map((account) => `account=${account}`), `member=${loginId}`];
    for (const query of [...subjects.map((subject) => `?${subject}`), '']) {
      const { text, verdict } = await exported(service, query);
      expect([query, marks.in(text), verdict]).toMatchObject([query, [], { ok: true }]);
    }

    const { projectionRunner, projections, eventStore } = service.service.platform;
    const ofPeople = projections.filter(({ impersonal }) => impersonal !== true);
    const named = [loginId, ...accounts];
    const documents = async (): Promise<Set<string>> => {
      const all = await storedTexts((collection) => !collection.endsWith('_past'));
      return new Set(all.filter((text) => named.some((name) => text.includes(name))));
    };
    const caughtUp = async (): Promise<boolean> =>
      projectionRunner.waitFor('all', await eventStore.head(), PATIENCE_MS);
    // the ledger of what was just exported, too
    expect(await caughtUp()).toBe(true);
    const kept = await documents();
    for (const { name } of ofPeople) await projectionRunner.generations.rebuild(name);
    expect(await caughtUp()).toBe(true);
    expect(await documents()).toEqual(kept);
  });
});
