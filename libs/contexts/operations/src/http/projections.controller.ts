import { Controller, Delete, Get, Inject, Param, Post, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { dataOf, isDryRun, type Outcome } from '#libs/platform/event-store';
import {
  AlsoEventStream,
  Answer,
  type Body,
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
  RefusedException,
  type RequestContext,
  requireValid,
  servicesOf,
  StrictQuery,
} from '#libs/platform/http';
import { notFound, refuse } from '#libs/platform/kernel';
import {
  type ListedGeneration,
  LiveGenerationError,
  NoSuchGenerationError,
  type Projection,
} from '#libs/platform/read-models';
import { carryOut, ForRoles, type Platform, PLATFORM } from '#libs/platform/service';
import {
  isLive,
  type KnownGeneration,
  type ProjectionOperation,
  projectionOperations,
} from '../domain/projection-operation.js';
import type { ProjectionOperationEvent } from '../domain/projection-operation.events.js';
import {
  GenerationDiffAnswer,
  ProgressQuery,
  ProjectionAnswer,
  RebuildDto,
  SkipDto,
  SwitchDto,
} from './projection.dto.js';
import { ProjectionDirectory } from '../projection-directory.js';
import { progressOf } from '../projection-progress.js';
import { projectionRules } from '../domain/projection-rules.js';
import { watch } from '../projection-watch.js';
import { SharedLook } from '../shared-look.js';

/** Read models are looked at this often at most, in milliseconds, however many watch. */
const LOOK_EVERY_MS = 250;

type Asked =
  | Pick<Extract<ProjectionOperation, { kind: 'skip' }>, 'kind' | 'position' | 'stopped' | 'head'>
  | { readonly kind: 'rebuild'; readonly hold: boolean }
  | { readonly kind: 'switch' | 'drop'; readonly collection: string | undefined };

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
  async list(
    @Context() context: RequestContext,
    @StrictQuery(PageQuery) query: PageQuery,
  ): Promise<Answer> {
    if (!context.wantsEventStream) {
      return listAnswer(query, {
        page: pagesOf(await this.directory.list(), ({ name = '' }) => name),
      });
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
  async get(@Param('name') name: string): Promise<Answer> {
    return Answer.ok(await this.directory.get(this.#projection(name)));
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
  ): Promise<Answer> {
    const known = await this.#generation(name, collection);
    const live = known.find((found) => found.live)?.collection;
    if (live === undefined) throw new RefusedException(notFound('No generation is live yet.'));
    if (live === collection) throw new RefusedException(refuse(isLive('compared with itself')));
    const found = await this.directory
      .compare(live, collection, stopping)
      .catch((error: unknown) => {
        if (error instanceof NoSuchGenerationError)
          throw new RefusedException(notFound(error.message));
        throw error;
      });
    return Answer.ok(found);
  }

  /** A line whenever something has moved, until the generation has caught up, stopped or is gone. */
  @Get(':name/progress')
  @ForRoles('operator', 'auditor')
  @Produces(NDJSON)
  @Describes('Follow the rebuild of a read model', { type: NDJSON })
  progress(
    @Param('name') name: string,
    @LenientQuery(ProgressQuery) query: Body<ProgressQuery>,
    @Req() request: object,
  ): Answer {
    const projection = this.#projection(name);
    const { collection } = requireValid(query);
    const services = servicesOf(request);
    const lines = progressOf(
      () => this.#now(projection),
      collection,
      () => services.stopping,
    );
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
  ): Promise<Answer> {
    const projection = this.#projection(name);
    const { hold = false } = requireValid(body);
    const outcome = await this.#carryOut(
      context,
      projection,
      { kind: 'rebuild', hold },
      async (generations, outcome) => {
        if (outcome.events[0]?.type === 'operations.SwitchRequested') {
          const { collection } = dataOf(outcome, 'operations.SwitchRequested');
          await generations.switchTo(name, collection);
        } else await generations.rebuild(name, { hold });
      },
    );
    return this.#updated(outcome, projection);
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
  ): Promise<Answer> {
    const projection = this.#projection(name);
    const { collection } = requireValid(body);
    const asked = { kind: 'switch', collection } as const;
    const outcome = await this.#carryOut(context, projection, asked, (generations) =>
      generations.switchTo(name, collection ?? ''),
    );
    return this.#updated(outcome, projection);
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
  ): Promise<Answer> {
    const projection = this.#projection(name);
    const { position } = requireValid(body);
    const { eventStore, projectionRunner } = this.platform;
    const all = (await projectionRunner.observe()).filter((one) => one.name === name);
    const stopped =
      all.find(({ state, live }) => state === 'stopped' && live) ??
      all.find(({ state }) => state === 'stopped');
    const asked = {
      kind: 'skip',
      position: position === undefined ? undefined : BigInt(position),
      stopped: stopped && { position: stopped.position, at: stopped.stoppedAt },
      head: await eventStore.head(),
    } as const;
    const outcome = await this.#carryOut(context, projection, asked, (generations, decided) =>
      generations.goOn(name, BigInt(dataOf(decided, 'operations.EventSkipped').position)),
    );
    return this.#updated(outcome, projection);
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
  ): Promise<Answer> {
    const projection = this.#projection(name);
    await this.#generation(name, collection);
    const asked = { kind: 'drop', collection } as const;
    const outcome = await this.#carryOut(context, projection, asked, (generations) =>
      generations.drop(name, collection).catch((error: unknown) => {
        // It went live, or somebody else dropped it, after that was decided.
        if (error instanceof LiveGenerationError)
          throw new RefusedException(refuse(isLive('dropped')));
        if (!(error instanceof NoSuchGenerationError)) throw error;
      }),
    );
    return Answer.empty(outcome);
  }

  async #carryOut(
    context: RequestContext,
    projection: Projection,
    asked: Asked,
    work: (
      generations: Platform['projectionRunner']['generations'],
      outcome: Outcome<ProjectionOperationEvent>,
    ) => Promise<void>,
  ): Promise<Outcome<ProjectionOperationEvent>> {
    const { name, version } = projection;
    const generations = await this.#known(projection);
    const command = { projection: name, version, generations, ...asked };
    const outcome = await carryOut(this.commands, context, projectionOperations, name, command);
    // The answer to the first of two requests with the same key may never have come: what was asked for may be done by now.
    if (outcome.events.length > 0 && !outcome.repeated && !isDryRun()) {
      await work(this.platform.projectionRunner.generations, outcome);
    }
    return outcome;
  }

  async #updated(
    outcome: Outcome<ProjectionOperationEvent>,
    projection: Projection,
  ): Promise<Answer> {
    return Answer.updated(outcome, { body: await this.directory.get(projection) });
  }

  async #now({ name }: Projection): Promise<ProjectionAnswer> {
    const { value } = await this.#look.next();
    return value.find((known) => known.name === name) ?? {};
  }

  async #known(projection: Projection): Promise<readonly KnownGeneration[]> {
    const { generations = [] } = await this.directory.get(projection);
    const listed = await this.platform.projectionRunner.generations.list(projection.name);
    const chosen = listed.filter((known) => known.chosen).map((known) => known.collection);
    return generations.map(({ collection = '', version = 0, live = false, state }) => ({
      collection,
      version,
      live,
      building: !live && state === 'catching-up',
      held: !live && !chosen.includes(collection),
    }));
  }

  /** All generations of a read model, the one that is asked for among them. */
  async #generation(name: string, collection: string): Promise<readonly ListedGeneration[]> {
    const { generations } = this.platform.projectionRunner;
    const known = await generations.list(this.#projection(name).name);
    const collections = known.map((found) => found.collection);
    if (collections.includes(collection)) return known;
    throw new RefusedException(notFound(noSuch('generation', collections)));
  }

  #projection(name: string): Projection {
    const projection = this.directory.find(name);
    if (projection === undefined) {
      const names = this.platform.projections.map((known) => known.name).sort();
      throw new RefusedException(notFound(noSuch('read model', names)));
    }
    return projection;
  }
}

function noSuch(what: string, known: readonly string[]): string {
  return `No such ${what}; there are ${known.join(', ')}.`;
}
