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
import { BackOfficeRow } from '#libs/platform/service';
import { taxDataDocuments, taxLotDocuments } from './tax-lot.document.js';
import {
  ReportedTaxLotDto,
  ReportedTaxLotResponse,
  TaxDataDto,
  toTaxLotResponse,
} from './tax-lot.dto.js';
import { PutLotCommand, SwitchTaxDataCommand } from './tax-lot.handlers.js';
import { isReportable, nonTaxableProblem, taxLotId, taxLotRules } from './tax-lot.js';

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
    const [taxData, document] = await Promise.all([
      this.readModels.of(taxDataDocuments).get(accountNumber, consistency),
      this.readModels.of(taxLotDocuments).shown(id, consistency),
    ]);
    if (taxData?.available === false) {
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
    const report = await body.of(async () => {
      const { accountType } = await requireAccount(this.aggregates, accountNumber);
      return body.with(nonTaxableProblem(accountType));
    });
    return Response.updated(
      await this.commands.execute(new PutLotCommand({ ids, report }, context)),
    );
  }

  @BackOfficeRow('accounts/:accountnumber/taxdata', {
    summary: 'Set whether the tax data of an account is available',
    body: TaxDataDto,
    partition: ({ accountnumber }) => `tax data ${accountnumber}`,
  })
  async putTaxData({ params, body, context }: RowRequest<TaxDataDto, 'accountnumber'>) {
    const { accountnumber: accountNumber } = params;
    const { available } = await body.of(() => requireAccount(this.aggregates, accountNumber));
    const payload = { accountNumber, available };
    const outcome = await this.commands.execute(new SwitchTaxDataCommand(payload, context));
    // A switch that was never used has no event, and so no entity tag.
    return Response.updated(outcome.revision < 0 ? undefined : outcome);
  }
}
