import { type AggregateStore, defineEvents, isDryRun, ofFirm } from '#libs/platform/event-store';
import type { Sandboxes } from '#libs/platform/http';
import {
  type Clock,
  type Decider,
  type DomainEvent,
  FieldCode,
  fieldProblem,
  LATEST_CLOCK,
  notFound,
  refuse,
  type Timestamp,
  timestampOf,
} from '#libs/platform/kernel';

/** From system time `at` on, the firm's business clock runs on from `to`. */
export interface ClockSetting {
  readonly at: Timestamp;
  readonly to: Timestamp;
}

/** The business clock of a sandbox was started or moved forward. */
export type ClockSet = DomainEvent<'sandbox.ClockSet', ClockSetting & { readonly firmId: string }>;

/** Definitions of the events in stream `sandbox-clocks`. */
export const sandboxEvents = defineEvents<ClockSet>({
  'sandbox.ClockSet': { history: { title: 'Clock of the sandbox set', subjects: ofFirm } },
});

/** The settings of each sandbox's clock by firm, oldest first. */
type ClockSettings = ReadonlyMap<string, readonly ClockSetting[]>;

/** Gives a sandbox a clock; does nothing if it has one. */
export type StartClock = { readonly type: 'StartClock'; readonly firmId: string } & ClockSetting;
/** Moves the clock of a sandbox forward. */
export type MoveClock = { readonly type: 'MoveClock'; readonly firmId: string } & ClockSetting;

/** Id of the only stream, so that a start finds all clocks without scanning the log. */
export const SANDBOX_CLOCKS = 'clocks';

/** How far a clock may be moved at once: everything that is due on the way happens during the request. */
const MOST_YEARS = 5;

/** The clocks of all sandboxes: stream `sandbox-clocks`. */
export const sandboxClocks: Decider<ClockSettings, StartClock | MoveClock, ClockSet> = {
  category: 'sandbox',
  initial: new Map(),
  decide({ type, firmId, at, to }, clocks) {
    const newest = clocks.get(firmId)?.at(-1);
    if (type === 'StartClock' && newest) return [];
    if (type === 'MoveClock') {
      if (!newest) return notFound();
      const now = shownBy(newest, Date.parse(at));
      if (Date.parse(to) < now) return refuseTo('The clock of a firm never goes backwards.');
      if (Date.parse(to) > yearsAfter(now, MOST_YEARS)) {
        return refuseTo(`The clock is moved by at most ${MOST_YEARS} years at once.`);
      }
      if (to > LATEST_CLOCK) return refuseTo(`The clock goes no further than ${LATEST_CLOCK}.`);
    }
    return [{ type: 'sandbox.ClockSet', data: { firmId, at, to } }];
  },
  evolve(clocks, { data: { firmId, at, to } }) {
    return new Map(clocks).set(firmId, [...(clocks.get(firmId) ?? []), { at, to }]);
  },
};

/** Returns what a clock shows at a moment, by its newest setting: milliseconds since 1970. */
function shownBy({ at, to }: ClockSetting, moment: number): number {
  return moment + Date.parse(to) - Date.parse(at);
}

/** @param moment milliseconds since 1970 */
function yearsAfter(moment: number, years: number): number {
  const date = new Date(moment);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

function refuseTo(message: string): ReturnType<typeof refuse> {
  return refuse(fieldProblem('to', FieldCode.Value, message));
}

/** The system clock, and the business clocks of sandboxes as far as this process has loaded them ([sandbox.clock]). */
export class FirmClocks implements Clock, Omit<Sandboxes, 'firmOf'> {
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
