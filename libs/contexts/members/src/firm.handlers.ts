import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import { type Clock, type Ids, isLoginId, Secret } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { derivedIds } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  type ExecuteOptions,
  IDS,
  PLATFORM,
  type Platform,
  UseCaseCommand,
} from '#libs/platform/service';
import {
  clientDecider,
  type ClientDefinition,
  type ReplaceClientSecret,
  type RevokeClient,
} from './client.js';
import { clientDocuments, secretTimesOf } from './firm.document.js';
import {
  type CreateCorporateFirm,
  type DefineFirm,
  firmDecider,
  type RepresentativeFacts,
} from './firm.js';
import { dryRun, LoginIds, Representation } from './login-ids.facts.js';
import { memberDirectories, requireFirm } from './member.facts.js';

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

/** Defines or changes an institutional firm ([back-office.firms]). */
export class DefineFirmCommand extends UseCaseCommand<
  typeof firmDecider,
  Pick<DefineFirm, 'firmId' | 'firm'>
> {}

@CommandHandler(DefineFirmCommand)
export class DefineFirmHandler implements ICommandHandler<DefineFirmCommand> {
  constructor(
    private readonly commands: CommandRunner,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute({ payload, expectedRevision, metadata }: DefineFirmCommand) {
    const { firmId } = payload;
    const takesSandboxes = this.platform.config.embedded;
    const command = { type: 'DefineFirm', ...payload, takesSandboxes } as const;
    const options = { expectedRevision };
    const outcome = await this.commands.executeOrThrow(
      firmDecider,
      firmId,
      command,
      metadata,
      options,
    );
    await memberDirectories(this.platform).firmChanged(firmId, outcome.position);
    return outcome;
  }
}

/** Creates an API client with a generated shared secret, changes it, replaces its secret, or revokes it ([back-office.clients]). */
export class ChangeClientCommand extends UseCaseCommand<
  typeof clientDecider,
  {
    /** Firm id and API key of the path. */
    readonly firmId: string;
    readonly apiKey: string;
    readonly change:
      | ClientDefinition
      | Pick<ReplaceClientSecret, 'type' | 'overlapHours'>
      | Pick<RevokeClient, 'type'>;
  }
> {}

/** The login id is reserved while a new client is appended, since it is unique among members, trustees and clients. */
@CommandHandler(ChangeClientCommand)
export class ChangeClientHandler implements ICommandHandler<ChangeClientCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly logins: LoginIds,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute(command: ChangeClientCommand) {
    const outcome = await this.#change(command);
    await memberDirectories(this.platform).clientChanged(command.payload.apiKey, outcome.position);
    return outcome;
  }

  #change(asking: ChangeClientCommand): Promise<OutcomeOf<typeof clientDecider>> {
    const { payload, expectedRevision, metadata } = asking;
    const { firmId, apiKey, change } = payload;
    if (!('type' in change)) return this.#define(asking, change);
    const command =
      change.type === 'RevokeClient'
        ? { ...change, firmId }
        : { ...change, firmId, sharedSecret: this.#newSecret() };
    return this.commands.executeOrThrow(clientDecider, apiKey, command, metadata, {
      expectedRevision,
    });
  }

  async #define(
    { payload: { firmId, apiKey }, expectedRevision, metadata }: ChangeClientCommand,
    client: ClientDefinition,
  ) {
    await requireFirm(this.aggregates, firmId);
    const { state, position } = await this.aggregates.load(clientDecider, apiKey);
    const document = await this.readModels.of(clientDocuments).get(apiKey, position);
    const facts = { shown: document && secretTimesOf(document), sharedSecret: this.#newSecret() };
    const command = { type: 'DefineClient', apiKey, firmId, client, ...facts } as const;
    const append = (options?: ExecuteOptions) =>
      this.commands.executeOrThrow(clientDecider, apiKey, command, metadata, {
        ...options,
        expectedRevision,
      });

    const { loginId } = client;
    const holder = `client:${apiKey}` as const;
    if (state.client !== undefined) return this.logins.again(loginId, holder, metadata, append);
    const taken = await this.logins.problems(loginId, holder);
    dryRun(clientDecider, state, command, this.clock, metadata, taken);
    return this.logins.during(loginId, holder, metadata, append);
  }

  /** 32 random bytes in base64url. */
  #newSecret(): Secret {
    return Secret.of(Buffer.from(this.ids.bytes(32)).toString('base64url'));
  }
}
