import { MongoBulkWriteError, MongoError, MongoServerError } from 'mongodb';
import { StoreUnavailableError } from '#libs/platform/event-store';
import { isMongoAway, mongoCause, type StorePlace } from '#libs/platform/stores';

const DUPLICATE_KEY = 11000;

/**
 * Whether an id was already there: of a guarded upsert, that the stored document is as new or newer, or is being inserted at the
 * same time.
 */
export function isDuplicateKey(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError) {
    const errors = [error.writeErrors].flat();
    return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
  }
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/**
 * Runs a command. A server that is away, refuses its user, changes roles or does not answer in time is a {@link StoreUnavailableError};
 * what else it refuses is an error with its code but not its words, which may quote documents.
 * @param place where the server is; without it the error names it as far as the driver does
 */
export async function asking<T>(work: () => Promise<T>, place?: StorePlace): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = mongoCause(error, place);
    if (known !== undefined) {
      throw new StoreUnavailableError(known.words, { cause: error, permanent: known.permanent });
    }
    const { name, code } = error as Partial<MongoError>;
    const shown = code === undefined ? name : `${name}, code ${code}`;
    if (isMongoAway(error)) {
      throw new StoreUnavailableError(`MongoDB is away: ${shown}`, { cause: error });
    }
    if (!(error instanceof MongoError)) throw error;
    // eslint-disable-next-line preserve-caught-error -- its message may quote documents
    throw new Error(`MongoDB refused a command: ${shown}`);
  }
}
