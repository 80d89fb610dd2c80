import { Controller, Get, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AccountView,
  OnAccount,
  requireAccount,
  Shown,
  Shows,
  TheAccount,
} from '#libs/contexts/accounts';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  RefusedException,
  type RequestContext,
  requireValid,
  type RowRequest,
  throwIfRefused,
} from '#libs/platform/http';
import { isOid, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow } from '#libs/platform/service';
import {
  ACTIONS_OF_ACCOUNT,
  type CorporateActionDocument,
  corporateActionDocuments,
  toCorporateActionAnswer,
} from '../read-models/corporate-action.document.js';
import { actionId, corporateActionRules } from '../domain/corporate-action.js';
import { CastVotesCommand, requireAction } from '../use-cases/cast-votes.js';
import { CorporateActionAnswer, CorporateActionDto, VoteDto } from './corporate-action.dto.js';
import { PutActionCommand } from '../use-cases/put-action.js';

/** The corporate actions of an account ([corporate-action.get], [vote.cast]). */
@Controller('restapi/accounts/:accountnumber/corporateactions')
export class CorporateActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
  ) {}

  /** [corporate-action.list]: every action of the account, including past ones, ordered by id. */
  @Get()
  @OnAccount('details')
  @Describes('Get all corporate actions', { shape: CorporateActionAnswer, list: true })
  async list(
    @Context() { consistency }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ) {
    const selection = { index: ACTIONS_OF_ACCOUNT, equals: [accountNumber] };
    return listAnswer(requireValid(query), {
      page: this.readModels.of(corporateActionDocuments).pages(selection, consistency),
      show: toCorporateActionAnswer,
    });
  }

  /** [corporate-action.get] */
  @Get(':notificationid')
  @OnAccount('details')
  @Shows(corporateActionDocuments, ({ accountnumber = '', notificationid = '' }) =>
    isOid(notificationid) ? actionId(accountnumber, notificationid) : undefined,
  )
  @Describes('Get a corporate action', { shape: CorporateActionAnswer })
  get(@Shown() found: CorporateActionDocument | undefined) {
    const action = throwIfRefused(found ?? notFound());
    return Answer.ok(toCorporateActionAnswer(action), { revision: action.revision });
  }

  /** Casts or changes votes. Restricted accounts may vote too ([vote.cast]). */
  @Put(':notificationid')
  @OnAccount('trade')
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
    @TheAccount() account: AccountView,
    @LenientBody(VoteDto) body: Body<VoteDto>,
  ) {
    const { accountNumber } = account;
    await requireAction(this.aggregates, accountNumber, notifid);
    const payload = { account, accountNumber, notifid, input: requireValid(body) };
    return Answer.updated(await this.commands.execute(new CastVotesCommand(payload, context)));
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
    errors: corporateActionRules.of('invalid.for.question.type'),
  })
  async put({
    params,
    body,
    context,
  }: RowRequest<CorporateActionDto, 'accountnumber' | 'notificationid'>) {
    const { accountnumber: accountNumber, notificationid: notifid } = params;
    if (!isOid(notifid)) throw new RefusedException(notFound());
    await requireAccount(this.aggregates, accountNumber);
    const payload = { accountNumber, notifid, report: requireValid(body) };
    return Answer.updated(await this.commands.execute(new PutActionCommand(payload, context)));
  }
}
