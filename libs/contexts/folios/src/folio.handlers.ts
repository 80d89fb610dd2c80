import type { OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AccountView, ClosingChecks, ownersOf } from '#libs/contexts/accounts';
import { type Outcome, writtenWithin } from '#libs/platform/event-store';
import { type Payload, throwIfRefused, type WritePosition } from '#libs/platform/kernel';
import { CommandRunner, UseCaseCommand } from '#libs/platform/service';
import {
  closingOf,
  findFolio,
  folioBook,
  type FolioBook,
  type FolioInput,
  type UpdateFolio,
} from './folio-book.js';
import type { FolioEvent } from './folio.events.js';
import { DecideFolioClosing } from './folio.reactions.js';

/** Looks up RTG folio models; the feature that stores them, which imports this one, provides it. */
export abstract class RtgDirectory {
  /** Whether the model exists, as of the end of the log. */
  abstract exists(rtgOid: string): Promise<boolean>;
}

/** Creates a folio with the next number ([folio.created]). */
export class CreateFolioCommand extends UseCaseCommand<
  typeof folioBook,
  { readonly account: AccountView; readonly input: FolioInput }
> {}

@CommandHandler(CreateFolioCommand)
export class CreateFolioHandler implements ICommandHandler<CreateFolioCommand>, OnModuleInit {
  #rtgs!: RtgDirectory;

  constructor(
    private readonly commands: CommandRunner,
    private readonly moduleRef: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.#rtgs = this.moduleRef.get<RtgDirectory>(RtgDirectory, { strict: false });
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
    const folio = findFolio(outcome.after.state, accountNumber, folioNumber)?.folio;
    const isClosing = closes && folio !== undefined && closingOf(folio) !== undefined;
    const ids = { accountNumber, folioNumber };
    return throwIfRefused(await this.closing.complete(outcome, isClosing, ids, metadata));
  }
}

/** State of a folio after a command, for the response. */
export function writtenFolio(
  accountNumber: string,
  folioNumber: string,
  outcome: Outcome<FolioEvent, FolioBook>,
): WritePosition {
  const { state } = outcome.after;
  return writtenWithin(outcome, findFolio(state, accountNumber, folioNumber)?.folio.revision);
}
