// How clients group the operations of the API: `bankLinks.verify`, and those of the back office, of operators and of sandboxes below their own
// name: `backoffice.orders.put`.
const SPACES = ['backoffice', 'operator', 'sandbox'];

const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1);

/** The names below which a client finds an operation, the last one that of its method. */
function namesOf(path, operationId) {
  const [group, method] = operationId.split('_');
  const space = SPACES.find((name) => path.startsWith(`/${name}/`));
  if (space === undefined) return [lowerFirst(group), method];
  const within = group.toLowerCase().startsWith(space) ? group.slice(space.length) : group;
  return within === '' ? [space, method] : [space, lowerFirst(within), method];
}

/** Every operation with its names, its path and its method. */
const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => ({
      names: namesOf(path, operation.operationId),
      ...{ path, verb, operation },
    })),
  );

/** The same as a tree: groups by name, and in them what `leaf` makes of an operation. Undefined leaves are left out. */
export function topicsOf(description, leaf) {
  const tree = {};
  for (const one of operationsOf(description)) {
    const made = leaf(one);
    if (made === undefined) continue;
    const groups = one.names.slice(0, -1);
    const group = groups.reduce((within, name) => (within[name] ??= {}), tree);
    const name = one.names.at(-1);
    if (name in group) throw new Error(`two operations are called ${one.names.join('.')}`);
    group[name] = made;
  }
  return tree;
}

/** The topics as a TypeScript module. */
export function typescriptTopics(description) {
  const topics = topicsOf(description, ({ path, verb }) => [path, verb.toUpperCase()]);
  return `/** Where each operation is: path and method. */\nexport const TOPICS = ${JSON.stringify(topics, undefined, 2)} as const;\n`;
}
