import {
  isNone,
  type Json,
  LARGE_BODY_LIMIT,
  parseJson,
  ProblemsException,
  type Response,
} from '#libs/platform/http';
import {
  FieldCode,
  fieldProblem,
  mustBe,
  type Problem,
  requiredProblem,
} from '#libs/platform/kernel';
import type { Line } from './import-lines.js';

/** Maximum bytes of a line: the size limit of the largest request body. */
export const LONGEST_LINE = LARGE_BODY_LIMIT;

/** Maximum characters of a key or path repeated in a response. */
const SHOWN = 512;

interface LineContent {
  readonly path: string;
  readonly body: Json | undefined;
}

/** Parses a line as strictly as a request body. @throws JsonSyntaxError, ProblemsException 413 and 400 */
export function readLine({ bytes }: Line): LineContent {
  if (bytes === undefined) {
    const message = `A line may have at most ${LONGEST_LINE} bytes.`;
    throw new ProblemsException(413, message);
  }
  const json = parseJson(bytes);
  if (!(json instanceof Map)) {
    throw new ProblemsException(400, 'The line must be a JSON object with path and body.');
  }
  const line = json as ReadonlyMap<string, Json>;
  const problems: Problem[] = [];
  for (const key of line.keys()) {
    if (key !== 'path' && key !== 'body') problems.push({ type: 'SYNTAX', field: shown(key) });
  }
  const path = line.get('path') ?? null;
  if (isNone(path, 'body')) problems.push(requiredProblem('path', 'in each line'));
  else if (typeof path !== 'string') {
    problems.push(fieldProblem('path', FieldCode.Value, mustBe('a text')));
  }
  if (problems.length > 0) throw new WrongLine(path, problems.slice(0, 100));
  return { path: path as string, body: line.get('body') };
}

/** A line with wrong keys. Its path may be usable. */
export class WrongLine extends ProblemsException {
  constructor(
    readonly path: Json,
    problems: readonly Problem[],
  ) {
    super(400, problems);
  }
}

/** The response to an executed line: NDJSON with the status, and the fields or the error list of the same request on its own. */
export function doneLine(line: number, path: string, { status, body }: Response<unknown>): string {
  const fields = Array.isArray(body) ? { errors: body } : (body as object | undefined);
  return ndjson({ line, path: shown(path), status, ...fields });
}

/** The response to a failed line; `path` is null if the line has none. */
export function errorLine(
  line: number,
  path: unknown,
  { status, problems }: ProblemsException,
): string {
  const shownPath = typeof path === 'string' ? shown(path) : null;
  return ndjson({ line, path: shownPath, status, errors: problems });
}

function ndjson(response: object): string {
  return `${JSON.stringify(response)}\n`;
}

function shown(text: string): string {
  return text.slice(0, SHOWN);
}
