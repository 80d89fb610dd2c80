// Generates what the clients have of docs/openapi.json and docs/asyncapi.json, before a build. What is up to date stays.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString, stringToAST } from 'openapi-typescript';
import { pythonEvents, typescriptEvents } from './clients/events.mjs';
import { pythonOperations, pythonTypes } from './clients/python.mjs';
import { typescriptTopics } from './clients/topics.mjs';
import { usualForm } from './clients/usual-form.mjs';

process.chdir(join(import.meta.dirname, '..'));

const [DESCRIPTION, EVENTS] = ['docs/openapi.json', 'docs/asyncapi.json'];
const HEAD = '// Generated from docs/openapi.json by a build.\n\n';
// Published events are told apart by their type.
const TYPED_EVENTS = {
  inject: "import type { FeedEvent } from './feed-event.js';\n",
  transform: (_schema, { path }) =>
    path === '#/components/schemas/PublishedEvent'
      ? stringToAST('FeedEvent')[0].expression
      : undefined,
};
const MADE = {
  'libs/client/src': {
    'openapi.ts': async ({ api }) =>
      HEAD +
      astToString(
        await openapiTypescript(withOptions(api), { alphabetize: true, ...TYPED_EVENTS }),
      ),
    'topics.ts': ({ api }) => HEAD + typescriptTopics(api),
    'events.ts': ({ events }) => typescriptEvents(events),
  },
  'clients/python/src/brokerage_client': {
    'types.py': ({ api }) => pythonTypes(api),
    'operations.py': ({ api }) => pythonOperations(api),
    'events.py': ({ events }) => pythonEvents(events),
  },
};

/** A header that an operation requires may come from the options of the call instead. */
function withOptions(api) {
  const operations = Object.values(api.paths).flatMap(Object.values);
  for (const one of operations.flatMap(({ parameters }) => parameters)) {
    if (one.in === 'header') one.required = false;
  }
  return api;
}

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const tools = [
  'tools/types.mjs',
  ...readdirSync('tools/clients').map((name) => `tools/clients/${name}`),
];
const sourcesAt = Math.max(...[DESCRIPTION, EVENTS, ...tools].map(changedAt));
// An image is built without the Python client.
const files = Object.entries(MADE)
  .filter(([folder]) => existsSync(folder))
  .flatMap(([folder, made]) =>
    Object.entries(made).map(([name, make]) => [join(folder, name), make]),
  );

if (files.some(([file]) => changedAt(file) <= sourcesAt)) {
  for (const [file, make] of files) {
    const text = await make({ api: usualForm(read(DESCRIPTION)), events: read(EVENTS) });
    writeFileSync(file, text);
  }
}
