import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { AccessGuard, Allows, type RequestContext, routeMetadataOf } from '#libs/platform/http';
import { forbidden, RefusedException, type Role } from '#libs/platform/kernel';

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
