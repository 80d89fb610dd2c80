import { Command } from 'commander';
import { asksService, ExitStatus } from './command-line.js';
import { requireKnown } from './known-subjects.js';
import { firstOf } from './pages.js';
import { table } from './table.js';

/** A webhook as the service shows it to operators. */
interface ShownWebhook {
  readonly id: string;
  readonly firmId: string;
  readonly target: string;
  readonly state: string;
  readonly disabledBecause: string | null;
  readonly lagSeconds: string;
  readonly failing: {
    readonly since: string;
    readonly attempts: number;
    readonly attemptedAt: string;
    readonly status: number | null;
    readonly reason: string;
    readonly nextAttemptAt: string | null;
  } | null;
}

/** `feed webhooks`: how the webhooks of firms fare. */
export function webhooksCommand(): Command {
  const command = new Command('webhooks')
    .description('webhooks of firms: state, lag, failures and next attempts')
    .option('--firm <firm>', 'only those of this firm')
    .option('--limit <n>', 'maximum number of entries', '1000')
    .addHelpText(
      'after',
      `
Exit status 1 when one fails, or was disabled because it failed or its receiver is gone.

Examples:
  $ npm run ops -- feed webhooks
  $ npm run --silent ops -- feed webhooks --json | jq '.[] | select(.failing != null)'`,
    );
  return asksService(command, ['operator', 'auditor'], async ({ service }) => {
    const { firm, limit } = command.opts<{ firm?: string; limit: string }>();
    const query = { firmId: firm };
    const found = await firstOf<ShownWebhook>(service, '/operator/webhooks', limit, query);
    if (found.length === 0) await requireKnown(service, { firm });
    const rows = found.map((webhook) => {
      const { firmId, id, target, lagSeconds, failing } = webhook;
      return [
        firmId,
        id,
        target,
        stateOf(webhook),
        lagSeconds,
        failing?.since,
        failing === null ? '' : `${failing.attemptedAt} ${failing.status ?? failing.reason}`,
        failing?.attempts,
        failing?.nextAttemptAt ?? '',
      ];
    });
    const what = ['firm', 'webhook', 'target', 'state', 'lag (s)'];
    const head = [...what, 'failing since', 'last failure', 'attempts', 'next attempt'];
    const status = found.some(isBad) ? ExitStatus.finding : ExitStatus.ok;
    const json = found.map((one) => ({ ...one, lagSeconds: Number(one.lagSeconds) }));
    return { text: table(head, rows), json, status };
  });
}

function stateOf({ state, disabledBecause }: ShownWebhook): string {
  return disabledBecause === null ? state : `${state} (${disabledBecause})`;
}

function isBad({ state, disabledBecause, failing }: ShownWebhook): boolean {
  return state === 'enabled' ? failing !== null : disabledBecause !== 'request';
}
