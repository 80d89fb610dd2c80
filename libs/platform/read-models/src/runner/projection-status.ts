import { defined } from '#libs/platform/kernel';
import type { DocumentStore } from '../document-store.js';
import type { Projection } from '../projection.js';
import type { LiveGeneration } from '../projection-progress.js';
import type { ProjectionShard } from './projection-shard.js';

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly generation: number;
  readonly collection: string;
  /** Whether readers get this generation. */
  readonly live: boolean;
  /** Position up to which documents are stored. */
  readonly position: bigint;
  /** Newest known position of the log. */
  readonly head: bigint;
  /** 0 if nothing is left to fold, else unknown. */
  readonly lagEvents?: number;
  /** Upper limit for the seconds since the documents were complete. */
  readonly lagSeconds: number;
  /** `ready`: complete, but waits to be chosen; `standby`: another process folds; `unattended`: no process does. */
  readonly state: 'catching-up' | 'live' | 'ready' | 'stopped' | 'standby' | 'unattended';
  /** Position of the event that it stopped at, if any. */
  readonly stoppedAt?: bigint;
  /** Positions of the events that operators had it skip. */
  readonly skipped: readonly bigint[];
  /** Without any data of an event. */
  readonly lastError?: string;
}

/**
 * Status of a shard of this process.
 * @param held whether the generation waits for an operator to choose it
 */
export function statusOf(
  shard: ProjectionShard,
  head: bigint,
  now: number,
  error: string | undefined,
  held: boolean,
): ProjectionStatus {
  const { projection, generation, collection, live, position, stoppedAt } = shard;
  const complete = position >= head;
  const since = shard.stoppedSince ?? shard.completeAt ?? shard.lastEventAt;
  return defined({
    name: projection.name,
    version: projection.version,
    generation: generation.number,
    collection,
    live,
    position,
    head,
    lagEvents: complete ? 0 : undefined,
    lagSeconds: complete || since === undefined ? 0 : Math.max(0, (now - since) / 1000),
    state: stateOf(shard, held),
    stoppedAt,
    skipped: [...shard.skipped],
    lastError: shard.lastError ?? error,
  });
}

function stateOf(shard: ProjectionShard, held: boolean): ProjectionStatus['state'] {
  if (shard.stopped) return 'stopped';
  if (shard.completeAt === undefined) return 'catching-up';
  if (shard.live) return 'live';
  // Without a hold it goes live in a moment.
  return held ? 'ready' : 'catching-up';
}

/** Status in a process on standby, as far as it is known from the store. */
export function standbyStatus(
  { name, version }: Pick<Projection, 'name' | 'version'>,
  live: LiveGeneration | undefined,
  head: bigint,
  lastError: string | undefined,
): ProjectionStatus {
  const { collection = '', position = 0n } = live ?? {};
  return defined({
    name,
    version,
    generation: Number(/_g(\d+)$/.exec(collection)?.[1] ?? 0),
    collection,
    live: collection !== '',
    position,
    head,
    lagSeconds: 0,
    state: 'standby' as const,
    skipped: [],
    lastError,
  });
}

/** Status of a projection that no process has reported for some seconds. */
export function unattendedStatus(
  last: ProjectionStatus,
  head: bigint,
  silentSeconds: number,
): ProjectionStatus {
  const lagSeconds = last.position >= head ? 0 : last.lagSeconds + silentSeconds;
  return { ...last, head, lagSeconds, state: 'unattended' };
}

/** One status per projection: that of the live generation or, if this build does not fold it, of its successor. */
export function statusesForReaders(all: readonly ProjectionStatus[]): readonly ProjectionStatus[] {
  return [...new Set(all.map(({ name }) => name))].flatMap((name) => {
    const ofName = all.filter((one) => one.name === name);
    return ofName.find(({ live }) => live) ?? ofName.at(-1) ?? [];
  });
}

const POSITIONS = new Set(['position', 'head', 'stoppedAt']);
const POINTER = 'status:projections';

/** The leader's report. */
interface PublishedStatus {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly projections: readonly ProjectionStatus[];
}

/** Shares the status of projections with other processes through the document store. */
export class StatusBoard {
  #last: string | undefined;
  #published = { at: -Infinity, projections: '' };

  /** @param everyMs publishes at least so often, even if nothing has changed, in milliseconds */
  constructor(
    private readonly documents: DocumentStore,
    private readonly everyMs: number,
  ) {}

  /** Must be called by the leader only. */
  async publish(status: PublishedStatus): Promise<void> {
    const { at } = status;
    const projections = textOf(status.projections);
    const { at: before, projections: same } = this.#published;
    if (projections === same && at - before < this.everyMs) return;
    const text = textOf(status);
    while (!(await this.documents.setPointer(POINTER, this.#last, text))) {
      this.#last = await this.documents.pointer(POINTER);
    }
    this.#last = text;
    this.#published = { at, projections };
  }

  /** The last report, if any. */
  async read(): Promise<PublishedStatus | undefined> {
    const text = await this.documents.pointer(POINTER);
    if (text === undefined) return undefined;
    return JSON.parse(text, (key, value: unknown) => {
      if (POSITIONS.has(key)) return BigInt(value as string);
      return key === 'skipped' ? (value as string[]).map(BigInt) : value;
    }) as PublishedStatus;
  }
}

function textOf(status: unknown): string {
  return JSON.stringify(status, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}
