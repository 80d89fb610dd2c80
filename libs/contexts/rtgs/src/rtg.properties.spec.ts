import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, type RecordedOf } from '#libs/platform/kernel';
import { eventsOf } from '#libs/platform/testing';
import { type RtgDocument, rtgDocuments } from './rtg.document.js';
import type { RtgEvent } from './rtg.events.js';
import { rtgDecider } from './rtg.js';
import type { PutRtg } from './rtg.js';

const oid = '3000001';

/** Splits of 100.00 into parts, sometimes a cent short. */
const weights = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 4 }),
    missing: fc.constantFrom(0, 0, 0, 1),
  })
  .map(({ cuts, missing }) => {
    const edges = [missing, ...cuts.filter((cut) => cut > missing), 10_000].sort((a, b) => a - b);
    return edges.slice(1).map((edge, index) => ({
      ticker: String.fromCharCode(65 + index),
      targetWeight: new Decimal(edge - (edges[index] ?? 0)).div(100).toFixed(),
    }));
  });

const command: fc.Arbitrary<PutRtg> = fc
  .record({
    name: fc.constantFrom('One', 'Two'),
    description: fc.constantFrom('Text', null),
    targetWeights: fc.oneof(weights, fc.constant([{ ticker: 'A', targetWeight: '100' }])),
  })
  .map((report) => ({ type: 'PutRtg', oid, report }));

const run = (commands: readonly PutRtg[]): RtgEvent[] => eventsOf(rtgDecider, commands);

const fold = (events: readonly RtgEvent[], from = rtgDecider.initial) =>
  events.reduce(rtgDecider.evolve, from);

describe('any list of commands on a model', () => {
  it('stored weights add up to exactly 100', () => {
    let seen = 0;
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        for (const { data } of run(commands)) {
          const parts = data.targetWeights.map(({ targetWeight }) => targetWeight);
          expect(Decimal.sum(...parts).toFixed(2)).toBe('100.00');
          seen += 1;
        }
      }),
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('changes are numbered from 1 without gaps, and each contains the previous model', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        const [first, ...changes] = run(commands);
        let before = first?.data;
        changes.forEach((event, index) => {
          expect(event.type).toBe('rtg.RtgUpdated');
          if (event.type !== 'rtg.RtgUpdated' || !before) return;
          const { changeNumber, previous, name, description, targetWeights } = event.data;
          expect(changeNumber).toBe(index + 1);
          expect(previous).toEqual({
            name: before.name,
            description: before.description,
            targetWeights: before.targetWeights,
          });
          expect({ name, description, targetWeights }).not.toEqual(previous);
          before = event.data;
        });
      }),
    );
  });

  it('each command sent twice leaves the same events', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        expect(run(commands.flatMap((next) => [next, next]))).toEqual(run(commands));
      }),
    );
  });

  it('the document equals the state of the decider', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 10 }), (commands) => {
        const events = run(commands);
        let document: RtgDocument | undefined;
        events.forEach((event, revision) => {
          const record = { ...event, revision } as unknown as RecordedOf<RtgEvent>;
          expect(rtgDocuments.documents(record)).toEqual([oid]);
          document = rtgDocuments.fold(document, record, oid);
        });
        const state = fold(events);
        expect(document).toEqual(state && { rtgOid: oid, ...state, revision: events.length - 1 });
      }),
    );
  });
});
