import { Command, InvalidArgumentError } from 'commander';
import { isApiKey } from '#libs/platform/kernel';
import {
  asksFirst,
  asksService,
  CommandFailure,
  type CommandResult,
  ExitStatus,
  type Session,
} from './command-line.js';
import { requireKnown } from './known-subjects.js';
import { firstOf } from './pages.js';
import { table } from './table.js';

/** `clients`: credentials of institutional firms ([auth.client], [back-office.clients]). */
export function clientsCommand(): Command {
  const clients = new Command('clients')
    .description('API clients of institutional firms')
    .addHelpText('after', '\nExamples:\n  $ npm run ops -- clients list --firm 1000001');
  clients.addCommand(listCommand());
  clients.addCommand(createCommand());
  clients.addCommand(rotateCommand());
  clients.addCommand(disableCommand());
  return clients;
}

const pathOf = (firm: string, apiKey: string): string =>
  `/backoffice/firms/${encodeURIComponent(firm)}/clients/${encodeURIComponent(apiKey)}`;

/** An API client as the service answers it. */
interface ShownClient {
  readonly apiKey: string;
  readonly firmId: string;
  readonly loginId: string;
  readonly entitlements?: readonly string[];
  readonly revoked: boolean;
}

/** @throws CommandFailure for a client that is not there: nobody is asked about it */
async function requireClient({ service }: Session, firm: string, apiKey: string): Promise<void> {
  const known = await firstOf<ShownClient>(service, '/operator/clients', undefined, {
    firmId: firm,
  });
  if (known.some((client) => client.apiKey === apiKey)) return;
  throw new CommandFailure(`Firm ${firm} has no API client ${apiKey}.`, ExitStatus.refused);
}

function listCommand(): Command {
  const command = new Command('list')
    .description('API clients, without their secrets')
    .option('--firm <firm>', 'only those of this firm')
    .option('--limit <n>', 'maximum number of entries', '1000')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run ops -- clients list --firm 1000001
  $ npm run --silent ops -- clients list --json | jq -r '.[] | select(.revoked | not).apiKey'`,
    );
  return asksService(command, ['operator', 'auditor'], async ({ service }) => {
    const { firm, limit } = command.opts<{ firm?: string; limit: string }>();
    const found = await firstOf<ShownClient>(service, '/operator/clients', limit, { firmId: firm });
    if (found.length === 0) await requireKnown(service, { firm });
    const rows = found.map(({ firmId, apiKey, loginId, entitlements, revoked }) => [
      firmId,
      apiKey,
      loginId,
      entitlements === undefined ? 'all of the firm' : entitlements.join(', ') || 'none',
      revoked ? 'disabled' : 'active',
    ]);
    const head = ['firm', 'api key', 'login', 'entitlements', 'state'];
    return { text: table(head, rows), json: found };
  });
}

interface SecretAnswer {
  readonly sharedSecret: string;
}

/** The secret alone as text: it goes into a variable, and nowhere else. */
function secretResult(apiKey: string, { sharedSecret }: SecretAnswer): CommandResult {
  return { text: sharedSecret, json: { apiKey, sharedSecret } };
}

/** To the service a path with anything else is one that does not exist. */
function newApiKey(text: string): string {
  if (isApiKey(text)) return text;
  throw new InvalidArgumentError(
    'It must be 8 to 64 letters, digits, - and _, the first a letter or digit.',
  );
}

function createCommand(): Command {
  const command = new Command('create')
    .description('create an API client and print its shared secret, once')
    .argument('<firm>', 'id of the firm')
    .argument(
      '<api-key>',
      'the key the client signs its requests with: 8 to 64 letters, digits, - and _',
      newApiKey,
    )
    .requiredOption('--login <login>', "the client's own login id, which nobody else has")
    .option('--entitlement <names...>', "narrow the firm's entitlements to these")
    .addHelpText(
      'after',
      `
Examples:
  $ SECRET=$(npm run --silent ops -- clients create 1000001 reporting-1 --login reporting.api)
  $ npm run ops -- clients create 1000001 kiosk-main --login kiosk.api --entitlement fullTid --json`,
    );
  return asksService(command, ['operator'], async ({ service }, [firm = '', apiKey = '']) => {
    const { login, entitlement } = command.opts<{ login: string; entitlement?: string[] }>();
    const body = { loginId: login, ...(entitlement && { entitlements: entitlement }) };
    const answer = await service.put<SecretAnswer | undefined>(pathOf(firm, apiKey), body);
    if (answer.body !== undefined) return secretResult(apiKey, answer.body);
    return { text: `${apiKey} is there already.`, json: { apiKey } };
  });
}

function rotateCommand(): Command {
  const command = new Command('rotate')
    .description("replace a client's shared secret and print the new one; the old one ends at once")
    .argument('<firm>', 'id of the firm')
    .argument('<api-key>', 'key of the client')
    .addHelpText(
      'after',
      `
Examples:
  $ SECRET=$(npm run --silent ops -- clients rotate 1000001 reporting-1 --yes)`,
    );
  return asksService(
    asksFirst(command),
    ['operator'],
    async (session, [firm = '', apiKey = '']) => {
      await requireClient(session, firm, apiKey);
      await session.confirm(`Replace the secret of ${apiKey}? The present one will end at once.`);
      const path = `${pathOf(firm, apiKey)}/secret`;
      return secretResult(apiKey, (await session.service.post<SecretAnswer>(path, {})).body);
    },
  );
}

function disableCommand(): Command {
  const command = new Command('disable')
    .description('revoke the credential of a client for good')
    .argument('<firm>', 'id of the firm')
    .argument('<api-key>', 'key of the client')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run ops -- clients disable 1000001 kiosk-main --as jane.roe`,
    );
  return asksService(
    asksFirst(command),
    ['operator'],
    async (session, [firm = '', apiKey = '']) => {
      await requireClient(session, firm, apiKey);
      await session.confirm(`Disable ${apiKey}? It can never be used again.`);
      await session.service.delete(pathOf(firm, apiKey));
      return { text: `${apiKey} is disabled.`, json: { apiKey, disabled: true } };
    },
  );
}
