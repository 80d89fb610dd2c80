/** Injection token of the {@link BankLinkTransactions}. */
export const BANK_LINK_TRANSACTIONS = Symbol('BankLinkTransactions');

/** What bank links have to know of cash transactions; the context that keeps them provides it. */
export interface BankLinkTransactions {
  /** Whether a transaction on the link is pending or processing (PD, PR), as the log has it at the time of the call. */
  hasInProcess(bankLinkOid: string): Promise<boolean>;
}
