import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { RefusedException } from '#libs/platform/http';
import {
  type BankAccountType,
  decimalOf,
  type Money,
  notFound,
  type Secret,
} from '#libs/platform/kernel';
import { Sealer } from '#libs/platform/runtime';
import { findBankLink } from './bank-link-facts.js';

interface MicroDepositOrder {
  /** Id of the link: the same order again has the same id. */
  readonly bankLinkOid: string;
  readonly accountType: BankAccountType;
  readonly routingNumber: string;
  readonly bankAccountNumber: Secret;
  readonly nameOnAccount: string;
}

/** US dollars as decimal strings with two decimals, `0.01` to `0.99`, different from each other. */
type MicroDepositPair = readonly [string, string];

/** The network that moves money between bank accounts. Production puts a bank's interface behind it. */
export abstract class AchNetwork {
  /**
   * Sends both deposits; resolves when the network has confirmed them. May be called again with the same order, which is then the
   * same two deposits.
   * @throws when the network can't take or confirm them now; it is then tried again.
   */
  abstract sendMicroDeposits(order: MicroDepositOrder, amounts: MicroDepositPair): Promise<void>;

  /** What was sent for a link, where the network tells; only a sandbox does ([back-office.microdeposits]). */
  sentAmounts(_bankLinkOid: string): MicroDepositPair | undefined {
    return undefined;
  }
}

/**
 * The amounts of micro-deposits ([bank-link.deposits]). They follow from the id of the link by a keyed hash: the same each time they are
 * sent, stored nowhere, and known to nobody who lacks the key.
 */
@Injectable()
export class MicroDepositAmounts {
  constructor(private readonly sealer: Sealer) {}

  of(bankLinkOid: string): MicroDepositPair {
    const hash = this.sealer.keyedHash('bank-link/micro-deposits', bankLinkOid);
    const bytes = Buffer.from(hash, 'base64url');
    const first = 1 + (bytes.readUInt32BE(0) % 99);
    const other = 1 + (bytes.readUInt32BE(4) % 98);
    return [dollars(first), dollars(other < first ? other : other + 1)];
  }

  /** What the log keeps of two amounts of a link: equal for equal amounts in any order, `0.10` or `0.1`. */
  key(bankLinkOid: string, amounts: readonly [Money, Money] | MicroDepositPair): string {
    const canonical = amounts.map((amount) => decimalOf(String(amount)).toFixed()).sort();
    return this.sealer.keyedHash('bank-link/amounts', [bankLinkOid, ...canonical].join('|'));
  }
}

function dollars(cents: number): string {
  return `0.${String(cents).padStart(2, '0')}`;
}

/** The ACH network of the embedded default: confirms at once, moves no money, and tells the back office the amounts. */
@Injectable()
export class SandboxAchNetwork extends AchNetwork {
  constructor(private readonly amounts: MicroDepositAmounts) {
    super();
  }

  override sendMicroDeposits(): Promise<void> {
    return Promise.resolve();
  }

  override sentAmounts(bankLinkOid: string): MicroDepositPair {
    return this.amounts.of(bankLinkOid);
  }
}

/** The amounts that the sandbox ACH network sent; with any other network they are nowhere to be had. */
@Injectable()
export class SentMicroDeposits {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly ach: AchNetwork,
  ) {}

  /**
   * @param asOf a position: of the link as it was then
   * @throws RefusedException 404 where none were sent
   */
  async amounts(accountNumber: string, oid: string, asOf?: bigint): Promise<MicroDepositPair> {
    const link = await findBankLink(this.aggregates, oid, asOf);
    const isSent = link?.accountNumber === accountNumber && link.amountsKey !== undefined;
    const amounts = isSent ? this.ach.sentAmounts(oid) : undefined;
    if (!amounts) throw new RefusedException(notFound());
    return amounts;
  }
}
