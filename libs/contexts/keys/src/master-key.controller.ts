import { Body, Controller, Get, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isDryRun } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  jsonLines,
  NDJSON,
  Produces,
  type RequestContext,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { MasterKeyResponse, ReplaceMasterKeyDto } from './master-key.dto.js';
import { ReplaceMasterKeyCommand } from './master-key.handlers.js';
import { masterKeyRules } from './master-key.js';
import { MasterKeys } from './master-key.queries.js';

/** The master key, for operators. No route accepts or returns a key: they come from the environment. */
@Controller('operator/keys/master-key')
export class MasterKeyController {
  constructor(
    private readonly commands: CommandBus,
    private readonly keys: MasterKeys,
  ) {}

  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('Get the number of keys under each master key', { shape: MasterKeyResponse })
  async get() {
    return Response.ok(await this.keys.status());
  }

  /** Writes a line after each batch; the last one has `finished`. If that is missing, repeat the request to continue. */
  @Post('replacement')
  @ForRoles('operator')
  @Produces(NDJSON)
  @Describes('Encrypt every key with the new master key', {
    status: 200,
    type: NDJSON,
    errors: masterKeyRules.of('master.key.other.rule'),
  })
  async replace(@Context() context: RequestContext, @Body() body: ReplaceMasterKeyDto) {
    const { from } = body;
    const lines = await this.commands.execute(
      new ReplaceMasterKeyCommand(from, () => context.stopping.aborted, context.command),
    );
    return isDryRun() ? Response.ok() : Response.stream(jsonLines(lines), NDJSON);
  }
}
