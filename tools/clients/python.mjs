// Generates types and operations of clients/python.
import { topicsOf } from './topics.mjs';

const HEAD = (what) => `"""${what}

Generated from docs/openapi.json by a build.
"""

from __future__ import annotations
`;
const KEYWORDS = new Set(['class', 'from', 'global', 'import', 'in', 'is', 'not', 'pass', 'with']);
const TYPES = {
  string: ({ format }) => (format === 'binary' ? 'bytes' : 'str'),
  integer: () => 'int',
  number: () => 'float',
  boolean: () => 'bool',
  null: () => 'None',
  array: ({ items }) => `List[${typeOf(items)}]`,
  object: ({ additionalProperties: values }) =>
    `Dict[str, ${typeof values === 'object' ? typeOf(values) : 'Any'}]`,
};

const nameOf = ({ $ref }) => $ref.split('/').at(-1);
const literal = (value) =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : ({ true: 'True', false: 'False', null: 'None' }[value] ?? String(value));
const union = (types) => `${[...new Set(types)].sort(byNone).join(' | ')}`;
const byNone = (one, other) => (one === 'None') - (other === 'None');

function typeOf(schema = {}) {
  if (schema.$ref) return nameOf(schema);
  if ('const' in schema) return `Literal[${literal(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return union(either.map(typeOf));
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'Any' : union(types.map((type) => TYPES[type](schema)));
}

const docstring = (text, indent) =>
  `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '" ')}"""\n`;

/** A body, or a part of one. Required fields are in a class of their own, because Python 3.10 can't mark single fields as required. */
export function shape(name, { properties = {}, required = [], description }) {
  const fields = Object.entries(properties);
  const [mandatory, optional] = [true, false].map((is) =>
    fields.filter(([field]) => required.includes(field) === is),
  );
  if (fields.some(([field]) => KEYWORDS.has(field))) return functional(name, mandatory, optional);
  const lines = (some) =>
    some.map(([field, schema]) => {
      const doc = schema.description ? docstring(schema.description, '    ') : '';
      return `    ${field}: ${typeOf(schema)}\n${doc}`;
    });
  const head = description ? [docstring(description, '    ')] : [];
  const asClass = (as, base, some) =>
    `class ${as}(${base}):\n${[...(as === name ? head : []), ...lines(some)].join('') || '    pass\n'}`;
  if (optional.length === 0) return asClass(name, 'TypedDict', mandatory);
  if (mandatory.length === 0) return asClass(name, 'TypedDict, total=False', optional);
  const base = `_${name}`;
  return `${asClass(base, 'TypedDict', mandatory)}\n\n${asClass(name, `${base}, total=False`, optional)}`;
}

/** The same for shapes with a field name that is a Python keyword. */
function functional(name, mandatory, optional) {
  const dict = (as, some, total) => {
    const fields = some
      .map(([field, schema]) => `    "${field}": ${JSON.stringify(typeOf(schema))},\n`)
      .join('');
    return `${as} = TypedDict(\n    "${as}",\n    {\n${fields.replace(/^/gm, '    ').trimEnd()}\n    },\n    total=${total},\n)\n`;
  };
  if (mandatory.length === 0) return dict(name, optional, 'False');
  if (optional.length === 0) return dict(name, mandatory, 'True');
  return `${dict(`_${name}`, mandatory, 'True')}\n\nclass ${name}(_${name}, total=False):\n${optional
    .map(([field, schema]) => `    ${field}: ${typeOf(schema)}\n`)
    .join('')}`;
}

export function pythonTypes({ components: { schemas } }) {
  const classes = Object.entries(schemas).map(([name, schema]) =>
    schema.type === 'array' ? `${name} = List["${nameOf(schema.items)}"]\n` : shape(name, schema),
  );
  const imports = '\nfrom typing import Any, Dict, List, Literal, TypedDict\n';
  return `${HEAD('Bodies of requests and responses.')}${imports}\n\n${classes.join('\n\n')}`;
}

const snake = (text) => text.replace(/(?<=[a-z0-9])([A-Z])/g, '_$1').toLowerCase();
const argument = (name) => {
  const plain = name.replace(/^X-/, '').replaceAll('-', '_');
  const asName = plain.includes('_') ? plain.toLowerCase() : plain;
  return KEYWORDS.has(asName) ? `${asName}_` : asName;
};

/** An operation as a method; undefined if a body is neither JSON nor text nor a file, such as streams and pages for browsers. */
function method({ names, path, verb, operation }, components) {
  const name = names.at(-1);
  const media = (content) =>
    content && (content['application/json'] ?? content['text/plain'] ?? content['*/*'])?.schema;
  const answers = Object.values(operation.responses).filter(({ content }) => content);
  if (answers.some(({ content }) => !media(content))) return undefined;
  const { requestBody } = operation;
  if (requestBody && !requestBody.content['application/json']) return undefined;

  const parameters = operation.parameters.map((one) =>
    one.$ref ? components.parameters[nameOf(one)] : one,
  );
  const of = (place) => parameters.filter((one) => one.in === place);
  const positional = of('path').map((one) => `${argument(one.name)}: str`);
  if (requestBody) {
    const type = typeOf(media(requestBody.content));
    positional.push(requestBody.required ? `body: ${type}` : `body: ${type} | None = None`);
  }
  const headers = [...of('header'), ...(operation['x-options'] ?? [])];
  const named = [...of('query'), ...headers].sort(
    (one, other) => (other.required ?? false) - (one.required ?? false),
  );
  const keywords = named.map(({ name: as, required, schema }) => {
    const type = typeOf(schema);
    if (required) return `${argument(as)}: ${type}`;
    return `${argument(as)}: ${type === 'Any' ? 'Any' : union([...type.split(' | '), 'None'])} = None`;
  });
  const results = new Set(answers.map(({ content }) => typeOf(media(content))));
  const result = results.size === 0 ? 'None' : union([...results]);

  const url = path.replace(/\{(\w+)\}/g, (_, one) => `{part(${argument(one)})}`);
  const pairs = (some) => some.map((one) => `"${one.name}": ${argument(one.name)}`).join(', ');
  const sent = [`"${verb.toUpperCase()}"`, `${url === path ? '' : 'f'}"${url}"`];
  if (requestBody) sent.push('body');
  if (of('query').length > 0) sent.push(`query={${pairs(of('query'))}}`);
  sent.push(headers.length > 0 ? `headers={${pairs(headers)}, **headers}` : 'headers=headers');
  const signature = ['self', ...positional, '*', ...keywords, 'headers: Headers = NONE'];
  const as = KEYWORDS.has(name) ? `${name}_` : snake(name);
  return `${call(`    def ${as}(`, signature, `) -> Answer[${result}]:`)}
${docstring(docOf(operation), '        ').trimEnd()}
${call('        return self._send(', sent, ')')}
`;
}

/** Puts arguments on one line if they fit, otherwise on one line each. */
function call(head, parts, tail) {
  const line = `${head}${parts.join(', ')}${tail}`;
  if (line.length <= 100) return line;
  const [indent] = /^ */.exec(head);
  return [head, ...parts.map((one) => `${indent}    ${one},`), `${indent}${tail}`].join('\n');
}

function docOf({ summary, description }) {
  if (!description) return `${summary}.`;
  return `${summary}.\n\n${description}`.replace(/\n(?=.)/g, '\n        ') + '\n        ';
}

const classOf = (names) =>
  `${names.map((name) => name[0].toUpperCase() + name.slice(1)).join('')}Operations`;

/** The classes of a group: those of the groups in it, and then its own. */
function classes(names, group) {
  const members = Object.entries(group).sort(([one], [other]) => (one < other ? -1 : 1));
  const [methods, groups] = [true, false].map((is) =>
    members.filter(([, one]) => (typeof one === 'string') === is),
  );
  const inner = groups.flatMap(([name, one]) => classes([...names, name], one));
  const attributes = groups
    .map(([name]) => `        self.${snake(name)} = ${classOf([...names, name])}(send)\n`)
    .join('');
  const start =
    attributes &&
    `    def __init__(self, send: Callable[..., Answer[Any]]) -> None:\n        super().__init__(send)\n${attributes}\n`;
  const text = methods.map(([, one]) => one).join('\n');
  return [...inner, `class ${classOf(names)}(_Group):\n${start}${text}`];
}

export function pythonOperations(description) {
  const { components } = description;
  const topics = Object.entries(topicsOf(description, (one) => method(one, components)))
    .filter(([, group]) => Object.keys(group).length > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = topics.flatMap(([name, group]) => classes([name], group));
  const attributes = topics.map(
    ([name]) => `        self.${snake(name)} = ${classOf([name])}(send)\n`,
  );
  const body = `${text.join('\n\n')}

class Operations:
    """Every operation, by topic: \`\`api.accounts.get(number)\`\`."""

    def __init__(self, send: Callable[..., Answer[Any]]) -> None:
${attributes.join('')}`;
  const used = Object.keys(components.schemas).filter((name) =>
    new RegExp(`\\b${name}\\b(?!\\()`).test(body.replace(/"""[^]*?"""/g, '')),
  );
  return `${HEAD('Every operation of the API as a method.')}
from typing import Any, Callable, Dict, List, Literal, Mapping
from urllib.parse import quote

from .answer import Answer
from .types import (
${used
  .sort()
  .map((name) => `    ${name},\n`)
  .join('')})

Headers = Mapping[str, str]
NONE: Headers = {}


def part(value: str) -> str:
    """Encodes a path segment."""
    return quote(str(value), safe="")


class _Group:
    def __init__(self, send: Callable[..., Answer[Any]]) -> None:
        self._send = send


${body}`;
}
