import type { Problem } from '#libs/platform/kernel';
import { isAsOf } from '../as-of.js';
import type { Json } from '../json/strict-json.js';
import { QUERY_ALIASES } from './aliases.js';
import { fieldsOf, type Shape } from './field.js';
import { readShape, type Read } from './read-body.js';
import { note, type Reading } from './settle.js';

const namesByShape = new WeakMap<Shape, ReadonlyMap<string, string>>();

/** Lower-case spelling, aliases included, to the name of the field. */
function namesOf(shape: Shape): ReadonlyMap<string, string> {
  const known = namesByShape.get(shape);
  if (known !== undefined) return known;
  const names = new Map(fieldsOf(shape).map(({ name }) => [name.toLowerCase(), name]));
  for (const [alias, canonical] of Object.entries(QUERY_ALIASES)) {
    const name = names.get(canonical);
    if (name !== undefined) names.set(alias, name);
  }
  namesByShape.set(shape, names);
  return names;
}

/**
 * Reads query parameters by a shape: names in any letter case, each at most once, none besides the declared ones (SYNTAX
 * naming the parameter). Values are read like strings of a body. `asOf` belongs to every read and is no field of a shape.
 */
export function readQuery<T extends object>(
  shape: Shape<T>,
  query: Readonly<Record<string, string | readonly string[]>>,
): Read<T> {
  const problems: Problem[] = [];
  const reading: Reading = { problems, path: '' };
  const names = namesOf(shape);
  const values = new Map<string, Json>();
  for (const [sent, value] of Object.entries(query)) {
    if (isAsOf(sent)) continue;
    const name = names.get(sent.toLowerCase());
    if (name === undefined) {
      note(reading, { type: 'SYNTAX', field: sent.slice(0, 128) });
    } else if (typeof value !== 'string' || values.has(name)) {
      note(reading, { type: 'SYNTAX', field: name, message: 'given more than once' });
    } else {
      values.set(name, value);
    }
  }
  return { value: readShape(shape, values, reading), problems };
}
