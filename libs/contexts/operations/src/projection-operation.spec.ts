import { describe, expect, it } from '@jest/globals';
import { type DecisionContext, isRefusal } from '#libs/platform/kernel';
import { type ProjectionOperation, projectionOperations } from './projection-operation.js';

const live = { collection: 'a_v2_g2', version: 2, live: true, building: false, held: false };

const old = { collection: 'a_v1_g1', version: 1, live: false, building: false, held: true };

const building = { collection: 'a_v2_g3', version: 2, live: false, building: true, held: false };

const known = { projection: 'a', version: 2, generations: [old, live] };

type Skips = typeof projectionOperations.initial;

const decide = (command: ProjectionOperation, skips: Skips = []) =>
  projectionOperations.decide(command, skips, {} as DecisionContext);

const problemOf = (command: ProjectionOperation, skips?: Skips) => {
  const decision = decide(command, skips);
  return isRefusal(decision) ? decision.problems : undefined;
};

describe('operations on a read model', () => {
  it('record the request', () => {
    expect(decide({ ...known, kind: 'rebuild', hold: true })).toEqual([
      { type: 'operations.RebuildRequested', data: { projection: 'a', hold: true } },
    ]);
    expect(decide({ ...known, kind: 'switch', collection: live.collection })).toEqual([
      { type: 'operations.SwitchRequested', data: { projection: 'a', collection: 'a_v2_g2' } },
    ]);
    expect(decide({ ...known, kind: 'drop', collection: old.collection })).toEqual([
      { type: 'operations.DropRequested', data: { projection: 'a', collection: 'a_v1_g1' } },
    ]);
  });

  it('need no second rebuild while one is in progress', () => {
    const generations = [live, building];
    expect(decide({ ...known, generations, kind: 'rebuild', hold: false })).toEqual([]);
    expect(decide({ ...known, generations, kind: 'rebuild', hold: true })).toEqual([]);
  });

  it('let a held rebuild go live when requested without hold', () => {
    const held = [old, live, { ...building, held: true }];
    expect(decide({ ...known, generations: held, kind: 'rebuild', hold: true })).toEqual([]);
    expect(decide({ ...known, generations: held, kind: 'rebuild', hold: false })).toEqual([
      { type: 'operations.SwitchRequested', data: { projection: 'a', collection: 'a_v2_g3' } },
    ]);
  });

  const skip = { ...known, kind: 'skip', head: 90n, reason: undefined } as const;

  it('skip the event at which a read model has stopped, or the given one', () => {
    const stopped = { position: 40n, at: 47n };
    const event = (position: string) => ({
      type: 'operations.EventSkipped',
      data: { projection: 'a', version: 2, position },
    });
    expect(decide({ ...skip, stopped, position: undefined })).toEqual([event('47')]);
    expect(decide({ ...skip, stopped, position: 50n })).toEqual([event('50')]);
    expect(decide({ ...skip, stopped, position: 50n, reason: 'ticket 1' })).toEqual([
      { ...event('50'), data: { ...event('50').data, reason: 'ticket 1' } },
    ]);
  });

  it('unskip what this version skips, and nothing else', () => {
    const { evolve, initial } = projectionOperations;
    const data = (version: number, position: string) => ({
      ...{ projection: 'a', version, position },
      reason: 'repaired',
    });
    const skipped = [
      { type: 'operations.EventSkipped', data: data(1, '30') },
      { type: 'operations.EventSkipped', data: data(2, '47') },
    ] as const;
    const skips = skipped.reduce(evolve, initial);
    const unskip = (position: bigint) =>
      ({ ...known, kind: 'unskip', position, reason: 'repaired' }) as const;
    const done = { type: 'operations.EventUnskipped', data: data(2, '47') } as const;
    expect(decide(unskip(47n), skips)).toEqual([done]);
    const rule = 'projection.event.not.skipped.rule';
    for (const [position, left, message] of [
      [30n, skips, 'Version 2 skips the events at 47.'],
      [47n, evolve(skips, done), 'Version 2 skips nothing.'],
    ] as const) {
      const [problem] = problemOf(unskip(position), left) ?? [];
      expect(problem).toMatchObject({ errorCode: rule, field: 'position' });
      expect(problem?.message).toContain(message);
    }
    expect(decide(unskip(47n), evolve(evolve(skips, done), skipped[1]))).toEqual([done]);
  });

  it.each([
    ['what has not stopped', undefined, undefined, 'projection.not.stopped.rule'],
    ['an event that is not known', { position: 40n, at: undefined }, undefined, 'cannot.be.null'],
    ['one that the documents have', { position: 40n, at: 47n }, 40n, 'invalid.value'],
    ['one that is yet to come', { position: 40n, at: 47n }, 91n, 'invalid.value'],
  ])('skip nothing of %s', (_what, stopped, position, errorCode) => {
    expect(problemOf({ ...skip, stopped, position })).toMatchObject([{ errorCode }]);
  });

  it('refuse to drop the live generation, and to use one of another version', () => {
    expect(problemOf({ ...known, kind: 'drop', collection: live.collection })).toMatchObject([
      { errorCode: 'projection.live.generation.rule', field: 'collection' },
    ]);
    expect(problemOf({ ...known, kind: 'switch', collection: old.collection })).toMatchObject([
      { errorCode: 'projection.generation.version.rule', field: 'collection' },
    ]);
  });

  it.each(['switch', 'drop'] as const)('%s only an existing generation', (kind) => {
    expect(problemOf({ ...known, kind, collection: 'x' })).toMatchObject([
      {
        ...{ errorCode: 'invalid.value', field: 'collection' },
        message: 'No such generation; there are a_v1_g1, a_v2_g2.',
      },
    ]);
    expect(problemOf({ ...known, kind, collection: undefined })).toMatchObject([
      { errorCode: 'cannot.be.null', field: 'collection' },
    ]);
  });
});
