import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import {
  type Clock,
  type CommandMetadata,
  type ExpectedRevision,
  type Ids,
  isRefusal,
  type Refusal,
  Secret,
} from '#libs/platform/kernel';
import { CLOCK, Commands, type ExecuteOptions, IDS } from '#libs/platform/service';
import { type ClientEvent, clientDecider, type ClientDefinition } from '../domain/index.js';
import { dryRun, refusalOf } from './dry-run.js';
import { LoginIds } from './login-ids.js';

/** Makes an API client with a fresh shared secret, or changes it ([back-office.clients]). */
export class DefineClientCommand extends Command<Outcome<ClientEvent> | Refusal> {
  constructor(
    /** Firm id and API key of the path. */
    readonly firmId: string,
    readonly apiKey: string,
    readonly client: ClientDefinition,
    readonly metadata: CommandMetadata,
    readonly expectedRevision: ExpectedRevision | undefined,
  ) {
    super();
  }
}

/** A shared secret: 32 random bytes in base64url. */
export function newSharedSecret(ids: Ids): Secret {
  return Secret.of(Buffer.from(ids.bytes(32)).toString('base64url'));
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
  ) {}

  async execute({
    firmId,
    apiKey,
    client,
    metadata,
    expectedRevision,
  }: DefineClientCommand): Promise<Outcome<ClientEvent> | Refusal> {
    const { state } = await this.aggregates.load(clientDecider, apiKey);
    const definition = {
      type: 'DefineClient',
      apiKey,
      firmId,
      client,
      sharedSecret: newSharedSecret(this.ids),
    } as const;
    const append = (options?: ExecuteOptions): Promise<Outcome<ClientEvent> | Refusal> =>
      this.commands.execute(clientDecider, apiKey, definition, metadata, {
        ...options,
        expectedRevision,
      });

    const { loginId } = client;
    const holder = `client:${apiKey}` as const;
    if (state.client !== undefined) {
      const outcome = await append();
      if (!isRefusal(outcome)) await this.logins.keep(loginId, holder, metadata);
      return outcome;
    }
    const dry = dryRun(clientDecider, state, definition, this.clock, metadata);
    const taken = await this.logins.problems(loginId, holder);
    return refusalOf(dry, taken) ?? this.logins.during(loginId, holder, metadata, append);
  }
}
