import { Controller, Get, Post, Req } from '@nestjs/common';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  jsonLines,
  LenientBody,
  NDJSON,
  Produces,
  type RequestContext,
  requireValid,
  servicesOf,
  throwIfRefused,
} from '#libs/platform/http';
import { isDryRun } from '#libs/platform/event-store';
import { ForRoles } from '#libs/platform/service';
import { MasterKeyAnswer, ReplaceMasterKeyDto } from './master-key.dto.js';
import { MasterKeyReplacement } from '../master-key-replacement.js';
import { masterKeyRules } from '../domain/master-key-rules.js';

/** The master key, for those who run the service. It comes by environment; nothing here takes or answers one. */
@Controller('operator/keys/master-key')
export class MasterKeyController {
  constructor(private readonly replacement: MasterKeyReplacement) {}

  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('Get how many keys each master key encrypts', { shape: MasterKeyAnswer })
  async get(): Promise<Answer> {
    return Answer.ok(await this.replacement.status());
  }

  /** A line after each batch; the last one has `finished`. Without that one, ask again to go on. */
  @Post('replacement')
  @ForRoles('operator')
  @Produces(NDJSON)
  @Describes('Encrypt every key with the new master key', {
    status: 200,
    type: NDJSON,
    errors: masterKeyRules.of('master.key.other.rule'),
  })
  async replace(
    @Context() context: RequestContext,
    @Req() request: object,
    @LenientBody(ReplaceMasterKeyDto) body: Body<ReplaceMasterKeyDto>,
  ): Promise<Answer> {
    const { from } = requireValid(body);
    const metadata = commandMetadata(context);
    const begun = throwIfRefused(await this.replacement.begin(from, metadata));
    if (isDryRun()) return Answer.ok();
    const services = servicesOf(request);
    const lines = this.replacement.run(begun, metadata, () => services.stopping);
    return Answer.stream(jsonLines(lines), NDJSON);
  }
}
