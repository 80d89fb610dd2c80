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
  folioInBook,
  folioRules,
  folioWritten,
  RTG_DIRECTORY,
  type RtgDirectory,
} from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  type RequestContext,
  requireValid,
} from '#libs/platform/http';
import { carryOut } from '#libs/platform/service';
import { RtgSubscriptionDto } from './dto/rtg.dto.js';

/** [rtg.subscribe]: the folio, and with it the event, belongs to the context folios. */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/rtgsubscription')
export class RtgSubscriptionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    @Inject(RTG_DIRECTORY) private readonly rtgs: RtgDirectory,
  ) {}

  @Put()
  @OnAccount('trade')
  @Describes('Subscribe a folio to an RTG folio', {
    errors: {
      ...accountRules.of('account.restricted.rule'),
      ...folioRules.of('folio.closed.rule', 'folio.invalid.rtg', 'folio.reserved.rule'),
    },
  })
  async subscribe(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @LenientBody(RtgSubscriptionDto) body: Body<RtgSubscriptionDto>,
  ): Promise<Answer> {
    const { accountNumber } = account;
    // a right body is looked at together with the folio, once
    if (body.problems.length > 0) await folioInBook(this.aggregates, accountNumber, folioNumber);
    const input = requireValid(body);
    const facts = {
      account: accountFact(account),
      rtgKnown: await this.rtgs.exists(input.prePackagedFolioOid),
      restriction: restrictionProblem(account, 'rtgSubscription'),
    };
    const expectedRevision = context.ifMatch;
    const outcome = await carryOut(this.commands, context, folioBook, accountNumber, {
      type: 'SubscribeToRtg',
      accountNumber,
      folioNumber,
      input,
      expectedRevision,
      facts,
    });
    return Answer.updated(folioWritten(accountNumber, folioNumber, outcome));
  }
}
