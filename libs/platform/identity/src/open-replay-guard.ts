import { join } from 'node:path';
import type { Config } from '#libs/platform/runtime';
import { MongoReplayGuard } from './mongodb-replay-guard.js';
import { MemoryReplayGuard, type ReplayGuard } from './replay-guard.js';
import { journalIn } from './replay-journal.js';

/** Opens the configured replay guard: MongoDB if `MONGODB_URL` is set, otherwise memory and `DATA_DIR/replays`. */
export async function openReplayGuard({
  mongodbUrl,
  dataDir,
}: Pick<Config, 'mongodbUrl' | 'dataDir'>): Promise<ReplayGuard> {
  if (mongodbUrl !== undefined) return MongoReplayGuard.connect(mongodbUrl);
  return new MemoryReplayGuard({ journal: journalIn(join(dataDir, 'replays')) });
}
