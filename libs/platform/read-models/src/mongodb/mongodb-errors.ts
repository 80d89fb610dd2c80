import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { isMongoUnavailable, explainMongoError, type StoreAddress } from '#libs/platform/stores';

const DUPLICATE_KEY = 11000;

/** Returns false if the id already existed: for a guarded upsert, if the stored document is as new or is just being inserted. */
export async function unlessExists(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

function isDuplicateKey(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) {
    const errors = [error.writeErrors].flat();
    return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
  }
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Runs a command and translates its errors: a {@link StoreUnavailableError} if the server is away, rejects its user, is changing roles
 * or does not respond in time; otherwise an error with the server's code but not its message, which may quote documents.
 * @param place where the server is; by default as far as the driver tells
 */
export async function runCommand<T>(work: () => Promise<T>, place?: StoreAddress): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = explainMongoError(error, place);
    if (known !== undefined) {
      throw new StoreUnavailableError(known.words, { cause: error, permanent: known.permanent });
    }
    const { name, code } = error as Partial<MongoError>;
    const shown = code === undefined ? name : `${name}, code ${code}`;
    if (isMongoUnavailable(error)) {
      throw new StoreUnavailableError(`MongoDB is away: ${shown}`, { cause: error });
    }
    if (!(error instanceof MongoError)) throw error;
    // eslint-disable-next-line preserve-caught-error -- its message may quote documents
    throw new Error(`MongoDB refused a command: ${shown}`);
  }
}
