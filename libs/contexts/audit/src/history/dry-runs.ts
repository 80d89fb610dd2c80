import { Injectable } from '@nestjs/common';
import { DryRun, outsideDryRuns, type StoredEvent } from '#libs/platform/event-store';
import type { DryRun as DryRunOfRequest, DryRuns } from '#libs/platform/http';
import { omit } from '#libs/platform/kernel';
import { Histories } from './histories.js';

/** What keeps values unique and requests from being carried out twice: it comes and goes with what it is for. */
const MACHINERY = ['reservation.', 'idempotency.'];

/** Dry runs of requests ([request.dry-run]): what would happen is told as histories tell what did. */
@Injectable()
export class ToldDryRuns implements DryRuns {
  constructor(private readonly histories: Histories) {}

  begin(): DryRunOfRequest {
    const run = new DryRun();
    return { run: (work) => run.run(work), events: () => run.run(() => this.#told(run.events)) };
  }

  outside<T>(work: () => T): T {
    return outsideDryRuns(work);
  }

  async #told(events: readonly StoredEvent[]): Promise<readonly object[]> {
    const told = events.filter(({ type }) => !MACHINERY.some((prefix) => type.startsWith(prefix)));
    const entries = await this.histories.entriesAt(told);
    // they have no place in the log
    return entries.map((entry) => omit(entry, 'position'));
  }
}
