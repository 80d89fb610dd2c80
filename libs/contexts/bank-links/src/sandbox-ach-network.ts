import { Injectable } from '@nestjs/common';
import { AchNetwork, type MicroDepositPair } from './ach-network.js';
import { MicroDepositAmounts } from './micro-deposit-amounts.js';

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
