import { describe, expect, it } from '@jest/globals';
import { projectionSpecification, specification } from '#libs/platform/testing';
import { corrected, ids, lot, put, reported } from '../test/tax-lot-fixtures.js';
import { taxDataDocuments, taxLotDocuments } from './tax-lot.document.js';
import { toTaxLotResponse } from './tax-lot.dto.js';
import { taxLot } from './tax-lot.js';

const id = 'RA12345678/8829162/8759691';

describe('read model taxLots.lot', () => {
  it('is the newest report, with the revision of the stream', () => {
    const newest = { ...lot, termOfSale: 'L' as const };
    projectionSpecification(taxLotDocuments)
      .given([reported()])
      .thenDocument(id, { ...ids, lot, revision: 0 });
    projectionSpecification(taxLotDocuments)
      .given([reported(), corrected(newest)])
      .thenDocument(id, { ...ids, lot: newest, revision: 1 });
  });

  it('every key [tax-lot.null-keys]', () => {
    const body = toTaxLotResponse({ ...ids, lot, revision: 0 });
    expect(body).toEqual({ ...ids, ...lot });
    expect(Object.keys(body)).toHaveLength(31);
  });

  it('what GET shows can be sent back by the back office and changes nothing', () => {
    const shown = toTaxLotResponse({ ...ids, lot, revision: 0 });
    specification(taxLot).given([reported()]).when(put(shown)).thenNothing();
  });
});

describe('read model taxLots.taxData', () => {
  it('has the newest value', () => {
    const { accountNumber } = ids;
    const suspended = { type: 'taxLot.TaxDataSuspended', data: { accountNumber } } as const;
    const resumed = { type: 'taxLot.TaxDataResumed', data: { accountNumber } } as const;
    const documents = projectionSpecification(taxDataDocuments);
    documents.given([]).thenNoDocument(accountNumber);
    documents.given([suspended]).thenDocument(accountNumber, { available: false });
    documents.given([suspended, resumed]).thenDocument(accountNumber, { available: true });
  });
});
