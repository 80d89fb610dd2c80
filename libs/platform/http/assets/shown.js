/**
 * The description as the page shows it.
 *
 * What a parameter may look like stands beside its field, not in it: the renderer would send it, and no two callers have the same
 * accounts, members and tokens. Codes of errors stand with their words under what is said of the status.
 * @param {any} description as `/openapi.json` has it
 * @param {string} root where the service is, without a slash at the end: the page calls it where it has found it
 * @returns {any}
 */
export function shown({ components, paths, ...rest }, root) {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const parameters = [
    ...Object.values(components.parameters),
    ...operations.flatMap((operation) => operation.parameters),
  ];
  for (const parameter of parameters) besideItsField(parameter);
  const responses = [
    ...Object.entries(components.responses),
    ...operations.flatMap((operation) => Object.entries(operation.responses)),
  ];
  for (const [name, response] of responses)
    withCodes(response, /^(?:Error)?(\d+)$/.exec(name)?.[1]);
  return { ...rest, components, paths, servers: [{ url: root }] };
}

/** @param {any} parameter */
function besideItsField(parameter) {
  if (parameter.example === undefined) return;
  parameter.description += `. Example: \`${parameter.example}\``;
  delete parameter.example;
}

/**
 * @param {any} response
 * @param {string | undefined} status
 */
function withCodes(response, status) {
  const codes = Object.entries(response['x-error-codes'] ?? {});
  if (codes.length > 0) {
    const rows = codes.map(([code, words]) => `| [${code}](docs/errors/${code}) | ${words} |`);
    response.description += `\n\n| Code | What it says |\n|---|---|\n${rows.join('\n')}`;
  }
  // all of them are error lists; one example is enough
  if (Number(status) > 400) delete response.content;
}
