import { Controller, Delete, Inject, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore, type Outcome } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
  requireValid,
  type RowRequest,
  throwIfRefused,
} from '#libs/platform/http';
import { type Ids, isApiKey, notFound, type Refusal } from '#libs/platform/kernel';
import {
  AggregateCommand,
  BackOfficeRow,
  ForRoles,
  IDS,
  type Platform,
  PLATFORM,
} from '#libs/platform/service';
import { DefineClientCommand, newSharedSecret } from '../use-cases/index.js';
import { advisorFirm } from '../use-cases/advisor-firm.js';
import { memberDirectories } from '../directories.js';
import { type ClientCommand, clientDecider, type ClientEvent } from '../domain/index.js';
import { ClientDto, SharedSecretAnswer } from './index.js';
import { memberRules } from '../domain/member-rules.js';

const CLIENT = 'backoffice/firms/:firmId/clients/:apiKey';

/** API clients of institutional firms ([auth.client], [back-office.clients]). A change counts for the next request to this process, and a moment later in others. */
@Controller()
export class ClientsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** The first PUT makes the client and answers its shared secret, once; a repeated one answers it again. */
  @BackOfficeRow('firms/:firmId/clients/:apiKey', {
    summary: 'Define or change an API client',
    body: ClientDto,
    role: 'operator',
    request: { loginId: 'acme.api', entitlements: ['fullTid'] },
    mayBeEmpty: true,
    shape: SharedSecretAnswer,
    errors: memberRules.of(
      'client.revoked.rule',
      'client.unique.api.key',
      'member.unique.login.id',
    ),
  })
  async define({
    params: { firmId, apiKey },
    body,
    context,
  }: RowRequest<ClientDto, 'firmId' | 'apiKey'>): Promise<Answer> {
    if (!isApiKey(apiKey) || !(await advisorFirm(this.aggregates, firmId))) {
      throw new RefusedException(notFound());
    }
    const client = requireValid(body);
    const { ifMatch } = context;
    const metadata = commandMetadata(context);
    return this.#answer(
      apiKey,
      await this.commands.execute(
        new DefineClientCommand(firmId, apiKey, client, metadata, ifMatch),
      ),
    );
  }

  @Post(`${CLIENT}/secret`)
  @ForRoles('operator')
  @Describes('Replace the shared secret of an API client', {
    status: 200,
    shape: SharedSecretAnswer,
    errors: memberRules.of('client.revoked.rule'),
  })
  async replaceSecret(
    @Context() context: RequestContext,
    @Param('firmId') firmId: string,
    @Param('apiKey') apiKey: string,
  ): Promise<Answer> {
    const sharedSecret = newSharedSecret(this.ids);
    return this.#send(context, apiKey, { type: 'ReplaceClientSecret', firmId, sharedSecret });
  }

  @Delete(CLIENT)
  @ForRoles('operator')
  @Describes('Revoke an API client')
  async revoke(
    @Context() context: RequestContext,
    @Param('firmId') firmId: string,
    @Param('apiKey') apiKey: string,
  ): Promise<Answer> {
    return this.#send(context, apiKey, { type: 'RevokeClient', firmId });
  }

  async #send(context: RequestContext, apiKey: string, command: ClientCommand): Promise<Answer> {
    if (!isApiKey(apiKey)) throw new RefusedException(notFound());
    const expectedRevision = context.ifMatch;
    const metadata = commandMetadata(context);
    return this.#answer(
      apiKey,
      await this.commands.execute(
        new AggregateCommand(clientDecider, apiKey, command, metadata, { expectedRevision }),
      ),
    );
  }

  async #answer(apiKey: string, result: Outcome<ClientEvent> | Refusal): Promise<Answer> {
    const outcome = throwIfRefused(result);
    await memberDirectories(this.platform).clientChanged(apiKey, outcome.position);
    return Answer.updated(outcome, { body: secretIn(outcome) });
  }
}

function secretIn({ events }: Outcome<ClientEvent>): object | undefined {
  for (const { data } of events) {
    if ('sharedSecret' in data) return { sharedSecret: data.sharedSecret.reveal() };
  }
  return undefined;
}
