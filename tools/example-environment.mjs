// Writes the variables of docs/examples for the demonstration firm, for clients that read .http files and for Postman.
// node tools/example-environment.mjs [credentials.json [folder]]
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleValues } from './clients/example-values.mjs';

const [from = 'data/credentials.json', folder = 'docs/examples'] = process.argv.slice(2);
const { baseUrl, firmId, billingPlans, apiKey, sharedSecret, tokens } = JSON.parse(
  await readFile(from, 'utf8'),
);
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
};
for (const [name, content] of Object.entries(files)) {
  // readable only by the owner, like the credentials themselves
  await writeFile(join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`, {
    mode: 0o600,
  });
  console.log(join(folder, name));
}
