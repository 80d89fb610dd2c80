import { type Command, InvalidArgumentError } from 'commander';
import type { Schemas } from '#libs/client';
import { isApiKey } from '#libs/platform/kernel';
import { type CommandResult, group, OpsCommand, refused, type Session } from './command-line.js';
import { firstOf, firstOfFirm, type OfFirm } from './service-queries.js';
import { tableOf } from './text-layout.js';

/** `clients`: credentials of institutional firms ([auth.client], [back-office.clients]). */
export function clientsCommand(): Command {
  const description = 'API clients of institutional firms';
  const commands = [listCommand(), createCommand(), rotateCommand(), disableCommand()];
  return group('clients', description, 'clients list --firm 1000001', commands);
}

const pathOf = (firm: string, apiKey: string): string =>
  `/backoffice/firms/${encodeURIComponent(firm)}/clients/${encodeURIComponent(apiKey)}`;

const CLIENTS = '/operator/clients';

/** @throws CommandFailure if the client does not exist, before the user is asked to confirm */
async function requireClient(session: Session, firm: string, apiKey: string): Promise<void> {
  const known = await firstOf<Schemas['Client']>(session, CLIENTS, undefined, { firmId: firm });
  if (known.some((client) => client.apiKey === apiKey)) return;
  throw refused(`Firm ${firm} has no API client ${apiKey}.`);
}

function listCommand(): Command {
  return new OpsCommand('list')
    .description('list API clients, without their secrets')
    .option('--firm <firm>', 'only clients of this firm')
    .option('--limit <n>', 'maximum number of entries', '1000')
    .notes(
      `Examples:
  $ npm run ops -- clients list --firm 1000001
  $ npm run --silent ops -- clients list --json \\
      | jq -r '.[] | select(.revoked | not).apiKey'`,
    )
    .callsService<OfFirm>(['operator', 'auditor'], async (session) => {
      const found = await firstOfFirm<Schemas['Client']>(session, CLIENTS);
      const text = tableOf(found, {
        firm: 'firmId',
        'api key': 'apiKey',
        login: 'loginId',
        entitlements: ({ entitlements }) =>
          entitlements === undefined ? 'all of the firm' : entitlements.join(', ') || 'none',
        state: ({ revoked }) => (revoked ? 'disabled' : 'active'),
        'secret since': 'secretSince',
        'previous until': 'previousSecretUntil',
      });
      return { text, json: found };
    });
}

/** As text, only the secret is printed, so that it can be assigned to a variable. */
function secretResult(apiKey: string, { sharedSecret }: Schemas['SharedSecret']): CommandResult {
  return { text: sharedSecret, json: { apiKey, sharedSecret } };
}

/** Checked here, because the service would only respond that the path does not exist. */
function newApiKey(text: string): string {
  if (isApiKey(text)) return text;
  throw new InvalidArgumentError(
    'It must be 8 to 64 letters, digits, - and _, starting with a letter or digit.',
  );
}

function createCommand(): Command {
  return new OpsCommand('create')
    .description('create an API client and print its shared secret, once')
    .argument('<firm>', 'id of the firm')
    .argument(
      '<api-key>',
      'the key the client signs its requests with: 8 to 64 letters, digits, - and _',
      newApiKey,
    )
    .requiredOption('--login <login>', 'login id of the client itself, not used by anyone else')
    .option('--entitlement <names...>', "restrict the client to these of the firm's entitlements")
    .notes(
      `Examples:
  $ SECRET=$(npm run --silent ops -- clients create 1000001 reporting-1 \\
      --login reporting.api)
  $ npm run ops -- clients create 1000001 kiosk-main --login kiosk.api \\
      --entitlement fullTid --json`,
    )
    .callsService<{ login: string; entitlement?: string[] }>(['operator'], async (session) => {
      const { service, args, options } = session;
      const [firm = '', apiKey = ''] = args;
      const { login: loginId, entitlement: entitlements } = options;
      const { body } = await service.put<Schemas['SharedSecret'] | undefined>(
        pathOf(firm, apiKey),
        { loginId, entitlements },
      );
      if (body !== undefined) return secretResult(apiKey, body);
      return { text: `${apiKey} already exists.`, json: { apiKey } };
    });
}

function rotateCommand(): Command {
  return new OpsCommand('rotate')
    .description(
      "replace a client's shared secret and print the new one; the old one ends at once, or after an overlap",
    )
    .argument('<firm>', 'id of the firm')
    .argument('<api-key>', 'key of the client')
    .option('--overlap <hours>', 'hours for which the old secret remains valid', '0')
    .notes(
      `While both secrets are valid, the firm changes over without an outage. Disabling
the client ends both; rotating again ends the older one.

Examples:
  $ SECRET=$(npm run --silent ops -- clients rotate 1000001 reporting-1 \\
      --overlap 24 --yes)`,
    )
    .withConfirmation()
    .callsService<{ overlap: string }>(['operator'], async (session) => {
      const [firm = '', apiKey = ''] = session.args;
      const { overlap } = session.options;
      await requireClient(session, firm, apiKey);
      const end = overlap === '0' ? 'at once' : `in ${overlap} hours`;
      await session.confirm(`Replace the secret of ${apiKey}? The old one ends ${end}.`);
      const path = `${pathOf(firm, apiKey)}/secret`;
      const sent = { overlapHours: overlap };
      const { body } = await session.service.post<Schemas['SharedSecret']>(path, sent);
      return secretResult(apiKey, body);
    });
}

function disableCommand(): Command {
  return new OpsCommand('disable')
    .description('revoke the credentials of a client permanently')
    .argument('<firm>', 'id of the firm')
    .argument('<api-key>', 'key of the client')
    .notes('Examples:\n  $ npm run ops -- clients disable 1000001 kiosk-main --as jane.roe')
    .withConfirmation()
    .callsService(['operator'], async (session) => {
      const [firm = '', apiKey = ''] = session.args;
      await requireClient(session, firm, apiKey);
      await session.confirm(`Disable ${apiKey}? It can never be used again.`);
      await session.service.delete(pathOf(firm, apiKey));
      return { text: `${apiKey} is disabled.`, json: { apiKey, disabled: true } };
    });
}
