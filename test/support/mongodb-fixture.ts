import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { deserialize, type Document, serialize } from 'bson';
import { freePort } from './free-port.js';
import { documentCommands, FixtureCursors } from './mongodb-fixture-commands.js';
import {
  CommandError,
  copyOf,
  type FixtureCollection,
  type FixtureData,
} from './mongodb-fixture-data.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

interface Transaction {
  readonly data: FixtureData;
  readonly base: FixtureData;
  /** The database it works on: one, as far as the adapters use it. */
  readonly database: FixtureData;
  failed: boolean;
}

/**
 * As much of a MongoDB server as the adapter talks to: OP_MSG over TCP, documents in Maps, sessions with transactions and
 * retryable writes. What the adapter does not send is refused with the server's error code.
 */
export class MongoFixture {
  readonly #databases = new Map<string, FixtureData>();
  readonly #rivals = new Map<string, Document>();
  readonly #commands = documentCommands(new FixtureCursors(), this.#rivals);
  readonly #sockets = new Set<Socket>();
  readonly #transactions = new Map<string, Transaction>();
  readonly #answers = new Map<string, Document>();
  #server: Server | undefined;
  #drop: { command: string; when: 'before' | 'after' } | undefined;
  /** Names of the commands received, in order. */
  readonly received: string[] = [];
  /** Names of those among them whose changes a failure of one server may undo after the answer. */
  readonly perishable: string[] = [];
  /** Names of those among them that change something in no transaction. */
  readonly alone: string[] = [];

  private constructor(
    private readonly replicaSet: boolean,
    private readonly port: number,
  ) {}

  /** Starts a single server, or a replica set of one. */
  static async start(options: { readonly replicaSet: boolean }): Promise<MongoFixture> {
    const fixture = new MongoFixture(options.replicaSet, await freePort());
    await fixture.comeBack();
    return fixture;
  }

  /** Connection string. */
  url(): string {
    return `mongodb://127.0.0.1:${this.port}/test?serverSelectionTimeoutMS=1200&heartbeatFrequencyMS=500`;
  }

  /** Names of the databases that something was asked of. */
  get databases(): readonly string[] {
    return [...this.#databases.keys()];
  }

  /** Breaks the connection at the next such command, before or after it has been carried out. */
  dropAt(command: string, when: 'before' | 'after'): void {
    this.#drop = { command, when };
  }

  /** Has another write insert a document right before the next upsert of its id would. */
  overtake(document: Document): void {
    this.#rivals.set(String(document['_id']), document);
  }

  /** Breaks all connections and refuses new ones. */
  async goAway(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    for (const socket of this.#sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  /** Listens again, at the same address and with the same documents. */
  async comeBack(): Promise<void> {
    const server = createServer((socket) => this.#serve(socket));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
  }

  stop(): Promise<void> {
    return this.goAway();
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      while (pending.length >= 4 && pending.length >= pending.readInt32LE(0)) {
        const size = pending.readInt32LE(0);
        this.#message(socket, pending.subarray(0, size));
        pending = pending.subarray(size);
      }
    });
  }

  #message(socket: Socket, message: Buffer): void {
    const requestId = message.readInt32LE(4);
    const opcode = message.readInt32LE(12);
    const command = opcode === OP_MSG ? readMessage(message) : readQuery(message, opcode);
    const name = Object.keys(command)[0] ?? '';
    this.received.push(name);
    if (isPerishable(name, command)) this.perishable.push(name);
    if (CHANGES.includes(name) && command['autocommit'] !== false) this.alone.push(name);
    const drop = this.#drop?.command === name ? this.#drop.when : undefined;
    if (drop !== undefined) this.#drop = undefined;
    if (drop === 'before') {
      socket.destroy();
      return;
    }
    const answer = this.#answer(name, command);
    if (drop === 'after') socket.destroy();
    else
      socket.write(opcode === OP_MSG ? writeMessage(requestId, answer) : reply(requestId, answer));
  }

  #answer(name: string, command: Document): Document {
    const key = operationKey(command);
    const before = key === undefined ? undefined : this.#answers.get(key);
    if (before !== undefined) return before;
    let answer: Document;
    try {
      answer = this.#carryOut(name, command);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const { code, codeName, message, labels } = error;
      answer = { ok: 0, code, codeName, errmsg: message, errorLabels: labels };
    }
    if (key !== undefined) this.#answers.set(key, answer);
    return answer;
  }

  #carryOut(name: string, command: Document): Document {
    switch (name) {
      case 'hello':
      case 'ismaster':
      case 'isMaster':
        return this.#hello();
      case 'ping':
      case 'endSessions':
        return { ok: 1 };
      case 'commitTransaction':
      case 'abortTransaction':
        return this.#endTransaction(name, transactionKey(command));
      default: {
        const run = this.#commands[name];
        if (run === undefined) {
          throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`);
        }
        const database = this.#database(String(command['$db']));
        if (command['autocommit'] !== false) return run(database, command);
        return this.#inTransaction(command, database, (data) => run(data, command));
      }
    }
  }

  #database(name: string): FixtureData {
    const found = this.#databases.get(name) ?? new Map<string, FixtureCollection>();
    this.#databases.set(name, found);
    return found;
  }

  #inTransaction(
    command: Document,
    database: FixtureData,
    run: (data: FixtureData) => Document,
  ): Document {
    const key = transactionKey(command);
    if (!this.replicaSet) {
      throw new CommandError(20, 'IllegalOperation', 'transactions need a replica set');
    }
    if (command['startTransaction'] === true) {
      this.#transactions.set(key, {
        data: copyOf(database),
        base: copyOf(database),
        database,
        failed: false,
      });
    }
    const transaction = this.#transactions.get(key);
    if (transaction === undefined || transaction.failed) throw noTransaction();
    const answer = run(transaction.data);
    if (answer['writeErrors'] !== undefined) transaction.failed = true;
    return answer;
  }

  #endTransaction(name: string, key: string): Document {
    const transaction = this.#transactions.get(key);
    this.#transactions.delete(key);
    if (name === 'abortTransaction') return { ok: 1 };
    if (transaction === undefined || transaction.failed) throw noTransaction();
    const { database } = transaction;
    const changes: [string, string, Document | undefined][] = [];
    for (const [collection, { documents }] of transaction.data) {
      const base = transaction.base.get(collection)?.documents;
      const ids = new Set([...documents.keys(), ...(base?.keys() ?? [])]);
      for (const id of ids) {
        if (documents.get(id) === base?.get(id)) continue;
        if (database.get(collection)?.documents.get(id) !== base?.get(id)) {
          const label = ['TransientTransactionError'];
          throw new CommandError(112, 'WriteConflict', 'another write came between', label);
        }
        changes.push([collection, id, documents.get(id)]);
      }
    }
    for (const [collection, id, document] of changes) {
      if (!database.has(collection)) {
        database.set(collection, { documents: new Map(), indexes: [] });
      }
      const { documents } = database.get(collection)!;
      if (document === undefined) documents.delete(id);
      else documents.set(id, document);
    }
    return { ok: 1 };
  }

  #hello(): Document {
    const address = `127.0.0.1:${this.port}`;
    return {
      helloOk: true,
      ismaster: true,
      isWritablePrimary: true,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ...(this.replicaSet && {
        setName: 'rs0',
        setVersion: 1,
        hosts: [address],
        primary: address,
        me: address,
        secondary: false,
      }),
      ok: 1,
    };
  }
}

/** Commands that change documents. */
const CHANGES = ['insert', 'update', 'delete'];

/** Whether a command changes something without asking for a majority; in a transaction its commit does. */
function isPerishable(name: string, { writeConcern, autocommit }: Document): boolean {
  const isChange = CHANGES.includes(name) && autocommit !== false;
  if (!isChange && name !== 'commitTransaction') return false;
  return (writeConcern as Document | undefined)?.['w'] !== 'majority';
}

function noTransaction(): CommandError {
  const label = ['TransientTransactionError'];
  return new CommandError(251, 'NoSuchTransaction', 'the transaction is over', label);
}

function sessionOf(command: Document): string {
  const { id } = (command['lsid'] ?? {}) as { id?: { toString(encoding: 'hex'): string } };
  return id?.toString('hex') ?? '';
}

function transactionKey(command: Document): string {
  return `${sessionOf(command)}/${String(command['txnNumber'])}`;
}

/** A retryable write keeps its number when it is sent again; inside a transaction the commit does. */
function operationKey(command: Document): string | undefined {
  if (command['txnNumber'] === undefined) return undefined;
  const name = Object.keys(command)[0] ?? '';
  if (command['autocommit'] === false && name !== 'commitTransaction') return undefined;
  return `${transactionKey(command)}/${name}`;
}

function parse(bytes: Buffer): Document {
  return deserialize(bytes, { useBigInt64: true });
}

function readQuery(message: Buffer, opcode: number): Document {
  if (opcode !== OP_QUERY) throw new Error(`the fixture does not know opcode ${opcode}`);
  const name = message.indexOf(0, 20) + 1;
  return parse(message.subarray(name + 8));
}

function readMessage(message: Buffer): Document {
  const flags = message.readUInt32LE(16);
  const end = message.length - ((flags & 1) === 1 ? 4 : 0);
  let command: Document = {};
  const sequences: [string, Document[]][] = [];
  for (let offset = 20; offset < end;) {
    const kind = message[offset++];
    const size = message.readInt32LE(offset);
    if (kind === 0) command = parse(message.subarray(offset, offset + size));
    else {
      const nameEnd = message.indexOf(0, offset + 4);
      const documents: Document[] = [];
      for (let at = nameEnd + 1; at < offset + size; at += message.readInt32LE(at)) {
        documents.push(parse(message.subarray(at, at + message.readInt32LE(at))));
      }
      sequences.push([message.toString('utf8', offset + 4, nameEnd), documents]);
    }
    offset += size;
  }
  return { ...command, ...Object.fromEntries(sequences) };
}

function header(size: number, responseTo: number, opcode: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeInt32LE(16 + size, 0);
  bytes.writeInt32LE(responseTo, 8);
  bytes.writeInt32LE(opcode, 12);
  return bytes;
}

function writeMessage(responseTo: number, answer: Document): Buffer {
  const body = serialize(answer, { ignoreUndefined: true });
  return Buffer.concat([header(5 + body.length, responseTo, OP_MSG), Buffer.alloc(5), body]);
}

function reply(responseTo: number, answer: Document): Buffer {
  const body = serialize(answer, { ignoreUndefined: true });
  const preamble = Buffer.alloc(20);
  preamble.writeInt32LE(1, 16);
  return Buffer.concat([header(20 + body.length, responseTo, OP_REPLY), preamble, body]);
}
