import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Credentials, credentialsPath } from '#libs/platform/identity';
import { type Config, writeFileAtomically } from '#libs/platform/runtime';
import { pick, pluralize } from '#libs/platform/kernel';
import { conversation } from './conversation.js';
import { type FilledFirm, fillWithHistory } from './demo-history.js';
import { show } from './demo-narrator.js';

/** Fills a running service with accounts and prints a summary. */
export async function fill(
  { dataDir, embedded }: Pick<Config, 'dataDir' | 'embedded'>,
  { baseUrl, tokens }: Credentials,
  accounts: number,
): Promise<void> {
  if (!embedded) throw new Error('A history needs sandboxes, which need embedded stores.');
  const started = performance.now();
  const progress = conversation({ asJson: false, yes: true }).progress('history', 'months', 1);
  const firms = await fillWithHistory({
    ...{ baseUrl, tokens, accounts },
    now: Date.now(),
    progress: (done, total) => {
      progress.update(done, total);
    },
  });
  progress.stop();
  const path = join(dataDir, 'demo-credentials.json');
  await addKeys(path, baseUrl, firms);
  const seconds = Math.round((performance.now() - started) / 1_000);
  show(
    `\n${pluralize(accounts, 'account')} in ${pluralize(firms.length, 'firm')}, two years of history, in ${seconds} s:`,
  );
  for (const { firmId, apiKey, accountNumbers: numbers } of firms) {
    show(
      `  firm ${firmId}, API client ${apiKey}: ${pluralize(numbers.length, 'account')}, ${numbers[0] ?? ''} …`,
    );
  }
  const erased = firms.map((firm) => firm.erased).filter((one) => one !== undefined);
  show(
    erased.length > 0
      ? `Erased: ${erased.join(', ')}`
      : 'Nobody was erased, since data has to be kept for RETENTION_YEARS: with 0 one person of each firm is.',
  );
  show('The first daily root is signed after midnight UTC, for the day that has then ended.');
  show(`Keys and secrets of the API clients: ${path}`);
  show(`Browse them at ${baseUrl}/console with the token "auditor" of ${credentialsPath(dataDir)}`);
}

/** Adds the credentials of API clients to the file, keeping those of earlier runs. */
async function addKeys(path: string, baseUrl: string, firms: readonly FilledFirm[]): Promise<void> {
  const known = await readFile(path, 'utf8').then(
    (text) => {
      const found = JSON.parse(text) as readonly object[] | { readonly firms: readonly object[] };
      // as the first version wrote it
      return 'firms' in found ? found.firms : found;
    },
    () => [],
  );
  const keys = firms.map((firm) => ({
    baseUrl,
    ...pick(firm, 'firmId', 'apiKey', 'sharedSecret'),
  }));
  const text = `${JSON.stringify([...known, ...keys], undefined, 2)}\n`;
  await writeFileAtomically(path, Buffer.from(text));
}
