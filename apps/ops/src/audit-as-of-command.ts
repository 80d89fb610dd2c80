import { Command } from 'commander';
import { asksService, CommandFailure, ExitStatus } from './command-line.js';
import { ofKnown } from './known-subjects.js';
import { table } from './table.js';

interface AsOfOptions {
  readonly account?: string;
  readonly folio?: string;
  readonly member?: string;
}

/** `audit as-of`: an account, a folio or a member as it was. */
export function auditAsOfCommand(): Command {
  const command = new Command('as-of')
    .description('an account, one of its folios or a member at a moment in the past')
    .argument('<moment>', 'timestamp with offset, consistency token, or position in the log')
    .option('--account <number>', 'the account')
    .option('--folio <number>', 'one folio of the account')
    .option('--member <login>', 'the member')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run ops -- audit as-of 2026-03-02T15:00:00Z --account RA12345678
  $ npm run ops -- audit as-of 2026-03-02T15:00:00Z --account RA12345678 --folio RA1234567803
  $ npm run --silent ops -- audit as-of 48213 --member jdoe --json`,
    );
  return asksService(command, ['auditor'], async ({ service }) => {
    const [moment = ''] = command.processedArgs as string[];
    const options = command.opts<AsOfOptions>();
    const path = pathOf(options);
    const query = { asOf: await tokenOf(moment) };
    const { body, headers } = await ofKnown(service, options, () =>
      service.get<Record<string, unknown>>(path, { query }),
    );
    const position = String(headers['x-as-of-position']);
    return {
      text: `${table(['field', 'value'], rowsOf(body))}\n\nPosition: ${position}`,
      json: { position, state: body },
    };
  });
}

function pathOf({ account, folio, member }: AsOfOptions): string {
  const wrong = (message: string): CommandFailure =>
    new CommandFailure(`error: ${message}`, ExitStatus.usage);
  if ((account === undefined) === (member === undefined)) {
    throw wrong('give either --account or --member');
  }
  if (member !== undefined) {
    if (folio !== undefined) throw wrong('a folio is one of an --account');
    return `/restapi/members/${encodeURIComponent(member)}`;
  }
  const base = `/restapi/accounts/${encodeURIComponent(account ?? '')}`;
  return folio === undefined ? base : `${base}/folios/${encodeURIComponent(folio)}`;
}

/** What the service takes as `asOf`: positions as the history shows them become tokens. */
async function tokenOf(moment: string): Promise<string> {
  if (!/^\d{1,19}$/.test(moment)) return moment;
  const { encodeConsistencyToken } = await import('#libs/platform/http');
  return encodeConsistencyToken(BigInt(moment));
}

function rowsOf(body: Readonly<Record<string, unknown>>): [string, string | undefined][] {
  return Object.entries(body).map(([field, value]) => [field, textOf(value)]);
}

function textOf(value: unknown): string | undefined {
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join('\n');
  return JSON.stringify(value);
}
