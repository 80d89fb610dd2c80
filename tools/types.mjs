// Generates the types of libs/client from docs/openapi.json, before a build. What is up to date stays.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { usualForm } from './clients/usual-form.mjs';

const DESCRIPTION = 'docs/openapi.json';
const TYPES = 'libs/client/src/openapi.ts';
const HEAD = '// Generated from docs/openapi.json by a build.\n\n';

const changedAt = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedAt(TYPES) <= Math.max(changedAt(DESCRIPTION), changedAt('tools/types.mjs'))) {
  const description = usualForm(JSON.parse(readFileSync(DESCRIPTION, 'utf8')));
  const types = astToString(await openapiTypescript(description, { alphabetize: true }));
  writeFileSync(TYPES, HEAD + types);
}
