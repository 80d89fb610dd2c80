import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Document } from 'bson';
import { openReplayGuard, type ReplayGuard } from '#libs/platform/identity';
import { type DocumentStore, type Lease, openDocumentStore } from '#libs/platform/read-models';
import {
  createLogger,
  type DocumentVault,
  MongoKeyTable,
  openDocumentVault,
  openKeyStore,
  Sealer,
  type WrappedKeyStore,
} from '#libs/platform/runtime';
import { eventually } from '../support/condition.js';
import { MongoFixture } from '../support/mongodb-fixture.js';

/** The server's codes without gaps end at about 430; some larger ones, and what no server has said yet. */
const CODES = [
  ...Array.from({ length: 450 }, (_, index) => index),
  ...[-1, -2_147_483_648, 6600, 7582, 8000, 9001, 10003, 10058, 10107, 10334, 11000, 11001, 11600],
  ...[11602, 12582, 12586, 12587, 13104, 13297, 13388, 13435, 13436, 13475, 14031, 16410, 16500],
  ...[16755, 17280, 17419, 17420, 20178, 28667, 31082, 31249, 40324, 40573, 50768, 51270, 987654],
  ...[5_447_000, 2_147_483_647],
];
const DUPLICATE_KEY = 11_000;
const NAMESPACE_NOT_FOUND = 26;
/** Those about the user. */
const OF_USER = [13, 18, 8000];
/** Those about one document, where an operation of a batch gets them. */
const OF_DOCUMENT = [15, 22, 52, 55, 56, 57, 171, 10334, 17280, 17419, 17420];
/** Those that mean something to the service or to the driver: they arrive in each form, the others in one or another. */
const MEANT = [
  ...OF_USER,
  ...OF_DOCUMENT,
  ...[DUPLICATE_KEY, NAMESPACE_NOT_FOUND, 6, 7, 20, 43, 48, 64, 85, 86, 89, 91, 112, 189, 251],
  ...[262, 391, 9001, 10107, 11600, 11602, 13388, 13435, 13436],
];

const failed = { ok: 0, errmsg: 'no' };
const codeName = 'Said';
/** How a code can arrive. */
const FORMS: Readonly<Record<string, (code: number, own: Document) => Document>> = {
  'an error': (code) => ({ ...failed, code, codeName }),
  'an error without a name': (code) => ({ ...failed, code }),
  'an error that a driver may try again': (code) => ({
    ...{ ...failed, code, codeName },
    errorLabels: [
      'RetryableWriteError',
      'TransientTransactionError',
      'NetworkTimeout',
      'HandshakeError',
    ],
  }),
};
/** How it can arrive in an answer that is ok, to a write. */
const FORMS_OF_WRITES: typeof FORMS = {
  'an error of the first operation': (code, own) => ({
    ...own,
    ...{ n: 0, nModified: 0, upserted: undefined, writeErrors: [{ index: 0, code, errmsg: 'no' }] },
  }),
  'an error of the write concern': (code, own) => ({
    ...own,
    writeConcernError: { code, codeName, errmsg: 'no' },
  }),
};

const SUBJECT = 'person:a';
const contents = Buffer.from('a document');

describe('MongoDB that answers with an error', () => {
  let fixture: MongoFixture;
  let documents: DocumentStore;
  let keys: WrappedKeyStore;
  let table: MongoKeyTable;
  let vault: DocumentVault;
  let replays: ReplayGuard;
  let lease: Lease;
  let inVault: { readonly key: string; readonly sha256: string };
  let last = 1;
  const fresh = (): string => `n${++last}`;
  const write = (...ids: readonly string[]) => {
    const position = BigInt(++last);
    const writes = ids.map((id) => ({ collection: 'things', id, document: { n: 1 }, position }));
    return documents.write({ writes, checkpoints: [{ name: 'things', position }] });
  };
  const scan = async (): Promise<void> => {
    for await (const { id } of documents.scan('things')) expect(id).not.toBe('');
  };

  beforeAll(async () => {
    fixture = await MongoFixture.start({ replicaSet: true });
    // without the pause of a driver that looks for a new primary
    const url = `${fixture.url()}&minHeartbeatFrequencyMS=5`;
    const config = { mongodbUrl: url, dataDir: '' };
    documents = await openDocumentStore({ directory: '', url });
    keys = await openKeyStore(config, { wraps: createSecretKey(randomBytes(32)) });
    table = await MongoKeyTable.connect(url);
    vault = await openDocumentVault(config, keys, await Sealer.over(keys));
    replays = await openReplayGuard(config, {
      clock: Date,
      logger: createLogger({ level: 'silent' }),
    });
    await documents.ensureCollection({ name: 'things', indexes: [{ name: 'n', fields: ['n'] }] });
    await write('a');
    await documents.setPointer('p', undefined, 'a');
    lease = (await documents.acquireLease('l', 'h', 3_600_000))!;
    inVault = await vault.put(contents, { subject: SUBJECT });
  });
  afterAll(async () => {
    for (const store of [documents, vault, keys, table, replays]) await store.close();
    await fixture.stop();
  });

  /** What the stores read. */
  const READS: Readonly<Record<string, () => Promise<unknown>>> = {
    collections: () => documents.listCollections(),
    get: () => documents.get('things', 'a'),
    getMany: () => documents.getMany('things', ['a', 'b']),
    load: () => documents.load('things', ['a']),
    find: () => documents.find('things', { index: 'n', equals: [1], limit: 5 }),
    scan,
    count: () => documents.count('things'),
    checkpoint: () => documents.checkpoint('things'),
    checkpoints: () => documents.checkpoints(),
    pointer: () => documents.pointer('p'),
    pointers: () => documents.pointers(['p']),
    key: () => keys.open([fresh()]),
    keys: () => table.list('subject', undefined, 10),
    vault: () => vault.check(inVault),
  };
  /** How they write what is projected. */
  const WRITES: typeof READS = {
    write: () => write('a'),
    'write of several': () => write('b', 'c', 'd'),
    'write of a checkpoint': () => write(),
  };
  /** What else they change. */
  const CHANGES: typeof READS = {
    ...WRITES,
    'deleted checkpoint': () => documents.deleteCheckpoint('none'),
    'first pointer': () => documents.setPointer(fresh(), undefined, 'a'),
    'changed pointer': () => documents.setPointer('p', 'a', 'a'),
    'first lease': () => documents.acquireLease(fresh(), 'h', 1_000),
    'lease again': () => documents.acquireLease('l', 'h', 3_600_000),
    'renewed lease': () => documents.renewLease(lease, 3_600_000),
    'released lease': () => documents.releaseLease({ ...lease, name: 'none' }),
    'new key': () => keys.ensure(fresh()),
    'destroyed key': () => keys.destroy(fresh()),
    'new secret': () => keys.secret(fresh()),
    'put into the vault': () => vault.put(contents, { subject: SUBJECT }),
    'used signature': async () => replays.use(randomBytes(32), Date.now() + 60_000, Date.now()),
  };
  /** What they define. */
  const DEFINITIONS: typeof READS = {
    'new collection': () => documents.ensureCollection({ name: fresh(), indexes: [] }),
    'new index': () =>
      documents.ensureCollection({ name: fresh(), indexes: [{ name: 'n', fields: ['n'] }] }),
    'dropped collection': () => documents.dropCollection('none'),
  };
  const ALL = { ...READS, ...CHANGES, ...DEFINITIONS };
  const names = (operations: typeof READS): readonly string[] => Object.keys(operations);

  /** What each operation ends with while commands are answered like this: the name of its error, or that there is none. */
  async function outcomes(operations: typeof READS): Promise<Readonly<Record<string, string>>> {
    const ended = Object.entries(operations).map(async ([name, operation]) => {
      const said = await operation().then(
        () => 'done',
        (error: unknown) => {
          if (!(error instanceof Error)) return String(error);
          return 'permanent' in error && error.permanent === true ? 'denied' : error.name;
        },
      );
      return [name, said] as const;
    });
    return Object.fromEntries(await Promise.all(ended));
  }

  const each = (operations: typeof READS, outcome: string): Readonly<Record<string, string>> =>
    Object.fromEntries(names(operations).map((name) => [name, outcome]));

  /** Gives codes to the operations, in one form, and compares what comes of each. */
  async function tell(
    forms: typeof FORMS,
    form: string,
    matches: (command: Document) => boolean,
    expected: (code: number) => Readonly<Record<string, string>>,
  ): Promise<void> {
    const turn = Object.keys(forms).indexOf(form);
    const codes = CODES.filter(
      (code, index) => index % Object.keys(forms).length === turn || MEANT.includes(code),
    );
    for (const code of codes) {
      const answers = (own: Document): Document => forms[form]!(code, own);
      const heal = fixture.misbehave({ matches, answers });
      const said = await outcomes(ALL);
      heal();
      expect({ code, ...said }).toEqual({ code, ...expected(code) });
      // a driver asks a server first that said that it is no primary
      await eventually(async () =>
        (await documents.pointer('p').catch(() => '')) === 'a' ? true : undefined,
      );
    }
    expect(await outcomes(ALL)).toEqual(each(ALL, 'done'));
  }

  const oneOf = (...outcomes: readonly string[]): string =>
    expect.stringMatching(`^(?:${outcomes.join('|')})$`) as unknown as string;
  const AWAY = 'StoreUnavailableError';
  /** What a code ends everything with. After some, a driver breaks off what else it is asked. */
  const ofCode = (code: number): string => {
    // that somebody was faster, or that there is no such collection
    if ([DUPLICATE_KEY, NAMESPACE_NOT_FOUND].includes(code)) return oneOf('done', AWAY);
    return OF_USER.includes(code) ? oneOf('denied', AWAY) : AWAY;
  };

  it.each(Object.keys(FORMS))('with %s is unavailable, whatever it was asked', async (form) => {
    const isAny = (): boolean => true;
    await tell(FORMS, form, isAny, (code) => each(ALL, ofCode(code)));
  });

  it.each(Object.keys(FORMS_OF_WRITES))('with %s has not changed anything', async (form) => {
    const isWrite = (command: Document): boolean =>
      ['insert', 'update', 'delete'].includes(Object.keys(command)[0] ?? '');
    const isOfOperation = form.includes('operation');
    await tell(FORMS_OF_WRITES, form, isWrite, (code) => ({
      ...each(READS, oneOf('done', AWAY)),
      ...each({ ...CHANGES, ...DEFINITIONS }, ofCode(code)),
      ...(isOfOperation && OF_DOCUMENT.includes(code) && each(WRITES, 'DocumentRefusedError')),
    }));
  });
});
