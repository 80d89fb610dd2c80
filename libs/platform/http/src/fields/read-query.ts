import { FieldCode, type Problem, type Timestamp } from '#libs/platform/kernel';
import { isAsOf } from '../as-of.js';
import type { Json } from '../json/strict-json.js';
import { repeatedParameter } from '../problems.js';
import { aliasesOf, fieldsOf, oncePerShape, type Shape } from './field.js';
import { readShape, type Read } from './read-body.js';
import { echoedName, note, type Reading } from './to-problems.js';

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Fields by the lower-case spellings of their names, aliases included. */
const spellingsOf = oncePerShape(
  (shape) =>
    new Map(
      fieldsOf(shape).flatMap((field) =>
        [field.name, ...aliasesOf(field)].map((name) => [name.toLowerCase(), field] as const),
      ),
    ),
);

/** The plus signs that were sent as they are, which a query decodes to blanks. */
const withPlus = (value: string): string =>
  value.trim() === '' ? value : value.replaceAll(' ', '+');

/**
 * Reads query parameters by a shape: names in any letter case, each at most once; others are a SYNTAX problem. Values are read like
 * strings of a body. `asOf`, which was read before, is skipped.
 * @param query as parsed by Fastify
 * @param others parameters that the route also takes
 */
export function readQuery<T extends object>(
  shape: Shape<T>,
  query: unknown,
  now: Timestamp,
  others: readonly string[] = [],
): Read<T> {
  const problems: Problem[] = [];
  const reading: Reading = { problems, path: '', now, wire: 'query' };
  const spellings = spellingsOf(shape);
  const values = new Map<string, Json>();
  const repeated = new Set<string>();
  for (const [sent, value] of Object.entries(query as Query)) {
    if (isAsOf(sent)) continue;
    const field = spellings.get(sent.toLowerCase());
    if (field === undefined) {
      note(reading, unknownParameter(sent, shape, others));
      continue;
    }
    const { name, kind } = field;
    if (typeof value !== 'string' || values.has(name)) {
      note(reading, repeatedParameter(name));
      repeated.add(name);
    } else {
      values.set(name, kind.noBlanks === true ? withPlus(value) : value);
    }
  }
  const value = readShape(shape, values, reading);
  const isRepeated = ({ field = '', errorCode }: Problem): boolean =>
    errorCode === FieldCode.Required && repeated.has(field);
  return { value, problems: problems.filter((problem) => !isRepeated(problem)) };
}

function unknownParameter(sent: string, shape: Shape, others: readonly string[]): Problem {
  const names = [...fieldsOf(shape).map(({ name }) => name), ...others];
  const known = names.length === 0 ? '' : ` Known parameters: ${names.join(', ')}.`;
  return { type: 'SYNTAX', field: echoedName(sent), message: `No such parameter.${known}` };
}
