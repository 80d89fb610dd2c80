// Types of the client from the API description of the built service. With --check nothing is written: exit 1 when the types
// in libs/client are those of another description.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const FILE = 'libs/client/src/openapi.ts';
const [{ startService }, { describeApi }, { createLogger, loadConfig }] = await Promise.all(
  ['application', 'platform/http', 'platform/runtime'].map(
    (lib) => import(new URL(`../dist/libs/${lib}/src/index.js`, import.meta.url)),
  ),
);

const directory = await mkdtemp(join(tmpdir(), 'client-types-'));
const config = loadConfig({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'silent' });
const service = await startService(config, { logger: createLogger({ level: 'silent' }) });
const description = JSON.parse(JSON.stringify(describeApi(service.app)));
await service.stop();
await rm(directory, { recursive: true, force: true });

// The client sends the common headers itself and throws what is no success: both would only repeat in every operation.
const QUERY = ['AsOf', 'PageLimit', 'PageCursor'];
const IN_QUERY = QUERY.map((name) => `#/components/parameters/${name}`);
// Nor has it dry runs and lists as CSV: whoever asks for a dry run reads its answer as `Schemas['DryRun']`.
const DRY_RUN = '#/components/schemas/DryRun';
const inUsualForm = (response) => {
  delete response.content?.['text/csv'];
  const json = response.content?.['application/json'];
  if (json?.schema.$ref === DRY_RUN) delete response.content['application/json'];
  if (Object.keys(response.content ?? {}).length === 0) delete response.content;
  const others = json?.schema.anyOf?.filter(({ $ref }) => $ref !== DRY_RUN);
  if (others?.length === 1) json.schema = others[0];
  return response;
};
for (const methods of Object.values(description.paths)) {
  for (const operation of Object.values(methods)) {
    operation.parameters = operation.parameters.filter(
      ({ in: place, required, $ref }) => required || place === 'query' || IN_QUERY.includes($ref),
    );
    const bodies = [operation.requestBody];
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) >= 300) delete operation.responses[status];
      else if (response.$ref) delete operation.responses[status];
      else delete inUsualForm(response).headers;
      bodies.push(response);
    }
    for (const body of bodies)
      for (const part of Object.values(body?.content ?? {})) delete part.example;
  }
}
const { schemas, parameters } = description.components;
const kept = QUERY.map((name) => [name, parameters[name]]);
description.components = { schemas, parameters: Object.fromEntries(kept) };

const types = astToString(await openapiTypescript(description, { alphabetize: true }));
const head = '// Made of the API description by `npm run client:generate`.\n\n';
const text = await format(head + types, { ...(await resolveConfig(FILE)), parser: 'typescript' });
if (!process.argv.includes('--check')) {
  await writeFile(FILE, text);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error(`${FILE} is not of this API description: npm run client:generate`);
  process.exit(1);
}
