/** Cash transactions in process on a link; the feature that stores them, which imports this one, provides it. */
export abstract class BankLinkTransactions {
  /** Whether a transaction on the link is pending or processing (PD, PR), as of the end of the log. */
  abstract hasInProcess(bankLinkOid: string): Promise<boolean>;
}
