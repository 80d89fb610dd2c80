import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore } from '#libs/platform/event-store';
import { type Clock, isLoginId } from '#libs/platform/kernel';
import { derivedIds } from '#libs/platform/runtime';
import { CLOCK, CommandRunner, type ExecuteOptions, UseCaseCommand } from '#libs/platform/service';
import {
  type CreateCorporateFirm,
  firmDecider,
  type RepresentativeFacts,
} from '../domain/index.js';
import { dryRun, Representation } from '../held-login-id.js';

/** Length of a corporate firm's id, short enough for clients that parse it as a number. */
const FIRM_ID_DIGITS = 12;

const nobody: RepresentativeFacts = {
  firmId: undefined,
  ownsAccounts: false,
  isFirmRep: false,
  identityFailed: false,
};

/** Creates a corporate firm under the caller's advisor firm ([firm.create]). */
export class CreateFirmCommand extends UseCaseCommand<
  typeof firmDecider,
  Pick<CreateCorporateFirm, 'firm' | 'parentFirmId'>
> {
  /** Derived from the command id, so that a repeated command finds its firm. */
  get firmId(): string {
    return derivedIds(this.metadata.commandId).digits(FIRM_ID_DIGITS);
  }
}

/** Reserves the firm rep during the append, so that no account and no other firm can claim the member meanwhile. */
@CommandHandler(CreateFirmCommand)
export class CreateFirmHandler implements ICommandHandler<CreateFirmCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly representation: Representation,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async execute({ payload, firmId, metadata }: CreateFirmCommand) {
    const { firmRep } = payload.firm;
    const holder = `firm:${firmId}` as const;
    const [representative, { state }] = await Promise.all([
      isLoginId(firmRep) ? this.representation.facts(firmRep, firmId) : nobody,
      this.aggregates.load(firmDecider, firmId),
    ]);
    const creation = { type: 'CreateCorporateFirm', firmId, ...payload, representative } as const;
    const append = (options?: ExecuteOptions) =>
      this.commands.executeOrThrow(firmDecider, firmId, creation, metadata, options);

    if (state.corporate !== undefined) {
      return this.representation.again(firmRep, holder, metadata, append);
    }
    dryRun(firmDecider, state, creation, this.clock, metadata);
    return this.representation.during(firmRep, holder, metadata, append);
  }
}
