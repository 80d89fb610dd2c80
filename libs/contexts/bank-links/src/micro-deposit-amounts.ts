import { Injectable } from '@nestjs/common';
import { decimalOf, type Money } from '#libs/platform/kernel';
import { Sealer } from '#libs/platform/runtime';
import type { MicroDepositPair } from './ach-network.js';

/**
 * The amounts of micro-deposits ([bank-link.deposits]). They follow from the id of the link by a keyed hash: the same each time they are
 * sent, stored nowhere, and known to nobody who lacks the key.
 */
@Injectable()
export class MicroDepositAmounts {
  constructor(private readonly sealer: Sealer) {}

  /** The two amounts of a link, different from each other. */
  of(bankLinkOid: string): MicroDepositPair {
    const hash = this.sealer.keyedHash('bank-link/micro-deposits', bankLinkOid);
    const bytes = Buffer.from(hash, 'base64url');
    const first = 1 + (bytes.readUInt32BE(0) % 99);
    const other = 1 + (bytes.readUInt32BE(4) % 98);
    return [dollars(first), dollars(other < first ? other : other + 1)];
  }

  /**
   * What the log keeps of two amounts of a link: equal for equal amounts in any order, `0.10` or `0.1`.
   */
  key(bankLinkOid: string, amounts: readonly [Money, Money] | MicroDepositPair): string {
    const canonical = amounts.map((amount) => decimalOf(String(amount)).toFixed()).sort();
    return this.sealer.keyedHash('bank-link/amounts', [bankLinkOid, ...canonical].join('|'));
  }
}

function dollars(cents: number): string {
  return `0.${String(cents).padStart(2, '0')}`;
}
