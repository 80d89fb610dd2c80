import {
  Body,
  Controller,
  Delete,
  Get,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dataOf } from '#libs/platform/event-store';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  PageQuery,
  PresentOnly,
  type RequestContext,
  resourcePath,
  Response,
  ForRoles,
} from '#libs/platform/http';
import {
  notFound,
  pathMismatches,
  pick,
  type Problem,
  type ReadPoint,
  RefusedException,
} from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { PLATFORM, type Platform } from '#libs/platform/service';
import { PAGE } from './feed.dto.js';
import { FeedRights } from './feed.queries.js';
import { type WebhookDocument, webhookDocuments, WEBHOOKS_BY_FIRM } from './webhook.document.js';
import {
  CreateWebhookDto,
  DELIVERIES,
  replayStartOf,
  ReplayToWebhookDto,
  SkipEventDto,
  UpdateWebhookDto,
  WebhookResponse,
  WebhookSecretResponse,
  WebhookStatusesQuery,
  WebhookStatusResponse,
  WebhookTestResponse,
} from './webhook.dto.js';
import { webhookKeyId } from './webhook.events.js';
import {
  ChangeWebhookCommand,
  CreateWebhookCommand,
  ReplayEventsCommand,
  SendTestMessageCommand,
  SkipEventCommand,
} from './webhook.handlers.js';
import { webhookRules } from './webhook.js';
import {
  deliveriesOf,
  toStatusResponse,
  toWebhookResponse,
  WebhookStatuses,
} from './webhook.queries.js';
import { targetProblem } from './webhooks/target-guard.js';

/** Example of a replay. */
const REPLAY = { accountNumber: 'RA1B2C3D4E', sequence: 1 };

/** Webhooks of a firm. Only for its API clients acting as themselves, since a webhook receives the events of all accounts. */
@Controller('restapi/webhooks')
export class WebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly readModels: ReadModels,
    private readonly rights: FeedRights,
    private readonly statuses: WebhookStatuses,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** Returns the secret, this once. */
  @Post()
  @ForRoles('client')
  @Describes('Create a webhook', {
    status: 201,
    shape: WebhookSecretResponse,
    errors: webhookRules.of('webhook.limit.rule', 'webhook.url.private.rule'),
  })
  async create(
    @Context() context: RequestContext,
    @Body(FieldsOf(CreateWebhookDto)) body: Fields<CreateWebhookDto>,
  ) {
    const firmId = this.rights.firmOfApiUser(context.caller);
    const problem = await this.#urlProblem(body.value.url);
    const { url, eventTypes = [], state } = body.with(problem);
    const target = { url, eventTypes: [...new Set(eventTypes)] };
    const webhook = { firmId, ...target, enabled: state !== 'disabled', atLeast: context.present };
    const outcome = await this.commands.execute(new CreateWebhookCommand(webhook, context));
    const { webhookId, secret } = dataOf(outcome, 'webhook.WebhookCreated');
    const path = resourcePath`/restapi/webhooks/${webhookId}`;
    const shown = { id: webhookId, secret: secret.revealOrThrow() };
    return Response.created(path, outcome, shown).withSecretOf(webhookKeyId(webhookId));
  }

  @Get()
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get all webhooks', { shape: WebhookResponse, list: true, pages: PAGE })
  async list(
    @Context() { caller, consistency }: RequestContext,
    @Query(FieldsOf(PageQuery)) query: Fields<PageQuery>,
  ) {
    const firmId = this.rights.firmOfApiUser(caller);
    const selection = { index: WEBHOOKS_BY_FIRM, equals: [firmId] };
    const toResponse = async (webhook: WebhookDocument): Promise<WebhookResponse> =>
      toWebhookResponse(webhook, await this.statuses.failing(webhook, consistency));
    return listAnswer(query.with(), {
      page: (wanted) =>
        this.readModels.of(webhookDocuments).find({ ...selection, ...wanted }, consistency),
      showAll: (items) => Promise.all(items.map(toResponse)),
      defaultLimit: PAGE,
    });
  }

  @Get(':webhookid')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get a webhook', { shape: WebhookResponse })
  async get(@Context() { caller, consistency }: RequestContext, @Param('webhookid') id: string) {
    const firmId = this.rights.firmOfApiUser(caller);
    const webhook = await this.readModels.of(webhookDocuments).get(id, consistency);
    if (webhook?.firmId !== firmId) throw new RefusedException(notFound());
    const failing = await this.statuses.failing(webhook, consistency);
    return Response.ok(toWebhookResponse(webhook, failing), { revision: webhook.revision });
  }

  /** Omitted fields stay as they are. A webhook that is enabled again resumes where it stopped. */
  @Put(':webhookid')
  @ForRoles('client')
  @Describes('Change a webhook', {
    request: { eventTypes: ['brokerage.account.opened.v1'], state: 'disabled' },
    errors: webhookRules.of('webhook.url.private.rule'),
  })
  async update(
    @Context() context: RequestContext,
    @Param('webhookid') id: string,
    @Body(FieldsOf(UpdateWebhookDto)) body: Fields<UpdateWebhookDto>,
  ) {
    const { firmId } = await this.rights.webhookOf(context.caller, id);
    const { url, eventTypes, state } = body.with(
      ...pathMismatches({ id }, body.value),
      await this.#urlProblem(body.value.url),
    );
    const target = {
      ...(url !== undefined && { url }),
      ...(eventTypes && { eventTypes: [...new Set(eventTypes)] }),
    };
    const enabled = state === undefined ? {} : { enabled: state === 'enabled' };
    const change = { type: 'Change', webhookId: id, firmId, target, ...enabled } as const;
    const outcome = await this.#change(change, context);
    return Response.updated(outcome, { path: resourcePath`/restapi/webhooks/${id}` });
  }

  @Delete(':webhookid')
  @ForRoles('client')
  @Describes('Delete a webhook')
  async delete(@Context() context: RequestContext, @Param('webhookid') id: string) {
    const firmId = this.rights.firmOfWebhook(context.caller, id);
    return Response.updated(await this.#change({ type: 'Delete', webhookId: id, firmId }, context));
  }

  /** Both secrets sign for a day, so the receiver can switch without a gap. */
  @Post(':webhookid/secret')
  @ForRoles('client')
  @Describes('Replace the secret of a webhook', { status: 200, shape: WebhookSecretResponse })
  async rotate(@Context() context: RequestContext, @Param('webhookid') id: string) {
    const firmId = this.rights.firmOfWebhook(context.caller, id);
    const outcome = await this.#change({ type: 'RotateSecret', webhookId: id, firmId }, context);
    const { secret } = dataOf(outcome, 'webhook.WebhookSecretRotated');
    const body = { id, secret: secret.revealOrThrow() };
    return Response.updated(outcome, { body }).withSecretOf(webhookKeyId(id));
  }

  /** Failed attempts, successes that ended failures, and runs of events accepted at once; newest first. */
  @Get(':webhookid/deliveries')
  @PresentOnly()
  @ForRoles('client')
  @Describes('Get the deliveries of a webhook', DELIVERIES)
  async deliveries(
    @Context() { caller, consistency }: RequestContext,
    @Param('webhookid') id: string,
    @Query(FieldsOf(PageQuery)) query: Fields<PageQuery>,
  ) {
    await this.rights.webhookOf(caller, id);
    return listAnswer(query.with(), deliveriesOf(this.readModels, id, consistency));
  }

  /** Sends later events again, all or those of one account, in order and under the same message ids. */
  @Post(':webhookid/replay')
  @ForRoles('client')
  @Describes('Replay events to a webhook', { status: 200, request: REPLAY })
  async replay(
    @Context() context: RequestContext,
    @Req() request: object,
    @Param('webhookid') id: string,
    @Body(FieldsOf(ReplayToWebhookDto)) body: Fields<ReplayToWebhookDto>,
  ) {
    const webhook = await this.rights.webhookOf(context.caller, id);
    const replay = { webhook, start: await replayStartOf(request, body) };
    return Response.updated(await this.commands.execute(new ReplayEventsCommand(replay, context)));
  }

  /** The event after it is sent at once. */
  @Post(':webhookid/skip')
  @ForRoles('client')
  @Describes('Skip an event of a webhook', {
    status: 200,
    errors: webhookRules.of('webhook.skip.rule'),
  })
  async skip(
    @Context() context: RequestContext,
    @Param('webhookid') id: string,
    @Body(FieldsOf(SkipEventDto)) body: Fields<SkipEventDto>,
  ) {
    const webhook = await this.rights.webhookOf(context.caller, id);
    const skipped = { webhook, ...pick(body.with(), 'accountNumber', 'sequence', 'reason') };
    return Response.updated(await this.commands.execute(new SkipEventCommand(skipped, context)));
  }

  /** Sends a test message at once and returns the outcome. It is not an event and isn't retried. */
  @Post(':webhookid/test')
  @ForRoles('client')
  @Describes('Send a test message to a webhook', { status: 200, shape: WebhookTestResponse })
  async test(@Context() context: RequestContext, @Param('webhookid') id: string) {
    const webhook = await this.rights.webhookOf(context.caller, id);
    const command = new SendTestMessageCommand(webhook, context.stopping, context);
    const { delivered, status, reason } = await this.commands.execute(command);
    return Response.ok({ delivered, status, reason });
  }

  #change(change: ChangeWebhookCommand['payload'], context: RequestContext) {
    return this.commands.execute(new ChangeWebhookCommand(change, context));
  }

  async #urlProblem(url: string | undefined): Promise<Problem | undefined> {
    const { config, hostLookup } = this.platform;
    return url === undefined
      ? undefined
      : targetProblem(url, config.webhookAllowPrivate, hostLookup);
  }
}

/** Webhooks of all firms, for the people who run the service. */
@Controller('operator/webhooks')
export class OperatorWebhooksController {
  constructor(
    private readonly statuses: WebhookStatuses,
    private readonly readModels: ReadModels,
    private readonly commands: CommandBus,
  ) {}

  /** Ordered by firm and id. */
  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('List the webhooks of all firms', {
    shape: WebhookStatusResponse,
    list: true,
    pages: PAGE,
  })
  list(@Context() { consistency }: RequestContext, @Query() query: WebhookStatusesQuery) {
    const { firmId } = query;
    return listAnswer(query, {
      page: (wanted) => this.statuses.list({ firmId, ...wanted }, consistency),
      show: toStatusResponse,
      defaultLimit: PAGE,
    });
  }

  /** The same list that the firm sees. */
  @Get(':webhookid/deliveries')
  @PresentOnly()
  @ForRoles('operator', 'auditor')
  @Describes('Get the deliveries of a webhook of any firm', DELIVERIES)
  async deliveries(
    @Context() { consistency }: RequestContext,
    @Param('webhookid') id: string,
    @Query() query: PageQuery,
  ) {
    await this.#webhook(id, consistency);
    return listAnswer(query, deliveriesOf(this.readModels, id, consistency));
  }

  /** Safe for operators: it only sends the firm's own events to the firm's own URL. */
  @Post(':webhookid/replay')
  @ForRoles('operator')
  @Describes('Replay events to a webhook of any firm', { status: 200, request: REPLAY })
  async replay(
    @Context() context: RequestContext,
    @Req() request: object,
    @Param('webhookid') id: string,
    @Body(FieldsOf(ReplayToWebhookDto)) body: Fields<ReplayToWebhookDto>,
  ) {
    const webhook = await this.#webhook(id, context.consistency);
    const replay = { webhook, start: await replayStartOf(request, body) };
    return Response.updated(await this.commands.execute(new ReplayEventsCommand(replay, context)));
  }

  /** The event after it is sent at once. */
  @Post(':webhookid/skip')
  @ForRoles('operator')
  @Describes('Skip an event of a webhook of any firm', {
    status: 200,
    errors: webhookRules.of('webhook.skip.rule'),
  })
  async skip(
    @Context() context: RequestContext,
    @Param('webhookid') id: string,
    @Body(FieldsOf(SkipEventDto)) body: Fields<SkipEventDto>,
  ) {
    const webhook = await this.#webhook(id, context.consistency);
    const skipped = { webhook, ...pick(body.with(), 'accountNumber', 'sequence', 'reason') };
    return Response.updated(await this.commands.execute(new SkipEventCommand(skipped, context)));
  }

  async #webhook(id: string, point: ReadPoint | undefined): Promise<WebhookDocument> {
    const webhook = await this.readModels.of(webhookDocuments).get(id, point);
    if (webhook === undefined) throw new RefusedException(notFound());
    return webhook;
  }
}
