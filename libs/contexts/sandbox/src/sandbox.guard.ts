import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { AccessGuard, Allows, type RequestContext } from '#libs/platform/http';
import { forbidden, notFound, RefusedException } from '#libs/platform/kernel';
import { SandboxClocks } from './clock.facts.js';

/** Admits the API client of a sandbox. For everybody else these routes don't exist ([sandbox.firms]). */
@Injectable()
export class SandboxGuard extends AccessGuard {
  constructor(private readonly clocks: SandboxClocks) {
    super();
  }

  protected check(_execution: ExecutionContext, context: RequestContext): void {
    const { firmId, firmItself, kind } = context.caller;
    if (!this.clocks.has(firmId)) throw new RefusedException(notFound());
    if (kind !== 'api-client' && firmItself !== true) {
      throw new RefusedException(forbidden('Only the API client of the firm may do this.'));
    }
  }
}

/** Restricts a route to the API clients of sandboxes. */
export const ForSandboxes = (): MethodDecorator =>
  applyDecorators(
    Allows({
      roles: ['client'],
      requirement: 'Only for the API client of a sandbox firm; 404 for other firms.',
    }),
    UseGuards(SandboxGuard),
  );
