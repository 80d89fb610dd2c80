import { Controller, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Answer,
  commandMetadata,
  Context,
  Describes,
  type RequestContext,
} from '#libs/platform/http';
import { ForRoles } from '#libs/platform/service';
import { UnlockBankAccountCommand } from '../use-cases/unlock-bank-account.js';

/** What operators do with bank links. */
@Controller('operator/achbanklinks/:banklinkoid')
export class OperatorBankLinksController {
  constructor(private readonly commands: CommandBus) {}

  /** Forgets the wrong attempts at the bank account of a link, on all links of its owner to that account. */
  @Post('unlock')
  @ForRoles('operator')
  @Describes('Allow the bank account of a link to be verified again', { status: 204 })
  async unlock(
    @Context() context: RequestContext,
    @Param('banklinkoid') bankLinkOid: string,
  ): Promise<Answer> {
    const outcome = await this.commands.execute(
      new UnlockBankAccountCommand({ bankLinkOid }, commandMetadata(context)),
    );
    return Answer.empty(outcome);
  }
}
