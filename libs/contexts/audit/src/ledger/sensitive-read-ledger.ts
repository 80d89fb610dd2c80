import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import type { DisclosedTo, Disclosure, DisclosureLedger } from '#libs/platform/http';
import {
  defined,
  type Clock,
  type Ids,
  SharedRuns,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import type { Logger } from '#libs/platform/runtime';
import { CLOCK, EveryMinute, IDS, LOGGER } from '#libs/platform/service';
import { type SensitiveRead, subjectOf } from '../audit.events.js';
import { sensitiveReads } from '../sensitive-reads.js';

/** Maximum characters per append, well below the limit of the log. */
const BATCH = 200_000;

const MINUTE_MS = 60_000;
/** How many resources are counted at a time; with more, all begin anew. */
const MAX_COUNTED = 100_000;

/** The reads of one resource by one caller since their last record. */
interface Count {
  readonly subject: string;
  /** When they were last recorded, in milliseconds since 1970. */
  since: number;
  /** Settles with that record. */
  recorded: Promise<unknown>;
  /** How many there have been since. */
  reads: number;
  newest: SensitiveRead;
}

/**
 * The ledger of sensitive reads. The first read of a resource by a caller is recorded before it is answered. Those within a minute of a
 * record are counted, and the next record says how many: at most one a minute, whatever a caller repeats. Reads recorded during an
 * append share the next one, so many at a time cost little more than one.
 */
@Injectable()
export class SensitiveReadLedger extends EveryMinute implements DisclosureLedger {
  readonly #process: string;
  readonly #counts = new Map<string, Count>();
  #stopping = false;
  #waiting: SensitiveRead[] = [];
  readonly #appending = new SharedRuns(async () => {
    const reads = this.#waiting;
    this.#waiting = [];
    for (const batch of batchesOf(reads)) await this.#append(batch);
  });

  constructor(
    private readonly aggregates: AggregateStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('repeated sensitive reads not recorded', logger);
    this.#process = ids.uuid().slice(0, 8);
  }

  /** The subject is the resource in the path, or else the caller's firm. */
  subjectOf(params: Readonly<Record<string, string>>, firmId: string | undefined): string {
    const { accountnumber: account, loginid: member, firmId: firm = firmId } = params;
    return subjectOf({ account, member, firm });
  }

  /** @throws StoreUnavailableError if the log is unreachable */
  async record(to: DisclosedTo, disclosures: readonly Disclosure[]): Promise<void> {
    if (this.#counts.size > MAX_COUNTED) await this.#recordOlder(0);
    const read = [...this.#readsOf(to, disclosures)].flatMap((one) =>
      one.subjects.map((subject) => this.#count(one, subject)),
    );
    void this.#recordCounts(read.filter((count) => this.#isOlder(count, MINUTE_MS)));
    await Promise.all(new Set(read.map(({ recorded }) => recorded)));
  }

  /** Records the counts whose minute is over, and forgets what has not been read in it. */
  run(): Promise<number> {
    return this.#recordOlder(this.#stopping ? 0 : MINUTE_MS);
  }

  override stop(): Promise<void> {
    this.#stopping = true;
    this.look();
    return super.stop();
  }

  async #recordOlder(ms: number): Promise<number> {
    const older = [...this.#counts].filter(([, count]) => this.#isOlder(count, ms));
    for (const [key, { reads }] of older) if (reads === 0) this.#counts.delete(key);
    const sent = this.#recordCounts(older.map(([, count]) => count));
    await Promise.all(sent);
    return sent.length;
  }

  #isOlder({ since }: Count, ms: number): boolean {
    return Math.abs(this.clock.now() - since) >= ms;
  }

  #count(read: SensitiveRead, subject: string): Count {
    const key = keyOf(read, subject);
    const known = this.#counts.get(key);
    const never = { since: -Infinity, recorded: Promise.resolve(), reads: 0 };
    const count = known ?? { subject, newest: read, ...never };
    if (known === undefined) this.#counts.set(key, count);
    count.reads += 1;
    count.newest = read;
    return count;
  }

  /** Counts begin anew with their record. Those of one read share one. */
  #recordCounts(counts: readonly Count[]): readonly Promise<void>[] {
    const now = this.clock.now();
    const read = counts.filter(({ reads }) => reads > 0);
    const alike = [...grouped(read, ({ newest }) => newest).values()].flatMap((one) => [
      ...grouped(one, ({ reads }) => reads).values(),
    ]);
    return alike.map((some) => {
      const [{ newest, reads }] = some;
      const subjects = some.map(({ subject }) => subject);
      this.#waiting.push({
        ...newest,
        subjects,
        ...(reads > 1 && { reads }),
        at: timestampOf(now),
      });
      const recorded = this.#appending.run();
      for (const count of some) Object.assign(count, { since: now, reads: 0, recorded });
      recorded.catch(() => {
        for (const count of some) {
          count.reads += reads;
          count.since = -Infinity;
        }
      });
      return recorded;
    });
  }

  async #append(reads: readonly SensitiveRead[]): Promise<void> {
    const receivedAt = timestampOf(this.clock.now());
    const id = `${receivedAt.slice(0, 13)}-${this.#process}`;
    const metadata = processMetadata('audit.sensitive-reads', this.ids.uuid(), receivedAt);
    const newCommand = { ...metadata, attemptedSince: 'never' } as const;
    await this.aggregates.handle(sensitiveReads, id, { reads }, newCommand);
  }

  /** One for each kind and moment, of all its subjects. */
  *#readsOf(to: DisclosedTo, disclosures: readonly Disclosure[]): Generator<SensitiveRead> {
    const { caller, associatedMember, method, route, requestId } = to;
    const { id, firmId, member: actingMember } = caller;
    const at = timestampOf(this.clock.now());
    const about = { caller: id, firmId, actingMember, associatedMember, method, route, requestId };
    const alike = grouped(disclosures, ({ kind, asOf }) => `${kind} ${asOf}`);
    for (const some of alike.values()) {
      const [{ kind, asOf }] = some;
      const subjects = [...new Set(some.flatMap((one) => one.subjects))];
      yield defined({ kind, subjects, asOf, ...about, at });
    }
  }
}

/** Identifies a caller's reads of a resource. What a caller can vary at will, such as the moment of a past state, is no part of it. */
function keyOf(
  { kind, caller, firmId, actingMember, route }: SensitiveRead,
  subject: string,
): string {
  return JSON.stringify([caller, firmId, actingMember, kind, route, subject]);
}

function grouped<K, V>(values: readonly V[], keyFor: (value: V) => K): Map<K, [V, ...V[]]> {
  const groups = new Map<K, [V, ...V[]]>();
  for (const value of values) {
    const key = keyFor(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function* batchesOf(reads: readonly SensitiveRead[]): Generator<SensitiveRead[]> {
  let batch: SensitiveRead[] = [];
  let size = 0;
  for (const read of reads) {
    const characters = JSON.stringify(read).length;
    if (batch.length > 0 && size + characters > BATCH) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(read);
    size += characters;
  }
  if (batch.length > 0) yield batch;
}
