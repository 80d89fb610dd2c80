import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { exchangeOf } from './exchange.js';
import { throwIfProblems } from './problems.js';
import type { RequestContext } from './request-context.js';
import { strayInput } from './validation.pipe.js';

/**
 * The guard of a route: checks who may do this to what, before the input is looked at. Every route has one, named by the decorator that
 * states its access rule; the service does not start with a route without.
 */
export abstract class AccessGuard implements CanActivate {
  /**
   * Ends the request with 403 or 404 unless the caller may do this.
   * @param request Fastify's, with the path parameters
   */
  protected abstract check(execution: ExecutionContext, context: RequestContext): unknown;

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const exchange = exchangeOf(execution.getArgByIndex<object>(0));
    const checked = this.check(execution, exchange);
    if (checked instanceof Promise) await checked;
    const stray = strayInput(exchange);
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
    // A read first has to find its resource: a missing one is a 404 whatever the query.
    if (isRead) exchange.stray = stray;
    else throwIfProblems(stray);
    return true;
  }
}
