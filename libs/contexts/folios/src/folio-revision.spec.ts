import { describe, expect, it } from '@jest/globals';
import type { AggregateStore } from '#libs/platform/event-store';
import { emptyBook, evolve } from './domain/folio-book.state.js';
import type { FolioEvent } from './domain/folio-book.events.js';
import { folioWritten } from './folio-revision.js';

const accountNumber = 'RA12345678';
const on = (sequence: string) => ({ accountNumber, folioNumber: accountNumber + sequence });
const created = (sequence: string): FolioEvent => ({
  type: 'folio.FolioCreated',
  data: {
    ...on(sequence),
    firmId: '501',
    folioOid: '1',
    folioName: 'Growth',
    dividendReinvest: true,
    dividendPayToAccount: true,
    benchmark: null,
    prepackagedFolioId: null,
  },
});
const renamed = (sequence: string, folioName: string): FolioEvent => ({
  type: 'folio.FolioUpdated',
  data: { ...on(sequence), folioName, changes: {} },
});

/** What {@link folioWritten} says of folio 03 after the first `seen` events, when the log holds all of them. */
async function tag(events: readonly FolioEvent[], seen: number): Promise<number> {
  const loaded = { state: events.reduce(evolve, emptyBook), revision: events.length - 1 };
  const aggregates = { load: () => Promise.resolve(loaded) } as unknown as AggregateStore;
  const outcome = { revision: seen - 1, position: 7n };
  const written = await folioWritten(aggregates, accountNumber, `${accountNumber}03`, outcome);
  expect(written.position).toBe(7n);
  return written.revision;
}

describe('entity tag after a write', () => {
  const history = [created('03'), created('04'), renamed('04', 'A'), renamed('03', 'B')];

  it('is the revision of the folio, not that of the stream', async () => {
    expect(await tag(history, 4)).toBe(1);
    expect(await tag(history.slice(0, 1), 1)).toBe(0);
    expect(await tag([], 0)).toBe(0);
  });

  it('does not run ahead to what others have changed since', async () => {
    expect(await tag([...history, renamed('03', 'C')], 4)).toBe(1);
    expect(await tag([...history, renamed('04', 'C')], 4)).toBeLessThanOrEqual(1);
    expect(await tag([...history, renamed('04', 'C'), renamed('04', 'D')], 4)).toBe(0);
  });
});
