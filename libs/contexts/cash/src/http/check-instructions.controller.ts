import { Controller, Get } from '@nestjs/common';
import { type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { firmDocuments } from '#libs/contexts/members';
import {
  Response,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
} from '#libs/platform/http';
import { accountClass, businessDate, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CheckInstructionsResponse } from './cash.dto.js';

/** Check deposit by mail ([express-check.get]). The back office sets the firm's address ([back-office.firms]). */
@Controller('restapi/accounts/:accountnumber/cashtransfers')
export class CheckInstructionsController {
  constructor(private readonly readModels: ReadModels) {}

  /** 404 if the firm has no deposit address. */
  @Get('expresscheckinstructions')
  @OnAccount('details')
  @Describes('Get overnight check deposit instructions', { shape: CheckInstructionsResponse })
  async express(
    @Context() { consistency, now }: RequestContext,
    @TheAccount() { accountNumber, firmId, accountType }: AccountView,
  ) {
    const firm = await this.readModels.of(firmDocuments).shown(firmId, consistency);
    if (firm?.firmType !== 'L' || !firm.depositAddress) {
      throw new RefusedException(notFound('The firm has no deposit address for checks.'));
    }
    const { line1, line2 = null, line3 = null, city, country } = firm.depositAddress;
    const { state = null, zipcode = null } = firm.depositAddress;
    const address = { line1, line2, line3, city, state, zipcode, country };
    const isIra = accountClass(accountType) === 'retirement';
    return Response.ok({
      accountNumber,
      address,
      payableTo: firm.payableTo ?? firm.name,
      ...(isIra && { contributionYear: businessDate(now).slice(0, 4) }),
    });
  }

  /** The same as for overnight mail: a firm has one address for checks. */
  @Get('checkinstructions')
  @OnAccount('details')
  @Describes('Get check deposit instructions', { shape: CheckInstructionsResponse })
  regular(@Context() context: RequestContext, @TheAccount() account: AccountView) {
    return this.express(context, account);
  }
}
