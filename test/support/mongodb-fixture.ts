import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { type Document, Timestamp } from 'bson';
import { freePort } from './free-port.js';
import { documentCommands, FixtureCursors } from './mongodb-fixture-commands.js';
import type { FixtureCollection, FixtureData } from './mongodb-fixture-data.js';
import { CommandError, ENDS, failure, writeConflict } from './mongodb-fixture-errors.js';
import { FixtureTransactions } from './mongodb-fixture-transactions.js';
import { type Asked, read, wholeMessages } from './mongodb-fixture-wire.js';

/** Options of a fixture. */
export interface MongoFixtureOptions {
  /** A replica set of one, which has transactions; otherwise a standalone server. */
  readonly replicaSet: boolean;
  /** The server's time, in milliseconds since 1970. Default: the system clock. */
  readonly now?: () => number;
  /** Milliseconds that each command takes; default 0. */
  readonly delay?: number;
  /** Whether it stops a batch at its first error even if the operations have no order. */
  readonly stopsAtFirstError?: boolean;
}

/** How the next such command is made to fail. */
interface Fault {
  readonly command: string;
  readonly error: CommandError | 'drop';
  /** Whether it fails before or after it is carried out. */
  readonly when: 'before' | 'after';
}

/** How commands are treated for as long as it lasts; see {@link MongoFixture.misbehave}. */
interface Misbehaviour {
  /** Default: every command but those that watch a server. */
  readonly command?: string;
  /** Default: all such commands. */
  readonly matches?: (command: Document) => boolean;
  /** Code and name of the error that they get. */
  readonly code?: number;
  readonly codeName?: string;
  /** They get no response. */
  readonly hangs?: boolean;
  /** They are lost: they get no response, not even afterwards. */
  readonly loses?: boolean;
  /** Those with a write concern are carried out, but no majority confirms it. */
  readonly unconfirmed?: boolean;
  /** Milliseconds that they take. */
  readonly delay?: number;
  /** They are carried out, and these bytes are sent instead of the response; the connection closes then. */
  readonly garbles?: (response: Buffer) => Buffer;
  /** They are carried out, and get this response instead of their own. */
  readonly answers?: (answer: Document) => Document;
}

/**
 * As much of a MongoDB server as the adapter needs: OP_MSG over TCP, documents in Maps, sessions with transactions and retryable
 * writes. Everything else is refused with the server's error code.
 */
export class MongoFixture {
  readonly #databases = new Map<string, FixtureData>();
  readonly #rivals = new Map<string, Document>();
  readonly #commands: ReturnType<typeof documentCommands>;
  readonly #calmer = new EventEmitter().setMaxListeners(0);
  readonly #sockets = new Set<Socket>();
  readonly #transactions = new FixtureTransactions();
  /** The last retryable operation of each session, and its response. */
  readonly #answers = new Map<string, { readonly operation: string; readonly answer: Document }>();
  #server: Server | undefined;
  #faults: readonly Fault[] = [];
  #misbehaviours: readonly Misbehaviour[] = [];
  #isPrimary = true;
  /** Commands that arrived since {@link forget}. */
  readonly #underWay = new Set<Asked>();
  /** Milliseconds that each command takes. */
  delay: number;
  /** Id of a document whose updates are forgotten without an error. */
  forgets: string | undefined;
  /** Names of received commands, in order. */
  received: string[] = [];
  /** Names of commands whose changes may be rolled back after the response, for want of a majority write concern. */
  perishable: string[] = [];
  /** Names of commands whose reads may be rolled back by an election, or come from a lagging secondary. */
  unsure: string[] = [];
  /** Collections queried by `find`, in order. */
  finds: string[] = [];
  /** Maximum number of concurrent commands. */
  mostAtOnce = 0;
  /** How often a command arrived while none was running: the number of sequential round trips. */
  roundTrips = 0;

  private constructor(
    private readonly options: MongoFixtureOptions,
    private readonly port: number,
  ) {
    const { delay = 0, stopsAtFirstError = false } = options;
    this.delay = delay;
    this.#commands = documentCommands(new FixtureCursors(), this.#rivals, stopsAtFirstError);
  }

  /** Starts a server. */
  static async start(options: MongoFixtureOptions): Promise<MongoFixture> {
    const fixture = new MongoFixture(options, await freePort());
    await fixture.comeBack();
    return fixture;
  }

  /** Connection string. */
  url(): string {
    return `mongodb://127.0.0.1:${this.port}/test?serverSelectionTimeoutMS=1200&heartbeatFrequencyMS=500`;
  }

  /** Names of the databases used. */
  get databases(): readonly string[] {
    return [...this.#databases.keys()];
  }

  /** How often a command was received. */
  count(command: string): number {
    return this.received.filter((name) => name === command).length;
  }

  /** Resets the counters. A command that is still running no longer counts. */
  forget(): void {
    this.#underWay.clear();
    this.received = [];
    this.perishable = [];
    this.unsure = [];
    this.finds = [];
    this.mostAtOnce = 0;
    this.roundTrips = 0;
  }

  /** Breaks the connection at the next such command, before or after it is carried out. */
  dropAt(command: string, when: 'before' | 'after'): void {
    this.#faults = [...this.#faults, { command, error: 'drop', when }];
  }

  /** Fails the next such command, before or after it is carried out. */
  failAt(
    command: string,
    code: number,
    codeName: string,
    when: 'before' | 'after' = 'before',
  ): void {
    const error = new CommandError(code, codeName, 'as the test wants it');
    this.#faults = [...this.#faults, { command, error, when }];
  }

  /**
   * Treats commands badly: with any error, without a response, or slowly. The error 13 (`Unauthorized`) stands for a user without the
   * right to a command, and any error at every command for a server that restarts behind its gateway.
   * @returns ends it, and lets commands that hang or are slow go on
   */
  misbehave(how: Misbehaviour): () => void {
    this.#misbehaviours = [...this.#misbehaviours, how];
    return () => {
      this.#misbehaviours = this.#misbehaviours.filter((one) => one !== how);
      this.#calmer.emit('calmer');
    };
  }

  /** Inserts a document right before the next upsert of its id. */
  overtake(document: Document): void {
    this.#rivals.set(String(document['_id']), document);
  }

  /** Becomes a secondary: refuses what needs a primary, and aborts transactions. */
  stepDown(): void {
    this.#isPrimary = false;
    this.#transactions.abortAll();
  }

  /** Becomes the primary again. */
  stepUp(): void {
    this.#isPrimary = true;
  }

  /** Drops all connections and refuses new ones. */
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
    socket.setNoDelay(true);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    let pending = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      const { messages, rest } = wholeMessages(Buffer.concat([pending, chunk]));
      pending = Buffer.from(rest);
      // a driver waits for the response before it sends another command on the same connection
      for (const message of messages) this.#message(socket, read(message));
    });
  }

  #message(socket: Socket, asked: Asked): void {
    const { command } = asked;
    const name = nameOf(command);
    if (this.#misbehaviourAt(command)?.loses === true) {
      this.received.push(name);
      return;
    }
    if (WATCHES.includes(name)) {
      socket.write(asked.answered(this.#answer(command)));
      return;
    }
    this.#note(name, asked);
    void this.#work(socket, asked).finally(() => this.#underWay.delete(asked));
  }

  #note(name: string, asked: Asked): void {
    const { command } = asked;
    this.received.push(name);
    if (isPerishable(name, command)) this.perishable.push(name);
    if (name === 'find' && isUnsure(command)) this.unsure.push(name);
    if (name === 'find') this.finds.push(String(command['find']));
    if (this.#underWay.size === 0) this.roundTrips++;
    this.#underWay.add(asked);
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay.size);
  }

  async #work(socket: Socket, asked: Asked): Promise<void> {
    const { command } = asked;
    const name = nameOf(command);
    while (this.#misbehaviourAt(command)?.hangs === true) await once(this.#calmer, 'calmer');
    const { code, codeName = 'SomeError', delay = 0 } = this.#misbehaviourAt(command) ?? {};
    if (delay > 0) await Promise.race([after(delay), once(this.#calmer, 'calmer')]);
    if (code !== undefined) {
      const error = new CommandError(code, codeName, `no such luck: ${QUOTED}`);
      socket.write(asked.answered(failure(error, command)));
      return;
    }
    const fault = this.#faults.find((one) => one.command === name);
    this.#faults = this.#faults.filter((one) => one !== fault);
    if (this.delay > 0) await after(this.delay);
    await this.#turn(command);
    const isBefore = fault?.when === 'before';
    const answer = isBefore ? undefined : this.#answer(command);
    if (fault?.error === 'drop') socket.destroy();
    else if (fault) socket.write(asked.answered(failure(fault.error, command)));
    else if (answer) {
      const { garbles, answers = (own: Document) => own } = this.#misbehaviourAt(command) ?? {};
      const response = asked.answered(answers(answer));
      if (garbles) socket.end(garbles(response));
      else socket.write(response);
    }
  }

  #misbehaviourAt(command: Document): Misbehaviour | undefined {
    const name = nameOf(command);
    const usual = WATCHES.includes(name) ? undefined : name;
    return this.#misbehaviours.find(
      ({ command: which = usual, matches = () => true }) => which === name && matches(command),
    );
  }

  /** Waits for transactions that block a write outside of them. */
  async #turn(command: Document): Promise<void> {
    if (!CHANGES.includes(nameOf(command)) || command['autocommit'] === false) return;
    const database = this.#database(String(command['$db']));
    for (let ended; (ended = this.#transactions.inTheWayOf(command, database));) await ended;
  }

  #answer(command: Document): Document {
    const answer = this.#answerOnce(command);
    const isUnconfirmed =
      command['writeConcern'] !== undefined && this.#misbehaviourAt(command)?.unconfirmed === true;
    return isUnconfirmed ? { ...answer, writeConcernError: UNCONFIRMED } : answer;
  }

  /** The answer to a retryable command that was carried out before is that of then. */
  #answerOnce(command: Document): Document {
    const operation = operationIn(command);
    const session = sessionOf(command);
    const before = operation === undefined ? undefined : this.#answers.get(session);
    if (before?.operation === operation && before !== undefined) return before.answer;
    let answer: Document;
    try {
      answer = this.#carryOut(command);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      return failure(error, command);
    }
    if (this.options.replicaSet) answer = { ...answer, operationTime: this.#operationTime() };
    if (operation !== undefined) this.#answers.set(session, { operation, answer });
    return answer;
  }

  #operationTime(): Timestamp {
    const { now = Date.now } = this.options;
    return new Timestamp({ t: Math.floor(now() / 1_000), i: 1 });
  }

  #carryOut(command: Document): Document {
    const name = nameOf(command);
    switch (name) {
      case 'hello':
      case 'ismaster':
      case 'isMaster':
        return this.#hello();
      case 'ping':
      case 'endSessions':
        return { ok: 1 };
      default:
        if (!this.#isPrimary) throw notPrimary(command);
    }
    if (name === 'commitTransaction') return this.#transactions.commit(transactionOf(command));
    if (name === 'abortTransaction') return this.#transactions.abort(transactionOf(command));
    const run = this.#commands[name];
    if (run === undefined) {
      throw new CommandError(59, 'CommandNotFound', `no such command: '${name}'`);
    }
    const database = this.#database(String(command['$db']));
    if (name === 'update' && this.forgets !== undefined) {
      const updates = (command['updates'] as { q: Document }[]).filter(
        ({ q }) => q['_id'] !== this.forgets,
      );
      return run(database, { ...command, updates });
    }
    if (command['autocommit'] !== false) return run(database, command);
    if (!this.options.replicaSet) {
      throw new CommandError(20, 'IllegalOperation', 'transactions need a replica set');
    }
    return this.#transactions.run(transactionOf(command), command, database, (data, statement) => {
      // a document that the transaction doesn't see is a conflict
      if (this.#isOvertaken(statement)) throw writeConflict();
      return run(data, statement);
    });
  }

  /** Stores the rival document of an upsert, if any. Returns whether there was one. */
  #isOvertaken(command: Document): boolean {
    const collection = this.#database(String(command['$db'])).get(String(command['update']));
    for (const { q } of (command['updates'] ?? []) as { q: Document }[]) {
      const id = q['_id'] as string;
      const rival = this.#rivals.get(id);
      if (rival === undefined || collection === undefined) continue;
      this.#rivals.delete(id);
      collection.documents.set(id, rival);
      return true;
    }
    return false;
  }

  #database(name: string): FixtureData {
    const found = this.#databases.get(name) ?? new Map<string, FixtureCollection>();
    this.#databases.set(name, found);
    return found;
  }

  #hello(): Document {
    const address = `127.0.0.1:${this.port}`;
    const isPrimary = this.#isPrimary;
    return {
      helloOk: true,
      ismaster: isPrimary,
      isWritablePrimary: isPrimary,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      localTime: new Date(),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
      ...(this.options.replicaSet && {
        setName: 'rs0',
        setVersion: 1,
        hosts: [address],
        ...(isPrimary && { primary: address }),
        me: address,
        secondary: !isPrimary,
      }),
      ok: 1,
    };
  }
}

/** What messages of errors quote, as a server's may. */
export const QUOTED = 'ssn: 078-05-1120';

/** What a server adds to the answer to a write that a majority has not confirmed in time. */
const UNCONFIRMED = {
  code: 64,
  codeName: 'WriteConcernFailed',
  errmsg: 'waiting for replication timed out',
  errInfo: { wtimeout: true },
};

/** Commands by which a driver monitors a server: no request waits for them. */
const WATCHES = ['hello', 'ismaster', 'isMaster', 'endSessions'];

/** Commands that change documents. */
const CHANGES = ['insert', 'update', 'delete'];

function nameOf(command: Document): string {
  return Object.keys(command)[0] ?? '';
}

/** Whether a command writes without a majority write concern. In a transaction, the commit carries it. */
function isPerishable(name: string, { writeConcern, autocommit }: Document): boolean {
  const isChange = CHANGES.includes(name) && autocommit !== false;
  if (!isChange && name !== 'commitTransaction') return false;
  return (writeConcern as Document | undefined)?.['w'] !== 'majority';
}

/** Whether a read may see data that a majority lacks, or go to a secondary. */
function isUnsure({ readConcern, $readPreference }: Document): boolean {
  const { level } = (readConcern ?? {}) as { level?: string };
  const { mode = 'primary' } = ($readPreference ?? {}) as { mode?: string };
  return level !== 'majority' || !mode.startsWith('primary');
}

/** Error of a secondary. */
function notPrimary(command: Document): CommandError {
  return READS.includes(nameOf(command))
    ? new CommandError(13435, 'NotPrimaryNoSecondaryOk', 'not primary and secondaryOk=false')
    : new CommandError(10107, 'NotWritablePrimary', 'not primary');
}

const READS = ['find', 'aggregate', 'getMore', 'listCollections', 'listIndexes'];

function sessionOf(command: Document): string {
  const { id } = (command['lsid'] ?? {}) as { id?: { toString(encoding: 'hex'): string } };
  return id?.toString('hex') ?? '';
}

function transactionOf(command: Document): string {
  return `${sessionOf(command)}/${String(command['txnNumber'])}`;
}

/** A retryable write keeps its number when resent; in a transaction, the commit does. */
function operationIn(command: Document): string | undefined {
  if (command['txnNumber'] === undefined) return undefined;
  const name = nameOf(command);
  if (command['autocommit'] === false && name !== ENDS[0]) return undefined;
  return `${String(command['txnNumber'])}/${name}`;
}
