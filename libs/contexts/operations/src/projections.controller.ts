import { Body, Controller, Delete, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  AlsoEventStream,
  Context,
  Describes,
  EVENT_STREAM,
  EVENT_STREAM_HEADERS,
  EventStreamBody,
  Fields,
  FieldsOf,
  jsonLines,
  listAnswer,
  NDJSON,
  PageQuery,
  pagesOf,
  Produces,
  type RequestContext,
  Response,
  ForRoles,
} from '#libs/platform/http';
import type { Projection } from '#libs/platform/read-models';
import { PLATFORM, type Platform } from '#libs/platform/service';
import { projectionRules, type RequestedOperation } from './projection-operation.js';
import {
  GenerationDiffResponse,
  ProgressQuery,
  ProjectionResponse,
  RebuildDto,
  SkipDto,
  SwitchDto,
  UnskipDto,
} from './projections.dto.js';
import { OperateProjectionCommand } from './projections.handlers.js';
import { progressOf, ProjectionDirectory, SharedPoll, watch } from './projections.queries.js';

/** Minimum time between two polls of the read models, in milliseconds, however many clients watch. */
const POLL_MS = 250;

/** Read models and their generations, for operators. Each change is recorded as an event first, with who requested it. */
@Controller('operator/projections')
export class ProjectionsController {
  readonly #poll = new SharedPoll(() => this.directory.list(), POLL_MS);

  constructor(
    private readonly commands: CommandBus,
    private readonly directory: ProjectionDirectory,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** With `Accept: text/event-stream`, sends the whole list again on every change. */
  @Get()
  @AlsoEventStream()
  @ForRoles('operator', 'auditor')
  @Describes('Get all read models and their progress', {
    shape: ProjectionResponse,
    list: true,
    headers: { 'X-Accel-Buffering': 'no: proxies must not buffer the stream' },
    also: { 'text/event-stream': 'Live: the same list on every change' },
  })
  async list(@Context() context: RequestContext, @Query() query: PageQuery) {
    if (!context.wantsEventStream) {
      const all = await this.directory.list();
      return listAnswer(query, { page: pagesOf(all, ({ name }) => name) });
    }
    const body = new EventStreamBody();
    const { expiresAt } = context.caller;
    void watch(this.#poll, body, {
      stopping: context.stopping,
      heartbeat: this.platform.config.streamHeartbeatSeconds * 1_000,
      ...(expiresAt !== undefined && { expiresIn: expiresAt - this.platform.clock.now() }),
    });
    return Response.stream(body, EVENT_STREAM, { headers: EVENT_STREAM_HEADERS });
  }

  @Get(':name')
  @ForRoles('operator', 'auditor')
  @Describes('Get a read model, with document counts', { shape: ProjectionResponse })
  async get(@Param('name') name: string) {
    return Response.ok(await this.directory.get(this.directory.require(name)));
  }

  /** Names of fields and ids of documents, no values. Readers keep getting the live generation meanwhile. */
  @Get(':name/generations/:collection/diff')
  @ForRoles('operator', 'auditor')
  @Describes('Compare a generation with the live one', {
    shape: GenerationDiffResponse,
    errors: projectionRules.of('projection.live.generation.rule'),
  })
  async diff(
    @Context() { stopping }: RequestContext,
    @Param('name') name: string,
    @Param('collection') collection: string,
  ) {
    const projection = this.directory.require(name);
    return Response.ok(await this.directory.diff(projection, collection, stopping));
  }

  /** One line per change, until the generation has caught up, stopped or is gone. */
  @Get(':name/progress')
  @ForRoles('operator', 'auditor')
  @Produces(NDJSON)
  @Describes('Follow the rebuild of a read model', { type: NDJSON })
  progress(
    @Param('name') name: string,
    @Query(FieldsOf(ProgressQuery)) query: Fields<ProgressQuery>,
    @Context() { stopping }: RequestContext,
  ) {
    const projection = this.directory.require(name);
    const { collection } = query.with();
    const poll = async (): Promise<Partial<ProjectionResponse>> => {
      const { value } = await this.#poll.next();
      return value.find((known) => known.name === projection.name) ?? {};
    };
    const lines = progressOf(poll, collection, () => stopping.aborted);
    return Response.stream(jsonLines(lines), NDJSON);
  }

  /** Folds the log into a new generation beside the live one, unless one is being built. Without `hold` it goes live when complete. */
  @Post(':name/rebuild')
  @ForRoles('operator')
  @Describes('Rebuild a read model', { status: 200, shape: ProjectionResponse })
  async rebuild(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(RebuildDto)) body: Fields<RebuildDto>,
  ) {
    const projection = this.directory.require(name);
    const { hold = false } = body.with();
    return this.#operate(projection, { kind: 'rebuild', hold }, context);
  }

  /** The generation goes live as soon as it is complete. */
  @Post(':name/switch')
  @ForRoles('operator')
  @Describes('Choose the live generation', {
    status: 200,
    shape: ProjectionResponse,
    errors: projectionRules.of('projection.generation.version.rule'),
  })
  async switchTo(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(SwitchDto)) body: Fields<SwitchDto>,
  ) {
    const projection = this.directory.require(name);
    const { collection } = body.with();
    return this.#operate(projection, { kind: 'switch', collection }, context);
  }

  /** All generations of this version skip the event; the next version folds it again. */
  @Post(':name/skip')
  @ForRoles('operator')
  @Describes('Let a stopped read model skip an event', {
    status: 200,
    shape: ProjectionResponse,
    errors: projectionRules.of('projection.not.stopped.rule'),
  })
  async skip(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(SkipDto)) body: Fields<SkipDto>,
  ) {
    const projection = this.directory.require(name);
    const { position: digits, reason } = body.with();
    const position = digits === undefined ? undefined : BigInt(digits);
    return this.#operate(projection, { kind: 'skip', position, reason }, context);
  }

  /** Folds the log with the event into a new generation, which goes live when complete. */
  @Post(':name/unskip')
  @ForRoles('operator')
  @Describes('Fold a skipped event again', {
    status: 200,
    shape: ProjectionResponse,
    errors: projectionRules.of('projection.event.not.skipped.rule'),
  })
  async unskip(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(UnskipDto)) body: Fields<UnskipDto>,
  ) {
    const projection = this.directory.require(name);
    const { position, reason } = body.with();
    const operation = { kind: 'unskip', position: BigInt(position), reason } as const;
    return this.#operate(projection, operation, context);
  }

  /** Also ends a rebuild in progress. */
  @Delete(':name/generations/:collection')
  @ForRoles('operator')
  @Describes('Drop a generation that is not live', {
    status: 204,
    errors: projectionRules.of('projection.live.generation.rule'),
  })
  async drop(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Param('collection') collection: string,
  ) {
    const projection = this.directory.require(name);
    await this.directory.generations(projection, collection);
    const operation = { kind: 'drop', collection } as const;
    const command = this.#command(projection, operation, context);
    return Response.empty(await this.commands.execute(command));
  }

  async #operate(
    projection: Projection,
    operation: RequestedOperation,
    context: RequestContext,
  ): Promise<Response<ProjectionResponse>> {
    const outcome = await this.commands.execute(this.#command(projection, operation, context));
    return Response.updated(outcome, { body: await this.directory.get(projection) });
  }

  #command(projection: Projection, operation: RequestedOperation, context: RequestContext) {
    return new OperateProjectionCommand({ projection, operation }, context.command);
  }
}
