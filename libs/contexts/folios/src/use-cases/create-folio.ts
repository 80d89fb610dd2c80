import { Inject, Optional } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountView } from '#libs/contexts/accounts';
import type { OutcomeOf } from '#libs/platform/event-store';
import type { CommandMetadata } from '#libs/platform/kernel';
import { Commands } from '#libs/platform/service';
import type { FolioInput } from '../domain/folio-book.commands.js';
import { folioBook } from '../domain/folio-book.js';
import { accountFact } from '../folio-lookup.js';
import { RTG_DIRECTORY, type RtgDirectory } from '../rtg-directory.js';

/** Creates a folio with the next number ([folio.created]). */
export class CreateFolioCommand extends Command<OutcomeOf<typeof folioBook>> {
  constructor(
    readonly account: AccountView,
    readonly input: FolioInput,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

@CommandHandler(CreateFolioCommand)
export class CreateFolioHandler implements ICommandHandler<CreateFolioCommand> {
  constructor(
    private readonly commands: Commands,
    /** Absent in a service without the context rtgs: no RTG folio is known then. */
    @Optional() @Inject(RTG_DIRECTORY) private readonly rtgs?: RtgDirectory,
  ) {}

  async execute({
    account,
    input,
    metadata,
  }: CreateFolioCommand): Promise<OutcomeOf<typeof folioBook>> {
    const { accountNumber } = account;
    const rtg = input.prepackagedFolioId;
    const rtgKnown = rtg !== null && (await this.rtgs?.exists(rtg)) === true;
    const facts = { account: accountFact(account), rtgKnown };
    const command = { type: 'CreateFolio', accountNumber, input, facts } as const;
    return this.commands.carryOut(folioBook, accountNumber, command, metadata);
  }
}
