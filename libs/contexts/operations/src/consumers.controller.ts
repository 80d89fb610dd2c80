import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Context,
  Describes,
  Fields,
  FieldsOf,
  listAnswer,
  ListOfText,
  PageQuery,
  pagesOf,
  type RequestContext,
  Response,
  Text,
  ForRoles,
} from '#libs/platform/http';
import { recordedAt } from '#libs/platform/event-store';
import { noSuchName, notFound, omit, RefusedException, wireTimestamp } from '#libs/platform/kernel';
import { dataDirectoryId } from '#libs/platform/runtime';
import {
  NOTHING_PARKED,
  type ParkedEvent,
  ParkedEvents,
  parkingRules,
  PLATFORM,
  type Platform,
  ReactionRegistry,
  CONSUMERS,
  DirectCommand,
  parkedEvents,
} from '#libs/platform/service';
import { ConsumerResponse, ParkedEventResponse, RetryDto, SkipParkedDto } from './consumers.dto.js';

type Resolution = Extract<Parameters<typeof parkedEvents.decide>[0], { kind: 'retry' | 'skip' }>;

const SETTLED = {
  status: 200,
  shape: ConsumerResponse,
  errors: parkingRules.of('consumer.event.not.parked.rule'),
};

/** Consumers of the log that keep a checkpoint, and their parked events, for operators. */
@Controller('operator/consumers')
export class ConsumersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly parked: ParkedEvents,
    private readonly reactions: ReactionRegistry,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  @Get()
  @ForRoles('operator', 'auditor')
  @Describes('Get all consumers of the log and their parked events', {
    shape: ConsumerResponse,
    list: true,
  })
  async list(@Query() query: PageQuery) {
    return listAnswer(query, { page: pagesOf(await this.#all(), ({ name }) => name) });
  }

  /** The consumer retries when it reads the request in the log. Events that waited behind the parked one follow. */
  @Post(':name/retry')
  @ForRoles('operator')
  @Describes('Retry parked events of a consumer', SETTLED)
  async retry(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(RetryDto)) body: Fields<RetryDto>,
  ) {
    await this.#get(name);
    const { position } = body.with();
    return this.#resolve({ kind: 'retry', consumer: name, position }, context);
  }

  /** Skips the event permanently and continues with those that waited behind it. */
  @Post(':name/skip')
  @ForRoles('operator')
  @Describes('Skip a parked event', SETTLED)
  async skip(
    @Context() context: RequestContext,
    @Param('name') name: string,
    @Body(FieldsOf(SkipParkedDto)) body: Fields<SkipParkedDto>,
  ) {
    await this.#get(name);
    const { position, reason } = body.with();
    return this.#resolve({ kind: 'skip', consumer: name, position, reason }, context);
  }

  async #resolve(
    resolution: Resolution,
    context: RequestContext,
  ): Promise<Response<ConsumerResponse>> {
    const direct = new DirectCommand(parkedEvents, CONSUMERS, resolution, context.command);
    const outcome = await this.commands.execute(direct);
    return Response.updated(outcome, { body: await this.#get(resolution.consumer) });
  }

  /** @throws RefusedException 404 if no consumer has this name */
  async #get(name: string): Promise<ConsumerResponse> {
    const all = await this.#all();
    const found = all.find((one) => one.name === name);
    if (found) return found;
    const names = all.map((one) => one.name);
    throw new RefusedException(notFound(noSuchName('consumer', name, names)));
  }

  /** All consumers by name, whichever process runs them: from their checkpoints and the log. */
  async #all(): Promise<ConsumerResponse[]> {
    const { eventStore, progress } = this.platform;
    const [parking, checkpoints] = await Promise.all([this.parked.all(), progress.checkpoints()]);
    const head = String(await eventStore.head());
    const reactions = this.reactions.all().map(({ name }) => name);
    const consumers = [...checkpoints]
      .flatMap(([checkpoint, position]): [name: string, position: bigint][] => {
        const [kind, name = ''] = checkpoint.split(':');
        return kind === 'process' || reactions.includes(name) ? [[name, position]] : [];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return Promise.all(
      consumers.map(async ([name, position]) => {
        const { parked, skipped } = parking.get(name) ?? NOTHING_PARKED;
        return {
          ...{ name, position: String(position), head, skipped: [...skipped] },
          lagSeconds: (await this.#lagAt(position)).toFixed(1),
          parked: await Promise.all(parked.map((one) => this.#parkedEvent(one))),
        };
      }),
    );
  }

  /** Age of the oldest event after a position, in seconds. */
  async #lagAt(after: bigint): Promise<number> {
    for await (const event of this.platform.eventStore.readAll({ after, max: 1 })) {
      return Math.max(0, this.platform.clock.now() - Date.parse(recordedAt(event))) / 1_000;
    }
    return 0;
  }

  async #parkedEvent(parked: ParkedEvent): Promise<ParkedEventResponse> {
    const { stream, revision } = parked;
    const shown = omit(parked, 'consumer', 'revision');
    for await (const event of this.platform.eventStore.readStream(stream, {
      from: revision,
      max: 1,
    })) {
      return { ...shown, recordedAt: wireTimestamp(recordedAt(event)) };
    }
    throw new Error(`${stream} has no event ${revision}`);
  }
}

class CallerResponse {
  @Text('API key or token subject', { example: 'memorandum' })
  id!: string;

  @ListOfText('Roles of the caller', { example: ['operator'] })
  roles!: readonly string[];

  @Text(
    'Which directory on its machine the service keeps its stores in: device and inode. A copy has another one. Only with embedded stores',
    { answered: 'maybe', example: '2049-131090' },
  )
  dataDirectory?: string;
}

/** Tells callers who they are and which service answers. The command line uses it to check that it talks to the right one. */
@Controller('operator/caller')
export class CallerController {
  /** The one in use since the start, even if another takes its path. */
  readonly #dataDirectory: Pick<CallerResponse, 'dataDirectory'>;

  constructor(@Inject(PLATFORM) { config }: Platform) {
    this.#dataDirectory = config.embedded ? { dataDirectory: dataDirectoryId(config.dataDir) } : {};
  }

  @Get()
  @ForRoles('client', 'backoffice', 'operator', 'auditor')
  @Describes('Who the caller is', { shape: CallerResponse })
  get(@Context() { caller }: RequestContext) {
    return Response.ok({ id: caller.id, roles: caller.roles, ...this.#dataDirectory });
  }
}
