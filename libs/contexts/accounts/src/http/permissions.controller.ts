import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Response,
  Context,
  Describes,
  listAnswer,
  PageQuery,
  pagesOf,
  RefusedException,
  type RequestContext,
  resourcePath,
} from '#libs/platform/http';
import { refuse } from '#libs/platform/kernel';
import {
  type AccountView,
  OnAccount,
  OnClosedToo,
  TheAccount,
  TheAccountDocument,
} from '../account-access.js';
import { existenceProblem } from '../domain/permissions.js';
import { type AccountDocument, toPermissionResponse } from '../read-models/account.document.js';
import { NewPermissionBody, PermissionResponse, PermissionBody } from './access.dto.js';
import { GrantPermissionCommand } from '../use-cases/grant-permission.js';
import { ManageAccountCommand } from '../use-cases/manage-account.js';
import { accountRules } from '../domain/account-rules.js';

const CHANGING = {
  errors: accountRules.of(
    'account.permission.existence.rule',
    'account.permission.for.account.creator.rule',
    'account.permission.for.account.owner.rule',
  ),
};

/** Permissions on an account ([permission.managing]). */
@Controller('restapi/accounts/:accountnumber/permissions')
export class PermissionsController {
  constructor(private readonly commands: CommandBus) {}

  /** [permission.list] */
  @Get()
  @OnAccount('readPermissions')
  @Describes('Get account permissions', { shape: PermissionResponse, list: true })
  list(@TheAccountDocument() document: AccountDocument, @Query() query: PageQuery) {
    const { permissions, revision } = document;
    const page = pagesOf(permissions, ({ loginId }) => loginId);
    const show = (one: (typeof permissions)[number]) => toPermissionResponse(document, one);
    return listAnswer(query, { page, show }, { revision });
  }

  @Get(':loginid')
  @OnAccount('readPermissions')
  @Describes('Get the permission of a member', {
    shape: PermissionResponse,
    errors: accountRules.of('account.permission.existence.rule'),
  })
  get(@TheAccountDocument() document: AccountDocument, @Param('loginid') loginId: string) {
    const held = document.permissions.find((one) => one.loginId === loginId);
    if (!held) throw new RefusedException(refuse(existenceProblem()));
    return Response.ok(toPermissionResponse(document, held), { revision: document.revision });
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
    @TheAccount() account: AccountView,
    @Body() body: NewPermissionBody,
  ) {
    const input = body;
    const outcome = await this.commands.execute(
      new GrantPermissionCommand({ account, input, by: context }, context),
    );
    return Response.created(permissionPath(account.accountNumber, input.loginId), outcome);
  }

  @Put(':loginid')
  @OnAccount('changePermissions')
  @OnClosedToo()
  @Describes('Change the permission of a member', CHANGING)
  async change(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Param('loginid') loginId: string,
    @Body() body: PermissionBody,
  ) {
    const what = { type: 'ChangePermission', loginId, input: body } as const;
    const outcome = await this.commands.execute(
      new ManageAccountCommand({ accountNumber, by: context, what }, context),
    );
    return Response.updated(outcome, { path: permissionPath(accountNumber, loginId) });
  }

  @Delete(':loginid')
  @OnAccount('changePermissions')
  @OnClosedToo()
  @Describes('Revoke the permission of a member', CHANGING)
  async revoke(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Param('loginid') loginId: string,
  ) {
    const what = { type: 'RevokePermission', loginId } as const;
    const outcome = await this.commands.execute(
      new ManageAccountCommand({ accountNumber, by: context, what }, context),
    );
    return Response.updated(outcome);
  }
}

function permissionPath(accountNumber: string, loginId: string): string {
  return resourcePath`/restapi/accounts/${accountNumber}/permissions/${loginId}`;
}
