import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, ownersOf } from '#libs/contexts/accounts';
import { CommandRunner, theOne, UseCaseCommand } from '#libs/platform/service';
import { folioBook, type FolioInput } from '../domain/folio-book.js';
import { LooksUpRtgs, type RtgDirectory } from '../folio-lookup.js';

interface NewFolio {
  readonly account: AccountView;
  readonly input: FolioInput;
}

/** Creates a folio with the next number ([folio.created]). */
export class CreateFolioCommand extends UseCaseCommand<typeof folioBook, NewFolio> {}

@CommandHandler(CreateFolioCommand)
export class CreateFolioHandler implements ICommandHandler<CreateFolioCommand>, OnModuleInit {
  #rtgs!: RtgDirectory;

  constructor(
    private readonly commands: CommandRunner,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    this.#rtgs = theOne(this.discovery, LooksUpRtgs, 'RtgDirectory');
  }

  async execute({ payload: { account, input }, metadata }: CreateFolioCommand) {
    const { accountNumber, firmId } = account;
    const rtg = input.prepackagedFolioId;
    const rtgKnown = rtg !== null && (await this.#rtgs.exists(rtg));
    const facts = { account: { firmId, owners: ownersOf(account) }, rtgKnown };
    const command = { type: 'CreateFolio', accountNumber, input, facts } as const;
    return this.commands.executeOrThrow(folioBook, accountNumber, command, metadata);
  }
}
