// Generates the types of published events in both clients, from the contract of the events (/asyncapi.json).
import { shape } from './python.mjs';

const NO_EVENT = new Set(['brokerage.webhook.test.v1', 'webhook-headers']);

/** Published types: name, summary and schema of their data. */
function typesOf({ components: { messages, schemas } }) {
  return Object.entries(schemas)
    .filter(([name]) => !NO_EVENT.has(name))
    .map(([name, schema]) => [name, messages[name].summary, schema.properties.data]);
}

/** Codes are open: a later version of the service may have more. */
const withCodes = ({ description, items, ...schema }) => {
  const codes = (items ?? schema)['x-extensible-enum'];
  return codes === undefined ? description : `${description}: ${codes.join(', ')}, or a later one`;
};

const TYPES = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typescriptOf({ type, items }) {
  const types = [type]
    .flat()
    .map((one) => (one === 'array' ? `${typescriptOf(items)}[]` : TYPES[one]));
  return types.join(' | ');
}

function typescript(types) {
  const members = types.map(([name, summary, { properties }]) => {
    const fields = Object.entries(properties).map(
      ([field, schema]) =>
        `/** ${withCodes(schema)}. */\nreadonly ${field}: ${typescriptOf(schema)};`,
    );
    return `/** ${summary} */\nreadonly '${name}': {\n${fields.join('\n')}\n};`;
  });
  return `// Generated from docs/asyncapi.json by a build.

/** What \`data\` of each type of published event has. */
export interface EventData {\n${members.join('\n')}\n}\n`;
}

/** \`brokerage.bank-link.created.v1\` → \`BankLinkCreatedV1\` */
const classOf = (name) =>
  name
    .replace(/^brokerage\./, '')
    .split(/[.-]/)
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join('');

function python(types) {
  const classes = types.map(([name, summary, { properties }]) => {
    const fields = Object.entries(properties).map(([field, schema]) => [
      field,
      { ...schema, description: `${withCodes(schema)}.` },
    ]);
    const data = { properties: Object.fromEntries(fields), required: Object.keys(properties) };
    const as = classOf(name);
    return `${shape(`${as}Data`, data)}\n
class ${as}(_Event):\n    """${summary}"""\n
    type: Literal["${name}"]\n    data: ${as}Data\n`;
  });
  return `"""Published events by type.

Generated from docs/asyncapi.json by a build.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict, Union


class _Event(TypedDict):
    specversion: Literal["1.0"]
    id: str
    """UUID, the same however often the event is delivered."""
    source: str
    """Path of the account."""
    subject: str
    """Path of what has changed."""
    time: str
    """ISO-8601 UTC."""
    datacontenttype: Literal["application/json"]
    sequence: str
    """Digits, counting the events of an account from 1."""
    sequencetype: Literal["Integer"]
    position: str
    """Consistency token of what happened: \`\`asOf\`\` with it shows the state right after."""


${classes.join('\n\n')}

KnownEvent = Union[
${types.map(([name]) => `    ${classOf(name)},\n`).join('')}]
"""An event of a type that this version of the client knows; \`\`type\`\` tells them apart."""

KNOWN_TYPES = frozenset(
    [
${types.map(([name]) => `        "${name}",\n`).join('')}    ]
)
`;
}

/** The types in TypeScript. @param contract the document of /asyncapi.json */
export const typescriptEvents = (contract) => typescript(typesOf(contract));

/** The types in Python. @param contract the document of /asyncapi.json */
export const pythonEvents = (contract) => python(typesOf(contract));
