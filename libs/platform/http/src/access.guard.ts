import {
  type CanActivate,
  type ExecutionContext,
  applyDecorators,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { throwIfProblems, forbidden, RefusedException, type Role } from '#libs/platform/kernel';
import { requestStateOf } from './request-state.js';
import type { RequestContext } from './request-context.js';
import { Allows } from './description/describes.js';
import { routeMetadataOf } from './route-rules.js';
import { strayInput } from './validation.pipe.js';

/**
 * The guard of a route: checks who may do this to what, before the input is looked at. Every route has one, named by the decorator that
 * states its access rule; the service does not start with a route without.
 */
export abstract class AccessGuard implements CanActivate {
  /** Ends the request with 403 or 404 unless the caller may do this. */
  protected abstract check(execution: ExecutionContext, context: RequestContext): unknown;

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const state = requestStateOf(execution.getArgByIndex<object>(0));
    const checked = this.check(execution, state);
    if (checked instanceof Promise) await checked;
    const stray = strayInput(state);
    // A read first has to find its resource: a missing one is a 404 whatever the query.
    if (state.isRead) state.stray = stray;
    else throwIfProblems(stray);
    return true;
  }
}

/** Rejects callers without any of the route's roles with 403 ([errors.403]). */
@Injectable()
class RolesGuard extends AccessGuard {
  protected check(execution: ExecutionContext, context: RequestContext): void {
    const { roles = [] } = routeMetadataOf(execution.getHandler()).callers ?? {};
    requireRole(context, ...roles);
  }
}

/** @throws RefusedException 403 if the caller has none of the roles */
export function requireRole({ caller }: RequestContext, ...roles: readonly Role[]): void {
  if (!roles.some((role) => caller.roles.includes(role))) throw new RefusedException(forbidden());
}

/** Restricts a route to callers with one of these roles. */
export function ForRoles(...roles: readonly Role[]): MethodDecorator {
  return applyDecorators(Allows({ roles }), UseGuards(RolesGuard));
}
