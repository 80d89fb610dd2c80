import { Controller, Inject, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AccountView,
  OnAccount,
  restrictionProblem,
  TheAccount,
  accountRules,
} from '#libs/contexts/accounts';
import {
  accountFact,
  folioBook,
  folioWritten,
  RTG_DIRECTORY,
  type RtgDirectory,
  folioRules,
} from '#libs/contexts/folios';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  type RequestContext,
} from '#libs/platform/http';
import { carryOut } from '#libs/platform/service';
import { RtgSubscriptionDto } from './dto/rtg.dto.js';

/** [rtg.subscribe]: the folio, and with it the event, belongs to the context folios. */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/rtgsubscription')
export class RtgSubscriptionController {
  constructor(
    private readonly commands: CommandBus,
    @Inject(RTG_DIRECTORY) private readonly rtgs: RtgDirectory,
  ) {}

  @Put()
  @OnAccount('trade')
  @Describes('Subscribe a folio to an RTG folio', {
    errors: {
      ...accountRules('account.restricted.rule'),
      ...folioRules('folio.closed.rule'),
      ...folioRules('folio.invalid.rtg'),
      ...folioRules('folio.reserved.rule'),
    },
  })
  async subscribe(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @LenientBody(RtgSubscriptionDto) { value: input, problems }: Body<RtgSubscriptionDto>,
  ): Promise<Answer> {
    const { accountNumber } = account;
    const { prePackagedFolioOid } = input;
    const facts = {
      account: accountFact(account),
      rtgKnown: prePackagedFolioOid !== undefined && (await this.rtgs.exists(prePackagedFolioOid)),
      restriction: restrictionProblem(account, 'rtgSubscription'),
    };
    const expectedRevision = context.ifMatch;
    const outcome = await carryOut(this.commands, context, folioBook, accountNumber, {
      type: 'SubscribeToRtg',
      accountNumber,
      folioNumber,
      input,
      problems,
      expectedRevision,
      facts,
    });
    return Answer.updated(folioWritten(accountNumber, folioNumber, outcome));
  }
}
