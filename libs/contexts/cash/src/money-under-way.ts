import { Inject, Injectable } from '@nestjs/common';
import { ChecksClosing, type ClosingCheck } from '#libs/contexts/accounts';
import {
  bankLink,
  type BankLinkTransactions,
  KnowsTransactionsOfLinks,
} from '#libs/contexts/bank-links';
import { AggregateStore, type EventStore } from '#libs/platform/event-store';
import type { ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { EVENT_STORE } from '#libs/platform/service';
import { cashSeriesDocuments, CashSeriesIndex } from './read-models/cash-series.document.js';
import {
  cashTransactionDocuments,
  CashTransactionIndex,
} from './read-models/cash-transaction.document.js';

/** Statuses of money in transit. */
const IN_PROCESS = ['PD', 'PR'] as const;

/** What keeps an account from being closed while a transaction is pending or processing. */
export function cashUnderWay(oid: string, status: string): string {
  return `Cash transaction ${oid} is ${status}.`;
}

/** Blocks closing an account while cash is pending or processing, or a series is active. */
@ChecksClosing()
@Injectable()
export class CashPending implements ClosingCheck {
  constructor(private readonly readModels: ReadModels) {}

  async obstacles(ids: readonly string[], point: ReadPoint): Promise<readonly string[]> {
    const transactions = this.readModels.of(cashTransactionDocuments);
    const index = CashTransactionIndex.Status;
    const ofAccount = { index: CashSeriesIndex.Account, equals: ids };
    const [series, ...inProcess] = await Promise.all([
      this.readModels.of(cashSeriesDocuments).findAll({ ...ofAccount, range: { from: '' } }, point),
      ...IN_PROCESS.map((status) =>
        transactions.findAll({ index, equals: [...ids, status] }, point),
      ),
    ]);
    return [
      ...inProcess.flat().map(({ oid, status }) => cashUnderWay(oid, status)),
      ...series.map(
        ({ repeatCashTransactionOid: oid }) => `The repeating cash transaction ${oid} goes on.`,
      ),
    ];
  }
}

/**
 * Whether an account has pending or processing cash, or an active series.
 * @param atLeast position the read models must have reached
 */
export async function hasPendingCash(
  readModels: ReadModels,
  accountNumber: string,
  atLeast: bigint,
): Promise<boolean> {
  return (await new CashPending(readModels).obstacles([accountNumber], atLeast)).length > 0;
}

/** Reports whether a bank link is in use by cash in transit. The read model must first catch up with the end of the log. */
@KnowsTransactionsOfLinks()
@Injectable()
export class PendingOnBankLink implements BankLinkTransactions {
  constructor(
    private readonly readModels: ReadModels,
    private readonly aggregates: AggregateStore,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  /** Money of other accounts whose reports name the link is none of its business. */
  async hasInProcess(bankLinkOid: string): Promise<boolean> {
    const { state: link } = await this.aggregates.loadCached(bankLink, bankLinkOid);
    const head = await this.eventStore.head();
    const transactions = this.readModels.of(cashTransactionDocuments);
    const index = CashTransactionIndex.BankLink;
    const found = await Promise.all(
      IN_PROCESS.map((status) =>
        transactions.findAll({ index, equals: [bankLinkOid, status] }, head),
      ),
    );
    return found.flat().some(({ accountNumber }) => accountNumber === link?.accountNumber);
  }
}
