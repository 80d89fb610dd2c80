import { Controller, Get } from '@nestjs/common';
import {
  Answer,
  Context,
  Describes,
  ListOfText,
  type RequestContext,
  Text,
} from '#libs/platform/http';
import { ForRoles } from '#libs/platform/service';

class CallerAnswer {
  @Text({ description: 'API key or token subject', example: 'memorandum' })
  id!: string;

  @ListOfText({ description: 'What the caller may do', example: ['operator'] })
  roles!: readonly string[];
}

/** Tells callers who they are to this service: how the command line knows that it talks to the right one. */
@Controller('operator/caller')
export class CallerController {
  @Get()
  @ForRoles('client', 'backoffice', 'operator', 'auditor')
  @Describes('Who the caller is', { shape: CallerAnswer })
  get(@Context() { caller }: RequestContext) {
    return Answer.ok({ id: caller.id, roles: caller.roles });
  }
}
