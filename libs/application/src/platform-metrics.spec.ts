import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import type { ProjectionStatus } from '#libs/platform/read-models';
import { addProjectionMetrics } from './platform-metrics.js';

function generation(
  name: string,
  number: number,
  state: ProjectionStatus['state'],
  live: boolean,
): ProjectionStatus {
  return {
    ...{ name, version: 1, generation: number, collection: `${name}_v1_g${number}`, live, state },
    ...{ position: 7n, head: 9n, skipped: [], lagSeconds: 2 },
  };
}

const runnerOf = (all: readonly ProjectionStatus[], interruption?: string) => ({
  observe: () => Promise.resolve(all),
  interruption,
});

describe('metrics of read models', () => {
  it('tell why they cannot be updated', async () => {
    for (const [code, values] of [
      ['InternalError', [{ labels: { code: 'InternalError' }, value: 1 }]],
      [undefined, []],
    ] as const) {
      const registry = new Registry();
      addProjectionMetrics(registry, { projectionRunner: runnerOf([], code) });
      const metric = registry.getSingleMetric('brokerage_projections_interrupted');
      expect((await metric?.get())?.values).toEqual(values);
    }
  });

  it.each([
    ['says no', () => Promise.reject(new Error('away'))],
    ['does not respond', () => new Promise<never>(() => undefined)],
  ])('tell it also while the store %s that has the rest', async (_what, observe) => {
    const registry = new Registry();
    const projectionRunner = { observe, interruption: 'InternalError' };
    addProjectionMetrics(registry, { projectionRunner });
    const lines = (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line));
    expect(lines).toEqual(['brokerage_projections_interrupted{code="InternalError"} 1']);
  });

  const samplesOf = async (
    metric: string,
    ...all: readonly ProjectionStatus[]
  ): Promise<Record<string, number>> => {
    const registry = new Registry();
    addProjectionMetrics(registry, { projectionRunner: runnerOf(all) });
    const { values } = (await registry.getSingleMetric<string>(metric)?.get()) ?? { values: [] };
    return Object.fromEntries(
      values.map(({ labels, value }) => [String(labels['projection']), value] as const),
    );
  };

  it('tell of what readers get, and apart from it of what is built beside', async () => {
    const all = [
      generation('a', 1, 'live', true),
      generation('a', 2, 'stopped', false),
      generation('b', 4, 'ready', false),
      generation('b', 3, 'stopped', true),
    ];
    expect(await samplesOf('brokerage_projection_state', ...all)).toEqual({ a: 0, b: 3 });
    expect(await samplesOf('brokerage_projection_rebuild_state', ...all)).toEqual({ a: 3, b: 5 });
    expect(await samplesOf('brokerage_projection_lag_seconds', ...all)).toEqual({ a: 2, b: 2 });
  });

  it('tell of the generation that is to go live where this build can fold no other', async () => {
    const all = [generation('a', 2, 'catching-up', false), generation('b', 1, 'stopped', false)];
    expect(await samplesOf('brokerage_projection_state', ...all)).toEqual({ a: 1, b: 3 });
    expect(await samplesOf('brokerage_projection_position', ...all)).toEqual({ a: 7, b: 7 });
    expect(await samplesOf('brokerage_projection_rebuild_state', ...all)).toEqual({});
  });
});
