import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal, pathMismatch } from '#libs/platform/kernel';
import { countingIds, requestBody, specification } from '#libs/platform/testing';
import { RecordUnitValuesDto } from './performance.dto.js';
import type { UnitValue, UnitValuesRecorded } from './unit-values.events.js';
import { type RecordUnitValues, unitValues, type UnitValues } from './unit-values.js';

const ids = { accountNumber: 'RA12345678', folioNumber: 'RA1234567803' };

const put = (values: readonly UnitValue[]): RecordUnitValues => ({
  type: 'RecordUnitValues',
  ...ids,
  values: requestBody(RecordUnitValuesDto, { values }).values,
});

const recorded = (...values: UnitValue[]): UnitValuesRecorded => ({
  type: 'performance.UnitValuesRecorded',
  data: { ...ids, values },
});

const a = { date: '2025-12-31', gross: '10', net: '9.5' };

const b = { date: '2026-01-02', gross: '11', net: '10.4' };

describe('unit values, merged by date [back-office.unitvalues]', () => {
  const stream = specification(unitValues);

  it('records values in order of date, in canonical form', () => {
    const values = [b, { ...a, gross: '10.000' }];
    stream
      .given([])
      .when(put(values))
      .then([recorded(a, b)]);
  });

  it('only new and changed values; the same again is no event', () => {
    const given = stream.given([recorded(a, b)]);
    given.when(put([a, b])).thenNothing();
    given.when(put([{ ...b, net: '10.40' }])).thenNothing();
    given.when(put([])).thenNothing();
    const corrected = { ...a, net: '9.6' };
    given.when(put([b, corrected])).then([recorded(corrected)]);
  });

  it('the identifier in the body must match the folio in the path', () => {
    const identified = { ...put([a]), identifierValue: 'other' };
    stream
      .given([])
      .when(identified)
      .thenRefused([pathMismatch('identifierValue')]);
  });

  const value = fc.record({
    date: fc.constantFrom('2024-12-31', '2025-01-01', '2025-01-02', '2026-01-02'),
    gross: fc.constantFrom('1', '1.0', '2.5'),
    net: fc.constantFrom('1', '2'),
  });
  const bodies = fc.array(fc.uniqueArray(value, { selector: ({ date }) => date }), {
    maxLength: 8,
  });

  it('any list of bodies leaves the last value of each day, and sending a body twice changes nothing', () => {
    const run = (list: readonly (readonly UnitValue[])[]) => {
      let state: UnitValues = unitValues.initial;
      const events = list.flatMap((values) => {
        const context = { now: '2026-03-02T15:00:00.000Z', ids: countingIds() };
        const decision = unitValues.decide(put(values), state, context);
        if (isRefusal(decision)) throw new Error('refused');
        state = decision.reduce(unitValues.evolve, state);
        return decision;
      });
      return { state, events };
    };
    fc.assert(
      fc.property(bodies, (list) => {
        const { state, events } = run(list);
        expect(run(list.flatMap((values) => [values, values])).events).toEqual(events);
        const last = new Map<string, string[]>(
          list.flat().map(({ date, gross, net }) => [date, [gross, net]]),
        );
        const kept = Object.values(state).flatMap((year) => Object.values(year));
        expect(kept).toHaveLength(last.size);
        for (const { date, gross, net } of kept) {
          expect([gross, net].map(Number)).toEqual(last.get(date)?.map(Number));
        }
      }),
    );
  });
});
