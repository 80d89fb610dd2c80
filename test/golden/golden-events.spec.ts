import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '#libs/application';
import { EventCodec, storedName } from '#libs/platform/event-store';
import type { KeyStore } from '#libs/platform/runtime';
import { Sealer } from '#libs/platform/runtime';
import { registryOf } from '#libs/platform/service';
import { type GoldenEvent, goldenEvents, plainData } from '../support/golden-events.js';

const registry = registryOf(features);

/** A key store with the keys of one golden file. */
function keysOf(golden: GoldenEvent): KeyStore {
  const never = (): never => {
    throw new Error('reading needs no new key');
  };
  return {
    open: () => Promise.resolve(),
    keyOf: (subject) => Buffer.from(golden.keys[subject] ?? '', 'base64'),
    ensure: never,
    destroy: never,
    overwriteDestroyed: () => Promise.resolve(true),
    secret: () => Promise.resolve(Buffer.alloc(32)),
    close: () => Promise.resolve(),
  };
}

describe('golden events', () => {
  let golden: ReadonlyMap<string, GoldenEvent>;

  beforeAll(async () => {
    golden = await goldenEvents();
  });

  it('exist for every type and version the service knows (npm run golden adds missing ones)', () => {
    const names = registry
      .all()
      .flatMap(({ type, version }) =>
        Array.from({ length: version }, (_, index) => storedName(type, index + 1)),
      );
    expect(names.filter((name) => !golden.has(name))).toEqual([]);
  });

  it('are read today as their files say, which changes with an upcast only', async () => {
    for (const [name, event] of golden) {
      const codec = new EventCodec(registry, await Sealer.over(keysOf(event)));
      const [recorded] = await codec.decode([{ ...event.stored, position: 1n }]);
      expect([name, plainData(recorded?.data)]).toEqual([name, event.decoded]);
    }
  });

  it('hold no personal field in the clear', () => {
    for (const [name, { stored }] of golden) {
      const { version, definition } = registry.stored(name) ?? {};
      // fields that are personal today may have been stored in plain text before
      if (version !== definition?.version) continue;
      const { personal } = definition ?? {};
      for (const field of (personal?.fields ?? []) as readonly string[]) {
        const value = stored.data[field];
        if (value === undefined || value === null) continue;
        expect([name, field, Object.keys(value)]).toEqual([
          name,
          field,
          [expect.stringMatching(/^\$(sealed|secret)$/)],
        ]);
      }
    }
  });
});
