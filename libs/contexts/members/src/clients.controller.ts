import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  MAX_PAGE_SIZE,
  type RequestContext,
  Response,
  type RowRequest,
  ForRoles,
} from '#libs/platform/http';
import { isApiKey, notFound, RefusedException, type Secret } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow } from '#libs/platform/service';
import { clientDecider } from './client.js';
import { clientDocuments } from './firm.document.js';
import {
  ClientDto,
  ClientResponse,
  ClientsQuery,
  ReplaceSecretDto,
  SharedSecretResponse,
  toClientResponse,
} from './firm.dto.js';
import { ChangeClientCommand } from './firm.handlers.js';
import { clientKeyId } from './member.events.js';
import { requireFirm } from './member.facts.js';
import { memberRules } from './person.js';

const CLIENT = 'backoffice/firms/:firmId/clients/:apiKey';

/** API clients of institutional firms ([auth.client], [back-office.clients]). */
@Controller()
export class ClientsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  /** The first PUT creates the client and returns its shared secret; only a repetition of the same request returns it again. */
  @BackOfficeRow('firms/:firmId/clients/:apiKey', {
    summary: 'Define or change an API client',
    body: ClientDto,
    role: 'operator',
    request: { loginId: 'acme.api', entitlements: ['fullTid'] },
    mayBeEmpty: true,
    shape: SharedSecretResponse,
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
  }: RowRequest<ClientDto, 'firmId' | 'apiKey'>) {
    requireApiKey(apiKey);
    const client = await body.of(() => requireFirm(this.aggregates, firmId));
    const outcome = await this.#change(context, firmId, apiKey, client);
    const created = outcome.events.map(({ data }) => data).find((data) => 'sharedSecret' in data);
    return Response.updated(outcome, { body: created && toSecretResponse(created) }).withSecretOf(
      clientKeyId(apiKey),
    );
  }

  /** Until the overlap ends, requests signed with either secret are accepted. Without one, the old secret ends at once. */
  @Post(`${CLIENT}/secret`)
  @ForRoles('operator')
  @Describes('Replace the shared secret of an API client', {
    status: 200,
    shape: SharedSecretResponse,
    errors: memberRules.of('client.revoked.rule'),
  })
  async replaceSecret(
    @Context() context: RequestContext,
    @Param('firmId') firmId: string,
    @Param('apiKey') apiKey: string,
    @Body(FieldsOf(ReplaceSecretDto, { optional: true })) body: Fields<ReplaceSecretDto>,
  ) {
    const { overlapHours } = await body.of(() => this.#requireClient(firmId, apiKey));
    const replace = { type: 'ReplaceClientSecret', overlapHours } as const;
    const outcome = await this.#change(context, firmId, apiKey, replace);
    return Response.updated(outcome, {
      body: toSecretResponse(dataOf(outcome, 'client.SecretReplaced')),
    }).withSecretOf(clientKeyId(apiKey));
  }

  @Delete(CLIENT)
  @ForRoles('operator')
  @Describes('Revoke an API client')
  async revoke(
    @Context() context: RequestContext,
    @Param('firmId') firmId: string,
    @Param('apiKey') apiKey: string,
  ) {
    return Response.updated(await this.#change(context, firmId, apiKey, { type: 'RevokeClient' }));
  }

  /** @throws RefusedException 404 */
  async #requireClient(firmId: string, apiKey: string): Promise<void> {
    requireApiKey(apiKey);
    const { client } = (await this.aggregates.load(clientDecider, apiKey)).state;
    if (client?.firmId !== firmId) throw new RefusedException(notFound());
  }

  #change(
    context: RequestContext,
    firmId: string,
    apiKey: string,
    change: ChangeClientCommand['payload']['change'],
  ) {
    requireApiKey(apiKey);
    return this.commands.execute(new ChangeClientCommand({ firmId, apiKey, change }, context));
  }
}

function requireApiKey(apiKey: string): void {
  if (!isApiKey(apiKey)) throw new RefusedException(notFound());
}

function toSecretResponse({
  sharedSecret,
}: {
  readonly sharedSecret: Secret;
}): SharedSecretResponse {
  return { sharedSecret: sharedSecret.revealOrThrow() };
}

/** API clients of every firm, for operators; secrets are never shown. */
@Controller('operator/clients')
export class OperatorClientsController {
  constructor(private readonly readModels: ReadModels) {}

  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List API clients', { shape: ClientResponse, list: true, pages: MAX_PAGE_SIZE })
  list(@Context() { consistency }: RequestContext, @Query() query: ClientsQuery) {
    const { firmId } = query;
    const selection = { index: 'byFirm', equals: firmId === undefined ? [] : [firmId] };
    return listAnswer(query, {
      page: this.readModels.of(clientDocuments).pages(selection, consistency),
      show: toClientResponse,
      defaultLimit: MAX_PAGE_SIZE,
    });
  }
}
