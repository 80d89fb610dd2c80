import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dataOf } from '#libs/platform/event-store';
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
import { notFound } from '#libs/platform/kernel';
import { type AccountView, OnAccount, TheAccount, TheAccountDocument } from '../account-access.js';
import { type AccountDocument, toRestrictionResponse } from '../read-models/account.document.js';
import { RestrictionResponse, RestrictionBody } from './access.dto.js';
import { AddRestrictionCommand } from '../use-cases/add-restriction.js';
import { ManageAccountCommand } from '../use-cases/manage-account.js';
import { accountRules } from '../domain/account-rules.js';

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
    const payload = { accountNumber, input: body, caller: context.caller };
    const outcome = await this.commands.execute(new AddRestrictionCommand(payload, context));
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
    const what = { type: 'RemoveRestriction', restrictionId } as const;
    const outcome = await this.commands.execute(
      new ManageAccountCommand({ accountNumber, by: context, what }, context),
    );
    return Response.updated(outcome);
  }
}
