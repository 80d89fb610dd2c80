// Generates the shapes and operations of the Python client and the Postman collection from docs/openapi.json and the requests of
// docs/examples, after a build.
import { readFile, writeFile } from 'node:fs/promises';
import { postmanFiles } from './clients/postman.mjs';
import { pythonFiles } from './clients/python.mjs';
import { usualForm } from './clients/usual-form.mjs';

const { readExamples } = await import('../dist/test/support/http-examples.js');
const description = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
const files = {
  ...postmanFiles(description, await readExamples('docs/examples')),
  ...pythonFiles(usualForm(structuredClone(description))),
};
for (const [file, text] of Object.entries(files)) await writeFile(file, text);
