import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  accountRules,
  type AccountView,
  closedProblem,
  OnAccount,
  requireAccount,
  TheAccount,
} from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  listAnswer,
  PageQuery,
  type RequestContext,
  Response,
  type RowRequest,
} from '#libs/platform/http';
import { isOid, notFound, RefusedException } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow, DirectCommand } from '#libs/platform/service';
import {
  ACTIONS_OF_ACCOUNT,
  type CorporateActionDocument,
  corporateActionDocuments,
} from './corporate-action.document.js';
import {
  CorporateActionDto,
  CorporateActionResponse,
  toCorporateActionResponse,
  VoteDto,
} from './corporate-action.dto.js';
import { OnCorporateAction, TheCorporateAction } from './corporate-action.guard.js';
import { actionId, corporateAction, corporateActionRules } from './corporate-action.js';

/** The corporate actions of an account ([corporate-action.get], [vote.cast]). */
@Controller('restapi/accounts/:accountnumber/corporateactions')
export class CorporateActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
  ) {}

  /** [corporate-action.list]: every action of the account, including past ones, ordered by id. */
  @Get()
  @OnAccount('details')
  @Describes('Get all corporate actions', { shape: CorporateActionResponse, list: true })
  async list(
    @Context() { consistency }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query() query: PageQuery,
  ) {
    const selection = { index: ACTIONS_OF_ACCOUNT, equals: [accountNumber] };
    return listAnswer(query, {
      page: this.readModels.of(corporateActionDocuments).pages(selection, consistency),
      show: toCorporateActionResponse,
    });
  }

  /** [corporate-action.get] */
  @Get(':notificationid')
  @OnAccount('details')
  @OnCorporateAction()
  @Describes('Get a corporate action', { shape: CorporateActionResponse })
  get(@TheCorporateAction() action: CorporateActionDocument) {
    return Response.ok(toCorporateActionResponse(action), { revision: action.revision });
  }

  /** Casts or changes votes. Restricted accounts may vote too ([vote.cast]). */
  @Put(':notificationid')
  @OnAccount('trade')
  @OnCorporateAction()
  @Describes('Vote on a corporate action', {
    request: {
      questions: [
        { questionsId: 'q-p', answer: '0' },
        { questionsId: 'q-d', choices: [{ choiceId: '0', choiceAnswer: '0' }] },
      ],
    },
    errors: corporateActionRules.of('corporateaction.deadline.rule', 'invalid.for.question.type'),
  })
  async vote(
    @Param('notificationid') notifid: string,
    @Context() context: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Body() input: VoteDto,
  ) {
    const command = { type: 'CastVotes', accountNumber, notifid, input } as const;
    const id = actionId(accountNumber, notifid);
    const direct = new DirectCommand(corporateAction, id, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}

/** The back office's feed of corporate actions ([back-office.corporateactions]). */
@Controller()
export class BackofficeCorporateActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  /** Accepts the whole action as GET shows it. Votes in the body never replace existing ones. */
  @BackOfficeRow('accounts/:accountnumber/corporateactions/:notificationid', {
    summary: 'Define or change a corporate action',
    body: CorporateActionDto,
    partition: ({ accountnumber, notificationid }) =>
      `corporate action ${accountnumber} ${notificationid}`,
    errors: {
      ...corporateActionRules.of('invalid.for.question.type'),
      ...accountRules.of('account.closed.rule'),
    },
  })
  async put({
    params,
    body,
    context,
  }: RowRequest<CorporateActionDto, 'accountnumber' | 'notificationid'>) {
    const { accountnumber: accountNumber, notificationid: notifid } = params;
    if (!isOid(notifid)) throw new RefusedException(notFound());
    const closed = closedProblem(await requireAccount(this.aggregates, accountNumber));
    const ids = { accountNumber, notifid };
    const command = { type: 'PutAction', ...ids, report: body.with(), facts: { closed } } as const;
    const id = actionId(accountNumber, notifid);
    const direct = new DirectCommand(corporateAction, id, command, context);
    return Response.updated(await this.commands.execute(direct));
  }
}
