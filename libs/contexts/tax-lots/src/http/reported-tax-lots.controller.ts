import { Controller, Get, Param } from '@nestjs/common';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import {
  Answer,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
  throwIfProblems,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { taxDataDocuments } from '../read-models/tax-data.document.js';
import { taxLotDocuments, toTaxLotAnswer } from '../read-models/tax-lot.document.js';
import { isReportable, nonTaxableProblem, taxLotId } from '../domain/tax-lot.js';
import { ReportedTaxLotAnswer } from './tax-lot.dto.js';
import { taxLotRules } from '../domain/tax-lot-rules.js';

/** Reported closed tax lots ([tax-lot.get]). */
@Controller('restapi/accounts/:accountnumber/reportedtaxlots/:originatingtxnid/:closingtxnid')
export class ReportedTaxLotsController {
  constructor(private readonly readModels: ReadModels) {}

  /** [tax-lot.get]: 400 for a non-taxable account, 404 while the tax data of the account are unavailable. */
  @Get()
  @OnAccount('details')
  @Describes('Get a reported closed tax lot', {
    shape: ReportedTaxLotAnswer,
    errors: taxLotRules.of('invalid.for.account.type'),
  })
  async get(
    @Param('originatingtxnid') originatingTransactionId: string,
    @Param('closingtxnid') closingTransactionId: string,
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber, accountType }: AccountView,
  ): Promise<Answer<ReportedTaxLotAnswer>> {
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
    return Answer.ok(toTaxLotAnswer(document), { revision: document.revision });
  }
}
