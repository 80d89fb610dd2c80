import type { Problem } from '#libs/platform/kernel';
import type { Exchange } from './exchange.js';
import type { Shape } from './fields/field.js';
import { readBody, type Read } from './fields/read-body.js';
import { readQuery } from './fields/read-query.js';
import { ProblemsException, throwIfProblems } from './problems.js';

/** Of a route without query parameters or body of its own: what has no fields. */
const NO_FIELDS: Shape = Object;
const NOTHING: readonly Problem[] = [];

/** The query of a request, read by the shape of its route. */
export function queryOf({ request, rules, now }: Exchange): Read<object> {
  return readQuery(rules?.query ?? NO_FIELDS, request.query, now);
}

/** Query parameters of a route that takes none, and can't say so itself. */
export function strayParameters(exchange: Exchange): readonly Problem[] {
  const { request, rules } = exchange;
  const looks = rules?.public === false && rules.query === undefined && request.url.includes('?');
  return looks ? readQuery(NO_FIELDS, request.query, exchange.now).problems : NOTHING;
}

/** Keys of a body where a route takes none. */
function strayKeys(exchange: Exchange): readonly Problem[] {
  const { json } = exchange;
  if (json === undefined || json === null) return NOTHING;
  return readBody(NO_FIELDS, json, exchange.now).problems;
}

/**
 * Refuses what the request says to a route that takes neither body nor query: a write at once, a read when it has found what it is
 * of, so that what is not there is 404 whatever the query. The body of a read says nothing.
 */
export function refuseStrays(exchange: Exchange): void {
  const { method } = exchange.request;
  const isRead = method === 'GET' || method === 'HEAD';
  const problems = strayParameters(exchange);
  if (isRead && problems.length > 0) exchange.unusable = new ProblemsException(400, problems);
  if (!isRead) throwIfProblems([...problems, ...strayKeys(exchange)]);
}
