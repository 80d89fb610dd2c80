import { beforeAll, describe, expect, it } from '@jest/globals';
import { features } from '#libs/application';
import { type Recorded, Secret } from '#libs/platform/kernel';
import { registryOf } from '#libs/platform/service';
import { type GoldenEvent, goldenEvents } from '../support/golden-events.js';
import { FieldValues, historyEntry } from '../../libs/contexts/audit/src/history.queries.js';

import {
  itemPlaces,
  subjectsOf,
  timeline as timelineOf,
} from '../../libs/contexts/audit/src/history.document.js';

const registry = registryOf(features);
const timeline = timelineOf(registry);
const historyOf = (type: string) => registry.current(type).definition.history;

/** The golden event's data, with secrets revealed. */
function revived(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(revived);
  const { secret } = value as { secret?: unknown };
  if (typeof secret === 'string') return Secret.of(secret);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, revived(item)]));
}

function recorded({ stored, decoded }: GoldenEvent): Recorded {
  const { at } = stored.metadata as { at: string };
  return {
    ...{ id: stored.id, stream: stored.stream, revision: stored.revision, position: 7n, at },
    type: stored.type.replace(/\.v\d+$/, ''),
    data: revived(decoded) as object,
    metadata: stored.metadata as never,
  };
}

describe('histories of golden events', () => {
  let events: readonly Recorded[];
  beforeAll(async () => {
    events = [...(await goldenEvents()).values()].map(recorded);
  });

  it('say something of every golden event, and show no secret', () => {
    for (const event of events) {
      const history = historyOf(event.type);
      const changes = new FieldValues().apply(event, history, new Set());
      const shown = JSON.stringify(historyEntry(event, history, changes, undefined));
      expect(shown).not.toMatch(/sharedSecret":"[^*]/);
      // ids of the service; items for attention have a field with an id of the back office
      expect(shown).not.toMatch(/"field":"(documentKey|amountsKey|bankAccountKey)"/);
      expect(shown).not.toMatch(/"(tid|ssn|bankAccountNumber)","from":null,"to":"\d{5,}/);
    }
  });

  it('say which plan, API client or firm an event of a firm is about, and nothing else of it', () => {
    const about = (type: string) =>
      events
        .filter((event) => event.type === type)
        .map((event) => historyEntry(event, historyOf(type), [], undefined).about)
        .flatMap((ids) => ids.map(({ name }) => name));
    for (const type of ['billing.PlanDefined', 'billing.PlanChanged'])
      expect([type, about(type)]).toEqual([type, ['billingPlanOid']]);
    expect(about('firm.CorporateFirmCreated')).toEqual(['firmId']);
    expect(about('client.SecretReplaced')).toEqual(['apiKey']);
    expect(about('client.ClientRevoked')).toEqual(['apiKey']);
  });

  it('give every event that names an account to that account, but those that tell others of it', () => {
    for (const event of events) {
      if (/^(feed|webhook|subscription|erasureNotice)\./.test(event.type)) continue;
      const { accountNumber } = event.data as { accountNumber?: string };
      if (accountNumber === undefined) continue;
      expect([event.type, subjectsOf(registry, event)[0]]).toEqual([
        event.type,
        `account:${accountNumber}`,
      ]);
    }
  });

  it('find no account or bank link in what an item is about that can be none, however long it is', () => {
    const { data, ...item } = events.find(({ type }) => type === 'attention.ItemRecorded')!;
    const about = (targetOid: string, targetOidType: string) => {
      const event = { ...item, data: { ...data, targetOid, targetOidType } };
      return itemPlaces(registry).fold(undefined, event, '')?.subjects;
    };
    expect(about('RA12345678', 'A')).toEqual(['account:RA12345678']);
    expect(about('4711', 'B')).toEqual(['bankLink:4711']);
    for (const targetOid of ['x'.repeat(500), 'somebody else’s', '']) {
      expect(about(targetOid, 'A')).toEqual([]);
      expect(about(targetOid, 'B')).toEqual([]);
    }
  });

  it('make a timeline entry without personal data', () => {
    for (const event of events.filter(({ type }) => timeline.events.includes(type))) {
      const subjects = subjectsOf(registry, event);
      const documents = timeline.documents(event).map((id) => timeline.fold(undefined, event, id));
      const { stream, revision } = event;
      expect(documents).toEqual(
        subjects.map((subject, index) => ({
          subject,
          stretch: '0000000000000000',
          places: [{ position: '7', stream, revision, owned: index === 0 }],
        })),
      );
      for (const subject of subjects) expect(subject).toMatch(/^[a-zA-Z]+:.+$/);
    }
  });
});

describe('field values', () => {
  const event = (data: object, type = 'test.Set'): Recorded => ({
    ...{ type, data, id: 'i', stream: 's-1', revision: 0, position: 1n, at: '' },
    metadata: {} as never,
  });
  const plain = { title: 'Set' };

  it('know what was before, thing by thing', () => {
    const values = new FieldValues();
    const of = { ...plain, thing: (data: Readonly<Record<string, unknown>>) => String(data['t']) };
    values.apply(event({ t: 'a', x: 1 }), of, new Set());
    expect(values.apply(event({ t: 'b', x: 2 }), of, new Set())).toEqual([
      { field: 't', from: null, to: 'b' },
      { field: 'x', from: null, to: 2 },
    ]);
    expect(values.apply(event({ t: 'a', x: 3 }), of, new Set())).toEqual([
      { field: 'x', from: 1, to: 3 },
    ]);
  });

  it('leave out what stays, and show that personal fields changed, not how', () => {
    const values = new FieldValues();
    const personal = new Set(['name']);
    values.apply(event({ name: 'Jane', x: 1 }), plain, personal);
    expect(values.apply(event({ name: 'Joan', x: 1 }), plain, personal)).toEqual([
      { field: 'name', from: '****', to: '****' },
    ]);
    expect(values.apply(event({ name: null }), plain, personal)).toEqual([
      { field: 'name', from: '****', to: null },
    ]);
  });

  it('end with the thing', () => {
    const values = new FieldValues();
    values.apply(event({ x: 1 }), plain, new Set());
    expect(values.apply(event({}), { ...plain, ends: true }, new Set())).toEqual([
      { field: 'x', from: 1, to: null },
    ]);
  });

  it('stay hidden where they were personal, whatever ends or replaces them', () => {
    const values = new FieldValues();
    values.apply(event({ note: 'Jane owes' }), plain, new Set(['note']));
    expect(values.apply(event({ note: 'none' }), plain, new Set())).toEqual([
      { field: 'note', from: '****', to: 'none' },
    ]);
    values.apply(event({ note: 'Jane owes' }), plain, new Set(['note']));
    expect(values.apply(event({}), { ...plain, ends: true }, new Set())).toEqual([
      { field: 'note', from: '****', to: null },
    ]);
  });
});

describe('bank links', () => {
  it.each([
    ['attempts', { code: 'banklink.final.verification.failure.no.more.attempts' }],
    ['expired', {}],
    ['request', {}],
  ])('cancelled for %s', (cause, code) => {
    const reason = historyOf('bankLink.BankLinkCancelled').reason?.({ cause }, undefined);
    expect(reason).toEqual({ outcome: 'cancelled', cause, ...code });
  });
});
