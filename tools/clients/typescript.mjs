// Generates the types of libs/client.
import openapiTypescript, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const FILE = 'libs/client/src/openapi.ts';
const HEAD = '// Generated from the API description by `npm run client:generate`.\n\n';

export async function typescriptFiles(description) {
  const types = astToString(await openapiTypescript(description, { alphabetize: true }));
  const options = { ...(await resolveConfig(FILE)), parser: 'typescript' };
  return { [FILE]: await format(HEAD + types, options) };
}
