import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accountRules, type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { targetWeightRules } from '#libs/contexts/codes';
import { folioRules, OnFolio, writtenFolio } from '#libs/contexts/folios';
import {
  Context,
  Describes,
  listAnswer,
  PageQuery,
  type RequestContext,
  Response,
  type RowRequest,
  ForRoles,
} from '#libs/platform/http';
import { isOid, notFound, RefusedException } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import { ALL_RTGS, rtgDocuments } from './rtg.document.js';
import { RtgDto, RtgSubscriptionDto, toRtgBody } from './rtg.dto.js';
import { rtgDecider } from './rtg.js';
import { SubscribeToRtgCommand } from './rtg.handlers.js';

/** RTG folio models ([rtg.read]). Every firm sees all of them. */
@Controller('restapi/rtgs')
export class RtgsController {
  constructor(private readonly readModels: ReadModels) {}

  @Get()
  @ForRoles('client', 'auditor')
  @Describes('Get all RTG folios', { shape: RtgDto, list: true })
  list(@Context() { consistency }: RequestContext, @Query() query: PageQuery) {
    const selection = { index: ALL_RTGS, equals: [] };
    return listAnswer(query, {
      page: this.readModels.of(rtgDocuments).pages(selection, consistency),
      show: toRtgBody,
    });
  }

  @Get(':oid')
  @ForRoles('client', 'auditor')
  @Describes('Get an RTG folio', { shape: RtgDto })
  async get(@Param('oid') oid: string, @Context() { consistency }: RequestContext) {
    const model = await this.readModels.of(rtgDocuments).shown(oid, consistency);
    if (!model) throw new RefusedException(notFound());
    return Response.ok(toRtgBody(model), { revision: model.revision });
  }
}

/** The back office's feed of RTG folio models ([back-office.rtgs]). */
@Controller()
export class BackofficeRtgsController {
  constructor(private readonly commands: CommandBus) {}

  @BackOfficeRow('rtgs/:oid', {
    summary: 'Define or change an RTG folio',
    body: RtgDto,
    errors: targetWeightRules.of('folio.target.weights.total.rule'),
  })
  async put({ params, body, context }: RowRequest<RtgDto, 'oid'>) {
    const { oid } = params;
    if (!isOid(oid)) throw new RefusedException(notFound());
    const command = { type: 'PutRtg', oid, report: body.with() } as const;
    const direct = new DirectCommand(rtgDecider, oid, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}

/** [rtg.subscribe]: the folio, and thus the event, belongs to the folios context. */
@Controller('restapi/accounts/:accountnumber/folios/:folionumber/rtgsubscription')
export class RtgSubscriptionController {
  constructor(private readonly commands: CommandBus) {}

  @Put()
  @OnAccount('trade')
  @OnFolio()
  @Describes('Subscribe a folio to an RTG folio', {
    operationId: 'Folios_subscribeToRtg',
    errors: {
      ...accountRules.of('account.restricted.rule'),
      ...folioRules.of('folio.closed.rule', 'folio.invalid.rtg', 'folio.reserved.rule'),
    },
  })
  async subscribe(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() input: RtgSubscriptionDto,
  ) {
    const { accountNumber } = account;
    const { ifMatch: expectedRevision } = context;
    const payload = { account, accountNumber, folioNumber, input, expectedRevision };
    const outcome = await this.commands.execute(new SubscribeToRtgCommand(payload, context));
    return Response.updated(writtenFolio(accountNumber, folioNumber, outcome));
  }
}
