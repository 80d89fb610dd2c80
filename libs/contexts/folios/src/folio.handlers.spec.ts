import { describe, expect, it } from '@jest/globals';
import { emptyBook, evolve } from './folio-book.js';
import type { FolioEvent } from './folio.events.js';
import { writtenFolio } from './folio.handlers.js';

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

/** Result of {@link writtenFolio} for folio 03 after the first `seen` events, when all are known. */
function tag(events: readonly FolioEvent[], seen: number): number {
  const after = { state: events.reduce(evolve, emptyBook), revision: events.length - 1 };
  const end = { stream: `folios-${accountNumber}`, revision: seen - 1, position: 7n, own: 7n };
  const outcome = { ...end, events: [], repeated: false, after };
  const written = writtenFolio(accountNumber, `${accountNumber}03`, outcome);
  expect(written.position).toBe(7n);
  return written.revision;
}

describe('entity tag after a write', () => {
  const history = [created('03'), created('04'), renamed('04', 'A'), renamed('03', 'B')];

  it('is the revision of the folio, not that of the stream', () => {
    expect(tag(history, 4)).toBe(1);
    expect(tag(history.slice(0, 1), 1)).toBe(0);
    expect(tag([], 0)).toBe(0);
  });

  it('does not include later changes by others', () => {
    expect(tag([...history, renamed('03', 'C')], 4)).toBe(1);
    expect(tag([...history, renamed('04', 'C')], 4)).toBeLessThanOrEqual(1);
    expect(tag([...history, renamed('04', 'C'), renamed('04', 'D')], 4)).toBe(0);
  });
});
