import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { CashFacts } from '../cash-facts.js';
import { cashWritten } from '../cash-written.js';
import { cash } from '../domain/cash.js';
import { cashStreamId } from '../domain/cash-id.js';
import { cashRules } from '../domain/cash-rules.js';
import { CashTransactionDto } from './cash.dto.js';

/** Example of a report. */
const COMPLETED = {
  transactionType: 'AHD',
  sourceId: '4711',
  amount: '250.00',
  processDate: '2026-11-30',
  status: 'CL',
};

type Reported = RowRequest<CashTransactionDto, 'accountnumber' | 'cashtransactionoid'>;

const REPORT = {
  summary: 'Report a cash transaction or a change of its status',
  body: CashTransactionDto,
  // the transactions of a series share a stream
  partition: ({ accountnumber, cashtransactionoid }: Reported['params']) =>
    `cash transaction ${cashStreamId(accountnumber, cashtransactionoid)}`,
  request: COMPLETED,
  errors: cashRules.of('cash.transaction.status.rule', 'cash.transaction.withholding.rule'),
};

/** Cash transactions as the back office knows them: new ones, and changes of status ([back-office.cashtransactions]). */
@Controller()
export class BackofficeCashTransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: CashFacts,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/cashtransactions/:cashtransactionoid', REPORT)
  async put({
    params: { accountnumber: accountNumber, cashtransactionoid: oid },
    body,
    context,
  }: Reported): Promise<Answer> {
    const account = await this.facts.reported(accountNumber);
    if (!account || !isOid(oid)) throw new RefusedException(notFound());
    const expectedRevision = context.ifMatch;
    const outcome = await carryOut(this.commands, context, cash, cashStreamId(accountNumber, oid), {
      type: 'ReportTransaction',
      accountNumber,
      oid,
      input: requireValid(body),
      expectedRevision,
      account,
    });
    return Answer.updated(cashWritten(oid, outcome));
  }

  @BackOfficeRow('accounts/:accountnumber/cashtransaction/:cashtransactionoid', REPORT)
  putByAlias(row: Reported): Promise<Answer> {
    return this.put(row);
  }
}
