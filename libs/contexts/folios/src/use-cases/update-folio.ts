import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, ownersOf } from '#libs/contexts/accounts';
import type { Payload } from '#libs/platform/kernel';
import { Commands, UseCaseCommand } from '#libs/platform/service';
import { folioBook, type UpdateFolio } from '../domain/folio-book.js';

/** Changes settings of a folio, or closes it ([folio.update], [folio.close]). */
export class UpdateFolioCommand extends UseCaseCommand<
  typeof folioBook,
  Payload<UpdateFolio> & { readonly account: AccountView }
> {}

@CommandHandler(UpdateFolioCommand)
export class UpdateFolioHandler implements ICommandHandler<UpdateFolioCommand> {
  constructor(private readonly commands: Commands) {}

  execute({ payload: { account, ...rest }, metadata, expectedRevision }: UpdateFolioCommand) {
    const facts = { account: { firmId: account.firmId, owners: ownersOf(account) } };
    const command = { type: 'UpdateFolio', ...rest, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(folioBook, rest.accountNumber, command, metadata);
  }
}
