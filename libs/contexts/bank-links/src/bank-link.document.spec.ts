import { describe, expect, it } from '@jest/globals';
import { Secret } from '#libs/platform/kernel';
import { projectionSpecification } from '#libs/platform/testing';
import {
  ACCOUNT,
  cancelled,
  created,
  EXPIRES,
  mismatched,
  NOW,
  OID,
  sent,
  verified,
} from '../test/bank-link-fixtures.js';
import { type BankLinkDocument, bankLinkDocuments } from './bank-link.document.js';
import { bankLinkRevision, toBankLinkResponse } from './bank-link.dto.js';
import type { BankLinkEvent } from './bank-link.events.js';

const sealed = (number: string | undefined): BankLinkEvent => ({
  ...created,
  data: { ...created.data, bankAccountNumber: Secret.fromSealed('v1.x.y', () => number) },
});

const fromLog = sealed('123456789');

const rules = projectionSpecification(bankLinkDocuments);

const given: typeof rules.given = (history) => rules.given(history);

function folded(...history: BankLinkEvent[]): BankLinkDocument {
  let found: unknown;
  given(history).thenDocuments((documents) => (found = documents.get(OID)));
  return found as BankLinkDocument;
}

describe('the bank link document', () => {
  it('holds mask and ciphertext of the bank account number, not its key', () => {
    given([fromLog]).thenDocument(OID, {
      bankLinkOid: OID,
      accountNumber: ACCOUNT,
      firmId: '501',
      ownerLoginId: 'jdoe',
      accountType: 'C',
      bankAccountNumber: { masked: '*****6789', sealed: 'v1.x.y' },
      routingNumber: '021000021',
      nameOnAccount: 'Jane Doe',
      bankName: 'First Bank',
      status: 'A',
      createdAt: NOW,
      revision: 0,
    });
  });

  it('is in the expiry index only while deposits await confirmation', () => {
    expect(folded(fromLog, sent)).toMatchObject({ expiresAt: EXPIRES, revision: 1 });
    expect(folded(fromLog, sent, mismatched(2))).toMatchObject({ expiresAt: EXPIRES, revision: 2 });
    expect(folded(fromLog, sent, verified('owner'))).not.toHaveProperty('expiresAt');
    expect(folded(fromLog, sent, cancelled('expired'))).not.toHaveProperty('expiresAt');
    expect(folded(fromLog, verified('owner'), sent)).not.toHaveProperty('expiresAt');
  });
});

describe('the body of a bank link', () => {
  const body = (document: BankLinkDocument, now = NOW) => toBankLinkResponse(document, now);

  it('shows the last four digits, and status separate from verification', () => {
    expect(body(folded(fromLog, sent))).toEqual({
      bankLinkOid: OID,
      accountNumber: ACCOUNT,
      ownerLoginId: 'jdoe',
      accountType: 'C',
      bankAccountNumber: '6789',
      routingNumber: '021000021',
      nameOnAccount: 'Jane Doe',
      bankName: 'First Bank',
      status: 'A',
      verifyStatus: false,
      mdverify: false,
      creationDate: '2026-03-02T15:00:00.000+00:00',
    });
    const flags = (...history: BankLinkEvent[]): unknown[] => {
      const { status, verifyStatus, mdverify } = body(folded(fromLog, sent, ...history));
      return [status, verifyStatus, mdverify];
    };
    expect(flags(verified('microDeposits'))).toEqual(['A', true, true]);
    expect(flags(verified('owner'))).toEqual(['A', true, 'na']);
    expect(flags(verified('owner'), cancelled('request'))).toEqual(['D', true, 'na']);
    expect(flags(cancelled('attempts'))).toEqual(['D', false, false]);
  });

  it('is at D once the deposits expire, without an entity tag until the event', () => {
    const document = folded(fromLog, sent);
    expect(body(document, '2026-03-16T14:59:59.999Z')).toMatchObject({ status: 'A' });
    expect(bankLinkRevision(document, NOW)).toBe(1);
    expect(body(document, EXPIRES)).toMatchObject({ status: 'D' });
    expect(bankLinkRevision(document, EXPIRES)).toBeUndefined();
  });

  it('shows no digits of a short number or of an erased owner', () => {
    expect(body(folded(sealed('1234')))).toMatchObject({ bankAccountNumber: '****' });
    expect(body(folded(sealed(undefined)))).toMatchObject({ bankAccountNumber: '****' });
  });
});
