import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type OutcomeOf } from '#libs/platform/event-store';
import { type Clock, type Ids, Secret } from '#libs/platform/kernel';
import {
  CLOCK,
  CommandRunner,
  type ExecuteOptions,
  IDS,
  type Platform,
  PLATFORM,
  UseCaseCommand,
} from '#libs/platform/service';
import { requireFirm } from '../access.js';
import { memberDirectories } from '../directories.js';
import {
  clientDecider,
  type ClientDefinition,
  type ReplaceClientSecret,
  type RevokeClient,
} from '../domain/index.js';
import { dryRun, LoginIds } from '../held-login-id.js';

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
    const { state } = await this.aggregates.load(clientDecider, apiKey);
    const sharedSecret = this.#newSecret();
    const command = { type: 'DefineClient', apiKey, firmId, client, sharedSecret } as const;
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
