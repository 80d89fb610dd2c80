import type { Problem } from '#libs/platform/kernel';
import type { Exchange } from './exchange.js';
import type { Shape } from './fields/field.js';
import type { Read } from './fields/read-body.js';
import { readQuery } from './fields/read-query.js';
import { ProblemsException } from './problems.js';

/** Of a route without query parameters of its own: what has no fields. */
const NO_QUERY: Shape = Object;
const NOTHING: readonly Problem[] = [];

/** The query of a request, read by the shape of its route. */
export function queryOf({ request, route }: Exchange): Read<object> {
  return readQuery(route?.query ?? NO_QUERY, request.query);
}

/** Query parameters of a route that takes none, and can't say so itself. */
export function strayParameters({ request, route }: Exchange): readonly Problem[] {
  const looks = route?.public === false && route.query === undefined && request.url.includes('?');
  return looks ? readQuery(NO_QUERY, request.query).problems : NOTHING;
}

/**
 * Refuses stray parameters of a request without a body: a write at once, a read when it has found what it is of, so that what is not
 * there is 404 whatever the query.
 */
export function refuseStrayParameters(exchange: Exchange): void {
  const problems = strayParameters(exchange);
  if (problems.length === 0) return;
  const refusal = new ProblemsException(400, problems);
  const { method } = exchange.request;
  if (method !== 'GET' && method !== 'HEAD') throw refusal;
  exchange.unusable = refusal;
}
