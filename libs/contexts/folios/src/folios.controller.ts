import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  accountRules,
  type AccountView,
  closedProblem,
  OnAccount,
  restrictionProblem,
  TheAccount,
} from '#libs/contexts/accounts';
import { targetWeightRules } from '#libs/contexts/codes';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  ItemsOf,
  listAnswer,
  PageQuery,
  pagesOf,
  type RequestContext,
  resourcePath,
  Response,
  type RowRequest,
} from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeListRow, DirectCommand } from '#libs/platform/service';
import { folioBook, folioRules } from './folio-book.js';
import { type FolioDocument, folioDocuments, FOLIOS_OF_ACCOUNT } from './folio.document.js';
import {
  CreateFolioDto,
  FolioResponse,
  formOfFolio,
  PositionDto,
  PositionResponse,
  POSITIONS,
  TARGET_WEIGHTS,
  TargetWeightDto,
  TargetWeightResponse,
  toFolioResponse,
  UpdateFolioDto,
} from './folio.dto.js';
import { OnFolio, TheFolio } from './folio.guard.js';
import { CreateFolioCommand, UpdateFolioCommand, writtenFolio } from './folio.handlers.js';
import { requireFolio } from './folio.facts.js';

/** Client routes for folios ([folio.created], [folio.get], [folio.weights]). */
@Controller('restapi/accounts/:accountnumber/folios')
export class FoliosController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  @Post()
  @OnAccount('manage')
  @Describes('Create a folio', {
    errors: folioRules.of('folio.invalid.rtg', 'folio.number.exhausted.rule'),
  })
  async create(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() body: CreateFolioDto,
  ) {
    const { accountNumber } = account;
    const command = new CreateFolioCommand({ account, input: body }, context);
    const outcome = await this.commands.execute(command);
    const { folioNumber } = dataOf(outcome, 'folio.FolioCreated');
    const path = resourcePath`/restapi/accounts/${accountNumber}/folios/${folioNumber}`;
    return Response.created(path, { ...outcome, revision: 0 });
  }

  /** By number, from 01. */
  @Get()
  @OnAccount('summary')
  @Describes('List the folios of an account', { shape: FolioResponse, list: true })
  async list(
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query() query: PageQuery,
  ) {
    const selection = { index: FOLIOS_OF_ACCOUNT, equals: [accountNumber] };
    return listAnswer(query, {
      page: this.readModels.of(folioDocuments).pages(selection, context.consistency),
      show: toFolioResponse,
    });
  }

  @Get(':folionumber')
  @OnAccount('summary')
  @OnFolio()
  @Describes('Get a folio', { shape: FolioResponse })
  get(@TheFolio() folio: FolioDocument) {
    return Response.ok(toFolioResponse(folio), {
      revision: folio.revision,
      form: formOfFolio(folio),
    });
  }

  /** Changes settings, or closes with `folioStatus` C ([folio.update], [folio.close]). */
  @Put(':folionumber')
  @OnAccount('manage')
  @OnFolio()
  @Describes('Update or close a folio', {
    request: { folioName: 'Growth', dividendReinvest: true, benchmark: 'SPY' },
    errors: folioRules.of(
      'folio.closed.rule',
      'folio.orders.rule',
      'folio.positions.rule',
      'folio.reserved.rule',
    ),
  })
  async update(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body() changes: UpdateFolioDto,
  ) {
    const { accountNumber } = account;
    const request = { account, accountNumber, folioNumber, changes };
    const command = new UpdateFolioCommand(request, context);
    const outcome = await this.commands.execute(command);
    return Response.updated(writtenFolio(accountNumber, folioNumber, outcome));
  }

  @Get(':folionumber/targetweights')
  @OnAccount('summary')
  @OnFolio()
  @Describes('Get the target weights of a folio', { shape: TargetWeightResponse, list: true })
  targetWeights(@TheFolio() { targetWeights, revision }: FolioDocument, @Query() query: PageQuery) {
    const page = pagesOf(targetWeights, ({ ticker }) => ticker);
    return listAnswer(query, { page }, { revision });
  }

  /** As last reported by the back office ([back-office.positions]). */
  @Get(':folionumber/positions')
  @OnAccount('summary')
  @OnFolio()
  @Describes('Get the positions of a folio', { shape: PositionResponse, list: true })
  positions(@TheFolio() { positions, revision }: FolioDocument, @Query() query: PageQuery) {
    const page = pagesOf(positions, ({ ticker }) => ticker);
    return listAnswer(query, { page }, { revision });
  }

  @Put(':folionumber/targetweights')
  @OnAccount('trade')
  @OnFolio()
  @Describes('Update the target weights of a folio', {
    errors: {
      ...folioRules.of('folio.closed.rule', 'folio.reserved.rule'),
      ...targetWeightRules.of('folio.target.weights.total.rule'),
      ...accountRules.of('account.restricted.rule'),
    },
  })
  async setTargetWeights(
    @Param('folionumber') folioNumber: string,
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body(ItemsOf(TargetWeightDto, TARGET_WEIGHTS)) targetWeights: readonly TargetWeightDto[],
  ) {
    const { accountNumber } = account;
    const facts = { restriction: restrictionProblem(account) };
    const about = { accountNumber, folioNumber, targetWeights, expectedRevision: context.ifMatch };
    const command = { type: 'SetTargetWeights', ...about, facts } as const;
    // If-Match is about the folio, not about the stream of all folios
    const direct = new DirectCommand(folioBook, accountNumber, command, context.command);
    const outcome = await this.commands.execute(direct);
    return Response.updated(writtenFolio(accountNumber, folioNumber, outcome));
  }
}

/** Back office route for positions ([back-office.positions]). */
@Controller()
export class BackofficePositionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeListRow('accounts/:accountnumber/folios/:folionumber/positions', {
    summary: 'Set the positions of a folio',
    body: PositionDto,
    rules: POSITIONS,
    partition: ({ accountnumber }) => `folios ${accountnumber}`,
    errors: { ...folioRules.of('folio.closed.rule'), ...accountRules.of('account.closed.rule') },
  })
  async set({
    params,
    body,
    context,
  }: RowRequest<readonly PositionDto[], 'accountnumber' | 'folionumber'>) {
    const { accountnumber: accountNumber, folionumber: folioNumber } = params;
    const account = await requireFolio(this.aggregates, accountNumber, folioNumber);
    const facts = { closed: closedProblem(account) };
    const { ifMatch: expectedRevision } = context;
    const about = { accountNumber, folioNumber, positions: body.with(), expectedRevision };
    const command = { type: 'SetPositions', ...about, facts } as const;
    const direct = new DirectCommand(folioBook, accountNumber, command, context.command);
    const outcome = await this.commands.execute(direct);
    return Response.updated(writtenFolio(accountNumber, folioNumber, outcome));
  }
}
