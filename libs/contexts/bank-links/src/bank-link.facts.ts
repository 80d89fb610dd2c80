import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { account, type AccountView, mayDo, ownersOf } from '#libs/contexts/accounts';
import type { LinkedAccounts } from '#libs/contexts/attention';
import { memberDecider } from '#libs/contexts/members';
import { AggregateStore, type Claim } from '#libs/platform/event-store';
import {
  businessNow,
  type Caller,
  type Clock,
  type CommandMetadata,
  isLoginId,
  isNumericOid,
  loginIdKey,
} from '#libs/platform/kernel';
import { accountClass, isAccountNumber } from '#libs/contexts/codes';
import { Sealer } from '#libs/platform/runtime';
import {
  CLOCK,
  CommandRunner,
  OwnsReservations,
  PLATFORM,
  type Platform,
  type ReservationOwner,
} from '#libs/platform/service';
import type { NewBankLink } from './bank-link.events.js';
import { bankLink, type BankLink, type OwnerFacts } from './bank-link.js';
import { bankAccount, isUsedUp } from './limits.js';

type Owners = Pick<
  AccountView,
  'firmId' | 'accountType' | 'primaryAccountOwner' | 'jointOwners' | 'requiredSigners'
>;

const NOBODY = { ownerKnown: false, isOwner: false } as const;

/** Cash transactions in process on a link; the feature that stores them, which imports this one, provides it. */
export abstract class BankLinkTransactions {
  /** Whether a transaction on the link is pending or processing (PD, PR), as of the end of the log. */
  abstract hasInProcess(bankLinkOid: string): Promise<boolean>;
}

/** Reads from other streams what the rules of bank links need, and tells others of them. */
@Injectable()
export class BankLinkFacts implements OnModuleInit, LinkedAccounts {
  #cash!: BankLinkTransactions;

  constructor(
    private readonly aggregates: AggregateStore,
    private readonly moduleRef: ModuleRef,
  ) {}

  onModuleInit(): void {
    this.#cash = this.moduleRef.get<BankLinkTransactions>(BankLinkTransactions, { strict: false });
  }

  async accountOf(bankLinkOid: string): Promise<string | undefined> {
    return (await findBankLink(this.aggregates, bankLinkOid))?.accountNumber;
  }

  /** Relation of a login id to an account. Members of other firms count as unknown. */
  async owner(on: Owners, loginId: string): Promise<OwnerFacts> {
    if (!isLoginId(loginId)) return NOBODY;
    const { state } = await this.aggregates.load(memberDecider, loginId);
    return {
      ownerKnown: state.member?.firmOid === on.firmId,
      isOwner: linkOwnersOf(on).includes(loginId),
    };
  }

  async verification(accountNumber: string, ownerLoginId: string, caller: Caller) {
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
function linkOwnersOf(on: Owners): readonly string[] {
  return accountClass(on.accountType) === 'corporate'
    ? on.requiredSigners.map(({ loginId }) => loginId)
    : ownersOf(on);
}

/**
 * Reads a bank link from the log; undefined if it doesn't exist.
 * @param asOf position to read it at
 */
export async function findBankLink(aggregates: AggregateStore, oid: string, asOf?: bigint) {
  return isNumericOid(oid) ? (await aggregates.load(bankLink, oid, asOf)).state : undefined;
}

/** Reservation kind: a bank account among the links of one account and owner. The holder is the link id. */
export const BANK_ACCOUNT = 'bank-account';

export function bankAccountClaim(
  bankLinkOid: string,
  accountNumber: string,
  { ownerLoginId, routingNumber, bankAccountNumber }: NewBankLink,
): Claim {
  const number = bankAccountNumber.reveal();
  const parts = [accountNumber, loginIdKey(ownerLoginId), routingNumber, number];
  return { kind: BANK_ACCOUNT, value: parts.join('|'), holder: bankLinkOid };
}

/** A link holds its bank account until it is cancelled. */
@OwnsReservations()
export class BankAccountOwner implements ReservationOwner {
  readonly kinds = [BANK_ACCOUNT];

  constructor(private readonly aggregates: AggregateStore) {}

  async holds(holder: string, key: string): Promise<boolean> {
    const link = await findBankLink(this.aggregates, holder);
    return link?.status === 'A' && link.bankAccountKey === key;
  }
}

type LinkedAccount = Pick<
  BankLink,
  'ownerLoginId' | 'routingNumber' | 'bankAccountNumber' | 'bankAccountKey'
>;

/** Counts verification attempts at one bank account of an owner, across all links to it. */
@Injectable()
export class VerificationAttempts {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly commands: CommandRunner,
    private readonly sealer: Sealer,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(PLATFORM) private readonly platform: Platform,
  ) {}

  async areUsedUp(link: LinkedAccount, firmId: string): Promise<boolean> {
    const { state } = await this.aggregates.load(bankAccount, this.keyOf(link));
    const { microDepositAttempts } = this.platform.config;
    return isUsedUp(state, microDepositAttempts, businessNow(this.clock, firmId));
  }

  /**
   * Uses up an attempt; must run before any amounts are compared.
   * @throws RefusedException if none is left
   */
  async take(link: BankLink, metadata: CommandMetadata): Promise<void> {
    const { microDepositAttempts: attempts } = this.platform.config;
    const command = { type: 'TakeAttempt', bankLinkOid: link.bankLinkOid, attempts } as const;
    await this.commands.executeOrThrow(bankAccount, this.keyOf(link), command, metadata);
  }

  /**
   * Stream key of a bank account. Leading zeros are ignored, else each padding would have its own attempts. After the owner's
   * erasure only the key of the reservation is left ([bank-link.limit]).
   */
  keyOf({ ownerLoginId, routingNumber, bankAccountNumber, bankAccountKey }: LinkedAccount): string {
    const number = bankAccountNumber?.reveal()?.replace(/^0+/, '');
    if (routingNumber === undefined || number === undefined) return bankAccountKey;
    const parts = [loginIdKey(ownerLoginId), routingNumber, number];
    return this.sealer.keyedHash('bank-link/bank-account', parts.join('|'));
  }
}
