// Clients send the common headers themselves and throw for unsuccessful responses; in every operation both would be noise.
const QUERY = ['AsOf', 'PageLimit', 'PageCursor'];
const OPTIONS = ['AssociatedMember', 'IdempotencyKey', 'IfMatch', 'SandboxFault'];
const IN_QUERY = QUERY.map((name) => `#/components/parameters/${name}`);
// Dry runs and CSV lists are omitted as well: the response to a dry run has the schema DryRun.
const DRY_RUN = '#/components/schemas/DryRun';

const inUsualForm = (response) => {
  // A body that is not always there is typed like one that is.
  response.content ??= response['x-content'];
  delete response['x-content'];
  delete response.content?.['text/csv'];
  const json = response.content?.['application/json'];
  if (json?.schema.$ref === DRY_RUN) delete response.content['application/json'];
  if (Object.keys(response.content ?? {}).length === 0) delete response.content;
  const others = json?.schema.anyOf?.filter(({ $ref }) => $ref !== DRY_RUN);
  if (others?.length === 1) json.schema = others[0];
  return response;
};

/** The part of a description that typed clients use: parameters, bodies, and successful responses in their usual form. */
export function usualForm(whole) {
  const description = structuredClone(whole);
  const options = ($ref) => whole.components.parameters[$ref.split('/').at(-1)];
  for (const methods of Object.values(description.paths)) {
    for (const operation of Object.values(methods)) {
      // Python takes these as arguments of the call.
      operation['x-options'] = operation.parameters.flatMap(({ $ref }) =>
        OPTIONS.includes($ref?.split('/').at(-1)) ? [options($ref)] : [],
      );
      operation.parameters = operation.parameters.filter(
        ({ in: place, required, $ref }) => required || place === 'query' || IN_QUERY.includes($ref),
      );
      const bodies = [operation.requestBody];
      for (const [status, response] of Object.entries(operation.responses)) {
        if (Number(status) >= 300) delete operation.responses[status];
        else if (response.$ref) delete operation.responses[status];
        else delete inUsualForm(response).headers;
        bodies.push(response);
      }
      for (const body of bodies)
        for (const part of Object.values(body?.content ?? {})) delete part.example;
    }
  }
  const { schemas, parameters } = description.components;
  // Conditions on which of several spellings is sent, and on the form of a text, have no type.
  for (const schema of Object.values(schemas)) delete schema.allOf;
  delete parameters.AsOf.schema.anyOf;
  const kept = QUERY.map((name) => [name, parameters[name]]);
  description.components = { schemas, parameters: Object.fromEntries(kept) };
  return description;
}
