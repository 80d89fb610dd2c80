import { Inject, Injectable } from '@nestjs/common';
import type { BankLinkTransactions } from '#libs/contexts/bank-links';
import type { EventStore } from '#libs/platform/event-store';
import { ReadModels } from '#libs/platform/read-models';
import { EVENT_STORE } from '#libs/platform/service';
import {
  cashTransactionDocuments,
  CashTransactionIndex,
} from './read-models/cash-transaction.document.js';
import { IN_PROCESS } from './money-under-way.js';

/** Tells bank links whether money is on its way over them: the read model, with everything that is in the log now. */
@Injectable()
export class PendingOnBankLink implements BankLinkTransactions {
  constructor(
    private readonly readModels: ReadModels,
    @Inject(EVENT_STORE) private readonly eventStore: EventStore,
  ) {}

  async hasInProcess(bankLinkOid: string): Promise<boolean> {
    const head = await this.eventStore.head();
    const transactions = this.readModels.of(cashTransactionDocuments);
    const index = CashTransactionIndex.BankLink;
    const pages = await Promise.all(
      IN_PROCESS.map((status) =>
        transactions.find({ index, equals: [bankLinkOid, status], limit: 1 }, head),
      ),
    );
    return pages.some(({ items }) => items.length > 0);
  }
}
