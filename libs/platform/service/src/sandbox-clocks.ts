import { defineEvents, ofFirm } from '#libs/platform/event-store';
import {
  type Decider,
  type DomainEvent,
  FieldCode,
  fieldProblem,
  notFound,
  refuse,
  type Timestamp,
} from '#libs/platform/kernel';

/** From the moment `at` on, by the clock of all, the business clock of a firm goes on from `to`. */
export interface ClockSetting {
  readonly at: Timestamp;
  readonly to: Timestamp;
}

/** The business clock of a sandbox was started or moved forward. */
export type ClockSet = DomainEvent<'sandbox.ClockSet', ClockSetting & { readonly firmId: string }>;

/** How the events of stream `sandbox-clocks` are stored. */
export const sandboxEvents = defineEvents<ClockSet>({
  'sandbox.ClockSet': { history: { title: 'Clock of the sandbox set', subjects: ofFirm } },
});

/** The settings of each sandbox's clock, oldest first. */
export type ClockSettings = ReadonlyMap<string, readonly ClockSetting[]>;

/** Gives a sandbox its clock; one that has a clock keeps it. */
export type StartClock = { readonly type: 'StartClock'; readonly firmId: string } & ClockSetting;
/** Moves the clock of a sandbox forward. */
export type MoveClock = { readonly type: 'MoveClock'; readonly firmId: string } & ClockSetting;

/** Id of the only stream: the clocks have to be known at each start without looking through the log. */
export const SANDBOX_CLOCKS = 'clocks';

/** No clock goes further: dates of what recurs still have four digits then. */
const LATEST: Timestamp = '2200-01-01T00:00:00.000Z';

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
      if (Date.parse(to) > Date.parse(LATEST))
        return refuseTo(`The clock goes no further than ${LATEST}.`);
    }
    return [{ type: 'sandbox.ClockSet', data: { firmId, at, to } }];
  },
  evolve(clocks, { data: { firmId, at, to } }) {
    return new Map(clocks).set(firmId, [...(clocks.get(firmId) ?? []), { at, to }]);
  },
};

/** What a clock shows at a moment, by its newest setting: milliseconds since 1970. */
export function shownBy({ at, to }: ClockSetting, moment: number): number {
  return moment + Date.parse(to) - Date.parse(at);
}

function refuseTo(message: string): ReturnType<typeof refuse> {
  return refuse(fieldProblem('to', FieldCode.Value, message));
}
