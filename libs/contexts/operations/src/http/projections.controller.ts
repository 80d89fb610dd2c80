import { Controller, Delete, Get, Inject, Param, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  AlsoEventStream,
  Answer,
  type Body,
  commandMetadata,
  Context,
  Describes,
  EVENT_STREAM,
  EVENT_STREAM_HEADERS,
  EventStreamBody,
  jsonLines,
  LenientBody,
  LenientQuery,
  listAnswer,
  NDJSON,
  PageQuery,
  pagesOf,
  Produces,
  type RequestContext,
  requireValid,
  StrictQuery,
} from '#libs/platform/http';
import type { Projection } from '#libs/platform/read-models';
import { ForRoles, type Platform, PLATFORM } from '#libs/platform/service';
import {
  GenerationDiffAnswer,
  ProgressQuery,
  ProjectionAnswer,
  RebuildDto,
  SkipDto,
  SwitchDto,
} from './projection.dto.js';
import { ProjectionDirectory } from '../projection-directory.js';
import { type AskedOperation, projectionRules } from '../domain/projection-operation.js';
import { progressOf, SharedLook, watch } from '../projection-watch.js';
import { OperateProjectionCommand } from '../use-cases/operate-projection.js';

/** Read models are looked at this often at most, in milliseconds, however many watch. */
const LOOK_EVERY_MS = 250;

/** Read models and their generations, for those who run the service. Each change is an event first, with who asked for it. */
@Controller('operator/projections')
export class ProjectionsController {
  readonly #look = new SharedLook(() => this.directory.list(), LOOK_EVERY_MS);

  constructor(
    private readonly commands: CommandBus,
    private readonly directory: ProjectionDirectory,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  /** With `Accept: text/event-stream` all of them again whenever something has moved. */
  @Get()
  @AlsoEventStream()
  @ForRoles('operator', 'auditor')
  @Describes('Get all read models and their progress', {
    shape: ProjectionAnswer,
    list: true,
    headers: { 'X-Accel-Buffering': 'no: proxies pass on a stream as it comes' },
    also: { 'text/event-stream': 'Live: the same list whenever something has moved' },
  })
  async list(@Context() context: RequestContext, @StrictQuery(PageQuery) query: PageQuery) {
    if (!context.wantsEventStream) {
      const all = await this.directory.list();
      return listAnswer(query, { page: pagesOf(all, ({ name = '' }) => name) });
    }
    const body = new EventStreamBody();
    const { expiresAt } = context.caller;
    void watch(this.#look, body, {
      stopping: context.stopping,
      heartbeat: this.platform.config.streamHeartbeatSeconds * 1_000,
      ...(expiresAt !== undefined && { expiresIn: expiresAt - this.platform.clock.now() }),
    });
    return Answer.stream(body, EVENT_STREAM, { headers: EVENT_STREAM_HEADERS });
  }

  @Get(':name')
  @ForRoles('operator', 'auditor')
  @Describes('Get a read model, with the documents of each generation', { shape: ProjectionAnswer })
  async get(@Param('name') name: string) {
    return Answer.ok(await this.directory.get(this.directory.require(name)));
  }

  /** Names of fields and ids of documents, never what is in them; readers get the live generation meanwhile. */
  @Get(':name/generations/:collection/diff')
  @ForRoles('operator', 'auditor')
  @Describes('Compare a generation with the live one', {
    shape: GenerationDiffAnswer,
    errors: projectionRules.of('projection.live.generation.rule'),
  })
  async diff(
    @Context() { stopping }: RequestContext,
    @Param('name') name: string,
    @Param('collection') collection: string,
  ) {
    const projection = this.directory.require(name);
    return Answer.ok(await this.directory.diff(projection, collection, stopping));
  }

  /** A line whenever something has moved, until the generation has caught up, stopped or is gone. */
  @Get(':name/progress')
  @ForRoles('operator', 'auditor')
  @Produces(NDJSON)
  @Describes('Follow the rebuild of a read model', { type: NDJSON })
  progress(
    @Param('name') name: string,
    @LenientQuery(ProgressQuery) query: Body<ProgressQuery>,
    @Context() { stopping }: RequestContext,
  ) {
    const projection = this.directory.require(name);
    const { collection } = requireValid(query);
    const look = (): Promise<ProjectionAnswer> => this.#now(projection);
    const lines = progressOf(look, collection, () => stopping.aborted);
    return Answer.stream(jsonLines(lines), NDJSON);
  }

  /** Folds the log into a new generation beside the live one. One that is being built already is enough; without `hold` it goes live. */
  @Post(':name/rebuild')
  @ForRoles('operator')
  @Describes('Rebuild a read model', { status: 200, shape: ProjectionAnswer })
  async rebuild(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @LenientBody(RebuildDto) body: Body<RebuildDto>,
  ) {
    const projection = this.directory.require(name);
    const { hold = false } = requireValid(body);
    return this.#operate(projection, { kind: 'rebuild', hold }, context);
  }

  /** Readers get the generation as soon as it is complete; at once when it is. */
  @Post(':name/switch')
  @ForRoles('operator')
  @Describes('Choose the live generation', {
    status: 200,
    shape: ProjectionAnswer,
    errors: projectionRules.of('projection.generation.version.rule'),
  })
  async switchTo(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @LenientBody(SwitchDto) body: Body<SwitchDto>,
  ) {
    const projection = this.directory.require(name);
    const { collection } = requireValid(body);
    return this.#operate(projection, { kind: 'switch', collection }, context);
  }

  /** It leaves the event out and goes on, in each generation of this version; the next version has it again. */
  @Post(':name/skip')
  @ForRoles('operator')
  @Describes('Let a stopped read model go on without an event', {
    status: 200,
    shape: ProjectionAnswer,
    errors: projectionRules.of('projection.not.stopped.rule'),
  })
  async skip(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @LenientBody(SkipDto) body: Body<SkipDto>,
  ) {
    const projection = this.directory.require(name);
    const { position: digits } = requireValid(body);
    const position = digits === undefined ? undefined : BigInt(digits);
    return this.#operate(projection, { kind: 'skip', position }, context);
  }

  /** One that is being built is given up. */
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
    const asked = { projection, operation };
    const command = new OperateProjectionCommand(asked, commandMetadata(context));
    return Answer.empty(await this.commands.execute(command));
  }

  async #operate(
    projection: Projection,
    operation: AskedOperation,
    context: RequestContext,
  ): Promise<Answer<ProjectionAnswer>> {
    const asked = { projection, operation };
    const command = new OperateProjectionCommand(asked, commandMetadata(context));
    const outcome = await this.commands.execute(command);
    return Answer.updated(outcome, { body: await this.directory.get(projection) });
  }

  async #now({ name }: Projection): Promise<ProjectionAnswer> {
    const { value } = await this.#look.next();
    return value.find((known) => known.name === name) ?? {};
  }
}
