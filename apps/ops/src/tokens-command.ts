import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Role } from '#libs/platform/kernel';
import { isOfFirm } from '#libs/platform/identity';
import { ROLES } from '#libs/platform/kernel';
import { group, OpsCommand, text } from './command-line.js';
import { configOf } from './find-service.js';
import { issueToken, renewTokens } from './local-tokens.js';

interface IssueOptions {
  readonly role: Role;
  readonly firm?: string;
  readonly login?: string;
  readonly subject?: string;
  readonly days: number;
}

const MOST_DAYS = 365;

/** `tokens`: access tokens issued by the service itself ([auth.bearer], [running.first-start]). */
export function tokensCommand(): Command {
  const description = 'access tokens issued by the service itself';
  const commands = [renewCommand(), issueCommand()];
  return group('tokens', description, 'tokens issue --role auditor', commands);
}

function renewCommand(): Command {
  return new OpsCommand('renew')
    .description('renew the demonstration tokens in DATA_DIR/credentials.json for 30 days')
    .notes(
      `Examples:
  $ npm run ops -- tokens renew
  $ DATA_DIR=/var/lib/brokerage npm run --silent ops -- tokens renew --json`,
    )
    .withDataDir()
    .prints(async ({ options }) => {
      const { credentials, validUntil } = await renewTokens(configOf(options));
      const until = validUntil.toISOString();
      return {
        text: `${credentials}: its four tokens are valid until ${until}`,
        json: { credentials, validUntil: until },
      };
    });
}

function issueCommand(): Command {
  const command = new OpsCommand('issue');
  return command
    .description('print an access token, and nothing else')
    .addOption(
      new Option('--role <role>', 'role of the token').choices(ROLES).makeOptionMandatory(),
    )
    .option(
      '--firm <id>',
      'institutional firm of the token, required for the roles client and advisor',
      text,
    )
    .option(
      '--login <login>',
      'login id of the acting member or API client, required for the roles client and advisor',
      text,
    )
    .option('--subject <name>', 'name in events and logs; default: ops.<role>', text)
    .option('--days <n>', `validity in days, 1 to ${MOST_DAYS}`, wholeDays, 30)
    .notes(
      `Examples:
  $ TOKEN=$(npm run --silent ops -- tokens issue --role operator --days 1)
  $ curl -H "Authorization: Bearer $TOKEN" http://127.0.0.1:3000/metrics
  $ npm run --silent ops -- tokens issue --role client --firm 1000001 \\
      --login demo.api --json`,
    )
    .withDataDir()
    .prints<IssueOptions>(async ({ options }) => {
      const { role, firm, login, subject = `ops.${role}`, days } = options;
      const missing = firm === undefined ? '--firm <id>' : '--login <login>';
      if (isOfFirm([role]) && (firm === undefined || login === undefined)) {
        command.error(`error: option '${missing}' is required for the role ${role}`);
      }
      const { token, validUntil } = await issueToken(configOf(options), {
        ...{ subject, roles: [role], days },
        ...(firm !== undefined && { firmId: firm }),
        ...(login !== undefined && { login }),
      });
      return { text: token, json: { token, validUntil: validUntil.toISOString() } };
    });
}

function wholeDays(value: string): number {
  const days = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (days < 1 || days > MOST_DAYS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_DAYS}.`);
  }
  return days;
}
