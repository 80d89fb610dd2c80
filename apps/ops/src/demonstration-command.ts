import { mkdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { credentialsPath, readCredentials, writeCredentials } from '#libs/platform/identity';
import { listeningUrl } from '#libs/platform/runtime';
import { configOf } from './find-service.js';
import { OpsCommand } from './command-line.js';
import { withIssuer } from './local-tokens.js';

/** `demonstration`: the demonstration firm, where no start makes it by itself. */
export function demonstrationCommand(): Command {
  return new OpsCommand('demonstration')
    .description(
      'create the demonstration firm with its API client, and write DATA_DIR/credentials.json (mode 0600)',
    )
    .notes(
      `Beside EventStoreDB and MongoDB the service makes no firm by itself. Run again, the command leaves the firm and the shared secret as
they are and issues the tokens anew. With the file gone the API client gets another secret, and the old one ends.

Examples:
  $ npm run ops -- demonstration && npm run demo`,
    )
    .asksService(['operator', 'backoffice'], async ({ service, options }) => {
      const config = configOf(options);
      const path = credentialsPath(config.dataDir);
      const known = await readCredentials(config.dataDir);
      // before there is a secret to be written
      await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
      const { makeDemonstration } = await import('#libs/application');
      const made = await withIssuer(config, (issuer) =>
        makeDemonstration(
          issuer,
          async ({ method, path: at, token, body }) => {
            const headers = { authorization: `Bearer ${token}` };
            return (await service.request(method, at, { headers, body })).body;
          },
          known?.sharedSecret,
        ),
      );
      const baseUrl = config.publicBaseUrl ?? service.url ?? listeningUrl(config, config.port);
      await writeCredentials(config.dataDir, { ...made, baseUrl });
      const { firmId, apiKey } = made;
      return {
        text: `Firm ${firmId} is there, its API client is ${apiKey}. Its secret and tokens: ${path}\nTry: npm run demo`,
        json: { firmId, apiKey, baseUrl, credentials: path },
      };
    });
}
