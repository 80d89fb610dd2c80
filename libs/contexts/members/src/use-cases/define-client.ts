import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import type { Clock, CommandMetadata, ExpectedRevision, Ids } from '#libs/platform/kernel';
import {
  CLOCK,
  Commands,
  type ExecuteOptions,
  IDS,
  type Platform,
  PLATFORM,
} from '#libs/platform/service';
import { memberDirectories } from '../directories.js';
import { clientDecider, type ClientDefinition } from '../domain/index.js';
import { dryRun } from '../dry-run.js';
import { LoginIds } from '../login-ids.js';
import { requireFirm } from '../lookups.js';
import { newSharedSecret } from './replace-client-secret.js';

/** Makes an API client with a fresh shared secret, or changes it ([back-office.clients]). */
export class DefineClientCommand extends Command<OutcomeOf<typeof clientDecider>> {
  constructor(
    /** Firm id and API key of the path. */
    readonly firmId: string,
    readonly apiKey: string,
    readonly client: ClientDefinition,
    readonly expectedRevision: ExpectedRevision | undefined,
    readonly metadata: CommandMetadata,
  ) {
    super();
  }
}

/** The client's own login id is unique among members, trustees and clients: it is held while a new client is appended. */
@CommandHandler(DefineClientCommand)
export class DefineClientHandler implements ICommandHandler<DefineClientCommand> {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: Commands,
    private readonly logins: LoginIds,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async execute(asked: DefineClientCommand): Promise<OutcomeOf<typeof clientDecider>> {
    const outcome = await this.#define(asked);
    await memberDirectories(this.platform).clientChanged(asked.apiKey, outcome.position);
    return outcome;
  }

  async #define({
    firmId,
    apiKey,
    client,
    expectedRevision,
    metadata,
  }: DefineClientCommand): Promise<OutcomeOf<typeof clientDecider>> {
    await requireFirm(this.aggregates, firmId);
    const { state } = await this.aggregates.load(clientDecider, apiKey);
    const sharedSecret = newSharedSecret(this.ids);
    const command = { type: 'DefineClient', apiKey, firmId, client, sharedSecret } as const;
    const append = (options?: ExecuteOptions): Promise<OutcomeOf<typeof clientDecider>> =>
      this.commands.carryOut(clientDecider, apiKey, command, metadata, {
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
}
