import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredEvent } from '#libs/platform/event-store';
import { eventHash } from '#libs/platform/proof';
import type { Erasure } from '#libs/platform/service';
import { CertifyErasures } from './erasure.reactions.js';

describe('CertifyErasures', () => {
  const events = ['jane', 'joe', 'jim'].map((loginId, revision) => ({
    ...{ stream: 'erasure-list', revision, position: BigInt(revision + 7), id: `of ${loginId}` },
    ...{ type: 'erasure.PersonErased.v1', data: { loginId }, metadata: {} },
  })) as unknown as StoredEvent[];
  /** Persons with certified erasures. */
  let certified: string[];
  /** Position that all read models have reached. */
  let blankTo: bigint;
  /** Answers of the files of the documents, in turn; then that nothing is left. */
  let overwritten: boolean[];
  /** Destroyed keys; `destroys`: those that a call destroys. */
  let gone: Set<string>;
  let destroys: (keyId: string) => boolean;
  let commanded: Record<string, unknown>[];
  let persons: CertifyErasures;
  beforeEach(() => {
    [certified, blankTo, gone, destroys, commanded] = [[], 100n, new Set(), () => true, []];
    overwritten = [];
    const erasures = {
      list: () => {
        const entries = events.map(({ data }): [string, Erasure] => {
          const loginId = data['loginId'] as string;
          const person = { loginId, keyId: `person:${loginId}`, keyFingerprint: null };
          return [loginId, { ...person, certified: certified.includes(loginId) }];
        });
        return Promise.resolve(new Map(entries));
      },
      forget: (keyId: string) => Promise.resolve(destroys(keyId) && gone.add(keyId)),
      isDestroyed: (keyId: string) => Promise.resolve(gone.has(keyId)),
    };
    const commands = {
      execute: (_decider: object, _id: string, command: Record<string, unknown>) => {
        commanded.push(command);
        return Promise.resolve({ revision: 9, position: 9n });
      },
    };
    const blanked = {
      wait: (position: bigint) => Promise.resolve(position <= blankTo),
      overwritten: () => Promise.resolve(overwritten.shift() ?? true),
    };
    const store = {
      async *readStream() {
        await Promise.resolve();
        yield* events;
      },
    };
    const clock = { now: () => 0 };
    const parts = [commands, blanked, store, clock, { erasures }] as unknown;
    persons = new CertifyErasures(...(parts as ConstructorParameters<typeof CertifyErasures>));
  });
  const round = async (): Promise<unknown[]> => {
    await persons.round(new AbortController().signal);
    return commanded.map(({ loginId }) => loginId);
  };

  it('certifies each erasure that has no certificate, by the event that it is of', async () => {
    certified = ['jane'];
    expect(await round()).toEqual(['joe', 'jim']);
    const [, joe] = events as [StoredEvent, StoredEvent];
    expect(commanded[0]).toMatchObject({
      ...{ type: 'CertifyErasure', keyId: 'person:joe', erasureId: 'of joe' },
      ...{ erasureHash: eventHash(joe), readModelsAt: '8' },
    });
  });

  it('certifies nothing that a read model may still hold', async () => {
    blankTo = 7n;
    expect(await round()).toEqual(['jane']);
  });

  it('certifies nothing that a file may still hold, and overwrites once for all', async () => {
    overwritten = [false, true, false];
    expect(await round()).toEqual([]);
    expect(await persons.certify('jim', 1_000)).toBeDefined();
    expect(await persons.certify('joe', 1_000)).toBeUndefined();
    expect(await round()).toEqual(['jim', 'jane', 'joe', 'jim']);
  });

  it('certifies nothing while there is the key', async () => {
    destroys = (keyId) => keyId === 'person:jane';
    expect(await round()).toEqual(['jane']);
  });
});
