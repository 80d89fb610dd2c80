import type { Document } from 'bson';
import { Aggregator } from 'mingo';
import {
  collectionIn,
  type FixtureCollection,
  type FixtureData,
  type FixtureIndex,
  select,
  sorted,
} from './mongodb-fixture-data.js';
import { CommandError } from './mongodb-fixture-errors.js';

type Command = (data: FixtureData, command: Document) => Document;

const ok = { ok: 1 };

/** Open cursors. */
export class FixtureCursors {
  readonly #open = new Map<bigint, Document[]>();
  #last = 0n;

  first(namespace: string, documents: readonly Document[], size = 101, single = false): Document {
    const firstBatch = documents.slice(0, size);
    const rest = documents.slice(size);
    let id = 0n;
    if (rest.length > 0 && !single) {
      id = ++this.#last;
      this.#open.set(id, rest);
    }
    return { cursor: { id, ns: namespace, firstBatch }, ...ok };
  }

  next(namespace: string, id: bigint, size = 101): Document {
    const rest = this.#open.get(id);
    if (rest === undefined) throw new CommandError(43, 'CursorNotFound', 'cursor not found');
    const nextBatch = rest.splice(0, size);
    if (rest.length === 0) this.#open.delete(id);
    return { cursor: { id: rest.length > 0 ? id : 0n, ns: namespace, nextBatch }, ...ok };
  }

  kill(ids: readonly bigint[]): void {
    for (const id of ids) this.#open.delete(id);
  }
}

/**
 * The commands on documents that the adapter uses. Anything else is an error.
 * @param rivals documents by id that a concurrent write inserts right before an upsert of the same id
 * @param stops whether a batch always stops at its first error
 */
export function documentCommands(
  cursors: FixtureCursors,
  rivals: Map<string, Document>,
  stops: boolean,
): Record<string, Command> {
  return {
    find: (data, command) => {
      only(command, ['find', 'filter', 'sort', 'limit', 'batchSize', 'singleBatch']);
      const found = sorted(
        select(data.get(text(command, 'find')), doc(command, 'filter')),
        command['sort'] as Document,
      );
      const limit = (command['limit'] as number | undefined) ?? 0;
      const documents = limit > 0 ? found.slice(0, limit) : found;
      const size = command['batchSize'] as number | undefined;
      const namespace = `${text(command, '$db')}.${text(command, 'find')}`;
      return cursors.first(namespace, documents, size, command['singleBatch'] === true);
    },
    getMore: (_data, command) => {
      only(command, ['getMore', 'collection', 'batchSize']);
      const namespace = `${text(command, '$db')}.${text(command, 'collection')}`;
      const id = command['getMore'] as bigint;
      return cursors.next(namespace, id, command['batchSize'] as number | undefined);
    },
    killCursors: (_data, command) => {
      cursors.kill(command['cursors'] as bigint[]);
      return ok;
    },
    aggregate: (data, command) => {
      only(command, ['aggregate', 'pipeline', 'cursor']);
      const name = text(command, 'aggregate');
      const [match, ...pipeline] = command['pipeline'] as Document[];
      if (match?.['$match'] === undefined) throw unknown('a pipeline that starts otherwise');
      const found = select(data.get(name), doc(match, '$match'));
      const result = new Aggregator(pipeline).run(found.map(({ _id }) => ({ _id: _id as string })));
      return cursors.first(`${text(command, '$db')}.${name}`, result);
    },
    insert: (data, command) => {
      only(command, ['insert', 'documents', 'ordered']);
      const collection = collectionIn(data, text(command, 'insert'));
      const writeErrors: Document[] = [];
      const before = collection.documents.size;
      for (const [index, document] of (command['documents'] as Document[]).entries()) {
        const id = document['_id'] as string;
        if (collection.documents.has(id)) writeErrors.push(duplicate(index));
        else collection.documents.set(id, document);
        if (writeErrors.length > 0 && (stops || command['ordered'] !== false)) break;
      }
      const n = collection.documents.size - before;
      return { n, ...(writeErrors.length > 0 && { writeErrors }), ...ok };
    },
    update: (data, command) => {
      only(command, ['update', 'updates', 'ordered']);
      const name = text(command, 'update');
      const updates = command['updates'] as Document[];
      const ordered = stops || command['ordered'] !== false;
      return updateAll(collectionIn(data, name), updates, ordered, rivals);
    },
    delete: (data, command) => {
      only(command, ['delete', 'deletes', 'ordered']);
      const collection = data.get(text(command, 'delete'));
      let n = 0;
      for (const { q, limit } of command['deletes'] as { q: Document; limit: number }[]) {
        const found = select(collection, q);
        for (const document of limit === 1 ? found.slice(0, 1) : found) {
          collection?.documents.delete(document['_id'] as string);
          n++;
        }
      }
      return { n, ...ok };
    },
    listCollections: (data, command) => {
      const all = [...data.keys()].map((name) => ({ name, type: 'collection' }));
      return cursors.first(`${text(command, '$db')}.$cmd.listCollections`, all, all.length + 1);
    },
    create: (data, command) => {
      const name = text(command, 'create');
      if (data.has(name)) throw new CommandError(48, 'NamespaceExists', 'collection exists');
      collectionIn(data, name);
      return ok;
    },
    drop: (data, command) => {
      const name = text(command, 'drop');
      if (!data.delete(name)) throw new CommandError(26, 'NamespaceNotFound', 'ns not found');
      return ok;
    },
    listIndexes: (data, command) => {
      const name = text(command, 'listIndexes');
      const found = data.get(name);
      if (!found) throw new CommandError(26, 'NamespaceNotFound', 'ns does not exist');
      return cursors.first(`${text(command, '$db')}.${name}`, found.indexes);
    },
    createIndexes: (data, command) => {
      only(command, ['createIndexes', 'indexes']);
      const { indexes } = collectionIn(data, text(command, 'createIndexes'));
      for (const index of command['indexes'] as FixtureIndex[]) {
        const other = indexes.find(({ name }) => name === index.name);
        if (other === undefined) indexes.push(index);
        else if (JSON.stringify(other.key) !== JSON.stringify(index.key)) {
          throw new CommandError(86, 'IndexKeySpecsConflict', 'an index of this name is another');
        }
      }
      return ok;
    },
  };
}

function updateAll(
  collection: FixtureCollection,
  updates: readonly Document[],
  ordered: boolean,
  rivals: Map<string, Document>,
): Document {
  const { documents } = collection;
  const upserted: Document[] = [];
  const writeErrors: Document[] = [];
  let n = 0;
  for (const [index, update] of updates.entries()) {
    only(update, ['q', 'u', 'upsert', 'multi']);
    if (update['multi'] === true) throw unknown('multi');
    const q = doc(update, 'q');
    const [old] = select(collection, q);
    if (old === undefined && update['upsert'] !== true) continue;
    const id = (old?.['_id'] ?? q['_id']) as string;
    const rival = rivals.get(id);
    if (old === undefined && rival !== undefined) documents.set(id, rival);
    rivals.delete(id);
    if (old === undefined && documents.has(id)) {
      writeErrors.push(duplicate(index));
      if (ordered) break;
      continue;
    }
    documents.set(id, changed(old ?? { _id: id }, doc(update, 'u')));
    if (old === undefined) upserted.push({ index, _id: id });
    n++;
  }
  return {
    n,
    nModified: n - upserted.length,
    ...(upserted.length > 0 && { upserted }),
    ...(writeErrors.length > 0 && { writeErrors }),
    ...ok,
  };
}

function changed(old: Document, update: Document): Document {
  const operators = Object.keys(update).filter((key) => key.startsWith('$'));
  if (operators.length === 0) return { _id: old['_id'] as string, ...update };
  const result: Record<string, unknown> = { ...old };
  for (const operator of operators) {
    for (const [field, value] of Object.entries(doc(update, operator))) {
      if (field.includes('.')) throw unknown(`${operator} of a path`);
      if (operator === '$set') result[field] = value as unknown;
      else if (operator === '$inc') {
        result[field] = Number(result[field] ?? 0) + Number(value);
      } else throw unknown(operator);
    }
  }
  return result;
}

function duplicate(index: number): Document {
  return { index, code: 11000, keyPattern: { _id: 1 }, errmsg: 'E11000 duplicate key error' };
}

function text(command: Document, field: string): string {
  const value: unknown = command[field];
  if (typeof value !== 'string') throw unknown(`a ${field} that is no text`);
  return value;
}

function doc(command: Document, field: string): Document {
  return (command[field] ?? {}) as Document;
}

/** Fields that any command may carry. */
const common = new Set([
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'txnNumber',
  'startTransaction',
  'autocommit',
]);

function only(command: Document, fields: readonly string[]): void {
  const other = Object.keys(command).find((key) => !fields.includes(key) && !common.has(key));
  if (other !== undefined) throw unknown(`field ${other}`);
}

function unknown(what: string): CommandError {
  return new CommandError(9, 'FailedToParse', `the fixture does not know ${what}`);
}
