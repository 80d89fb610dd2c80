import { type AggregateStore, isDryRun } from '#libs/platform/event-store';
import type { Sandboxes } from '#libs/platform/http';
import { type Clock, type Timestamp, timestampOf } from '#libs/platform/kernel';
import {
  type ClockSetting,
  type ClockSettings,
  SANDBOX_CLOCKS,
  sandboxClocks,
  shownBy,
} from './sandbox-clocks.js';

/** The clock of all, and the business clocks of sandboxes as this process knows them ([sandbox.clock]). */
export class FirmClocks implements Clock, Omit<Sandboxes, 'firmOf'> {
  #settings: ClockSettings = new Map();
  /** Of the stream that has them. */
  #revision = -1;

  constructor(private readonly base: Clock) {}

  now(): number {
    return this.base.now();
  }

  has(firmId: string | undefined): boolean {
    return firmId !== undefined && this.#settings.has(firmId);
  }

  ahead(firmId: string | undefined): number {
    const newest = this.#of(firmId).at(-1);
    return newest === undefined ? 0 : shownBy(newest, 0);
  }

  mostAhead(): number {
    return Math.max(0, ...[...this.#settings.keys()].map((firmId) => this.ahead(firmId)));
  }

  /** Nothing happened between what a clock showed before it was moved and after: such a moment is the last one before. */
  recordedWhen(firmId: string | undefined, shown: Timestamp): Timestamp {
    const settings = this.#of(firmId);
    const index = Math.max(
      0,
      settings.findLastIndex(({ to }) => to <= shown),
    );
    const setting = settings[index];
    if (setting === undefined) return shown;
    const moment = Date.parse(shown) - shownBy(setting, 0);
    const next = settings[index + 1];
    return timestampOf(next ? Math.min(moment, Date.parse(next.at) - 1) : moment);
  }

  shownWhen(firmId: string | undefined, recorded: Timestamp): Timestamp {
    const setting = this.#of(firmId).findLast(({ at }) => at <= recorded);
    return setting ? timestampOf(shownBy(setting, Date.parse(recorded))) : recorded;
  }

  /** Takes over what the log says of the clocks now; a dry run moves none. */
  async load(aggregates: AggregateStore): Promise<void> {
    if (isDryRun()) return;
    const { state, revision } = await aggregates.load(sandboxClocks, SANDBOX_CLOCKS);
    if (revision <= this.#revision) return;
    this.#settings = state;
    this.#revision = revision;
  }

  #of(firmId: string | undefined): readonly ClockSetting[] {
    return (firmId === undefined ? undefined : this.#settings.get(firmId)) ?? [];
  }
}
