import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { requireAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  RefusedException,
  requireValid,
  requireValidFor,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { BackOfficeRow } from '#libs/platform/service';
import { taxLotRules } from '../domain/tax-lot-rules.js';
import { nonTaxableAccount, PutLotCommand } from '../use-cases/put-lot.js';
import { SwitchTaxDataCommand } from '../use-cases/switch-tax-data.js';
import { ReportedTaxLotDto, TaxDataDto } from './tax-lot.dto.js';

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
    if (!isOid(originatingTransactionId) || !isOid(closingTransactionId)) {
      throw new RefusedException(notFound());
    }
    const ids = { accountNumber, originatingTransactionId, closingTransactionId };
    const report = await requireValidFor(body, async () =>
      requireValid(body, await nonTaxableAccount(this.aggregates, accountNumber)),
    );
    const outcome = await this.commands.execute(
      new PutLotCommand({ ids, report }, commandMetadata(context), context.ifMatch),
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
    const { available } = await requireValidFor(body, () =>
      requireAccount(this.aggregates, accountNumber),
    );
    const asked = { accountNumber, available };
    const outcome = await this.commands.execute(
      new SwitchTaxDataCommand(asked, commandMetadata(context), context.ifMatch),
    );
    // The switch of an account that was never touched has no event, and so no entity tag.
    return Answer.updated(outcome.revision < 0 ? undefined : outcome);
  }
}
