import { describe, it } from '@jest/globals';
import { FieldCode, fieldProblem, notFound } from '#libs/platform/kernel';
import { specification } from '#libs/platform/testing';
import { sandboxClocks } from './clock.js';

const at = (day: number, time = '00:00:00'): string =>
  `2026-03-${String(day).padStart(2, '0')}T${time}.000Z`;

describe('setting a clock [sandbox.clock]', () => {
  const started = {
    type: 'sandbox.ClockSet',
    data: { firmId: '7', at: at(1), to: at(3) },
  } as const;
  const moved = (to: string) => ({ type: 'MoveClock', firmId: '7', at: at(2), to }) as const;

  const clocks = specification(sandboxClocks);

  it('starts it once', () => {
    const start = { type: 'StartClock', firmId: '7', at: at(1), to: at(3) } as const;
    clocks.given([]).when(start).then([started]);
    clocks.given([started]).when(start).thenNothing();
  });

  it('moves it forward, never back, and not for ever', () => {
    const data = { firmId: '7', at: at(2), to: at(5) };
    const given = clocks.given([started]);
    given.when(moved(at(5))).then([{ type: 'sandbox.ClockSet', data }]);
    const refusals = [
      [at(3), 'The clock of a firm never goes backwards.'],
      ['2200-01-02T00:00:00.000Z', 'The clock is moved by at most 5 years at once.'],
    ] as const;
    for (const [to, message] of refusals) {
      given.when(moved(to)).thenRefused([fieldProblem('to', FieldCode.Value, message)]);
    }
    const late = { firmId: '7', at: at(1), to: '2199-06-01T00:00:00.000Z' };
    clocks
      .given([{ type: 'sandbox.ClockSet', data: late }])
      .when(moved('2200-01-02T00:00:00.000Z'))
      .thenRefused([
        fieldProblem(
          'to',
          FieldCode.Value,
          'The clock goes no further than 2200-01-01T00:00:00.000Z.',
        ),
      ]);
    clocks
      .given([])
      .when(moved(at(5)))
      .thenRefused(notFound().problems, 'not_found');
  });
});
