import { describe, it } from '@jest/globals';
import { projectionSpecification } from '#libs/platform/testing';
import { unitValuesDocuments } from './unit-values.document.js';
import type { UnitValue, UnitValuesRecorded } from './unit-values.events.js';

const folioNumber = 'RA1234567803';

const recorded = (...values: UnitValue[]): UnitValuesRecorded => ({
  type: 'performance.UnitValuesRecorded',
  data: { accountNumber: 'RA12345678', folioNumber, values },
});

const a = { date: '2025-12-31', gross: '10', net: '9.5' };

const b = { date: '2026-01-02', gross: '11', net: '10.4' };

const c = { date: '2026-01-05', gross: '12', net: '11' };

describe('read model performance.unitValues', () => {
  it('a document per folio and year, in order of date, the newest value of a day', () => {
    const corrected = { ...b, net: '10.5' };
    projectionSpecification(unitValuesDocuments)
      .given([recorded(a, c), recorded(b), recorded(corrected)])
      .thenDocument(`${folioNumber}/2025`, { folioNumber, year: '2025', values: [a] })
      .thenDocument(`${folioNumber}/2026`, { folioNumber, year: '2026', values: [corrected, c] })
      .thenNoDocument(`${folioNumber}/2024`);
  });
});
