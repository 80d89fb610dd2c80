import { Inject, Injectable } from '@nestjs/common';
import { account, accountDocuments, jointly, restrictionProblem } from '#libs/contexts/accounts';
import { memberDocuments } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import { isAccountNumber, isOid, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { BANK_LINK_DIRECTORY, type BankLinkDirectory } from './bank-link-directory.js';
import type { CreateTransaction, ReportTransaction } from './domain/cash.commands.js';
import { cash } from './domain/cash.js';
import { cashStreamId } from './domain/cash-id.js';
import { bankLinkOf } from './domain/cash.state.js';

/** What cash transactions have to know of other streams. */
@Injectable()
export class CashFacts {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    @Inject(BANK_LINK_DIRECTORY) private readonly bankLinks: BankLinkDirectory,
  ) {}

  /** Everything a new transaction is checked against and described with, from the log; the account has been read for the request. */
  async creation(
    accountNumber: string,
    input: CreateTransaction['input'],
  ): Promise<CreateTransaction['facts']> {
    const { state, position } = await this.aggregates.recall(account, accountNumber);
    if (!state.opened) throw new Error('a transaction on an account that does not exist');
    const { firmId, accountType, primaryAccountOwner, details } = state;
    const link = bankLinkOf(input);
    const [bankLink, accountRegistration] = await Promise.all([
      link === undefined ? undefined : this.bankLinks.find(link),
      this.#registration(accountNumber, position),
    ]);
    const own = bankLink?.accountNumber === accountNumber ? link : undefined;
    return {
      firmId,
      accountType,
      primaryAccountOwner,
      ...jointly(state),
      bankLink,
      restriction: restrictionProblem(state, 'createCashTransaction'),
      accountDescription: details.accountName ?? accountNumber,
      bankDescription: own === undefined ? undefined : await this.bankLinks.describe(own),
      accountRegistration,
    };
  }

  /** Why the next transaction of a series can't be made now; undefined when it can. */
  async obstacle(accountNumber: string): Promise<string | undefined> {
    return (await this.scheduling(accountNumber)).obstacle;
  }

  /** The same, and the firm by whose clock the series goes. */
  async scheduling(
    accountNumber: string,
  ): Promise<{ readonly firmId?: string; readonly obstacle: string | undefined }> {
    const { state } = await this.aggregates.load(account, accountNumber);
    return state.opened
      ? { firmId: state.firmId, obstacle: obstacleIn(state) }
      : { obstacle: 'The account does not exist.' };
  }

  /** @throws RefusedException 404 when the account has no transaction of this id */
  async requireTransaction(accountNumber: string, oid: string): Promise<void> {
    if (isOid(oid)) {
      const { state } = await this.aggregates.load(cash, cashStreamId(accountNumber, oid));
      if (state.transactions.has(oid)) return;
    }
    throw new RefusedException(notFound());
  }

  /** The account a report is about; undefined when there is no such account. */
  async reported(accountNumber: string): Promise<ReportTransaction['account'] | undefined> {
    if (!isAccountNumber(accountNumber)) return undefined;
    const { state } = await this.aggregates.load(account, accountNumber);
    if (!state.opened) return undefined;
    const { firmId, primaryAccountOwner } = state;
    return { firmId, primaryAccountOwner, ...jointly(state), obstacle: obstacleIn(state) };
  }

  /** The registered name of an entity or a trust, else the names of the owners. */
  async #registration(accountNumber: string, atLeast: bigint): Promise<string | undefined> {
    const document = await this.readModels.of(accountDocuments).get(accountNumber, atLeast);
    if (!document) return undefined;
    const { accountRegistrationInfo, owners } = document;
    if (accountRegistrationInfo !== undefined) return accountRegistrationInfo;
    const members = await this.readModels.of(memberDocuments).getMany(owners, atLeast);
    const names = members.map((member) =>
      [member?.firstName, member?.lastName].filter((name) => name !== undefined).join(' '),
    );
    return names.filter((name) => name !== '').join(' and ');
  }
}

/** Why a restricted account takes no new transaction. */
function obstacleIn(state: Parameters<typeof restrictionProblem>[0]): string | undefined {
  return restrictionProblem(state, 'createCashTransaction')?.message;
}
