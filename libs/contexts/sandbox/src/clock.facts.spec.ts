import { describe, expect, it } from '@jest/globals';
import type { AggregateStore } from '#libs/platform/event-store';
import type { ClockSetting } from './clock.events.js';
import { SandboxClocks } from './clock.facts.js';

const at = (day: number, time = '00:00:00'): string =>
  `2026-03-${String(day).padStart(2, '0')}T${time}.000Z`;

async function clocksWith(...settings: readonly ClockSetting[]): Promise<SandboxClocks> {
  const clocks = new SandboxClocks({ now: () => Date.parse(at(20)) });
  const state = new Map([['7', settings]]);
  await clocks.load({
    load: () => Promise.resolve({ state, revision: settings.length }),
  } as unknown as AggregateStore);
  return clocks;
}

describe('clocks of firms [sandbox.clock sandbox.time]', () => {
  it('are the one of all, but for sandboxes', async () => {
    const clocks = await clocksWith({ at: at(1), to: at(3) });
    expect(clocks.leadMs('8')).toBe(0);
    expect(clocks.leadMs(undefined)).toBe(0);
    expect(clocks.leadMs('7')).toBe(2 * 86_400_000);
    expect(clocks.maxLeadMs()).toBe(2 * 86_400_000);
    expect([clocks.has('7'), clocks.has('8'), clocks.has(undefined)]).toEqual([true, false, false]);
  });

  it('that are behind make nothing due later', async () => {
    expect((await clocksWith({ at: at(10), to: at(3) })).maxLeadMs()).toBe(0);
  });

  it('tell when they showed a time, and what they showed', async () => {
    // behind by a week, then moved to be ahead by one
    const clocks = await clocksWith({ at: at(8), to: at(1) }, { at: at(10), to: at(17) });
    expect(clocks.recordedWhen('7', at(2))).toBe(at(9));
    expect(clocks.recordedWhen('7', at(18))).toBe(at(11));
    // nothing was between
    expect(clocks.recordedWhen('7', at(12))).toBe(at(9, '23:59:59').replace('.000', '.999'));
    expect(clocks.recordedWhen('8', at(2))).toBe(at(2));
    expect(clocks.shownWhen('7', at(9))).toBe(at(2));
    expect(clocks.shownWhen('7', at(11))).toBe(at(18));
    expect(clocks.shownWhen('7', at(2))).toBe(at(2));
  });
});
