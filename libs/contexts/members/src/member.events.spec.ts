import { describe, expect, it } from '@jest/globals';
import { EventCodec, EventRegistry, type PersonalData } from '#libs/platform/event-store';
import {
  type CommandMetadata,
  type DomainEvent,
  isRefusal,
  omit,
  Secret,
} from '#libs/platform/kernel';
import { countingIds } from '#libs/platform/testing';
import { sampleFirm, sampleMember, sampleTrustee } from '../test/samples.js';
import { clientDecider } from './client.js';
import { firmDecider } from './firm.js';
import { clientEvents, firmEvents, memberEvents, trusteeEvents } from './member.events.js';
import { memberDecider, type NewMember } from './member.js';
import { trusteeDecider } from './trustee.js';

/** Seals by reversing and Base64: enough to see what was sealed and for whom. */
class Backwards implements PersonalData {
  readonly subjects = new Set<string>();

  ensure(subjects: Iterable<string>): Promise<void> {
    for (const subject of subjects) this.subjects.add(subject);
    return Promise.resolve();
  }

  prefetch(): Promise<void> {
    return Promise.resolve();
  }

  seal(subject: string, plaintext: string): string {
    return `${subject}|${Buffer.from(plaintext).reverse().toString('base64')}`;
  }

  open(sealed: string): string {
    return Buffer.from(sealed.split('|')[1] ?? '', 'base64')
      .reverse()
      .toString();
  }

  opener(sealed: string): () => string {
    return () => this.open(sealed);
  }
}

const address = {
  line1: '17 Elm Lane',
  city: 'Springfield',
  state: 'VA',
  zipcode: '22150',
  country: 'US',
};

const everything: Partial<NewMember> = {
  title: 'Mrs.',
  middleName: 'Quentin',
  suffix: 'III',
  email2: 'second@example.com',
  dayTelephone: '703-555-0101',
  eveningTelephone: '703-555-0102',
  mailingAddress: address,
  employerAddress: { ...address, line1: '99 Factory Road' },
  employerName: 'Globex',
};

const context = { now: '2026-03-02T15:00:00.000Z', ids: countingIds() };

function accepted<E>(decision: readonly E[] | { readonly kind: string }): readonly E[] {
  if (isRefusal(decision)) throw new Error(JSON.stringify(decision));
  return decision as readonly E[];
}

async function stored(events: readonly DomainEvent[]): Promise<{
  text: string;
  codec: EventCodec;
  data: Backwards;
  encoded: Awaited<ReturnType<EventCodec['encode']>>['events'];
}> {
  const data = new Backwards();
  const registry = new EventRegistry([
    memberEvents,
    trusteeEvents,
    firmEvents,
    clientEvents,
  ] as never);
  const codec = new EventCodec(registry, data);
  const end = { revision: -1, hash: undefined };
  const { events: encoded } = await codec.encode(
    's',
    end,
    events,
    {} as CommandMetadata,
    context.now,
    (index) => `id${index}`,
  );
  return { text: JSON.stringify(encoded), codec, data, encoded };
}

describe('what stands in the log', () => {
  it('shows nothing personal of a member, created or updated', async () => {
    const created = accepted(
      memberDecider.decide(
        {
          type: 'CreateMember',
          member: sampleMember(everything),
          firm: { firmId: '1' },
          identity: 'PASSED',
        },
        memberDecider.initial,
        context,
      ),
    );
    const state = accepted(
      memberDecider.decide(
        { type: 'CreateMember', member: sampleMember(), firm: { firmId: '1' }, identity: 'PASSED' },
        memberDecider.initial,
        context,
      ),
    ).reduce(memberDecider.evolve, memberDecider.initial);
    const updated = accepted(
      memberDecider.decide(
        {
          type: 'UpdateMember',
          loginId: 'tester0003',
          changes: {
            ...omit(everything, 'middleName'),
            email1: 'third@example.com',
            primaryAddress: address,
          },
        },
        state,
        context,
      ),
    );
    expect(updated).toHaveLength(1);
    const { text, data } = await stored([...created, ...updated]);
    for (const plain of [
      'John',
      'Quentin',
      'Doe',
      'Mrs.',
      'III',
      '1970',
      '123456789',
      'example.com',
      '703-555',
      'Howard',
      'Elm',
      'Factory',
      'Globex',
      'Springfield',
    ]) {
      expect([plain, text.includes(plain)]).toEqual([plain, false]);
    }
    expect([...data.subjects]).toEqual(['person:tester0003']);
  });

  it('shows nothing personal of a trustee or a corporate firm, and no shared secret', async () => {
    const trustee = accepted(
      trusteeDecider.decide(
        {
          type: 'CreateTrustee',
          firmId: '1',
          trustee: sampleTrustee({
            tid: Secret.of('123456789'),
            primaryAddress: address,
            citizenship: 'R',
          }),
        },
        trusteeDecider.initial,
        context,
      ),
    );
    const firm = accepted(
      firmDecider.decide(
        {
          type: 'CreateCorporateFirm',
          firmId: '20',
          parentFirmId: '1',
          firm: sampleFirm({ firmEmail1: 'f@example.com', firmTelephone1: '703-555-0103' }),
          representative: {
            firmId: '1',
            ownsAccounts: false,
            isFirmRep: false,
            identityFailed: false,
          },
        },
        firmDecider.initial,
        context,
      ),
    );
    const client = accepted(
      clientDecider.decide(
        {
          type: 'DefineClient',
          apiKey: 'demo-key-1',
          firmId: '1',
          client: { loginId: 'adv' },
          sharedSecret: Secret.of('hush-hush'),
        },
        clientDecider.initial,
        context,
      ),
    );
    const { text, data } = await stored([...trustee, ...firm, ...client]);
    for (const plain of [
      'Mary',
      'Jones',
      '1960',
      '123456789',
      'example.com',
      'Elm',
      'Main Street',
      '"R"',
      '541234567',
      '703-555',
      'hush',
    ]) {
      expect([plain, text.includes(plain)]).toEqual([plain, false]);
    }
    expect([...data.subjects].sort()).toEqual(['client:demo-key-1', 'firm:20', 'person:trustee01']);
  });

  it('comes back as it went in', async () => {
    const created = accepted(
      memberDecider.decide(
        {
          type: 'CreateMember',
          member: sampleMember(everything),
          firm: { firmId: '1' },
          identity: 'PASSED',
        },
        memberDecider.initial,
        context,
      ),
    );
    const { codec, encoded } = await stored(created);
    const [event] = await codec.decode(
      encoded.map((each, revision) => ({ ...each, stream: 's', revision, position: 1n })),
    );
    const { tid, ...data } = event?.data as Record<string, unknown>;
    const { tid: sent, ...expected } = created[0]?.data as unknown as Record<string, unknown>;
    expect(data).toEqual(expected);
    expect((tid as Secret).reveal()).toBe((sent as Secret).reveal());
    expect((tid as Secret).sealed).toBeDefined();
  });
});
