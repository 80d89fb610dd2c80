import { expect, it } from '@jest/globals';
import {
  EventCodec,
  type EventDefinitions,
  EventRegistry,
  type PersonalData,
  sealedTexts,
} from '#libs/platform/event-store';
import { type CommandMetadata, subjectOfPersons } from '#libs/platform/kernel';
import {
  ACCOUNT,
  beneficiary,
  contact,
  memberFact,
  minor,
  NOW,
  open,
  restriction,
  sign,
  update,
} from '../test/account-fixtures.js';
import { fold, history } from '../test/decide.js';
import type { AccountCommand } from './account-commands.js';
import { accountDocuments } from './account.document.js';
import { type AccountEvent, accountEvents } from './account.events.js';
import { account } from './account.js';

const opaque: PersonalData = {
  ensure: () => Promise.resolve(),
  prefetch: () => Promise.resolve(),
  seal: (subject, text) => `${subject}|${Buffer.from(text).toString('base64url')}`,
  opener: (sealed) => () => Buffer.from(sealed.split('|')[1] ?? '', 'base64url').toString(),
};

const registry = new EventRegistry([accountEvents as unknown as EventDefinitions]);

const codec = new EventCodec(registry, opaque);

const stream = `account-${ACCOUNT}`;

const metadata = { commandId: 'c', requestId: 'r' } as CommandMetadata;

async function stored(events: readonly AccountEvent[]): ReturnType<typeof codec.encode> {
  const end = { revision: -1, hash: undefined };
  return codec.encode(stream, end, events, metadata, NOW, (index) => `e${index}`);
}

const restrict = restriction({ note: 'Doe v. Roe' });

const journeys: [string, AccountCommand[], string[]][] = [
  [
    'retirement',
    [
      open('R', { primaryBeneficiaries: [beneficiary('100')], trustedContacts: [contact] }),
      update({ accountName: 'Old age', contingentBeneficiaries: [beneficiary('100')] }),
      restrict,
      sign('jdoe'),
    ],
    [
      'Savings',
      'Old age',
      'Ben',
      '1980-01-31',
      '123456780',
      contact.email,
      contact.lastName,
      'Doe v. Roe',
    ],
  ],
  ['custodial', [open('U')], ['Savings', 'Mia', minor.dateOfBirth, '123456789']],
  ['trust', [open('X')], ['Doe Entity']],
  [
    'joint',
    [
      open('J', {}, { member: memberFact('jdoe', { tickers: ['KO'] }) }),
      update({ billingPlanOid: '9002', securityExclusion: [{ exclusionValue: 'IBM' }] }),
    ],
    [],
  ],
];

it.each(journeys)(
  '%s: nothing personal is plain in the log, and all of it comes back',
  async (_, commands, personal) => {
    const events = history(...commands);
    const { events: encoded } = await stored(events);
    const log = JSON.stringify(encoded);
    for (const text of personal) {
      expect(JSON.stringify(events.map(({ data }) => reveal(data)))).toContain(`"${text}"`);
      expect(log).not.toContain(`"${text}"`);
    }

    const back = await codec.decode(
      encoded.map((event, revision) => ({
        ...event,
        stream,
        revision,
        position: BigInt(revision),
      })),
    );
    const state = back.reduce(
      (before, event) => account.evolve(before, event as unknown as AccountEvent),
      account.initial,
    );
    expect(reveal(state)).toEqual(reveal(fold(events)));
  },
);

it('what is said of a joint account stands under the keys of all its owners', async () => {
  const events = history(open('J'), update({ accountName: 'Ours' }), restrict);
  const { events: encoded } = await stored(events);
  const subjects = new Set(
    encoded.flatMap(({ data }) => sealedTexts(data)).map((text) => text.split('|')[0]),
  );
  expect([...subjects]).toEqual([subjectOfPersons(['jdoe', 'rroe'])]);
});

it('every event is registered and wanted by the document', () => {
  expect(Object.keys(accountEvents).sort()).toEqual([...accountDocuments.events].sort());
});

/** The value with its secrets revealed. */
function reveal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reveal);
  if (typeof value !== 'object' || value === null) return value;
  if ('reveal' in value) return (value as { reveal(): unknown }).reveal();
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, reveal(item)]));
}
