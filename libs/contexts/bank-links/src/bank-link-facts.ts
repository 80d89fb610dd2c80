import { Inject, Injectable, Optional } from '@nestjs/common';
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
import type { OwnerFacts, VerificationFacts } from './domain/bank-link.commands.js';
import { bankLink } from './domain/bank-link.js';
import type { BankLinkState } from './domain/bank-link.state.js';

/** Injection token of the {@link BankLinkTransactions}. */
export const BANK_LINK_TRANSACTIONS = Symbol('BankLinkTransactions');

/** What bank links have to know of cash transactions; the context that keeps them provides it. */
export interface BankLinkTransactions {
  /** Whether a transaction on the link is pending or processing (PD, PR), as the log has it at the time of the call. */
  hasInProcess(bankLinkOid: string): Promise<boolean>;
}

type Owners = Pick<
  AccountView,
  'firmId' | 'accountType' | 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'
>;

const NOBODY = { ownerKnown: false, isOwner: false } as const;

/** What bank links have to know of other streams, read from the log. */
@Injectable()
export class BankLinkFacts {
  constructor(
    private readonly aggregates: AggregateStore,
    /** Absent in a service without cash transactions: none is in process then. */
    @Optional() @Inject(BANK_LINK_TRANSACTIONS) private readonly cash?: BankLinkTransactions,
  ) {}

  /** Who a login id is to an account. Another firm's member is nobody. */
  async owner(on: Owners, loginId: string): Promise<OwnerFacts> {
    if (!isLoginId(loginId)) return NOBODY;
    const { state } = await this.aggregates.load(memberDecider, loginId);
    return {
      ownerKnown: state.member?.firmOid === on.firmId,
      isOwner: ownersOf(on).includes(loginId),
    };
  }

  /** For a verification: caller, account and owner. */
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

  async transactionsInProcess(bankLinkOid: string): Promise<boolean> {
    return (await this.cash?.hasInProcess(bankLinkOid)) ?? false;
  }
}

/** Login ids of the owners, joint ones too ([bank-link.owner]); of a corporate account that of the firm rep (own). */
function ownersOf(on: Owners): readonly string[] {
  return accountClass(on.accountType) === 'corporate'
    ? on.requiredSigners.map(({ loginId }) => loginId)
    : [on.primaryAccountOwner, ...on.jointOwners];
}

/**
 * A bank link as the log has it at the time of the call; undefined when there is none.
 * @param asOf a position: as it was then
 */
export async function findBankLink(
  aggregates: AggregateStore,
  oid: string,
  asOf?: bigint,
): Promise<BankLinkState> {
  return isNumericOid(oid) ? (await aggregates.load(bankLink, oid, asOf)).state : undefined;
}

/**
 * Comes before `If-Match` is looked at: its 412 would tell that another account has a link of this id.
 * @throws RefusedException 404 for a bank link that an account does not have
 */
export async function requireBankLink(
  aggregates: AggregateStore,
  accountNumber: string,
  oid: string,
): Promise<void> {
  const link = await findBankLink(aggregates, oid);
  if (link?.accountNumber !== accountNumber) throw new RefusedException(notFound());
}
