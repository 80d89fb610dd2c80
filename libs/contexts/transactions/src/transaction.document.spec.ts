import { describe, expect, it } from '@jest/globals';
import { projectionSpecification, specification } from '#libs/platform/testing';
import { shareHiddenClass } from '../../../../test/support/hidden-class.js';
import {
  bare,
  corrected,
  ids,
  input,
  put,
  reported,
  transaction,
} from '../test/folio-transaction-fixtures.js';
import { folioTransactionDocuments } from './transaction.document.js';
import { toFolioTransactionResponse } from './transaction.dto.js';
import { folioTransaction, transactionIn } from './transaction.js';

const id = 'RA1234567803/700100';

describe('read model transactions.transaction', () => {
  it('is the newest report, with the revision of the stream', () => {
    projectionSpecification(folioTransactionDocuments)
      .given([reported()])
      .thenDocument(id, { ...ids, ...transaction, revision: 0 });
    projectionSpecification(folioTransactionDocuments)
      .given([reported(), corrected(bare)])
      .thenDocument(id, { ...ids, ...bare, revision: 1 });
  });

  it('every key; some only if they have a value [folio-transaction.list]', () => {
    const body = toFolioTransactionResponse({ ...ids, ...transaction, revision: 0 }, 'Growth');
    expect(Object.keys(body).sort()).toEqual(Object.keys(input).sort());
    expect(body.date).toBe('2026-02-27T15:30:00.000+00:00');
    const least = toFolioTransactionResponse({ ...ids, ...bare, revision: 0 }, 'Growth');
    expect(Object.keys(least)).toHaveLength(15);
  });

  it('shares a hidden class, which an import depends on', async () => {
    expect(await shareHiddenClass(() => transactionIn(reported().data))).toBe(true);
  });

  it('what the list shows can be sent back by the back office and changes nothing', () => {
    const body = toFolioTransactionResponse({ ...ids, ...transaction, revision: 0 }, 'Growth');
    specification(folioTransaction).given([reported()]).when(put(body)).thenNothing();
  });
});
