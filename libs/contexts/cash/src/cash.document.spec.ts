import { describe, expect, it } from '@jest/globals';
import { parseJsonText, readBody } from '#libs/platform/http';
import { omit } from '#libs/platform/kernel';
import { projectionSpecification } from '#libs/platform/testing';
import {
  ACCOUNT,
  created,
  defined,
  details,
  identity,
  LINK,
  occurrenceOf,
  OID,
} from '../test/cash-fixtures.js';
import {
  cashSeriesDocuments,
  type CashTransactionDocument,
  cashTransactionDocuments,
} from './cash.document.js';
import { CashTransactionDto, toCashTransactionResponse } from './cash.dto.js';
import type { CashEvent } from './cash.events.js';

const NOW = '2026-03-02T15:00:00.000Z';

const owned = { accountNumber: ACCOUNT, owner: 'jdoe', oid: OID };

describe('read model cash.transaction', () => {
  it('follows a transaction; a status without a reason has none', () => {
    const changed = omit(details, 'sourceId');
    projectionSpecification(cashTransactionDocuments)
      .given([
        created,
        {
          type: 'cash.TransactionStatusChanged',
          data: { ...owned, status: 'PR', cancelReason: 'late', cancelReasonCode: '100' },
        },
        { type: 'cash.TransactionChanged', data: { ...owned, ...changed, amount: '1.00' } },
      ])
      .thenDocument(`${ACCOUNT}/${OID}`, {
        ...changed,
        accountNumber: ACCOUNT,
        firmId: identity.firmId,
        oid: OID,
        amount: '1.00',
        status: 'PR',
        cancelReason: 'late',
        cancelReasonCode: '100',
        revision: 2,
      });
    projectionSpecification(cashTransactionDocuments)
      .given([
        created,
        {
          type: 'cash.TransactionStatusChanged',
          data: { ...owned, status: 'PR', cancelReason: 'x' },
        },
        { type: 'cash.TransactionStatusChanged', data: { ...owned, status: 'CL' } },
      ])
      .thenDocuments((documents) => {
        const shown = documents.get(`${ACCOUNT}/${OID}`) as CashTransactionDocument;
        expect(shown).toMatchObject({ status: 'CL', bankLinkOid: LINK, revision: 2 });
        expect(shown).not.toHaveProperty('cancelReason');
      });
  });

  it('ignores events of an unknown transaction', () => {
    projectionSpecification(cashTransactionDocuments)
      .given([{ type: 'cash.TransactionStatusChanged', data: { ...owned, status: 'PR' } }])
      .thenNoDocument(`${ACCOUNT}/${OID}`);
  });

  it('the back office can PUT what GET returns', () => {
    projectionSpecification(cashTransactionDocuments)
      .given([created])
      .thenDocuments((documents) => {
        const shown = documents.get(`${ACCOUNT}/${OID}`) as CashTransactionDocument;
        const body = toCashTransactionResponse(shown);
        const read = readBody(CashTransactionDto, parseJsonText(JSON.stringify(body)), NOW);
        expect(read.problems).toEqual([]);
        expect(Object.keys(read.value).sort()).toEqual(Object.keys(body).sort());
      });
  });
});

describe('read model cash.series', () => {
  const id = `${ACCOUNT}/${OID}`;
  const series = { accountNumber: ACCOUNT, repeatCashTransactionOid: OID };
  const first = [defined, occurrenceOf(1, '2026-03-03', '2026-03-10')];

  it('is due on the day of the newest transaction, until the last one or its end', () => {
    projectionSpecification(cashSeriesDocuments)
      .given(first)
      .thenDocument(id, { ...series, activeOn: LINK, number: 1, dueOn: '2026-03-03' });
    projectionSpecification(cashSeriesDocuments)
      .given([...first, occurrenceOf(2, '2026-03-10')])
      .thenDocument(id, { ...series, number: 2 });
    const ended: CashEvent = {
      type: 'cash.SeriesEnded',
      data: { ...series, owner: 'jdoe', cause: 'request' },
    };
    projectionSpecification(cashSeriesDocuments)
      .given([...first, ended])
      .thenDocument(id, { ...series, number: 1 });
  });

  it('ignores transactions that do not repeat', () => {
    projectionSpecification(cashSeriesDocuments)
      .given([created])
      .thenDocuments((documents) => expect(documents.size).toBe(0));
  });
});
