import { afterEach, expect, it } from '@jest/globals';
import { ClockWatch } from './clock-watch.js';

let watch: ClockWatch | undefined;
afterEach(() => watch?.stop());

it('tells by how much the clock was set, forwards and back, and nothing of what passes or is corrected', () => {
  let [time, passed] = [1_000_000, 5_000];
  const lines: unknown[] = [];
  const logger = { warn: (details: unknown, message?: string) => lines.push([message, details]) };
  const watched = new ClockWatch({ now: () => time }, logger, () => passed);
  watch = watched;
  const after = (byClock: number, inFact: number): void => {
    time += byClock;
    passed += inFact;
    watched.look();
  };
  after(1_000, 1_000);
  // a busy process looks late
  after(90_000, 90_000);
  after(1_300, 1_000);
  expect([watched.steps, watched.lastStepSeconds, lines]).toEqual([0, 0, []]);
  after(2_401_000, 1_000);
  expect([watched.steps, watched.lastStepSeconds]).toEqual([1, 2_400]);
  after(1_000, 1_000);
  after(-2_399_000, 1_000);
  expect([watched.steps, watched.lastStepSeconds]).toEqual([2, -2_400]);
  expect(lines).toEqual([
    ['clock stepped', { seconds: 2_400 }],
    ['clock stepped', { seconds: -2_400 }],
  ]);
});
