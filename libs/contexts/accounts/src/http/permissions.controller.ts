import { Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ActingPersons } from '#libs/contexts/members';
import type { Outcome } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  pagesOf,
  RefusedException,
  type RequestContext,
  requireValid,
  resourcePath,
  throwIfRefused,
} from '#libs/platform/http';
import { refuse } from '#libs/platform/kernel';
import { AggregateCommand } from '#libs/platform/service';
import { type AccountView, OnAccount, TheAccount } from '../account-access.js';
import type { AccountCaller } from '../domain/access.js';
import { account } from '../domain/account.js';
import type { AccountCommand, PermissionInput } from '../domain/commands.js';
import type { AccountEvent } from '../domain/events.js';
import { existenceProblem } from '../domain/permissions.js';
import { toPermissionBody } from '../read-models/account.body.js';
import type { AccountDocument } from '../read-models/account.model.js';
import { NewPermissionBody, PermissionBody } from './permission.dto.js';
import { toRequest } from './to-request.js';
import { People } from '../people.js';
import { accountRules } from '../domain/account-rules.js';

/** Who may do what on an account ([permission.managing]). */
@Controller('restapi/accounts/:accountnumber/permissions')
export class PermissionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly people: People,
    private readonly persons: ActingPersons,
  ) {}

  /** [permission.list] */
  @Get()
  @OnAccount('readPermissions')
  @Describes('Get account permissions', { shape: PermissionBody, list: true })
  list(
    @TheAccount() document: AccountDocument,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ): Promise<Answer> {
    const { permissions, revision } = document;
    const page = pagesOf(permissions, ({ loginId }) => loginId);
    const show = (one: (typeof permissions)[number]): object => toPermissionBody(document, one);
    return listAnswer(requireValid(query), { page, show }, { revision });
  }

  @Get(':loginid')
  @OnAccount('readPermissions')
  @Describes('Get the permission of a member', {
    shape: PermissionBody,
    errors: accountRules.of('account.permission.existence.rule'),
  })
  get(@TheAccount() document: AccountDocument, @Param('loginid') loginId: string): Answer {
    const held = document.permissions.find((one) => one.loginId === loginId);
    if (!held) throw new RefusedException(refuse(existenceProblem()));
    return Answer.ok(toPermissionBody(document, held), { revision: document.revision });
  }

  @Post()
  @OnAccount('manage')
  @Describes('Grant a permission to a member', {
    errors: accountRules.of(
      'account.permission.existence.rule',
      'account.permission.for.account.creator.rule',
      'account.permission.limit.rule',
    ),
  })
  async grant(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber, firmId }: AccountView,
    @LenientBody(NewPermissionBody) body: Body<NewPermissionBody>,
  ): Promise<Answer> {
    const { caller, present } = context;
    const request = toRequest<PermissionInput>(body);
    const { loginId } = request.input;
    const loginKnown =
      loginId !== undefined && (await this.people.isLoginOf(firmId, loginId, present));
    const outcome = await this.#send(context, accountNumber, {
      type: 'GrantPermission',
      ...request,
      caller,
      facts: { loginKnown },
    });
    return Answer.created(permissionPath(accountNumber, loginId ?? ''), outcome);
  }

  @Put(':loginid')
  @OnAccount('changePermissions')
  @Describes('Change the permission of a member', {
    errors: accountRules.of(
      'account.permission.existence.rule',
      'account.permission.for.account.creator.rule',
      'account.permission.for.account.owner.rule',
    ),
  })
  async change(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Param('loginid') loginId: string,
    @LenientBody(PermissionBody) body: Body<PermissionBody>,
  ): Promise<Answer> {
    const request = toRequest<PermissionInput>(body);
    const caller = await this.#caller(context);
    const command = { type: 'ChangePermission', ...request, caller, loginId } as const;
    const outcome = await this.#send(context, accountNumber, command);
    return Answer.updated(outcome, { path: permissionPath(accountNumber, loginId) });
  }

  @Delete(':loginid')
  @OnAccount('changePermissions')
  @Describes('Revoke the permission of a member', {
    errors: accountRules.of(
      'account.permission.existence.rule',
      'account.permission.for.account.creator.rule',
      'account.permission.for.account.owner.rule',
    ),
  })
  async revoke(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Param('loginid') loginId: string,
  ): Promise<Answer> {
    const caller = await this.#caller(context);
    const command = { type: 'RevokePermission', caller, loginId } as const;
    return Answer.updated(await this.#send(context, accountNumber, command));
  }

  async #caller(context: RequestContext): Promise<AccountCaller> {
    return { ...context.caller, firmItself: await this.persons.isFirmItself(context) };
  }

  async #send(
    context: RequestContext,
    accountNumber: string,
    command: AccountCommand,
  ): Promise<Outcome<AccountEvent>> {
    const metadata = commandMetadata(context);
    const options = { expectedRevision: context.ifMatch };
    return throwIfRefused(
      await this.commands.execute(
        new AggregateCommand(account, accountNumber, command, metadata, options),
      ),
    );
  }
}

function permissionPath(accountNumber: string, loginId: string): string {
  return resourcePath`/restapi/accounts/${accountNumber}/permissions/${loginId}`;
}
