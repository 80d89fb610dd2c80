import { Controller, Get, Param } from '@nestjs/common';
import { Answer, Context, Describes, type RequestContext } from '#libs/platform/http';
import { ForRoles } from '#libs/platform/service';
import { MicroDepositsDto } from './bank-link.dto.js';
import { SentMicroDeposits } from '../micro-deposits.js';

/** The amounts the sandbox ACH network sent ([back-office.microdeposits]); with any other network they are nowhere to be had. */
@Controller('backoffice/accounts/:accountnumber/achbanklinks/:banklinkoid/microdeposits')
export class BackofficeMicroDepositsController {
  constructor(private readonly sent: SentMicroDeposits) {}

  @Get()
  @ForRoles('backoffice')
  @Describes('Get the micro-deposits of a bank link', { shape: MicroDepositsDto })
  async get(
    @Param('accountnumber') accountNumber: string,
    @Param('banklinkoid') oid: string,
    @Context() { past }: RequestContext,
  ): Promise<Answer<MicroDepositsDto>> {
    return Answer.ok({ amounts: await this.sent.amounts(accountNumber, oid, past?.asOf) });
  }
}
