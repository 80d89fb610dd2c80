import { Command } from 'commander';
import { asksService } from './command-line.js';
import { requireKnown } from './known-subjects.js';
import { firstOf } from './pages.js';
import { table } from './table.js';

/** A sensitive read as the service answers it. */
interface Read {
  readonly time: string;
  readonly kind: string;
  readonly subjects: readonly string[];
  readonly caller: string;
  readonly actingMember: string | null;
  readonly method: string;
  readonly route: string;
  readonly requestId: string;
}

interface WhoReadOptions {
  readonly account?: string;
  readonly member?: string;
  readonly firm?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
}

/** `audit who-read`: who was shown whole tax ids, states of the past, or exports. */
export function auditWhoReadCommand(): Command {
  const command = new Command('who-read')
    .description('who was shown a whole tax id, a state of the past, or an export')
    .option('--account <number>', 'concerning an account')
    .option('--member <login>', 'concerning a member or trustee')
    .option('--firm <id>', 'concerning a firm')
    .option('--from <time>', 'from this moment on, ISO-8601')
    .option('--to <time>', 'before this moment')
    .option('--limit <n>', 'maximum number of entries, newest first', '50')
    .addHelpText(
      'after',
      `
Of an account or a member also what was shown of their firm as a whole, or of the whole log.

Examples:
  $ npm run ops -- audit who-read --member jdoe
  $ npm run --silent ops -- audit who-read --account RA12345678 --from 2026-01-01T00:00:00Z --json`,
    );
  return asksService(command, ['auditor'], async ({ service }) => {
    const { limit, ...query } = command.opts<WhoReadOptions>();
    const { account, member, firm, from, to } = query;
    // what was shown of the whole log concerns whatever there is
    await requireKnown(service, { account, member, firm });
    const path = '/operator/audit/sensitivereads';
    const reads = await firstOf<Read>(service, path, limit, { account, member, firm, from, to });
    return { text: shown(reads), json: reads };
  });
}

function shown(reads: readonly Read[]): string {
  if (reads.length === 0) return 'Nobody was shown anything sensitive.';
  return table(
    ['time', 'what', 'whose', 'who', 'by', 'request'],
    reads.map(({ time, kind, subjects, caller, actingMember, method, route, requestId }) => [
      time,
      kind,
      subjects.join('\n'),
      actingMember === null ? caller : `${actingMember} (${caller})`,
      `${method} ${route}`,
      requestId,
    ]),
  );
}
