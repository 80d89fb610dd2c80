import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { account } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import { Answer, RefusedException, requireValid, type RowRequest } from '#libs/platform/http';
import { type AccountType, isAccountNumber, isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow, carryOut } from '#libs/platform/service';
import { taxData } from '../domain/tax-data.js';
import { nonTaxableProblem, taxLot, taxLotId } from '../domain/tax-lot.js';
import { ReportedTaxLotDto, TaxDataDto } from './tax-lot.dto.js';
import { taxLotRules } from '../domain/tax-lot-rules.js';

/** Reported lots and the switch for tax data come from the back office ([back-office.reportedtaxlots], [back-office.taxdata]). */
@Controller()
export class BackofficeTaxLotsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/reportedtaxlots/:originatingtxnid/:closingtxnid', {
    summary: 'Report or correct a closed tax lot',
    body: ReportedTaxLotDto,
    partition: ({ accountnumber, originatingtxnid, closingtxnid }) =>
      `tax lot ${accountnumber} ${originatingtxnid} ${closingtxnid}`,
    errors: taxLotRules.of('invalid.for.account.type', 'taxlot.lot.relief.rule'),
  })
  async putLot({
    params: {
      accountnumber: accountNumber,
      originatingtxnid: originatingTransactionId,
      closingtxnid: closingTransactionId,
    },
    body,
    context,
  }: RowRequest<
    ReportedTaxLotDto,
    'accountnumber' | 'originatingtxnid' | 'closingtxnid'
  >): Promise<Answer> {
    const accountType = await this.#accountType(accountNumber);
    if (!isOid(originatingTransactionId) || !isOid(closingTransactionId)) {
      throw new RefusedException(notFound());
    }
    const ids = { accountNumber, originatingTransactionId, closingTransactionId };
    const report = requireValid(body, nonTaxableProblem(accountType));
    const outcome = await carryOut(
      this.commands,
      context,
      taxLot,
      taxLotId(ids),
      { type: 'PutLot', ids, report },
      { expectedRevision: context.ifMatch },
    );
    return Answer.updated(outcome);
  }

  @BackOfficeRow('accounts/:accountnumber/taxdata', {
    summary: 'Set whether the tax data of an account are available',
    body: TaxDataDto,
    partition: ({ accountnumber }) => `tax data ${accountnumber}`,
  })
  async putTaxData({
    params: { accountnumber: accountNumber },
    body,
    context,
  }: RowRequest<TaxDataDto, 'accountnumber'>): Promise<Answer> {
    await this.#accountType(accountNumber);
    const { available } = requireValid(body);
    const outcome = await carryOut(
      this.commands,
      context,
      taxData,
      accountNumber,
      { type: 'SwitchTaxData', accountNumber, available },
      { expectedRevision: context.ifMatch },
    );
    // The switch of an account that was never touched has no event, and so no entity tag.
    return Answer.updated(outcome.revision < 0 ? undefined : outcome);
  }

  /** @throws RefusedException 404 when there is no such account */
  async #accountType(accountNumber: string): Promise<AccountType> {
    if (isAccountNumber(accountNumber)) {
      const { state } = await this.aggregates.load(account, accountNumber);
      if (state.opened) return state.accountType;
    }
    throw new RefusedException(notFound());
  }
}
