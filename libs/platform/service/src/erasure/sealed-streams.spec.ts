import { describe, expect, it } from '@jest/globals';
import { defineEvents, EventRegistry } from '#libs/platform/event-store';
import { type DomainEvent, type Recorded, subjectOfPersons } from '#libs/platform/kernel';
import type { ReadModels } from '#libs/platform/read-models';
import { sealedStreams, sealedStreamsOver } from './erasure.js';

type Event =
  | DomainEvent<'note.Noted', { readonly owners: readonly string[] }>
  | DomainEvent<'note.Counted', { readonly owners: readonly string[] }>;
const events = defineEvents<Event>({
  'note.Noted': {
    history: { title: 'Noted' },
    personal: { subject: ({ owners }) => subjectOfPersons(owners), fields: [] },
  },
  'note.Counted': { history: { title: 'Counted' } },
});
const projection = sealedStreamsOver(new EventRegistry([events as never]));

const event = (type: Event['type'], ...owners: string[]) =>
  ({ type, stream: 'note-1', data: { owners } }) as unknown as Recorded;

describe('the streams with data under a key', () => {
  it('are noted once for every key that the data are under, and for no other event', () => {
    expect(projection.events).toEqual(['note.Noted']);
    const both = event('note.Noted', 'jane', 'joe');
    const ids = projection.documents(both);
    expect(ids).toEqual(['person:jane note-1', 'person:joe note-1']);
    const documents = ids.map((id) => projection.fold(undefined, both, id));
    expect(documents).toEqual([
      { keyId: 'person:jane', stream: 'note-1' },
      { keyId: 'person:joe', stream: 'note-1' },
    ]);
    const [known] = documents;
    expect(projection.fold(known, both, ids[0] ?? '')).toBe(known);
    expect(projection.documents(event('note.Counted', 'jane'))).toEqual([]);
  });

  it('are read as far as the log was when somebody asked', async () => {
    const asked: unknown[] = [];
    const readModels = {
      of: ({ name }: { readonly name: string }) => ({
        each: (...how: readonly unknown[]) => {
          asked.push(name, ...how);
          return [{ stream: 'note-1' }, { stream: 'note-2' }];
        },
      }),
    } as unknown as ReadModels;
    const found: string[] = [];
    for await (const stream of sealedStreams(readModels, 'person:jane', 7n)) found.push(stream);
    expect(found).toEqual(['note-1', 'note-2']);
    const selection = { index: 'key', equals: ['person:jane'] };
    expect(asked).toEqual(['erasure.sealedStream', selection, 7n]);
  });
});
