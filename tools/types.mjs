// Generates the types of libs/client from docs/openapi.json and docs/asyncapi.json, before a build. What is up to date stays.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { typescriptEvents } from './clients/events.mjs';
import { typescriptTopics } from './clients/topics.mjs';
import { usualForm } from './clients/usual-form.mjs';

const [DESCRIPTION, EVENTS] = ['docs/openapi.json', 'docs/asyncapi.json'];
const [TYPES, TOPICS, EVENT_TYPES] = ['openapi', 'topics', 'events'].map(
  (name) => `libs/client/src/${name}.ts`,
);
const HEAD = '// Generated from docs/openapi.json by a build.\n\n';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const tools = [
  'tools/types.mjs',
  ...readdirSync('tools/clients').map((name) => `tools/clients/${name}`),
];
const sourcesAt = Math.max(...[DESCRIPTION, EVENTS, ...tools].map(changedAt));

if (Math.min(...[TYPES, TOPICS, EVENT_TYPES].map(changedAt)) <= sourcesAt) {
  const description = usualForm(read(DESCRIPTION));
  const types = await openapiTypescript(description, { alphabetize: true });
  writeFileSync(TYPES, HEAD + astToString(types));
  writeFileSync(TOPICS, HEAD + typescriptTopics(description));
  writeFileSync(EVENT_TYPES, typescriptEvents(read(EVENTS)));
}
