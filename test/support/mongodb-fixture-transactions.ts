import type { Document } from 'bson';
import { copyOf, type FixtureCollection, type FixtureData } from './mongodb-fixture-data.js';
import { noTransaction, writeConflict } from './mongodb-fixture-errors.js';

/** Seconds after which a server aborts an idle transaction. It does not abort earlier if the client disconnects. */
const LIFETIME_S = 60;

interface Transaction {
  /** The database it works on. */
  readonly database: FixtureData;
  /** The database as of its first statement. */
  readonly base: FixtureData;
  /** The database as the transaction sees it. */
  readonly data: FixtureData;
  readonly lifetime: NodeJS.Timeout;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/**
 * Transactions of a replica set. The first failing statement aborts one, whatever its `ordered` says; so does a document that
 * another write has changed since it began, or that another open transaction is changing.
 */
export class FixtureTransactions {
  readonly #open = new Map<string, Transaction>();

  /** Runs a statement of a transaction. */
  run(key: string, command: Document, database: FixtureData, run: Statement): Document {
    if (command['startTransaction'] === true) this.#begin(key, database);
    const transaction = this.#open.get(key);
    if (transaction === undefined) throw noTransaction();
    try {
      const before = copyOf(transaction.data);
      const answer = run(transaction.data, { ...command, ordered: true });
      for (const { collection, id } of changes(before, transaction.data)) {
        if (this.#isTaken(transaction, collection, id)) throw writeConflict();
      }
      if (answer['writeErrors'] !== undefined) this.#end(key);
      return answer;
    } catch (error) {
      this.#end(key);
      throw error;
    }
  }

  #begin(key: string, database: FixtureData): void {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const lifetime = setTimeout(() => this.#end(key), LIFETIME_S * 1_000).unref();
    const base = copyOf(database);
    this.#open.set(key, { database, base, data: copyOf(database), lifetime, ended, end });
  }

  /** Whether a document has changed since the transaction began, or another open transaction changes it. */
  #isTaken(transaction: Transaction, collection: string, id: string): boolean {
    const stored = (data: FixtureData): Document | undefined =>
      data.get(collection)?.documents.get(id);
    const { database, base } = transaction;
    if (stored(database) !== stored(base)) return true;
    return [...this.#open.values()].some(
      (other) =>
        other !== transaction &&
        other.database === database &&
        stored(other.data) !== stored(other.base),
    );
  }

  commit(key: string): Document {
    const transaction = this.#open.get(key);
    if (transaction === undefined) throw noTransaction();
    const { database, base, data } = transaction;
    for (const { collection, id, document } of changes(base, data)) {
      const into: FixtureCollection = database.get(collection) ?? {
        documents: new Map(),
        indexes: [],
      };
      database.set(collection, into);
      if (document === undefined) into.documents.delete(id);
      else into.documents.set(id, document);
    }
    this.#end(key);
    return { ok: 1 };
  }

  abort(key: string): Document {
    if (!this.#open.has(key)) throw noTransaction();
    this.#end(key);
    return { ok: 1 };
  }

  #end(key: string): void {
    const transaction = this.#open.get(key);
    this.#open.delete(key);
    clearTimeout(transaction?.lifetime);
    transaction?.end();
  }

  /** The server is no longer the primary. */
  abortAll(): void {
    for (const key of [...this.#open.keys()]) this.#end(key);
  }

  /** Resolves when a transaction that has changed the same documents ends: a write outside a transaction waits for it. */
  inTheWayOf(command: Document, database: FixtureData): Promise<void> | undefined {
    const [name = ''] = Object.keys(command);
    const ids = idsIn(command);
    for (const { database: other, base, data, ended } of this.#open.values()) {
      if (other !== database) continue;
      const held = [...changes(base, data)].some(
        ({ collection, id }) =>
          collection === command[name] && (ids.includes(id) || ids.includes(undefined)),
      );
      if (held) return ended;
    }
    return undefined;
  }
}

type Statement = (data: FixtureData, command: Document) => Document;

/** Ids of the documents that a write concerns; undefined for any. */
function idsIn(command: Document): readonly unknown[] {
  const of = (field: string): readonly Document[] => (command[field] ?? []) as Document[];
  return [
    ...of('documents').map(({ _id }) => _id as unknown),
    ...[...of('updates'), ...of('deletes')].map(({ q }) => (q as Document)['_id'] as unknown),
  ];
}

function* changes(
  before: FixtureData,
  after: FixtureData,
): Generator<{ collection: string; id: string; document: Document | undefined }> {
  for (const [collection, { documents }] of after) {
    const old = before.get(collection)?.documents;
    for (const id of new Set([...documents.keys(), ...(old?.keys() ?? [])])) {
      const document = documents.get(id);
      if (document !== old?.get(id)) yield { collection, id, document };
    }
  }
}
