import { Controller, Get } from '@nestjs/common';
import { Answer, Context, Describes, type RequestContext } from '#libs/platform/http';
import { ForRoles } from '#libs/platform/service';
import { CallerAnswer } from './caller.dto.js';

/** Tells callers who they are to this service: how the command line knows that it talks to the right one. */
@Controller('operator/caller')
export class CallerController {
  @Get()
  @ForRoles('client', 'backoffice', 'operator', 'auditor')
  @Describes('Who the caller is', { shape: CallerAnswer })
  get(@Context() { caller }: RequestContext): Answer<CallerAnswer> {
    return Answer.ok({ id: caller.id, roles: caller.roles });
  }
}
