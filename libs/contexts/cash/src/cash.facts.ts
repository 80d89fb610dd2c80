import { Inject, Injectable } from '@nestjs/common';
import {
  type AccountView,
  ChecksClosing,
  closedProblem,
  type ClosingCheck,
  restrictionProblem,
} from '#libs/contexts/accounts';
import {
  bankLink,
  bankLinkDocuments,
  type BankLinkTransactions,
  findBankLink,
  statusAt,
} from '#libs/contexts/bank-links';
import { AggregateStore, type EventStore } from '#libs/platform/event-store';
import { businessNow, type Clock, isOid, type ReadPoint } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { CLOCK, EVENT_STORE } from '#libs/platform/service';
import { type BankLinkFact, cashStreamId, type CashTransaction } from './cash-state.js';
import {
  cashSeriesDocuments,
  CashSeriesIndex,
  cashTransactionDocuments,
  CashTransactionIndex,
} from './cash.document.js';
import { cash } from './cash.js';

/** Reads bank links from their streams, not documents: a link cancelled a moment ago must refuse new transactions. */
@Injectable()
export class BankLinkDirectory {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async find(oid: string): Promise<BankLinkFact | undefined> {
    const link = await findBankLink(this.aggregates, oid);
    if (!link) return undefined;
    const { accountNumber, firmId, verification } = link;
    const status = statusAt(link, businessNow(this.clock, firmId));
    return { oid, accountNumber, status, verified: verification !== undefined };
  }

  /** Bank name and last four digits of the linked account, for display. Undefined once the owner's data is erased. */
  async describe(oid: string): Promise<string | undefined> {
    const { position } = await this.aggregates.loadCached(bankLink, oid);
    const document = await this.readModels.of(bankLinkDocuments).get(oid, position);
    if (document?.bankName === undefined) return undefined;
    return `${document.bankName} ${document.bankAccountNumber.masked.slice(-4)}`;
  }
}

/** Statuses of money in transit. */
const IN_PROCESS = ['PD', 'PR'] as const;

/** What keeps an account from being closed while a transaction is pending or processing. */
export function cashUnderWay(oid: string, status: string): string {
  return `Cash transaction ${oid} is ${status}.`;
}

/** Blocks closing an account while cash is pending or processing, or a series is active. */
@ChecksClosing()
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

/** Why an account can't take the next transaction of a series now; undefined if it can. */
export function seriesObstacle(account: Pick<AccountView, 'closed' | 'restrictions'>) {
  return (closedProblem(account) ?? restrictionProblem(account))?.message;
}

/** Reads a transaction of an account from the log; undefined if there is none. */
export async function findTransaction(
  aggregates: AggregateStore,
  accountNumber: string,
  oid: string,
): Promise<CashTransaction | undefined> {
  if (!isOid(oid)) return undefined;
  const { state } = await aggregates.load(cash, cashStreamId(accountNumber, oid));
  return state.transactions.get(oid);
}
