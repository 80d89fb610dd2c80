import { requestBody } from '#libs/platform/testing';
import type { CancelTransaction, CreateTransaction, ReportTransaction } from '../src/cash-state.js';
import type {
  CashDetails,
  CashEvent,
  SeriesDefined,
  TransactionCreated,
} from '../src/cash.events.js';
import {
  CancelCashTransactionDto,
  CashTransactionDto,
  CreateCashTransactionDto,
} from '../src/cash.dto.js';

export const ACCOUNT = 'RA12345678';
export const LINK = '700000000000001';
export const OID = '123456789012345';
/** Default time of decisions: a Monday morning in New York. */
export const NOW = '2026-03-02T15:00:00.000Z';

export const deposit = {
  transactionType: 'AHD',
  sourceId: LINK,
  targetId: ACCOUNT,
  amount: '250',
  processDate: '2026-03-03',
};

/** A request for a deposit over the account's active link. */
export function create(
  body: object = {},
  facts: Partial<CreateTransaction['facts']> = {},
): CreateTransaction {
  return {
    type: 'CreateTransaction',
    accountNumber: ACCOUNT,
    oid: OID,
    input: requestBody(CreateCashTransactionDto, { ...deposit, ...body }),
    facts: {
      firmId: '1000001',
      accountType: 'I',
      primaryAccountOwner: 'jdoe',
      bankLink: { oid: LINK, accountNumber: ACCOUNT, status: 'A', verified: true },
      accountDescription: 'Savings',
      bankDescription: 'First Bank 6789',
      accountRegistration: 'Jane Doe',
      ...facts,
    },
  };
}

export const details: CashDetails = {
  transactionType: 'AHD',
  sourceId: LINK,
  targetId: ACCOUNT,
  sourceDescription: 'First Bank 6789',
  targetDescription: 'Savings',
  accountRegistration: 'Jane Doe',
  amount: '250.00',
  accountFees: '0.00',
  processDate: '2026-03-03',
  repeatType: 'O',
  createDateTime: NOW,
};

/** Account fields that every event has. */
export const owned = { accountNumber: ACCOUNT, owner: 'jdoe' } as const;

export const identity = { accountNumber: ACCOUNT, firmId: '1000001', owner: 'jdoe' } as const;

/** The transaction changed its status. */
export function moved(oid: string, status: 'PR' | 'CL' | 'RJ', cancelReason?: string): CashEvent {
  return {
    type: 'cash.TransactionStatusChanged',
    data: { ...owned, oid, status, ...(cancelReason !== undefined && { cancelReason }) },
  };
}

export const created: TransactionCreated = {
  type: 'cash.TransactionCreated',
  data: { ...identity, oid: OID, ...details },
};

const weekly = {
  ...details,
  repeatType: 'W',
  repeatInterval: '1',
  endDateChoice: 'transfersInfinite',
} as const;

export const defined: SeriesDefined = {
  type: 'cash.SeriesDefined',
  data: { ...identity, repeatCashTransactionOid: OID, ...weekly },
};

/** The nth transaction of the weekly series. */
export function occurrenceOf(
  number: number,
  processDate: string,
  next?: string,
): TransactionCreated {
  return {
    type: 'cash.TransactionCreated',
    data: {
      ...identity,
      oid: `${OID}-${number}`,
      ...weekly,
      processDate,
      repeatCashTransactionOid: OID,
      occurrence: { number, ...(next !== undefined && { next }) },
    },
  };
}

export function cancel(body: object = { cancelReasonCode: '8' }, oid = OID): CancelTransaction {
  const input = requestBody(CancelCashTransactionDto, body);
  return { type: 'CancelTransaction', accountNumber: ACCOUNT, oid, input, facts: {} };
}

export function report(body: object, oid = 'T1'): ReportTransaction {
  return {
    type: 'ReportTransaction',
    accountNumber: ACCOUNT,
    oid,
    input: requestBody(CashTransactionDto, body),
    facts: { firmId: '1000001', primaryAccountOwner: 'jdoe' },
  };
}
