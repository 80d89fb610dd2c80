import { Injectable } from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { decimalOf, type Money, notFound, RefusedException } from '#libs/platform/kernel';
import { Sealer } from '#libs/platform/runtime';
import type { LinkIds, NewBankLink } from './bank-link.events.js';
import { findBankLink } from './bank-link.facts.js';

/** Repeating an order keeps the id of its link. */
type MicroDepositOrder = Pick<LinkIds, 'bankLinkOid'> &
  Pick<NewBankLink, 'accountType' | 'routingNumber' | 'bankAccountNumber' | 'nameOnAccount'>;

/** Two different amounts from `0.01` to `0.99`, US dollars. */
type MicroDepositPair = readonly [string, string];

/** Port to the ACH network. In production its adapter calls a bank. */
export abstract class AchNetwork {
  /**
   * Sends both deposits; resolves once the network has confirmed them. Repeating an order must not send more deposits.
   * @throws if the network can't accept or confirm them now; the caller tries again
   */
  abstract sendMicroDeposits(order: MicroDepositOrder, amounts: MicroDepositPair): Promise<void>;

  /** The amounts sent for a link. Only a sandbox reveals them ([back-office.microdeposits]). */
  sentAmounts(_bankLinkOid: string): MicroDepositPair | undefined {
    return undefined;
  }
}

/**
 * Derives the amounts of micro-deposits from the link id by a keyed hash ([bank-link.deposits]): the same on each call, stored
 * nowhere, unknown without the key.
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

  /** The hash stored in the log; ignores the order of the amounts and trailing zeros. */
  key(bankLinkOid: string, amounts: readonly [Money, Money] | MicroDepositPair): string {
    const canonical = amounts.map((amount) => decimalOf(String(amount)).toFixed()).sort();
    return this.sealer.keyedHash('bank-link/amounts', [bankLinkOid, ...canonical].join('|'));
  }
}

function dollars(cents: number): string {
  return `0.${String(cents).padStart(2, '0')}`;
}

/** The default network: confirms at once, moves no money, and reveals the amounts to the back office. */
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

/** Amounts sent by the sandbox network; no other network reveals them. */
@Injectable()
export class SentMicroDeposits {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly ach: AchNetwork,
  ) {}

  /**
   * @param asOf position to read the link at
   * @throws RefusedException 404 if none were sent
   */
  async amounts(accountNumber: string, oid: string, asOf?: bigint): Promise<MicroDepositPair> {
    const link = await findBankLink(this.aggregates, oid, asOf);
    const isSent = link?.accountNumber === accountNumber && link.amountsKey !== undefined;
    const amounts = isSent ? this.ach.sentAmounts(oid) : undefined;
    if (!amounts) throw new RefusedException(notFound());
    return amounts;
  }
}
