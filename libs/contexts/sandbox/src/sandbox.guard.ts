import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { ActingPersons } from '#libs/contexts/members';
import { Allows, contextOf, RefusedException } from '#libs/platform/http';
import { forbidden, notFound } from '#libs/platform/kernel';
import { CLOCK, type FirmClocks } from '#libs/platform/service';

/** Lets the API client of a sandbox through. For everybody else there is nothing here ([sandbox.firms]). */
@Injectable()
export class SandboxGuard implements CanActivate {
  constructor(
    @Inject(CLOCK) private readonly clocks: FirmClocks,
    private readonly persons: ActingPersons,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const context = contextOf(execution.getArgByIndex<object>(0));
    const { firmId, kind } = context.caller;
    if (!this.clocks.has(firmId)) throw new RefusedException(notFound());
    if (kind !== 'api-client' && !(await this.persons.isFirmItself(context))) {
      throw new RefusedException(forbidden('Only the API client of the firm plays.'));
    }
    return true;
  }
}

/** The route is for the API clients of sandboxes. */
export const ForSandboxes = (): MethodDecorator =>
  applyDecorators(
    Allows({
      roles: ['client'],
      besides: 'The firm’s API client, and the firm is a sandbox; 404 otherwise.',
    }),
    UseGuards(SandboxGuard),
  );
