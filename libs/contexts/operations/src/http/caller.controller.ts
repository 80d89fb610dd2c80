import { Controller, Get, Inject } from '@nestjs/common';
import {
  Response,
  Context,
  Describes,
  ListOfText,
  type RequestContext,
  Text,
} from '#libs/platform/http';
import { dataDirectoryId } from '#libs/platform/runtime';
import { ForRoles, type Platform, PLATFORM } from '#libs/platform/service';

class CallerResponse {
  @Text({ description: 'API key or token subject', example: 'memorandum' })
  id!: string;

  @ListOfText({ description: 'Roles of the caller', example: ['operator'] })
  roles!: readonly string[];

  @Text({
    description:
      'Which directory on its machine the service keeps its stores in: device and inode. A copy has another one. Only with embedded stores',
    answered: 'maybe',
    example: '2049-131090',
  })
  dataDirectory?: string;
}

/** Tells callers who they are and which service answers. The command line uses it to check that it talks to the right one. */
@Controller('operator/caller')
export class CallerController {
  /** The one in use since the start, even if another takes its path. */
  readonly #dataDirectory: Pick<CallerResponse, 'dataDirectory'>;

  constructor(@Inject(PLATFORM) { config }: Platform) {
    this.#dataDirectory = config.embedded ? { dataDirectory: dataDirectoryId(config.dataDir) } : {};
  }

  @Get()
  @ForRoles('client', 'backoffice', 'operator', 'auditor')
  @Describes('Who the caller is', { shape: CallerResponse })
  get(@Context() { caller }: RequestContext) {
    return Response.ok({ id: caller.id, roles: caller.roles, ...this.#dataDirectory });
  }
}
