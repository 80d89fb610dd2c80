import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { requestStateOf } from './request-state.js';
import { throwIfProblems } from '#libs/platform/kernel';
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
    const state = requestStateOf(execution.getArgByIndex<object>(0));
    const checked = this.check(execution, state);
    if (checked instanceof Promise) await checked;
    const stray = strayInput(state);
    const isRead = state.method === 'GET' || state.method === 'HEAD';
    // A read first has to find its resource: a missing one is a 404 whatever the query.
    if (isRead) state.stray = stray;
    else throwIfProblems(stray);
    return true;
  }
}
