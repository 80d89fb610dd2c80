import { wireTimestamp } from '#libs/platform/kernel';
import { AggregateStore } from '#libs/platform/event-store';
import type { Form } from '#libs/platform/http';
import type { EventSource, Projection } from '#libs/platform/read-models';
import { cashStreamId } from '../domain/cash-id.js';
import { cash } from '../domain/cash.js';
import {
  bankLinkOf,
  type CashTransaction,
  evolveTransaction,
  type TransactionEvent,
} from '../domain/cash.state.js';
import type { CashTransactionResponse } from '../http/cash.dto.js';

/** A cash transaction. Personal texts are absent once the owner's key is destroyed. */
export type CashTransactionDocument = Readonly<
  CashTransaction & {
    accountNumber: string;
    firmId: string;
    bankLinkOid?: string;
    /** Some texts were erased with an owner. */
    erased?: true;
  }
>;

export const CashTransactionIndex = {
  Account: 'account',
  Status: 'status',
  BankLink: 'bank_link',
  Series: 'series',
} as const;

/** Document id; oids are unique only within an account. */
export function cashTransactionId(accountNumber: string, oid: string): string {
  return `${accountNumber}/${oid}`;
}

function streamsOf(id: string): readonly EventSource[] {
  const [accountNumber = '', oid = ''] = id.split('/');
  return [{ stream: AggregateStore.stream(cash, cashStreamId(accountNumber, oid)) }];
}

/** Read model `cash.transaction`: one document per transaction, including occurrences of a series. */
export const cashTransactionDocuments: Projection<CashTransactionDocument, TransactionEvent> = {
  name: 'cash.transaction',
  version: 2,
  indexes: [
    { name: CashTransactionIndex.Account, fields: ['accountNumber', 'createDateTime', 'oid'] },
    {
      name: CashTransactionIndex.Status,
      fields: ['accountNumber', 'status', 'createDateTime', 'oid'],
    },
    { name: CashTransactionIndex.BankLink, fields: ['bankLinkOid', 'status'] },
    {
      name: CashTransactionIndex.Series,
      fields: ['accountNumber', 'repeatCashTransactionOid', 'status'],
    },
  ],
  events: [
    'cash.TransactionCreated',
    'cash.TransactionReported',
    'cash.TransactionChanged',
    'cash.TransactionStatusChanged',
    'cash.TransactionCancelled',
  ],
  documents: ({ data }) => [cashTransactionId(data.accountNumber, data.oid)],
  history: {
    streams: streamsOf,
    fixed: {
      [CashTransactionIndex.Account]: 1,
      [CashTransactionIndex.Status]: 1,
      [CashTransactionIndex.Series]: 1,
    },
  },

  fold(document, event) {
    const transaction = evolveTransaction(document, event);
    if (!transaction) return undefined;
    const bankLinkOid = bankLinkOf(transaction);
    const erased = event.erased ?? document?.erased;
    return {
      accountNumber: event.data.accountNumber,
      firmId: 'firmId' in event.data ? event.data.firmId : (document?.firmId ?? ''),
      ...transaction,
      ...(bankLinkOid !== undefined && { bankLinkOid }),
      ...(erased && { erased }),
    };
  },
};

/** `erased` if all texts are gone. Texts of a joint account may return with its next event. */
export function formOf(transaction: CashTransactionDocument): Form | undefined {
  const { sourceDescription, targetDescription, accountRegistration, cancelReason } = transaction;
  const text = sourceDescription ?? targetDescription ?? accountRegistration ?? cancelReason;
  return transaction.erased && text === undefined ? 'erased' : undefined;
}

/** Converts a document to the response of GET. */
export function toCashTransactionResponse(
  transaction: CashTransactionDocument,
): CashTransactionResponse {
  return {
    oid: transaction.oid,
    transactionType: transaction.transactionType,
    sourceId: transaction.sourceId ?? null,
    targetId: transaction.targetId ?? null,
    sourceDescription: transaction.sourceDescription ?? null,
    targetDescription: transaction.targetDescription ?? null,
    amount: transaction.amount,
    accountFees: transaction.accountFees,
    repeatType: transaction.repeatType,
    processDate: transaction.processDate,
    repeatInterval: transaction.repeatInterval ?? null,
    repeatOffset: transaction.repeatOffset ?? null,
    endDate: transaction.endDate ?? null,
    endDateChoice: transaction.endDateChoice ?? null,
    iraContributionYear: transaction.iraContributionYear ?? null,
    distributionReasonCode: transaction.distributionReasonCode ?? null,
    fedWithholdType: transaction.fedWithholdType ?? null,
    fedWithholdAmount: transaction.fedWithholdAmount ?? null,
    stateWithholdType: transaction.stateWithholdType ?? null,
    stateWithholdAmount: transaction.stateWithholdAmount ?? null,
    repeatCashTransactionOid: transaction.repeatCashTransactionOid ?? null,
    status: transaction.status,
    cancelReason: transaction.cancelReason ?? null,
    cancelReasonCode: transaction.cancelReasonCode ?? null,
    accountRegistration: transaction.accountRegistration ?? null,
    createDateTime: wireTimestamp(transaction.createDateTime),
  };
}
