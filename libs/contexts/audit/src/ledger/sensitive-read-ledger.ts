import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import type { DisclosedTo, Disclosure, DisclosureLedger } from '#libs/platform/http';
import {
  defined,
  type Clock,
  type Ids,
  NextRun,
  processMetadata,
  timestampOf,
} from '#libs/platform/kernel';
import { CLOCK, IDS } from '#libs/platform/service';
import { type SensitiveRead, sensitiveReads } from '../domain/sensitive-reads.js';

/** Maximum characters per append, well below the limit of the log. */
const BATCH = 200_000;

/** The ledger of sensitive reads. Reads recorded during an append share the next one, so many at a time cost little more than one. */
@Injectable()
export class SensitiveReadLedger implements DisclosureLedger {
  readonly #process: string;
  #waiting: SensitiveRead[] = [];
  readonly #appending = new NextRun(async () => {
    const reads = this.#waiting;
    this.#waiting = [];
    for (const batch of batchesOf(reads)) await this.#append(batch);
  });

  constructor(
    private readonly aggregates: AggregateStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
  ) {
    this.#process = ids.uuid().slice(0, 8);
  }

  /** @throws StoreUnavailableError if the log is unreachable */
  record(to: DisclosedTo, disclosures: readonly Disclosure[]): Promise<void> {
    for (const disclosure of disclosures) this.#waiting.push(this.#read(to, disclosure));
    return this.#appending.run();
  }

  async #append(reads: readonly SensitiveRead[]): Promise<void> {
    const receivedAt = timestampOf(this.clock.now());
    const id = `${receivedAt.slice(0, 13)}-${this.#process}`;
    const metadata = processMetadata('audit.sensitive-reads', this.ids.uuid(), receivedAt);
    const newCommand = { ...metadata, attemptedSince: 'never' } as const;
    await this.aggregates.handle(sensitiveReads, id, { reads }, newCommand);
  }

  #read(to: DisclosedTo, { kind, subjects, asOf }: Disclosure): SensitiveRead {
    const { caller, associatedMember, method, route, requestId } = to;
    const { id, firmId, member: actingMember } = caller;
    return defined({
      kind,
      subjects: [...new Set(subjects)],
      asOf,
      caller: id,
      firmId,
      actingMember,
      associatedMember,
      method,
      route,
      requestId,
      at: timestampOf(this.clock.now()),
    });
  }
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
