import { describe, expect, it } from '@jest/globals';
import { type CommandMetadata, type DomainEvent, Secret } from '#libs/platform/kernel';
import { shareHiddenClass } from '../../../../test/support/hidden-class.js';
import { EventCodec } from './event-codec.js';
import { defineEvents, EventRegistry } from './event-registry.js';
import type { JsonObject, StoredEvent } from './event-store.js';
import type { PersonalData } from './event-codec.js';

interface Heir {
  readonly name: string;
  readonly ssn: Secret;
}
type Registered = DomainEvent<
  'person.Registered',
  {
    readonly login: string;
    readonly name: string;
    readonly tid: Secret;
    readonly heirs?: readonly Heir[];
  }
>;
/** Signed or not: without anybody nothing in it is sealed. */
type Noted = DomainEvent<'person.Noted', { readonly signer?: string; readonly text: string }>;
type Renamed = DomainEvent<'person.Renamed', { readonly to: { first: string; last: string } }>;

const registry = new EventRegistry([
  defineEvents<Registered | Noted | Renamed>({
    'person.Registered': {
      history: { title: 'Registered' },
      personal: { subject: (data) => `person:${data.login}`, fields: ['name', 'heirs'] },
    },
    'person.Noted': {
      history: { title: 'Noted' },
      version: 2,
      personal: {
        subject: ({ signer }) => (signer === undefined ? undefined : `person:${signer}`),
        fields: ['text'],
      },
      upcasts: { 1: (data) => data },
    },
    'person.Renamed': {
      history: { title: 'Renamed' },
      version: 3,
      upcasts: {
        1: (data) => ({ to: data['name'] ?? null }),
        2: (data) => {
          const [first = '', last = ''] = (data['to'] as string).split(' ');
          return { to: { first, last } };
        },
      },
    },
  }) as never,
]);

const metadata: CommandMetadata = {
  commandId: 'c',
  requestId: 'r',
  correlationId: 'r',
  causationId: 'r',
  caller: 'test',
  receivedAt: '2026-03-02T15:00:00.000Z',
};

/** Reversible nonsense per subject; `destroyed` subjects no longer open. */
function cipher(destroyed = new Set<string>()) {
  const open = (sealed: string): string | undefined => {
    const [subject = '', hex = ''] = sealed.split('|');
    return destroyed.has(subject) ? undefined : Buffer.from(hex, 'hex').toString();
  };
  return {
    ensure: () => Promise.resolve(),
    prefetch: () => Promise.resolve(),
    seal: (subject: string, plaintext: string) =>
      `${subject}|${Buffer.from(plaintext).toString('hex')}`,
    opener: (sealed: string) => () => open(sealed),
  };
}

async function stored(
  event: Registered | Noted,
  personalData: PersonalData = cipher(),
): Promise<StoredEvent> {
  const codec = new EventCodec(registry, personalData);
  const { events } = await codec.encode(
    'person-jdoe',
    { revision: -1, hash: undefined },
    [event],
    metadata,
    '2026-03-02T15:00:00.000Z',
    () => 'id',
  );
  return { ...events[0]!, stream: 'person-jdoe', revision: 0, position: 1n };
}

const jane: Registered = {
  type: 'person.Registered',
  data: {
    login: 'jdoe',
    name: 'Jane',
    tid: Secret.of('123456789'),
    heirs: [{ name: 'Jim', ssn: Secret.of('987654321') }],
  },
};

describe('EventCodec', () => {
  it('makes metadata in a way that every event can afford', async () => {
    expect(await shareHiddenClass(async () => (await stored(jane)).metadata)).toBe(true);
  });

  it('stores personal fields and secrets as ciphertext only', async () => {
    const event = await stored(jane);
    const text = JSON.stringify(event.data);
    for (const plain of ['Jane', 'Jim', '123456789', '987654321', '6789', '4321']) {
      expect(text).not.toContain(plain);
    }
    expect(event.data['login']).toBe('jdoe');
    expect(event.type).toBe('person.Registered.v1');
  });

  it('reads them back, secrets as secrets with the ciphertext they were read from', async () => {
    const [event] = await new EventCodec(registry, cipher()).decode([await stored(jane)]);
    const data = event?.data as Registered['data'];
    expect(data.name).toBe('Jane');
    expect(data.tid.reveal()).toBe('123456789');
    expect(data.heirs?.[0]?.ssn.reveal()).toBe('987654321');
    expect(data.tid.sealed).toContain('person:jdoe|');
    expect(JSON.stringify(data)).not.toContain('123456789');
    expect(event).toMatchObject({ at: '2026-03-02T15:00:00.000Z', metadata: { caller: 'test' } });
  });

  it('leaves personal fields out and secrets unreadable once the key is destroyed', async () => {
    const codec = new EventCodec(registry, cipher(new Set(['person:jdoe'])));
    const [event] = await codec.decode([await stored(jane)]);
    const data = event?.data as Registered['data'];
    expect(data).not.toHaveProperty('name');
    expect(event?.erased).toBe(true);
    expect(data.tid.reveal()).toBeUndefined();
    expect(data.tid.masked).toBe('****');
  });

  it('asks for the key of an event that has something to encrypt, and of no other', async () => {
    const asked: string[] = [];
    const ensure = (subjects: Iterable<string>): Promise<void> => {
      asked.push(...subjects);
      return Promise.resolve();
    };
    const counted = { ...cipher(), ensure };
    const tid = Secret.fromSealed('person:jdoe|00', () => undefined);
    const data = { login: 'jdoe', name: null, tid } as unknown as Registered['data'];
    const heir = { ssn: Secret.of('987654321') } as Heir;
    const events: readonly (readonly [Registered['data'], readonly string[]])[] = [
      [data, []],
      [{ ...data, heirs: [] }, ['person:jdoe']],
      [{ ...data, name: '' }, ['person:jdoe']],
      [{ ...data, tid: Secret.of('123456789') }, ['person:jdoe']],
      [{ ...data, spouse: heir } as Registered['data'], ['person:jdoe']],
    ];
    for (const [of, subjects] of events) {
      asked.length = 0;
      await stored({ type: 'person.Registered', data: of }, counted);
      expect(asked).toEqual(subjects);
    }
  });

  it('seals once the key is kept, and opens once it is there', async () => {
    const steps: string[] = [];
    const later = (step: string) => async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(step);
    };
    const { seal, opener } = cipher();
    const slow: PersonalData = {
      ...cipher(),
      ensure: later('kept'),
      prefetch: later('there'),
      seal: (subject, plaintext) => {
        steps.push('sealed');
        return seal(subject, plaintext);
      },
    };
    const event = await stored({ type: 'person.Noted', data: { text: 'x', signer: 'jdoe' } }, slow);
    expect(steps).toEqual(['kept', 'sealed']);
    const reading: PersonalData = {
      ...slow,
      opener: (sealed) => () => {
        steps.push('opened');
        return opener(sealed)();
      },
    };
    await new EventCodec(registry, reading).decode([event]);
    expect(steps.slice(2)).toEqual(['there', 'opened']);
  });

  it('stores an event of nobody as it is', async () => {
    const codec = new EventCodec(registry, cipher());
    const text = 'Bought 10 IBM';
    const open = await stored({ type: 'person.Noted', data: { text } });
    expect(open.data).toEqual({ text });
    const sealed = await stored({ type: 'person.Noted', data: { text, signer: 'jdoe' } });
    expect(JSON.stringify(sealed.data)).not.toContain(text);
    const decoded = await codec.decode([open, { ...open, type: 'person.Noted.v1' }, sealed]);
    expect(decoded.map((event) => event?.data)).toEqual([
      { text },
      { text },
      { text, signer: 'jdoe' },
    ]);
  });

  it('upcasts older versions step by step and passes over unknown names', async () => {
    const base = {
      id: 'id',
      metadata: { ...metadata, at: metadata.receivedAt } as unknown as JsonObject,
      stream: 's-1',
      revision: 0,
      position: 1n,
    };
    const codec = new EventCodec(registry, cipher());
    const decoded = await codec.decode([
      { ...base, type: 'person.Renamed.v1', data: { name: 'Jane Roe' } },
      { ...base, type: 'person.Renamed.v2', data: { to: 'Jane Roe' } },
      { ...base, type: 'person.Renamed.v3', data: { to: { first: 'Jane', last: 'Roe' } } },
      { ...base, type: 'person.Unheard.v1', data: {} },
    ]);
    expect(decoded.slice(0, 3).map((event) => event?.data)).toEqual(
      Array(3).fill({ to: { first: 'Jane', last: 'Roe' } }),
    );
    expect(decoded[3]).toBeUndefined();
  });

  it('refuses definitions without an upcast for every older version', () => {
    const gap = defineEvents<Renamed>({
      'person.Renamed': { history: { title: 'Renamed' }, version: 2 },
    });
    expect(() => new EventRegistry([gap as never])).toThrow('no upcast from version 1');
  });
});
