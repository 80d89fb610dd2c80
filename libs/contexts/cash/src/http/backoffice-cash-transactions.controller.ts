import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore, writtenWithin } from '#libs/platform/event-store';
import { Answer, RefusedException, requireValidFor, type RowRequest } from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { cashStreamId } from '../domain/cash-id.js';
import { cashRules } from '../domain/cash-rules.js';
import { ReportTransactionCommand } from '../use-cases/report-transaction.js';
import { CashTransactionDto } from './cash.dto.js';

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
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/cashtransactions/:cashtransactionoid', REPORT)
  async put({
    params: { accountnumber: accountNumber, cashtransactionoid: oid },
    body,
    context,
  }: Reported) {
    if (!isOid(oid)) throw new RefusedException(notFound());
    const input = await requireValidFor(body, () => requireAccount(this.aggregates, accountNumber));
    const asked = { accountNumber, oid, input };
    const outcome = await this.commands.execute(new ReportTransactionCommand(asked, context));
    return Answer.updated(
      writtenWithin(outcome, outcome.left.state.transactions.get(oid)?.revision),
    );
  }

  @BackOfficeRow('accounts/:accountnumber/cashtransaction/:cashtransactionoid', REPORT)
  putByAlias(row: Reported) {
    return this.put(row);
  }
}
