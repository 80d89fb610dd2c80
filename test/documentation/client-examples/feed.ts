// #region imports
import { BrokerageClient, FeedConsumer, FileFeedState } from '#libs/client';
// #endregion

interface Known {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  /** File of the cursor. */
  readonly file: string;
  readonly apply: (id: string, type: string, subject: string) => Promise<void>;
  readonly stopping: AbortSignal;
}

/** Follows the feed of a firm. */
export async function feed(known: Known): Promise<void> {
  const { baseUrl, apiKey, sharedSecret, file, apply, stopping } = known;
  // #region feed
  const consumer = new FeedConsumer({
    client: new BrokerageClient(baseUrl, { apiKey, sharedSecret }),
    state: new FileFeedState(file), // where to continue after a restart
    handle: async ({ id, type, subject }) => apply(id, type, subject),
  });
  await consumer.run(stopping); // an AbortSignal
  // #endregion
}
