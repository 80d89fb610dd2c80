// #region imports
import { BrokerageClient, FeedConsumer, FileFeedState } from '#libs/client';
// #endregion

interface Known {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sharedSecret: string;
  /** File of the cursor. */
  readonly file: string;
  readonly opened: (accountType: string, subject: string) => void;
  readonly stopping: AbortSignal;
}

/** Follows the feed of a firm. */
export async function feed(known: Known): Promise<void> {
  const { baseUrl, apiKey, sharedSecret, file, opened, stopping } = known;
  // #region feed
  const consumer = new FeedConsumer({
    client: new BrokerageClient(baseUrl, { apiKey, sharedSecret }),
    state: new FileFeedState(file), // where to continue after a restart
    handle: (event) => {
      switch (event.type) {
        case 'brokerage.account.opened.v1':
          opened(event.data.accountType, event.subject); // the data of this type
          break;
        default: // every other type, and those that came later than this client
      }
    },
  });
  await consumer.run(stopping); // an AbortSignal
  // #endregion
}
