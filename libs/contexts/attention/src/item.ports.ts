/** Accounts of bank links; the feature that stores the links, which imports this one, provides it. */
export abstract class LinkedAccounts {
  /** Number of the account of a bank link; undefined if there is no such link. */
  abstract accountOf(bankLinkOid: string): Promise<string | undefined>;
}
