import { type AggregateStore, isDryRun } from '#libs/platform/event-store';
import { type Clock, type FirmClocks, type Timestamp, timestampOf } from '#libs/platform/kernel';
import { type ClockSettings, SANDBOX_CLOCKS, sandboxClocks, shownBy } from './clock.js';
import type { ClockSetting } from './clock.events.js';

/** The system clock, and the business clocks of sandboxes as far as this process has loaded them ([sandbox.clock]). */
export class SandboxClocks implements Clock, FirmClocks {
  readonly firms = this;
  #settings: ClockSettings = new Map();
  /** Revision of the stream that {@link #settings} come from. */
  #revision = -1;

  constructor(private readonly base: Clock) {}

  now(): number {
    return this.base.now();
  }

  has(firmId: string | undefined): boolean {
    return firmId !== undefined && this.#settings.has(firmId);
  }

  leadMs(firmId: string | undefined): number {
    const newest = this.#of(firmId).at(-1);
    return newest === undefined ? 0 : shownBy(newest, 0);
  }

  maxLeadMs(): number {
    return Math.max(0, ...[...this.#settings.keys()].map((firmId) => this.leadMs(firmId)));
  }

  /** A moment that a clock skipped when it was moved maps to the last moment before the move. */
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

  /** Loads the current settings from the log; does nothing in a dry run. */
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
