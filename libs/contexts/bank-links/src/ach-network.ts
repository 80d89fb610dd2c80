import type { BankAccountType, Secret } from '#libs/platform/kernel';

/** Two deposits into a bank account that is to be verified. */
export interface MicroDepositOrder {
  /** Id of the link: the same order again has the same id. */
  readonly bankLinkOid: string;
  readonly accountType: BankAccountType;
  readonly routingNumber: string;
  readonly bankAccountNumber: Secret;
  readonly nameOnAccount: string;
}

/** US dollars as decimal strings with two decimals, `0.01` to `0.99`, different from each other. */
export type MicroDepositPair = readonly [string, string];

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
