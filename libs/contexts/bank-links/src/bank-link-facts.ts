import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { account, type AccountView, mayDo } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import { type Caller, RefusedException } from '#libs/platform/http';
import {
  accountClass,
  isAccountNumber,
  isLoginId,
  isNumericOid,
  notFound,
} from '#libs/platform/kernel';
import { type Discoverable, theOne } from '#libs/platform/service';
import type { OwnerFacts, VerificationFacts } from './domain/bank-link.commands.js';
import { bankLink } from './domain/bank-link.js';
import type { BankLinkState } from './domain/bank-link.state.js';

/** Class decorator of the provider that implements {@link BankLinkTransactions}. */
export const KnowsTransactionsOfLinks: Discoverable<BankLinkTransactions> =
  DiscoveryService.createDecorator();

/** Cash transactions in process on a link; the feature that stores them, which imports this one, knows them. */
export interface BankLinkTransactions {
  /** Whether a transaction on the link is pending or processing (PD, PR), as of the end of the log. */
  hasInProcess(bankLinkOid: string): Promise<boolean>;
}

type Owners = Pick<
  AccountView,
  'firmId' | 'accountType' | 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'
>;

const NOBODY = { ownerKnown: false, isOwner: false } as const;

/** Reads from other streams what the rules of bank links need. */
@Injectable()
export class BankLinkFacts implements OnModuleInit {
  #cash!: BankLinkTransactions;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    this.#cash = theOne(this.discovery, KnowsTransactionsOfLinks, 'BankLinkTransactions');
  }

  /** Relation of a login id to an account. Members of other firms count as unknown. */
  async owner(on: Owners, loginId: string): Promise<OwnerFacts> {
    if (!isLoginId(loginId)) return NOBODY;
    const { state } = await this.aggregates.load(memberDecider, loginId);
    return {
      ownerKnown: state.member?.firmOid === on.firmId,
      isOwner: ownersOf(on).includes(loginId),
    };
  }

  async verification(
    accountNumber: string,
    ownerLoginId: string,
    caller: Caller,
  ): Promise<VerificationFacts> {
    const callerKnown = caller.memberKnown;
    const unseen = { callerKnown, access: 'not-found', ...NOBODY } as const;
    if (!isAccountNumber(accountNumber)) return unseen;
    const { state } = await this.aggregates.load(account, accountNumber);
    if (!state.opened) return unseen;
    const access = mayDo('moveMoney', state, caller);
    return { callerKnown, access, ...(await this.owner(state, ownerLoginId)) };
  }

  transactionsInProcess(bankLinkOid: string): Promise<boolean> {
    return this.#cash.hasInProcess(bankLinkOid);
  }
}

/** Login ids of all owners ([bank-link.owner]); for a corporate account, of its firm rep (own rule). */
function ownersOf(on: Owners): readonly string[] {
  return accountClass(on.accountType) === 'corporate'
    ? on.requiredSigners.map(({ loginId }) => loginId)
    : [on.primaryAccountOwner, ...on.jointOwners];
}

/**
 * Reads a bank link from the log; undefined if it doesn't exist.
 * @param asOf position to read it at
 */
export async function findBankLink(
  aggregates: AggregateStore,
  oid: string,
  asOf?: bigint,
): Promise<BankLinkState> {
  return isNumericOid(oid) ? (await aggregates.load(bankLink, oid, asOf)).state : undefined;
}

/**
 * Must run before `If-Match` is checked: a 412 would reveal that another account has a link with this id.
 * @throws RefusedException 404 if the account has no such link
 */
export async function requireBankLink(
  aggregates: AggregateStore,
  accountNumber: string,
  oid: string,
): Promise<void> {
  const link = await findBankLink(aggregates, oid);
  if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
}
