// Generates a Postman collection of the requests in docs/examples, described as in the API description. A test sends them.
import { exampleValues } from './example-values.mjs';

const ABOUT = `A request for every operation of the brokerage account service, generated from docs/examples.

The variables come from an environment: \`npm run examples:environment\` writes docs/examples/postman_environment.json for the demonstration firm. The collection signs the
firm's requests with \`apiKey\` and \`sharedSecret\`; those of back office, operator and auditor send their tokens.
The requests build on each other: run the folders in order.`;

/** Signs each request; the firm's requests send the signature as `Authorization`. */
const SIGN = `${exampleValues}
if (!pm.collectionVariables.get('unique') || pm.info.requestName === FIRST) {
  for (const [name, value] of Object.entries(exampleValues())) pm.collectionVariables.set(name, value);
}
const crypto = require('crypto-js');
const filled = (text) => pm.variables.replaceIn(text);
const { method, url, body } = pm.request;
const timestamp = new Date().toISOString();
const digest = crypto.MD5(filled((body && body.raw) || '')).toString();
const signed = [method, filled(url.toString()), timestamp, digest].join('\\n');
const signature = crypto.HmacSHA256(signed, filled('{{sharedSecret}}')).toString(crypto.enc.Base64);
const parameters = [
  'FOLIOWS_API_KEY=' + filled('{{apiKey}}'),
  'FOLIOWS_SIGNATURE=' + encodeURIComponent(signature),
  'FOLIOWS_TIMESTAMP=' + encodeURIComponent(timestamp),
];
pm.variables.set('signature', 'FOLIOWS ' + parameters.join(','));`;

/** The environment that the handler of a .http file expects. */
const HANDLER_SETUP = `const client = { global: { set: (name, value) => pm.collectionVariables.set(name, value) } };
const text = pm.response.text();
const response = {
  headers: { valueOf: (name) => pm.response.headers.get(name) },
  body: text === '' ? undefined : JSON.parse(text),
};`;

/** What a read looks for may be created in the background, so it is repeated for a while. */
const retried = (handler) => `${HANDLER_SETUP}
const tried = Number(pm.collectionVariables.get('tried') || 0) + 1;
try {
  ${handler}
  pm.collectionVariables.unset('tried');
} catch (error) {
  if (tried > 100) throw error;
  pm.collectionVariables.set('tried', tried);
  pm.execution.setNextRequest(pm.info.requestName);
}`;

const script = (listen, text) => ({
  listen,
  script: { type: 'text/javascript', exec: text.split('\n') },
});

function item(example, operation) {
  const { title, method, url, headers, body, expected, handler } = example;
  const expectation = expected
    ? `pm.test('returns ${expected}', () => pm.response.to.have.status(${expected}));`
    : `pm.test('succeeds', () => pm.expect(pm.response.code).to.be.within(200, 299));`;
  const then =
    handler && (method === 'GET' ? retried(handler.trim()) : `${HANDLER_SETUP}\n${handler.trim()}`);
  return {
    name: title,
    event: [script('test', [expectation, then].filter(Boolean).join('\n'))],
    request: {
      method,
      header: Object.entries(headers).map(([key, value]) => ({
        key,
        value: value === 'Bearer {{client}}' ? '{{signature}}' : value,
      })),
      url,
      ...(body !== undefined && { body: { mode: 'raw', raw: body } }),
      ...(operation.description && { description: operation.description }),
    },
  };
}

function operationOf({ method, url }, { paths }) {
  const [path] = url.replace('{{host}}', '').split('?');
  const found = Object.keys(paths).find((template) => {
    const isPath = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
    return isPath && method.toLowerCase() in paths[template];
  });
  return found === undefined ? {} : paths[found][method.toLowerCase()];
}

export function postmanCollection(description, examples) {
  const files = [...new Set(examples.map(({ file }) => file))];
  const first = `const FIRST = ${JSON.stringify(examples[0].title)};\n`;
  return {
    info: {
      name: 'Brokerage account service',
      description: ABOUT,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    event: [script('prerequest', first + SIGN)],
    item: files.map((file) => ({
      name: file.replace(/^\d+-|\.http$/g, '').replaceAll('-', ' '),
      item: examples
        .filter((example) => example.file === file)
        .map((example) => item(example, operationOf(example, description))),
    })),
  };
}
