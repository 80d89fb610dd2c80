import { parseJsonText, readBody, type Shape } from '#libs/platform/http';

/**
 * What a controller gets of a body that is right.
 * @throws Error with the problems of one that is not
 */
export function requestBody<T extends object>(
  shape: Shape<T>,
  body: object,
  now = '2026-03-02T15:00:00.000Z',
): T {
  const { value, problems } = readBody(shape, parseJsonText(JSON.stringify(body)), now);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return value;
}
