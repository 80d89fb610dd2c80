import { join } from 'node:path';
import type { Config, Logger } from '#libs/platform/runtime';
import { MongoReplayGuard } from './mongodb-replay-guard.js';
import { MemoryReplayGuard, type ReplayGuard } from './replay-guard.js';
import { ReplayJournal } from './replay-journal.js';

/** The replay guard of a configuration: in MongoDB when `MONGODB_URL` is set, else in memory and in `DATA_DIR/replays`. */
export async function openReplayGuard(
  { mongodbUrl, dataDir }: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  logger: Logger,
): Promise<ReplayGuard> {
  if (mongodbUrl !== undefined) return MongoReplayGuard.connect(mongodbUrl);
  return new MemoryReplayGuard({
    journal: new ReplayJournal(join(dataDir, 'replays'), (error) =>
      logger.error({ error }, 'used signatures are not kept over a restart'),
    ),
  });
}
