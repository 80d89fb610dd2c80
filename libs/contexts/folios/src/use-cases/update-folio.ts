import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountView } from '#libs/contexts/accounts';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { Asked, CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { UpdateFolio } from '../domain/folio-book.commands.js';
import { folioBook } from '../domain/folio-book.js';
import { accountFact } from '../folio-lookup.js';

/** Changes settings of a folio, or closes it ([folio.update], [folio.close]). */
export class UpdateFolioCommand extends Command<OutcomeOf<typeof folioBook>> {
  constructor(
    readonly account: AccountView,
    readonly asked: Asked<UpdateFolio>,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(UpdateFolioCommand)
export class UpdateFolioHandler implements ICommandHandler<UpdateFolioCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ account, asked, metadata }: UpdateFolioCommand): Promise<OutcomeOf<typeof folioBook>> {
    const facts = { account: accountFact(account) };
    const command = { type: 'UpdateFolio', ...asked, facts } as const;
    return this.commands.carryOut(folioBook, account.accountNumber, command, metadata);
  }
}
