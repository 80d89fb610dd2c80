import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { firmOf, memberDecider, memberRules } from '#libs/contexts/members';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  LargeBody,
  listAnswer,
  PageQuery,
  pagesOf,
  type RequestContext,
  resourcePath,
  Response,
  ForRoles,
} from '#libs/platform/http';
import { forbidden, isLoginId, notFound, refuse, RefusedException } from '#libs/platform/kernel';
import { DirectCommand } from '#libs/platform/service';
import {
  MembershipBody,
  NewPermissionBody,
  PermissionBody,
  PermissionResponse,
  RestrictionBody,
  RestrictionResponse,
  SignatureBody,
  SignatureResponse,
  toPermissionResponse,
  toRestrictionResponse,
  toSignatureResponse,
} from './access.dto.js';
import { existenceProblem } from './access.js';
import { accountRules } from './account-state.js';
import type { AccountDocument, AccountView } from './account.document.js';
import { OnAccount, OnClosedToo, TheAccount, TheAccountDocument } from './account.guard.js';
import {
  ChangeMembershipCommand,
  GrantPermissionCommand,
  SignAgreementCommand,
} from './account.handlers.js';
import { account } from './account.js';
import { readDocument } from './signing.facts.js';
import { signerProblem } from './signing.js';

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
    @Body() input: NewPermissionBody,
  ) {
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
    const { caller } = context;
    const command = { type: 'ChangePermission', loginId, input: body, caller } as const;
    const outcome = await this.commands.execute(
      new DirectCommand(account, accountNumber, command, context),
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
    const command = { type: 'RevokePermission', loginId, caller: context.caller } as const;
    const direct = new DirectCommand(account, accountNumber, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}

function permissionPath(accountNumber: string, loginId: string): string {
  return resourcePath`/restapi/accounts/${accountNumber}/permissions/${loginId}`;
}

/** Restrictions of an account ([restriction.managing]). */
@Controller('restapi/accounts/:accountnumber/restrictions')
export class RestrictionsController {
  constructor(private readonly commands: CommandBus) {}

  @Get()
  @OnAccount('summary')
  @Describes('List the restrictions of an account', { shape: RestrictionResponse, list: true })
  list(@TheAccountDocument() document: AccountDocument, @Query() query: PageQuery) {
    const { restrictions, revision } = document;
    const page = pagesOf(restrictions, ({ restrictionId }) => restrictionId);
    const show = (one: (typeof restrictions)[number]) => toRestrictionResponse(document, one);
    return listAnswer(query, { page, show }, { revision });
  }

  @Get(':id')
  @OnAccount('summary')
  @Describes('Get a restriction', { shape: RestrictionResponse })
  get(@TheAccountDocument() document: AccountDocument, @Param('id') id: string) {
    const restriction = document.restrictions.find(({ restrictionId }) => restrictionId === id);
    if (!restriction) throw new RefusedException(notFound());
    return Response.ok(toRestrictionResponse(document, restriction), {
      revision: document.revision,
    });
  }

  @Post()
  @OnAccount('manage')
  @Describes('Restrict an account', { errors: accountRules.of('account.restriction.limit.rule') })
  async add(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Body() body: RestrictionBody,
  ) {
    const command = { type: 'AddRestriction', input: body, caller: context.caller } as const;
    const outcome = await this.commands.execute(
      new DirectCommand(account, accountNumber, command, context),
    );
    const { restrictionId } = dataOf(outcome, 'account.AccountRestricted');
    return Response.created(
      resourcePath`/restapi/accounts/${accountNumber}/restrictions/${restrictionId}`,
      outcome,
    );
  }

  /** For firms with entitlement `removeRestrictions` and members who opened the account for others; includes 020. */
  @Delete(':id')
  @OnAccount('manage')
  @Describes('Lift a restriction')
  async remove(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Param('id') restrictionId: string,
  ) {
    const command = { type: 'RemoveRestriction', restrictionId, caller: context.caller } as const;
    const direct = new DirectCommand(account, accountNumber, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}

/** A member's relationship with the firm ([member.membership]). It can't end while an account is open, so it is part of accounts. */
@Controller('restapi/members/:loginid/membership')
export class MembershipController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  /** For the API client of the firm acting for itself. */
  @Put()
  @ForRoles('client')
  @Describes('End or resume the membership of a member', {
    operationId: 'Members_changeMembership',
    request: { transState: 'RM' },
    errors: memberRules.of('member.membership.rule'),
  })
  async change(
    @Context() context: RequestContext,
    @Param('loginid') loginId: string,
    @Body(FieldsOf(MembershipBody)) body: Fields<MembershipBody>,
  ) {
    if (!isLoginId(loginId)) throw new RefusedException(notFound());
    const firmId = firmOf(context.caller);
    // before If-Match is checked: a 412 would reveal that another firm has a member with this id
    const { state } = await this.aggregates.load(memberDecider, loginId);
    if (state.member?.firmOid !== firmId) throw new RefusedException(notFound());
    if (context.caller.firmItself !== true) {
      const message = 'Only the API client of the firm may change memberships.';
      throw new RefusedException(forbidden(message));
    }
    const { transState } = body.with();
    const payload = { firmId, loginId, transState };
    const outcome = await this.commands.execute(new ChangeMembershipCommand(payload, context));
    return Response.updated(outcome, { path: resourcePath`/restapi/members/${loginId}` });
  }
}

/** The customer agreement of an account ([signature.response]). */
@Controller('restapi/accounts/:accountnumber/customeragreement')
export class CustomerAgreementsController {
  constructor(private readonly commands: CommandBus) {}

  /** [signature.response] */
  @Post()
  @OnAccount('sign')
  @LargeBody()
  @Describes('Submit a customer signature', {
    request: {
      loginId: 'jane.doe',
      signatureMethod: 'SIGNATURE_IMAGE',
      signatureImageEncoding: 'SVG',
      signatureData:
        'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciPjxwYXRoIGQ9Ik0wIDAgTDkgOSIvPjwvc3ZnPg==',
    },
    status: 200,
    errors: accountRules.of('null.signature.method'),
  })
  async sign(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body(FieldsOf(SignatureBody)) body: Fields<SignatureBody>,
  ) {
    // problems of the document and the signer are reported together with those of the fields
    const sent: Partial<SignatureBody> = body.value;
    const document = sent.signatureData === undefined ? undefined : readDocument(sent);
    const stranger = sent.loginId === undefined ? undefined : signerProblem(account, sent.loginId);
    const wrong = Buffer.isBuffer(document) ? undefined : document;
    const { loginId, signatureMethod: method, ...rest } = body.with(wrong, stranger);
    const { signatureImageEncoding: encoding, w9Withhold } = rest;
    const signature = {
      loginId,
      method,
      ...(method === 'SIGNATURE_IMAGE' && encoding !== undefined && { encoding }),
      ...(w9Withhold !== undefined && { w9Withhold }),
    };
    const { caller } = context;
    const payload = { account, signature, document: document as Buffer, caller };
    const outcome = await this.commands.execute(new SignAgreementCommand(payload, context));
    return Response.updated(outcome, {
      path: resourcePath`/restapi/accounts/${account.accountNumber}/customeragreement`,
    });
  }

  /** The newest signature of each signer, without the documents (own). */
  @Get()
  @OnAccount('details')
  @Describes('Get the signatures on the customer agreement', {
    shape: SignatureResponse,
    list: true,
  })
  list(@TheAccountDocument() { signatures, revision }: AccountDocument, @Query() query: PageQuery) {
    const page = pagesOf(signatures, ({ loginId }) => loginId);
    return listAnswer(query, { page, show: toSignatureResponse }, { revision });
  }
}
