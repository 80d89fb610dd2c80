import type { Collection } from 'mongodb';
import {
  checkRights,
  type ConnectedMongo,
  connectMongo,
  DURABLE,
  existingOf,
  inOneCommand,
} from '#libs/platform/stores';
import type { ReplayGuard, SignatureUse } from './replay-guard.js';

interface UsedSignature {
  /** The first 16 bytes of the signature, base64url. */
  readonly _id: string;
  readonly expires: Date;
}

/** Bytes of the signature that identify it: 128 bits don't collide by chance. */
const BYTES = 16;
/** How much longer a signature is kept, since the clocks of processes and database may differ. */
const MARGIN_SECONDS = 60;
const STORE = 'the memory of used signatures';

/**
 * Remembers signatures for all processes, in the collection `signatures` of the database `<database of the URL>_shared`: the first to
 * insert one has used it. The server removes expired ones by its own clock. Each response contains the time of the replica set,
 * which never goes back; what may have been removed by then counts as forgotten, whatever the clocks of the processes say.
 */
export class MongoReplayGuard implements ReplayGuard {
  #prepared: Promise<void> | undefined;
  readonly #keep = inOneCommand((used: readonly UsedSignature[]) => this.#keepAll(used));

  private constructor(
    private readonly mongo: ConnectedMongo,
    private readonly signatures: Collection<UsedSignature>,
  ) {}

  /** @throws StoreUnavailableError if no server answers */
  static async connect(url: string): Promise<MongoReplayGuard> {
    const mongo = await connectMongo(url, 'shared', STORE);
    const signatures = mongo.database('_shared').collection<UsedSignature>('signatures', DURABLE);
    const guard = new MongoReplayGuard(mongo, signatures);
    try {
      await checkRights(mongo, signatures, 'write');
      await guard.#prepare();
      return guard;
    } catch (error) {
      await mongo.close();
      throw error;
    }
  }

  /**
   * Resolves once a majority has the signature, so that it survives the failure of a server.
   * @throws StoreUnavailableError if the server is away; the signature may or may not have been recorded
   */
  async use(signature: Buffer, expires: number): Promise<SignatureUse> {
    await this.#prepare();
    return this.#keep({
      _id: signature.toString('base64url', 0, BYTES),
      expires: new Date(expires),
    });
  }

  #keepAll(used: readonly UsedSignature[]): Promise<SignatureUse[]> {
    return this.mongo.ask(() =>
      this.mongo.client.withSession(async (session) => {
        const replayed = await existingOf(used, (some) =>
          this.signatures.insertMany([...some], { session, ordered: false }),
        );
        const removedUntil = (session.operationTime?.t ?? 0) - MARGIN_SECONDS;
        return used.map((one) => {
          if (replayed.has(one)) return 'replayed';
          return removedUntil * 1_000 < one.expires.getTime() ? 'first' : 'forgotten';
        });
      }),
    );
  }

  /** Creates the index that makes signatures expire. After a failure, the next request tries again. */
  #prepare(): Promise<void> {
    this.#prepared ??= this.mongo
      .ask(async () => {
        await this.signatures.createIndex(
          { expires: 1 },
          { name: 'expires', expireAfterSeconds: MARGIN_SECONDS },
          {},
        );
      })
      .catch((error: unknown) => {
        this.#prepared = undefined;
        throw error;
      });
    return this.#prepared;
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}
