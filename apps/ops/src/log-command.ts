import { join } from 'node:path';
import { Command } from 'commander';
import { reindexLog } from '#libs/platform/event-store';
import { counted } from '#libs/platform/kernel';
import {
  CommandFailure,
  type CommandResult,
  type LocalSession,
  readsStores,
} from './command-line.js';
import { configOf } from './find-service.js';
import { overLog } from './log-work.js';

/** The log command: what is to be done to the files of an embedded log. */
export function logCommand(): Command {
  return new Command('log')
    .description('the embedded log')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- log reindex')
    .addCommand(reindexCommand());
}

function reindexCommand(): Command {
  const command = new Command('reindex')
    .description('rebuild the index of the log while the service is stopped')
    .addHelpText(
      'after',
      `
For an index that is damaged or lost. The log is read from its first byte to its last, and every append must be what was written: where
one is not, the index stays as it was, and the log has to be restored from a backup. Interrupted, asking again begins anew.

Examples:
  $ npm run ops -- log reindex
  $ npm run --silent ops -- log reindex --data-dir /var/lib/brokerage --json`,
    );
  return readsStores(command, reindexed);
}

async function reindexed(session: LocalSession): Promise<CommandResult> {
  const { dataDir, eventStoreUrl } = configOf(session.options);
  if (eventStoreUrl !== undefined) {
    throw new CommandFailure('EVENTSTORE_URL is set: that log has no index of its own.');
  }
  const done = await overLog(session, 'It was interrupted, and the index is as it was.', (work) =>
    reindexLog(join(dataDir, 'events'), work),
  );
  const { events, bytes, torn } = done;
  const rest =
    torn === 0
      ? ''
      : `\nThe last ${torn} bytes are what a crash has torn, unless the disk damaged them: the next start cuts them off.`;
  return {
    text: `The index has ${counted(events, 'event')} in ${counted(bytes, 'byte')}.${rest}`,
    json: done,
  };
}
