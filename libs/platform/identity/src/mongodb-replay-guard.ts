import type { Collection, MongoClient } from 'mongodb';
import { askingMongo, connectMongo, DURABLE, isDuplicateKey } from '#libs/platform/runtime';
import type { ReplayGuard, SignatureUse } from './replay-guard.js';

interface UsedSignature {
  /** The first 16 bytes of the signature, base64url. */
  readonly _id: string;
  /** From this moment on it is refused anyway. */
  readonly expires: Date;
}

/** Of the signature: 128 bits, which no two requests share by chance. */
const BYTES = 16;
/** Kept longer than it counts: clocks of processes and database need not agree to the second. */
const MARGIN_SECONDS = 60;
const STORE = 'the memory of used signatures';

/**
 * Remembers for all processes, in the collection `signatures` of the database `<database of the URL>_shared`: who inserts a
 * signature first is the one to have used it. The server removes what has expired, by its own clock: each answer tells the time of the
 * replica set, which never goes back, and what the server may have removed by then counts as forgotten, whatever the clocks of processes
 * say.
 */
export class MongoReplayGuard implements ReplayGuard {
  #prepared: Promise<void> | undefined;

  private constructor(
    private readonly client: MongoClient,
    private readonly signatures: Collection<UsedSignature>,
  ) {}

  /** @throws StoreUnavailableError when no server answers */
  static async connect(url: string): Promise<MongoReplayGuard> {
    const client = await connectMongo(STORE, url);
    const database = client.db(`${client.db().databaseName}_shared`);
    return new MongoReplayGuard(client, database.collection<UsedSignature>('signatures', DURABLE));
  }

  /**
   * The answer is there once a majority has the signature, so that no failure of one server lets it through again.
   * @throws StoreUnavailableError when the server is away: the signature may have been taken or not
   */
  async use(signature: Buffer, expires: number): Promise<SignatureUse> {
    await this.#prepare();
    const used = { _id: signature.toString('base64url', 0, BYTES), expires: new Date(expires) };
    try {
      return await this.client.withSession(async (session) => {
        await askingMongo(STORE, () => this.signatures.insertOne(used, { session }));
        const seconds = session.operationTime?.t ?? 0;
        return seconds * 1_000 < expires + MARGIN_SECONDS * 1_000 ? 'first' : 'forgotten';
      });
    } catch (error) {
      if (isDuplicateKey(error)) return 'replayed';
      throw error;
    }
  }

  /** Sees to it that signatures expire; a server that is away is asked again by the next request. */
  #prepare(): Promise<void> {
    this.#prepared ??= askingMongo(STORE, async () => {
      await this.signatures.createIndex(
        { expires: 1 },
        { name: 'expires', expireAfterSeconds: MARGIN_SECONDS },
        {},
      );
    }).catch((error: unknown) => {
      this.#prepared = undefined;
      throw error;
    });
    return this.#prepared;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
