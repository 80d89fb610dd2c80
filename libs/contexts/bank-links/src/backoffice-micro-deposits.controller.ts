import { Controller, Get, Param } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { isNumericOid, notFound } from '#libs/platform/kernel';
import { ForRoles } from '#libs/platform/service';
import { AchNetwork } from './ach-network.js';
import { bankLink } from './domain/bank-link.js';
import { MicroDepositsDto } from './dto/bank-link.dto.js';

/** The amounts the sandbox ACH network sent ([back-office.microdeposits]); with any other network they are nowhere to be had. */
@Controller('backoffice/accounts/:accountnumber/achbanklinks/:banklinkoid/microdeposits')
export class BackofficeMicroDepositsController {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly ach: AchNetwork,
  ) {}

  @Get()
  @ForRoles('backoffice')
  @Describes('Get the micro-deposits of a bank link', { shape: MicroDepositsDto })
  async get(
    @Param('accountnumber') accountNumber: string,
    @Param('banklinkoid') oid: string,
    @Context() { past }: RequestContext,
  ): Promise<Answer> {
    const known = isNumericOid(oid)
      ? await this.aggregates.load(bankLink, oid, past?.asOf)
      : undefined;
    const link = known?.state?.accountNumber === accountNumber ? known.state : undefined;
    const amounts = link?.deposits && this.ach.sentAmounts(link.bankLinkOid);
    if (!amounts) throw new RefusedException(notFound());
    return Answer.ok({ amounts });
  }
}
