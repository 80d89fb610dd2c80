/**
 * Prepares the description for display. Examples of parameters move to their descriptions, because swagger-ui would send them, and every
 * caller has its own accounts, members and tokens. Error codes become tables in the descriptions of responses.
 * @param {any} description from `/openapi.json`
 * @param {string} root URL of the service as the browser sees it, without a trailing slash
 * @returns {any}
 */
export function shown({ components, paths, ...rest }, root) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = [
    ...Object.values(components.parameters),
    ...operations.flatMap((operation) => operation.parameters),
  ];
  for (const parameter of parameters) moveExample(parameter);
  for (const operation of operations) linkPermissions(operation);
  const responses = [
    ...Object.entries(components.responses),
    ...operations.flatMap((operation) => Object.entries(operation.responses)),
  ];
  for (const [name, response] of responses) addCodes(response, /^(?:Error)?(\d+)$/.exec(name)?.[1]);
  return { ...rest, components, paths, servers: [{ url: root }] };
}

/** Links the codes of permissions to what they allow. @param {any} operation */
function linkPermissions(operation) {
  operation.description = operation.description?.replace(
    /holds ([A-Z]{2}\b[^.]*?) on the account/,
    'holds [$1](docs/rules/permissions) on the account',
  );
}

/** @param {any} parameter */
function moveExample(parameter) {
  if (parameter.example === undefined) return;
  parameter.description += `. Example: \`${parameter.example}\``;
  delete parameter.example;
}

/**
 * @param {any} response
 * @param {string | undefined} status
 */
function addCodes(response, status) {
  const codes = Object.entries(response['x-error-codes'] ?? {});
  if (codes.length > 0) {
    const rows = codes.map(([code, meaning]) => `| [${code}](docs/errors/${code}) | ${meaning} |`);
    const table = `| Code | Meaning |\n|---|---|\n${rows.join('\n')}`;
    const count = codes.length === 1 ? '1 code' : `${codes.length} codes`;
    response.description += `\n\n<details><summary>${count}</summary>\n\n${table}\n\n</details>`;
  }
  // All of them are error lists; the example of 400 is enough.
  if (Number(status) > 400) delete response.content;
}
