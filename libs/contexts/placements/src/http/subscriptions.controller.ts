import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type AccountView,
  accountRules,
  OnAccount,
  Shown,
  Shows,
  TheAccount,
} from '#libs/contexts/accounts';
import { AggregateStore, dataOf } from '#libs/platform/event-store';
import {
  Answer,
  type Body,
  ChecksAssociatedMember,
  Context,
  Describes,
  LenientBody,
  LenientQuery,
  listAnswer,
  PageQuery,
  RefusedException,
  type RequestContext,
  requireValid,
  requireValidFor,
  resourcePath,
} from '#libs/platform/http';
import { notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import {
  type SubscriptionDocument,
  subscriptionDocuments,
  SubscriptionIndex,
  toSubscriptionAnswer,
} from '../read-models/subscription.document.js';
import { CreateSubscriptionDto, SubscriptionAnswer } from './subscription.dto.js';
import { placementRules } from '../domain/subscription.js';
import { loadNamed, SubscribeCommand } from '../use-cases/subscribe.js';

/** Client routes for private placement subscriptions ([subscription.created], [subscription.status]). */
@Controller('restapi/accounts/:accountnumber/privateplacementorders')
export class SubscriptionsController {
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
    @LenientBody(CreateSubscriptionDto) body: Body<CreateSubscriptionDto>,
  ) {
    const { accountNumber } = account;
    const terms = await requireValidFor(body, async () => {
      const offerOid = (body.value as Partial<CreateSubscriptionDto>).privatePlacementOfferOid;
      const { associatedMember } = context;
      const { problems } = await loadNamed(this.aggregates, account, associatedMember, offerOid);
      return requireValid(body, ...problems);
    });
    const command = new SubscribeCommand({ account, terms }, context);
    const outcome = await this.commands.execute(command);
    const { subscriptionOid } = dataOf(outcome, 'placement.SubscriptionSubmitted');
    return Answer.created(
      resourcePath`/restapi/accounts/${accountNumber}/privateplacementorders/${subscriptionOid}`,
      outcome,
    );
  }

  /** Newest first. */
  @Get()
  @OnAccount('details')
  @Describes('List the private placement subscriptions', { shape: SubscriptionAnswer, list: true })
  async list(
    @Context() { consistency }: RequestContext,
    @TheAccount() { accountNumber }: AccountView,
    @LenientQuery(PageQuery) query: Body<PageQuery>,
  ) {
    const selection = {
      index: SubscriptionIndex.Account,
      equals: [accountNumber],
      order: 'descending',
    } as const;
    return listAnswer(requireValid(query), {
      page: this.readModels.of(subscriptionDocuments).pages(selection, consistency),
      show: toSubscriptionAnswer,
    });
  }

  @Get(':oid')
  @OnAccount('details')
  @Shows(subscriptionDocuments, ({ oid }) => oid)
  @Describes('Get a private placement subscription', { shape: SubscriptionAnswer })
  get(
    @TheAccount() { accountNumber }: AccountView,
    @Shown() subscription: SubscriptionDocument | undefined,
  ) {
    if (subscription?.accountNumber !== accountNumber) throw new RefusedException(notFound());
    return Answer.ok(toSubscriptionAnswer(subscription), { revision: subscription.revision });
  }
}
