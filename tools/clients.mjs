// Generates types, operations, events and example requests of the clients from the API description of the built service. With --check
// nothing is written; exits with 1 if a file is out of date.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventFiles } from './clients/events.mjs';
import { postmanFiles } from './clients/postman.mjs';
import { pythonFiles } from './clients/python.mjs';
import { typescriptFiles } from './clients/typescript.mjs';
import { usualForm } from './clients/usual-form.mjs';

const { readExamples } = await import('../dist/test/support/http-examples.js');
const [{ startService }, { describeApi }, { createLogger, loadConfig }] = await Promise.all(
  ['application', 'platform/http', 'platform/runtime'].map(
    (lib) => import(new URL(`../dist/libs/${lib}/src/index.js`, import.meta.url)),
  ),
);

const directory = await mkdtemp(join(tmpdir(), 'clients-'));
const config = loadConfig({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent' });
const service = await startService(config, { logger: createLogger({ level: 'silent' }) });
const description = JSON.parse(JSON.stringify(describeApi(service.app)));
const contract = await (await fetch(`${service.url}/asyncapi.json`)).json();
await service.stop();
await rm(directory, { recursive: true, force: true });

const usual = usualForm(description);
const files = {
  ...(await typescriptFiles(usual)),
  ...(await eventFiles(contract)),
  ...pythonFiles(usual),
  ...postmanFiles(description, await readExamples('docs/examples')),
};
for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes('--check')) {
    await writeFile(file, text);
  } else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`${file} is out of date: npm run client:generate`);
    process.exitCode = 1;
  }
}
