import type { OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type Account,
  type AccountView,
  closedProblem,
  ClosingChecks,
  ownersOf,
  requireAccount,
  restrictionProblem,
} from '#libs/contexts/accounts';
import { AggregateStore, type Outcome, writtenWithin } from '#libs/platform/event-store';
import {
  notFound,
  type Payload,
  RefusedException,
  throwIfRefused,
  type WritePosition,
} from '#libs/platform/kernel';
import { CommandRunner, type Discoverable, theOne, UseCaseCommand } from '#libs/platform/service';
import {
  closingOf,
  findFolio,
  folioBook,
  type FolioBook,
  type FolioInput,
  type FolioState,
  sequenceWithin,
  type SetPositions,
  type SetTargetWeights,
  type UpdateFolio,
} from './folio-book.js';
import type { FolioEvent } from './folio.events.js';
import { DecideFolioClosing } from './folio.reactions.js';

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

/** Replaces the target weights of a folio ([folio.weights]). */
export class SetTargetWeightsCommand extends UseCaseCommand<
  typeof folioBook,
  Payload<SetTargetWeights> & { readonly account: AccountView }
> {}

@CommandHandler(SetTargetWeightsCommand)
export class SetTargetWeightsHandler implements ICommandHandler<SetTargetWeightsCommand> {
  constructor(private readonly commands: CommandRunner) {}

  execute({ payload: { account, ...rest }, metadata, expectedRevision }: SetTargetWeightsCommand) {
    const facts = { restriction: restrictionProblem(account, 'targetWeights') };
    const command = { type: 'SetTargetWeights', ...rest, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(folioBook, rest.accountNumber, command, metadata);
  }
}

/** Back office: replaces the positions of a folio ([back-office.positions]). */
export class SetPositionsCommand extends UseCaseCommand<typeof folioBook, Payload<SetPositions>> {}

@CommandHandler(SetPositionsCommand)
export class SetPositionsHandler implements ICommandHandler<SetPositionsCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
  ) {}

  async execute({ payload, metadata, expectedRevision }: SetPositionsCommand) {
    const { accountNumber, folioNumber } = payload;
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const facts = { closed: closedProblem(account) };
    const command = { type: 'SetPositions', ...payload, expectedRevision, facts } as const;
    return this.commands.executeOrThrow(folioBook, accountNumber, command, metadata);
  }
}

/** Looks up RTG folio models; the feature that stores them, which imports this one, has it. */
export interface RtgDirectory {
  /** Whether the model exists, as of the end of the log. */
  exists(rtgOid: string): Promise<boolean>;
}

/** Class decorator of the provider that implements {@link RtgDirectory}. */
export const LooksUpRtgs: Discoverable<RtgDirectory> = DiscoveryService.createDecorator();

/**
 * Reads the folio of a path from the log, for a write.
 * @throws RefusedException 404 if the account has no such folio
 */
export async function loadFolio(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
): Promise<FolioState> {
  const { state } = await aggregates.load(folioBook, accountNumber);
  const folio = findFolio(state, accountNumber, folioNumber)?.folio;
  if (!folio) throw new RefusedException(notFound());
  return folio;
}

/**
 * Reads the account of a path and checks that its folio exists, for the back office.
 * @throws RefusedException 404 if either does not exist
 */
export async function requireFolio(
  aggregates: AggregateStore,
  accountNumber: string,
  folioNumber: string,
): Promise<Account> {
  if (sequenceWithin(accountNumber, folioNumber) === undefined) {
    throw new RefusedException(notFound());
  }
  const [account] = await Promise.all([
    requireAccount(aggregates, accountNumber),
    loadFolio(aggregates, accountNumber, folioNumber),
  ]);
  return account;
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
