// Writes the variables of docs/examples for the demonstration firm, for clients that read .http files and for Postman, and the collection for the
// latter. Reads the build.
// node tools/example-environment.mjs [credentials.json [folder]]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExamples } from '../dist/test/support/http-examples.js';
import { exampleValues } from './clients/example-values.mjs';
import { postmanCollection } from './clients/postman.mjs';

const [from = 'data/credentials.json', folder = 'docs/examples'] = process.argv.slice(2);
const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
const { baseUrl, firmId, billingPlans, apiKey, sharedSecret, tokens } = await read(from);
const service = { host: baseUrl, firmId, planA: billingPlans.A, ...tokens };
const values = Object.entries({ ...service, apiKey, sharedSecret });
const secrets = new Set([...Object.keys(tokens), 'sharedSecret']);
const files = {
  'http-client.private.env.json': { demonstration: { ...service, ...exampleValues() } },
  'postman_environment.json': {
    name: 'Brokerage demonstration firm',
    values: values.map(([key, value]) => ({
      key,
      value,
      type: secrets.has(key) ? 'secret' : 'default',
      enabled: true,
    })),
    _postman_variable_scope: 'environment',
  },
  'postman_collection.json': postmanCollection(
    await read('docs/openapi.json'),
    await readExamples('docs/examples'),
  ),
};
for (const [name, content] of Object.entries(files)) {
  // readable only by the owner, like the credentials themselves
  await writeFile(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`, {
    mode: 0o600,
  });
  console.log(join(folder, name));
}
