import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accountRules, type AccountView, OnAccount, TheAccount } from '#libs/contexts/accounts';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  ChecksAssociatedMember,
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  PageQuery,
  type RequestContext,
  resourcePath,
  Response,
  type RowRequest,
} from '#libs/platform/http';
import { ReadModels } from '#libs/platform/read-models';
import { BackOfficeRow } from '#libs/platform/service';
import {
  type SubscriptionDocument,
  subscriptionDocuments,
  SubscriptionIndex,
} from './subscription.document.js';
import {
  CreateSubscriptionDto,
  SubscriptionDto,
  SubscriptionResponse,
  toSubscriptionResponse,
} from './subscription.dto.js';
import { OnSubscription, TheSubscription } from './subscription.guard.js';
import { RecordSubscriptionStateCommand, SubscribeCommand } from './subscription.handlers.js';
import { loadNamed, requireSubscription } from './subscription.facts.js';
import { changedFields, placementRules } from './subscription.js';

/** Client routes for private placement subscriptions ([subscription.created], [subscription.status]). */
@Controller('restapi/accounts/:accountnumber/privateplacementorders')
export class PrivatePlacementSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
  ) {}

  /** `X-Associated-Member-Id` names the client who subscribes ([subscription.created]). */
  @Post()
  @OnAccount('trade')
  @ChecksAssociatedMember()
  @Describes('Create a private placement subscription', {
    associatedMember: true,
    errors: {
      ...placementRules.of(
        'privateplacement.amount.rule',
        'privateplacement.documents.rule',
        'privateplacement.eligibility.rule',
        'privateplacement.offer.closed.rule',
        'privateplacement.side.rule',
      ),
      ...accountRules.of('account.restricted.rule'),
    },
  })
  async create(
    @Context() context: RequestContext,
    @TheAccount() account: AccountView,
    @Body(FieldsOf(CreateSubscriptionDto)) body: Fields<CreateSubscriptionDto>,
  ) {
    const { accountNumber } = account;
    const terms = await body.of(async () => {
      const offerOid = (body.value as Partial<CreateSubscriptionDto>).privatePlacementOfferOid;
      const { associatedMember } = context;
      const { problems } = await loadNamed(this.aggregates, account, associatedMember, offerOid);
      return body.with(...problems);
    });
    const command = new SubscribeCommand({ account, terms }, context);
    const outcome = await this.commands.execute(command);
    const { subscriptionOid } = dataOf(outcome, 'placement.SubscriptionSubmitted');
    return Response.created(
      resourcePath`/restapi/accounts/${accountNumber}/privateplacementorders/${subscriptionOid}`,
      outcome,
    );
  }

  /** Newest first. */
  @Get()
  @OnAccount('details')
  @Describes('List the private placement subscriptions', {
    shape: SubscriptionResponse,
    list: true,
  })
  async list(
    @Context() { consistency }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @Query() query: PageQuery,
  ) {
    const selection = {
      index: SubscriptionIndex.Account,
      equals: [accountNumber],
      order: 'descending',
    } as const;
    return listAnswer(query, {
      page: this.readModels.of(subscriptionDocuments).pages(selection, consistency),
      show: toSubscriptionResponse,
    });
  }

  @Get(':oid')
  @OnAccount('details')
  @OnSubscription()
  @Describes('Get a private placement subscription', { shape: SubscriptionResponse })
  get(@TheSubscription() subscription: SubscriptionDocument) {
    return Response.ok(toSubscriptionResponse(subscription), { revision: subscription.revision });
  }
}

/** Back office route for private placement subscriptions ([back-office.privateplacementorders]). */
@Controller()
export class BackofficePrivatePlacementSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
  ) {}

  @BackOfficeRow('accounts/:accountnumber/privateplacementorders/:oid', {
    summary: 'Record the state of a private placement subscription',
    body: SubscriptionDto,
    errors: placementRules.of('privateplacement.state.rule'),
  })
  async put({ params, body, context }: RowRequest<SubscriptionDto, 'accountnumber' | 'oid'>) {
    const { accountnumber: accountNumber, oid: subscriptionOid } = params;
    const path = { accountNumber, subscriptionOid };
    const { state } = await requireSubscription(this.aggregates, path);
    const report = body.with(...changedFields(body.value, state));
    const command = new RecordSubscriptionStateCommand({ ...path, report }, context);
    return Response.updated(await this.commands.execute(command));
  }
}
