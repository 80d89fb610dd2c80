import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { carryOut, ForRoles, PartitionedBy, type PartitionOf } from '#libs/platform/service';
import { CashFacts } from './cash-facts.js';
import { cashWritten } from './cash-written.js';
import { cash } from './domain/cash.js';
import { cashStreamId } from './domain/cash-id.js';
import { CashTransactionDto } from './dto/cash.dto.js';
import { cashRules } from './rule-codes.js';

/** Example of a report. */
const COMPLETED = {
  transactionType: 'AHD',
  sourceId: '4711',
  amount: '250.00',
  processDate: '2026-11-30',
  status: 'CL',
};

/** Its stream, which the transactions of a series share. */
const partitionOfTransaction: PartitionOf = ({ accountnumber = '', cashtransactionoid = '' }) =>
  `cash transaction ${cashStreamId(accountnumber, cashtransactionoid)}`;

/** Cash transactions as the back office knows them: new ones, and changes of status ([back-office.cashtransactions]). */
@Controller('backoffice/accounts/:accountnumber')
export class BackofficeCashTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: CashFacts,
  ) {}

  @Put('cashtransactions/:cashtransactionoid')
  @PartitionedBy(partitionOfTransaction)
  @ForRoles('backoffice')
  @Describes('Report a cash transaction or a change of its status', {
    request: COMPLETED,
    errors: cashRules('cash.transaction.status.rule', 'cash.transaction.withholding.rule'),
  })
  async put(
    @Param('accountnumber') accountNumber: string,
    @Param('cashtransactionoid') oid: string,
    @Context() context: RequestContext,
    @LenientBody(CashTransactionDto) { value: input, problems }: Body<CashTransactionDto>,
  ): Promise<Answer> {
    const account = await this.facts.reported(accountNumber);
    if (!account || !isOid(oid)) throw new RefusedException(notFound());
    const expectedRevision = context.ifMatch;
    const outcome = await carryOut(this.commands, context, cash, cashStreamId(accountNumber, oid), {
      type: 'ReportTransaction',
      accountNumber,
      oid,
      input,
      problems,
      expectedRevision,
      account,
    });
    return Answer.updated(cashWritten(oid, outcome));
  }

  @Put('cashtransaction/:cashtransactionoid')
  @PartitionedBy(partitionOfTransaction)
  @ForRoles('backoffice')
  @Describes('Report a cash transaction or a change of its status', {
    request: COMPLETED,
    errors: cashRules('cash.transaction.status.rule', 'cash.transaction.withholding.rule'),
  })
  putByAlias(
    @Param('accountnumber') accountNumber: string,
    @Param('cashtransactionoid') oid: string,
    @Context() context: RequestContext,
    @LenientBody(CashTransactionDto) body: Body<CashTransactionDto>,
  ): Promise<Answer> {
    return this.put(accountNumber, oid, context, body);
  }
}
