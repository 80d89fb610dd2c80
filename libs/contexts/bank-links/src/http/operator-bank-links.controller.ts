import { Controller, Param, Post } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
  throwIfRefused,
} from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { ForRoles } from '#libs/platform/service';
import { bankLink } from '../domain/bank-link.js';
import { VerificationAttempts } from '../verification-attempts.js';

/** What operators do with bank links. */
@Controller('operator/achbanklinks/:banklinkoid')
export class OperatorBankLinksController {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly attempts: VerificationAttempts,
  ) {}

  /** Forgets the wrong attempts at the bank account of a link, on all links of its owner to that account. */
  @Post('unlock')
  @ForRoles('operator')
  @Describes('Allow the bank account of a link to be verified again', { status: 204 })
  async unlock(
    @Context() context: RequestContext,
    @Param('banklinkoid') oid: string,
  ): Promise<Answer> {
    const known = isNumericOid(oid) ? await this.aggregates.load(bankLink, oid) : undefined;
    if (!known?.state) throw new RefusedException(notFound());
    const outcome = await this.attempts.unlock(known.state, commandMetadata(context));
    return Answer.empty(throwIfRefused(outcome));
  }
}
