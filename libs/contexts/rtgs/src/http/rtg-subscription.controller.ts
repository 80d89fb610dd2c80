import { Controller, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type AccountView, accountRules, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { folioInBook, folioRules, folioWritten } from '#libs/contexts/folios';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  type RequestContext,
  requireValidFor,
} from '#libs/platform/http';
import { SubscribeToRtgCommand } from '../use-cases/subscribe-to-rtg.js';
import { RtgSubscriptionDto } from './rtg.dto.js';

/** [rtg.subscribe]: the folio, and with it the event, belongs to the context folios. */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/rtgsubscription')
export class RtgSubscriptionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
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
    const input = await requireValidFor(body, () =>
      folioInBook(this.aggregates, accountNumber, folioNumber),
    );
    const { ifMatch: expectedRevision } = context;
    const asked = { account, accountNumber, folioNumber, input, expectedRevision };
    const outcome = await this.commands.execute(
      new SubscribeToRtgCommand(asked, commandMetadata(context)),
    );
    return Answer.updated(folioWritten(accountNumber, folioNumber, outcome));
  }
}
