// Generates what the Python client has of the API and its events, and the Postman collection, from docs/openapi.json, docs/asyncapi.json and
// the requests of docs/examples, after a build.
import { readFile, writeFile } from 'node:fs/promises';
import { pythonEvents } from './clients/events.mjs';
import { postmanFiles } from './clients/postman.mjs';
import { pythonFiles } from './clients/python.mjs';
import { usualForm } from './clients/usual-form.mjs';

const { readExamples } = await import('../dist/test/support/http-examples.js');
const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
const description = await read('docs/openapi.json');
const files = {
  ...postmanFiles(description, await readExamples('docs/examples')),
  ...pythonFiles(usualForm(structuredClone(description))),
  'clients/python/src/brokerage_client/events.py': pythonEvents(await read('docs/asyncapi.json')),
};
for (const [file, text] of Object.entries(files)) await writeFile(file, text);
