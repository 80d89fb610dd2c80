import { Controller, Get, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, OnAccount, requireAccount, TheAccount } from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  type RequestContext,
  Response,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound, RefusedException, throwIfProblems } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { taxDataDocuments, taxLotDocuments } from './tax-lot.document.js';
import {
  ReportedTaxLotDto,
  ReportedTaxLotResponse,
  TaxDataDto,
  toTaxLotResponse,
} from './tax-lot.dto.js';
import {
  isReportable,
  nonTaxableProblem,
  taxData,
  taxLot,
  taxLotId,
  taxLotRules,
} from './tax-lot.js';

/** Reported closed tax lots ([tax-lot.get]). */
@Controller('restapi/accounts/:accountnumber/reportedtaxlots/:originatingtxnid/:closingtxnid')
export class ReportedTaxLotsController {
  constructor(private readonly readModels: ReadModels) {}

  /** [tax-lot.get]: 400 for a non-taxable account, 404 while the account's tax data is unavailable. */
  @Get()
  @OnAccount('details')
  @Describes('Get a reported closed tax lot', {
    shape: ReportedTaxLotResponse,
    errors: taxLotRules.of('invalid.for.account.type'),
  })
  async get(
    @Param('originatingtxnid') originatingTransactionId: string,
    @Param('closingtxnid') closingTransactionId: string,
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber, accountType }: AccountView,
  ) {
    const nonTaxable = nonTaxableProblem(accountType);
    if (nonTaxable) throwIfProblems([nonTaxable]);
    if (!isOid(originatingTransactionId) || !isOid(closingTransactionId)) {
      throw new RefusedException(notFound());
    }
    const id = taxLotId({ accountNumber, originatingTransactionId, closingTransactionId });
    const [switched, document] = await Promise.all([
      this.readModels.of(taxDataDocuments).get(accountNumber, consistency),
      this.readModels.of(taxLotDocuments).shown(id, consistency),
    ]);
    if (switched?.available === false) {
      throw new RefusedException(notFound('Tax data is currently not available.'));
    }
    if (!document || !isReportable(document.lot.taxYear, now)) {
      throw new RefusedException(notFound());
    }
    return Response.ok(toTaxLotResponse(document), { revision: document.revision });
  }
}

/** The back office's feed of reported lots, and its switch for tax data ([back-office.reportedtaxlots], [back-office.taxdata]). */
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
    params,
    body,
    context,
  }: RowRequest<ReportedTaxLotDto, 'accountnumber' | 'originatingtxnid' | 'closingtxnid'>) {
    const {
      accountnumber: accountNumber,
      originatingtxnid: originatingTransactionId,
      closingtxnid: closingTransactionId,
    } = params;
    if (!isOid(originatingTransactionId) || !isOid(closingTransactionId)) {
      throw new RefusedException(notFound());
    }
    const ids = { accountNumber, originatingTransactionId, closingTransactionId };
    const { accountType } = await requireAccount(this.aggregates, accountNumber);
    const report = body.with(nonTaxableProblem(accountType));
    const command = { type: 'PutLot', ids, report } as const;
    const direct = new DirectCommand(taxLot, taxLotId(ids), command, context);
    return Response.updated(await this.commands.execute(direct));
  }

  @BackOfficeRow('accounts/:accountnumber/taxdata', {
    summary: 'Set whether the tax data of an account is available',
    body: TaxDataDto,
    partition: ({ accountnumber }) => `tax data ${accountnumber}`,
  })
  async putTaxData({ params, body, context }: RowRequest<TaxDataDto, 'accountnumber'>) {
    const { accountnumber: accountNumber } = params;
    await requireAccount(this.aggregates, accountNumber);
    const { available } = body.with();
    const command = { type: 'SwitchTaxData', accountNumber, available } as const;
    const direct = new DirectCommand(taxData, accountNumber, command, context);
    const outcome = await this.commands.execute(direct);
    // A switch that was never used has no event, and so no entity tag.
    return Response.updated(outcome.revision < 0 ? undefined : outcome);
  }
}
