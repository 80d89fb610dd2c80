import { Controller, Delete, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Answer,
  commandMetadata,
  Context,
  Describes,
  RefusedException,
  type RequestContext,
  requireValidFor,
  type RowRequest,
} from '#libs/platform/http';
import { isApiKey, notFound, type Secret } from '#libs/platform/kernel';
import { BackOfficeRow, ForRoles } from '#libs/platform/service';
import { requireFirm } from '../lookups.js';
import { DefineClientCommand } from '../use-cases/define-client.js';
import { ReplaceClientSecretCommand } from '../use-cases/replace-client-secret.js';
import { RevokeClientCommand } from '../use-cases/revoke-client.js';
import { ClientDto, SharedSecretAnswer } from './index.js';
import { memberRules } from '../domain/member-rules.js';

const CLIENT = 'backoffice/firms/:firmId/clients/:apiKey';

/** API clients of institutional firms ([auth.client], [back-office.clients]). A change counts for the next request to this process, and a moment later in others. */
@Controller()
export class ClientsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
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
  }: RowRequest<ClientDto, 'firmId' | 'apiKey'>): Promise<Answer<SharedSecretAnswer | undefined>> {
    requireApiKey(apiKey);
    const client = await requireValidFor(body, () => requireFirm(this.aggregates, firmId));
    const metadata = commandMetadata(context);
    const outcome = await this.commands.execute(
      new DefineClientCommand(firmId, apiKey, client, context.ifMatch, metadata),
    );
    const made = outcome.events.map(({ data }) => data).find((data) => 'sharedSecret' in data);
    return Answer.updated(outcome, { body: made && toSecretAnswer(made) });
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
  ): Promise<Answer<SharedSecretAnswer>> {
    requireApiKey(apiKey);
    const outcome = await this.commands.execute(
      new ReplaceClientSecretCommand(firmId, apiKey, context.ifMatch, commandMetadata(context)),
    );
    return Answer.updated(outcome, {
      body: toSecretAnswer(dataOf(outcome, 'client.SecretReplaced')),
    });
  }

  @Delete(CLIENT)
  @ForRoles('operator')
  @Describes('Revoke an API client')
  async revoke(
    @Context() context: RequestContext,
    @Param('firmId') firmId: string,
    @Param('apiKey') apiKey: string,
  ): Promise<Answer> {
    requireApiKey(apiKey);
    const outcome = await this.commands.execute(
      new RevokeClientCommand(firmId, apiKey, context.ifMatch, commandMetadata(context)),
    );
    return Answer.updated(outcome);
  }
}

function requireApiKey(apiKey: string): void {
  if (!isApiKey(apiKey)) throw new RefusedException(notFound());
}

function toSecretAnswer({ sharedSecret }: { readonly sharedSecret: Secret }): SharedSecretAnswer {
  return { sharedSecret: sharedSecret.revealOrThrow() };
}
