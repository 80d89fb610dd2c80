import { defineEvents } from '#libs/platform/event-store';
import type { DomainEvent, Timestamp } from '#libs/platform/kernel';
import { ofFirm } from '#libs/contexts/codes';

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
