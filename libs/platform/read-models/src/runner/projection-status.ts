import type { DocumentStore } from '../document-store.js';
import type { Projection } from '../projection.js';
import type { LiveGeneration } from '../projection-progress.js';
import type { ProjectionShard } from './projection-shard.js';

/** Where one projection is, in one of its generations. */
export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly collection: string;
  /** Whether readers get this generation. */
  readonly live: boolean;
  /** Position up to which documents are stored. */
  readonly position: bigint;
  /** Newest position of the log that the process knows. */
  readonly head: bigint;
  /** Known when there is nothing left to fold: 0. */
  readonly lagEvents?: number;
  /** Seconds since the documents were complete, at most. */
  readonly lagSeconds: number;
  /** `ready`: complete, and kept back; `standby`: another process folds; `unattended`: none does. */
  readonly state: 'catching-up' | 'live' | 'ready' | 'stopped' | 'standby' | 'unattended';
  /** Position of the event that it stopped at, where it was one. */
  readonly stoppedAt?: bigint;
  /** Positions of the events that it goes on without, because an operator said so. */
  readonly skipped: readonly bigint[];
  /** Without any data of an event. */
  readonly lastError?: string;
}

/** Status of a shard of the process that runs it; `held`: an operator chose another generation to be live. */
export function statusOf(
  shard: ProjectionShard,
  head: bigint,
  now: number,
  error: string | undefined,
  held: boolean,
): ProjectionStatus {
  const { projection, generation, collection, live, position } = shard;
  const complete = position >= head;
  const since = shard.completeAt ?? shard.lastEventAt;
  const lastError = shard.lastError ?? error;
  return {
    name: projection.name,
    version: projection.version,
    generation: generation.number,
    collection,
    live,
    position,
    head,
    ...(complete ? { lagEvents: 0 } : {}),
    lagSeconds: complete || since === undefined ? 0 : Math.max(0, (now - since) / 1000),
    state: stateOf(shard, held),
    ...(shard.stoppedAt !== undefined && { stoppedAt: shard.stoppedAt }),
    skipped: [...shard.skipped],
    ...(lastError === undefined ? {} : { lastError }),
  };
}

function stateOf(shard: ProjectionShard, held: boolean): ProjectionStatus['state'] {
  if (shard.stopped) return 'stopped';
  if (shard.completeAt === undefined) return 'catching-up';
  if (shard.live) return 'live';
  // One that nothing holds back goes live in a moment.
  return held ? 'ready' : 'catching-up';
}

/** Status in a process on standby, as far as the store told it. */
export function standbyStatus(
  { name, version }: Pick<Projection, 'name' | 'version'>,
  live: LiveGeneration | undefined,
  head: bigint,
  error: string | undefined,
): ProjectionStatus {
  const { collection = '', position = 0n } = live ?? {};
  return {
    name,
    version,
    generation: Number(/_g(\d+)$/.exec(collection)?.[1] ?? 0),
    collection,
    live: collection !== '',
    position,
    head,
    lagSeconds: 0,
    state: 'standby',
    skipped: [],
    ...(error === undefined ? {} : { lastError: error }),
  };
}

/** Status of a projection that nobody has told of for some seconds. */
export function unattendedStatus(
  last: ProjectionStatus,
  head: bigint,
  silentSeconds: number,
): ProjectionStatus {
  const complete = last.position >= head;
  return {
    ...last,
    head,
    lagSeconds: complete ? 0 : last.lagSeconds + silentSeconds,
    state: 'unattended',
  };
}

/** One status for each projection: of what readers get or, where this build folds nothing of that, of what will take its place. */
export function statusesForReaders(all: readonly ProjectionStatus[]): readonly ProjectionStatus[] {
  return [...new Set(all.map(({ name }) => name))].flatMap((name) => {
    const ofName = all.filter((one) => one.name === name);
    return ofName.find(({ live }) => live) ?? ofName.at(-1) ?? [];
  });
}

const POSITIONS = new Set(['position', 'head', 'stoppedAt']);
const POINTER = 'status:projections';

/** Where projections are, as the process that runs them has told. */
interface PublishedStatus {
  /** When it told, in milliseconds since 1970. */
  readonly at: number;
  readonly projections: readonly ProjectionStatus[];
}

/** Tells other processes where projections are, through the store they share. */
export class StatusBoard {
  #last: string | undefined;

  constructor(private readonly documents: DocumentStore) {}

  /** To be called by the process that holds the lease. */
  async publish(status: PublishedStatus): Promise<void> {
    const text = JSON.stringify(status, (_key, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
    while (!(await this.documents.setPointer(POINTER, this.#last, text))) {
      this.#last = await this.documents.pointer(POINTER);
    }
    this.#last = text;
  }

  /** What was told last; undefined before the first time. */
  async read(): Promise<PublishedStatus | undefined> {
    const text = await this.documents.pointer(POINTER);
    if (text === undefined) return undefined;
    return JSON.parse(text, (key, value: unknown) => {
      if (POSITIONS.has(key)) return BigInt(value as string);
      return key === 'skipped' ? (value as string[]).map(BigInt) : value;
    }) as PublishedStatus;
  }
}
