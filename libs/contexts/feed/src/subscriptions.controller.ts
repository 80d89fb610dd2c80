import { Body, Controller, Delete, Get, Param, Post, Put, Query, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { isAccountNumber } from '#libs/contexts/codes';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  PageQuery,
  pagesOf,
  PresentOnly,
  type RequestContext,
  resourcePath,
  Response,
  ForRoles,
} from '#libs/platform/http';
import {
  FieldCode,
  fieldProblem,
  notFound,
  refuse,
  RefusedException,
  wireTimestamp,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { DirectCommand } from '#libs/platform/service';
import {
  FEED_HEADERS,
  PAGE,
  positionOf,
  PublishedEventResponse,
  toFeedResponse,
} from './feed.dto.js';
import { ahead, FeedPages, FeedReader, FeedRights, positionAt, selects } from './feed.queries.js';
import { subscriptionDocuments, subscriptionId } from './subscription.document.js';
import {
  AcknowledgeDto,
  FeedSubscriptionResponse,
  FeedSubscriptionStatusResponse,
  isSubscriptionName,
  ParkedFeedEventResponse,
  ParkFeedEventDto,
  PutFeedSubscriptionDto,
  SubscriptionEventsQuery,
  SubscriptionStatusesQuery,
} from './subscription.dto.js';
import type { ParkedEvent } from './subscription.events.js';
import { AcknowledgeEventsCommand } from './subscription.handlers.js';
import {
  SubscriptionProgress,
  SubscriptionStatuses,
  toSubscriptionResponse,
  toSubscriptionStatusResponse,
} from './subscription.queries.js';
import {
  type Subscription,
  type SubscriptionCommand,
  subscriptionRules,
  subscriptions,
} from './subscription.js';
import { ReplayDto, replayStartOf } from './webhook.dto.js';
import { reachedPosition } from './webhook.facts.js';

/**
 * Named subscriptions of a firm to its feed: the service keeps the place of the reader. Only for its API clients acting as themselves, since
 * a subscription has the events of all accounts.
 */
@Controller('restapi/subscriptions')
export class FeedSubscriptionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    private readonly rights: FeedRights,
    private readonly pages: FeedPages,
    private readonly reader: FeedReader,
    private readonly progress: SubscriptionProgress,
    private readonly statuses: SubscriptionStatuses,
  ) {}

  @Get()
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get all subscriptions', { shape: FeedSubscriptionResponse, list: true, pages: PAGE })
  list(
    @Context() { caller, consistency }: RequestContext,
    @Query(FieldsOf(PageQuery)) query: Fields<PageQuery>,
  ) {
    const firmId = this.rights.firmOfApiUser(caller);
    return listAnswer(query.with(), {
      page: (wanted) => this.statuses.list({ firmId, ...wanted }, consistency),
      show: toSubscriptionResponse,
      defaultLimit: PAGE,
    });
  }

  @Get(':name')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get a subscription', { shape: FeedSubscriptionResponse })
  async get(@Context() { caller, consistency }: RequestContext, @Param('name') name: string) {
    const id = subscriptionId(this.rights.firmOfApiUser(caller), name);
    const found = isSubscriptionName(name)
      ? await this.readModels.of(subscriptionDocuments).get(id, consistency)
      : undefined;
    if (found === undefined) throw new RefusedException(notFound());
    return Response.ok(toSubscriptionResponse(await this.statuses.of(found)));
  }

  /** Creates it, or changes what it selects. */
  @Put(':name')
  @ForRoles('client')
  @Describes('Put a subscription', { errors: subscriptionRules.of('subscription.limit.rule') })
  async put(
    @Context() context: RequestContext,
    @Req() request: object,
    @Param('name') name: string,
    @Body(FieldsOf(PutFeedSubscriptionDto)) body: Fields<PutFeedSubscriptionDto>,
  ) {
    const firmId = this.#firmOf(context, name);
    const { eventTypes = [], accounts = [], from } = body.with();
    const begin = (await positionOf(request, from)) ?? (await this.pages.head(context.present));
    const filter = { eventTypes: [...new Set(eventTypes)], accounts: [...new Set(accounts)] };
    const put = { type: 'Put', firmId, name, ...filter, from: String(begin) } as const;
    const outcome = await this.#change(put, context);
    return Response.updated(outcome, { path: resourcePath`/restapi/subscriptions/${name}` });
  }

  @Delete(':name')
  @ForRoles('client')
  @Describes('Delete a subscription')
  async delete(@Context() context: RequestContext, @Param('name') name: string) {
    const firmId = this.#firmOf(context, name);
    return Response.updated(await this.#change({ type: 'Delete', firmId, name }, context));
  }

  /** The events after what is acknowledged, without those that are parked; again and again until they are acknowledged. */
  @Get(':name/events')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get the next events of a subscription', {
    shape: PublishedEventResponse,
    list: true,
    pages: PAGE,
    headers: FEED_HEADERS,
  })
  async events(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Query(FieldsOf(SubscriptionEventsQuery)) query: Fields<SubscriptionEventsQuery>,
  ) {
    const subscription = await this.#subscription(context, name);
    const { caller, present } = context;
    const { limit = PAGE, cursor } = query.with();
    const named = { at: cursor, field: 'cursor' };
    const after = cursor === undefined ? await this.progress.of(subscription) : positionAt(named);
    if (!(await this.pages.hasPosition(after))) throw ahead(named);
    const page = await this.pages.ofFirm(caller, after, limit, present, subscription);
    const parked = new Set(subscription.parked.map(({ eventId }) => eventId));
    const entries = page.entries.filter(({ event }) => !parked.has(event.id));
    return toFeedResponse({ ...page, entries });
  }

  /** Doing it again, or for an earlier page, changes nothing. */
  @Post(':name/acknowledgements')
  @ForRoles('client')
  @Describes('Acknowledge the events of a subscription', { status: 200 })
  async acknowledge(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(AcknowledgeDto)) body: Fields<AcknowledgeDto>,
  ) {
    const subscription = await this.#subscription(context, name);
    const position = await reachedPosition(this.pages, body.with());
    const command = new AcknowledgeEventsCommand({ subscription, position }, context);
    return Response.updated(await this.commands.execute(command));
  }

  /** What was acknowledged after that place comes again. */
  @Post(':name/replay')
  @ForRoles('client')
  @Describes('Replay the events of a subscription', {
    status: 200,
    request: { from: '2026-03-02T15:00:00.000+00:00' },
  })
  async replay(
    @Context() context: RequestContext,
    @Req() request: object,
    @Param('name') name: string,
    @Body(FieldsOf(ReplayDto)) body: Fields<ReplayDto>,
  ) {
    const { firmId } = await this.#subscription(context, name);
    const from = String(await reachedPosition(this.pages, await replayStartOf(request, body)));
    return Response.updated(await this.#change({ type: 'Replay', firmId, name, from }, context));
  }

  /** In the order in which they were parked. */
  @Get(':name/parked')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get the parked events of a subscription', {
    shape: ParkedFeedEventResponse,
    list: true,
    pages: PAGE,
  })
  async parked(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Query(FieldsOf(PageQuery)) query: Fields<PageQuery>,
  ) {
    const { firmId, parked } = await this.#subscription(context, name);
    return listAnswer(query.with(), {
      page: pagesOf(parked, ({ eventId }) => eventId),
      showAll: (items: readonly ParkedEvent[]) =>
        Promise.all(items.map((item) => this.#toParkedResponse(firmId, item))),
      defaultLimit: PAGE,
    });
  }

  /** The event is not delivered any more; everything else is. */
  @Post(':name/parked')
  @ForRoles('client')
  @Describes('Park an event of a subscription', {
    status: 200,
    errors: subscriptionRules.of('subscription.parked.rule'),
  })
  async park(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(ParkFeedEventDto)) body: Fields<ParkFeedEventDto>,
  ) {
    const subscription = await this.#subscription(context, name);
    const { accountNumber, sequence, reason = '' } = body.with();
    const { firmId } = subscription;
    const [entry] = isAccountNumber(accountNumber)
      ? await this.reader.ofAccount(firmId, accountNumber, sequence - 1, 1)
      : [];
    if (entry === undefined || !selects(subscription, entry)) {
      const none = 'No event of the subscription has this account and sequence.';
      throw new RefusedException(refuse(fieldProblem('sequence', FieldCode.Value, none)));
    }
    const { id: eventId, type: eventType } = entry.event;
    const event = { eventId, eventType, accountNumber, sequence, reason };
    return Response.updated(await this.#change({ type: 'Park', firmId, name, event }, context));
  }

  /** Once it is dealt with otherwise. It is delivered again only if it is not acknowledged. */
  @Delete(':name/parked/:eventid')
  @ForRoles('client')
  @Describes('Settle a parked event of a subscription')
  async settle(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Param('eventid') eventId: string,
  ) {
    const firmId = this.#firmOf(context, name);
    const command = { type: 'SettleParked', firmId, name, eventId } as const;
    return Response.updated(await this.#change(command, context));
  }

  #firmOf({ caller }: RequestContext, name: string): string {
    const firmId = this.rights.firmOfApiUser(caller);
    if (!isSubscriptionName(name)) throw new RefusedException(notFound());
    return firmId;
  }

  /** As it is in the log. */
  async #subscription({ caller }: RequestContext, name: string): Promise<Subscription> {
    const firmId = this.rights.firmOfApiUser(caller);
    const found = (await this.aggregates.load(subscriptions, firmId)).state.get(name);
    if (found === undefined) throw new RefusedException(notFound());
    return found;
  }

  #change(change: SubscriptionCommand, context: RequestContext) {
    return this.commands.execute(new DirectCommand(subscriptions, change.firmId, change, context));
  }

  async #toParkedResponse(firmId: string, parked: ParkedEvent): Promise<ParkedFeedEventResponse> {
    const { eventId, eventType, accountNumber, sequence, reason, parkedAt } = parked;
    const [entry] = await this.reader.ofAccount(firmId, accountNumber, sequence - 1, 1);
    if (entry === undefined) throw new Error(`the parked event ${eventId} is gone`);
    return {
      eventId,
      eventType,
      accountNumber,
      sequence: String(sequence),
      reason: reason === '' ? null : reason,
      parkedAt: wireTimestamp(parkedAt),
      event: entry.event,
    };
  }
}

/** Subscriptions of all firms, for the people who run the service. */
@Controller('operator/subscriptions')
export class OperatorSubscriptionsController {
  constructor(private readonly statuses: SubscriptionStatuses) {}

  /** Ordered by firm and name. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List the subscriptions of all firms', {
    shape: FeedSubscriptionStatusResponse,
    list: true,
    pages: PAGE,
  })
  list(@Context() { consistency }: RequestContext, @Query() query: SubscriptionStatusesQuery) {
    const { firmId } = query;
    return listAnswer(query, {
      page: (wanted) => this.statuses.list({ firmId, ...wanted }, consistency),
      show: toSubscriptionStatusResponse,
      defaultLimit: PAGE,
    });
  }
}
