import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, ClosingChecks, ownersOf } from '#libs/contexts/accounts';
import { eventOf } from '#libs/platform/event-store';
import { throwIfRefused } from '#libs/platform/http';
import type { Payload } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import { folioBook, type UpdateFolio } from '../domain/folio-book.js';
import { closingOf, findFolio } from '../domain/folio-book.state.js';
import { DecideFolioClosing } from '../reactions/decide-folio-closing.js';

/** Changes settings of a folio, or closes it ([folio.update], [folio.close]). */
export class UpdateFolioCommand extends UseCaseCommand<
  typeof folioBook,
  Payload<UpdateFolio> & { readonly account: AccountView }
> {}

@CommandHandler(UpdateFolioCommand)
export class UpdateFolioHandler implements ICommandHandler<UpdateFolioCommand> {
  constructor(
    private readonly commands: CommandRunner,
    private readonly checks: ClosingChecks,
    private readonly closing: DecideFolioClosing,
  ) {}

  async execute({ payload: { account, ...rest }, metadata, expectedRevision }: UpdateFolioCommand) {
    const { accountNumber, folioNumber, changes } = rest;
    const closes = changes.folioStatus === 'C';
    const facts = {
      account: { firmId: account.firmId, owners: ownersOf(account) },
      obstacles: closes ? await this.checks.ofFolio(accountNumber, folioNumber) : undefined,
    };
    const command = { type: 'UpdateFolio', ...rest, expectedRevision, facts } as const;
    const outcome = await this.commands.executeOrThrow(folioBook, accountNumber, command, metadata);
    const begun = eventOf(outcome, 'folio.ClosingBegun');
    const folio = findFolio(outcome.after.state, accountNumber, folioNumber)?.folio;
    if (!begun && !(closes && folio && closingOf(folio))) return outcome;
    const about = begun ? this.closing.metadataOf(begun) : metadata;
    return throwIfRefused(await this.closing.decide({ accountNumber, folioNumber }, about));
  }
}
