import { mkdir } from 'node:fs/promises';
import type { Command } from 'commander';
import { credentialsPath, readCredentials, writeCredentials } from '#libs/platform/identity';
import { listeningUrl } from '#libs/platform/runtime';
import { configOf } from './find-service.js';
import { OpsCommand } from './command-line.js';
import { withIssuer } from './local-tokens.js';

/** `demonstration`: creates the demonstration firm if no start creates it by itself. */
export function demonstrationCommand(): Command {
  return new OpsCommand('demonstration')
    .description(
      'create the demonstration firm with its API client, and write DATA_DIR/credentials.json (mode 0600)',
    )
    .notes(
      `With EventStoreDB and MongoDB, the service does not create the firm by itself. If the firm exists, the command keeps it and its
shared secret, and renews the tokens. If credentials.json is gone, the API client gets a new secret, and the old one stops working.

Examples:
  $ npm run ops -- demonstration && npm run demo`,
    )
    .callsService(['operator', 'backoffice'], async ({ service, options }) => {
      const config = configOf(options);
      const path = credentialsPath(config.dataDir);
      const known = await readCredentials(config.dataDir);
      // fails before a secret is created that could not be written
      await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
      const { makeDemonstration } = await import('#libs/application');
      const credentials = await withIssuer(config, (issuer) =>
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
      await writeCredentials(config.dataDir, { ...credentials, baseUrl });
      const { firmId, apiKey } = credentials;
      return {
        text: `Firm ${firmId} exists, its API client is ${apiKey}. Its secret and tokens: ${path}\nNext, run "npm run demo".`,
        json: { firmId, apiKey, baseUrl, credentials: path },
      };
    });
}
