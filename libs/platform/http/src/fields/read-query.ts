import { FieldCode, type Problem, QUERY_ALIASES, type Timestamp } from '#libs/platform/kernel';
import { isAsOf } from '../as-of.js';
import type { Json } from '../json/strict-json.js';
import { repeatedParameter } from '../problems.js';
import { fieldsOf, oncePerShape, type Shape } from './field.js';
import { readShape, type Read } from './read-body.js';
import { note, type Reading } from './settle.js';

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Lower-case spelling, aliases included, to the name of the field. */
const namesOf = oncePerShape((shape) => {
  const names = new Map(fieldsOf(shape).map(({ name }) => [name.toLowerCase(), name]));
  for (const [alias, canonical] of Object.entries(QUERY_ALIASES)) {
    const name = names.get(canonical);
    if (name !== undefined) names.set(alias, name);
  }
  return names;
});

/**
 * Reads query parameters by a shape: names in any letter case, each at most once, none besides the declared ones (SYNTAX
 * naming the parameter). Values are read like strings of a body. `asOf` belongs to every read and is no field of a shape.
 * @param query as Fastify has parsed it
 */
export function readQuery<T extends object>(
  shape: Shape<T>,
  query: unknown,
  now: Timestamp,
): Read<T> {
  const problems: Problem[] = [];
  const reading: Reading = { problems, path: '', now };
  const names = namesOf(shape);
  const values = new Map<string, Json>();
  const repeated = new Set<string>();
  for (const [sent, value] of Object.entries(query as Query)) {
    if (isAsOf(sent)) continue;
    const name = names.get(sent.toLowerCase());
    if (name === undefined) {
      note(reading, unknownParameter(sent, shape));
    } else if (typeof value !== 'string' || values.has(name)) {
      note(reading, repeatedParameter(name));
      repeated.add(name);
    } else {
      values.set(name, value);
    }
  }
  const value = readShape(shape, values, reading);
  const isThere = ({ field = '', errorCode }: Problem): boolean =>
    errorCode === FieldCode.Required && repeated.has(field);
  return { value, problems: problems.filter((problem) => !isThere(problem)) };
}

function unknownParameter(sent: string, shape: Shape): Problem {
  const known = fieldsOf(shape).map(({ name }) => name);
  const there = known.length === 0 ? '.' : `; there are ${known.join(', ')}.`;
  return { type: 'SYNTAX', field: sent.slice(0, 128), message: `No such parameter${there}` };
}
