import { join } from 'node:path';
import type { Clock } from '#libs/platform/kernel';
import type { Config, Logger } from '#libs/platform/runtime';
import { MongoReplayGuard } from './mongodb-replay-guard.js';
import { MemoryReplayGuard, type ReplayGuard } from './replay-guard.js';
import { journalIn } from './replay-journal.js';

/** Opens the configured replay guard: MongoDB if `MONGODB_URL` is set, otherwise memory and `DATA_DIR/replays`. */
export async function openReplayGuard(
  { mongodbUrl, dataDir }: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  { clock, logger }: { readonly clock: Clock; readonly logger: Pick<Logger, 'error'> },
): Promise<ReplayGuard> {
  if (mongodbUrl !== undefined) return MongoReplayGuard.connect(mongodbUrl);
  const directory = join(dataDir, 'replays');
  const damaged = (): void =>
    logger.error(
      { directory },
      'used signatures were damaged, or recorded by a clock that was ahead, and are begun anew: requests signed before are refused',
    );
  return new MemoryReplayGuard({ journal: journalIn(directory, clock.now(), damaged) });
}
