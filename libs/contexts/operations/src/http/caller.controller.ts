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

  @ListOfText({ description: 'Roles of the caller', example: ['operator'] })
  roles!: readonly string[];
}

/** Tells callers who they are. The command line uses it to check that it talks to the right service. */
@Controller('operator/caller')
export class CallerController {
  @Get()
  @ForRoles('client', 'backoffice', 'operator', 'auditor')
  @Describes('Who the caller is', { shape: CallerAnswer })
  get(@Context() { caller }: RequestContext) {
    return Answer.ok({ id: caller.id, roles: caller.roles });
  }
}
