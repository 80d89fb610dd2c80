import { Inject, Injectable, Optional } from '@nestjs/common';
import { account, type AccountView, mayDo } from '#libs/contexts/accounts';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore } from '#libs/platform/event-store';
import type { Caller } from '#libs/platform/http';
import { accountClass, isAccountNumber, isLoginId } from '#libs/platform/kernel';
import { BANK_LINK_TRANSACTIONS, type BankLinkTransactions } from './bank-link-transactions.js';
import type { OwnerFacts, VerificationFacts } from './domain/bank-link.commands.js';

type Owners = Pick<
  AccountView,
  'firmId' | 'accountType' | 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'
>;

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
    if (!isLoginId(loginId)) return { ownerKnown: false, isOwner: false };
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
    const nobody = { ownerKnown: false, isOwner: false };
    if (!isAccountNumber(accountNumber)) return { callerKnown, access: 'not-found', ...nobody };
    const { state } = await this.aggregates.load(account, accountNumber);
    if (!state.opened) return { callerKnown, access: 'not-found', ...nobody };
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
