export type * from './domain/bank-link.events.js';
export type { BankLinkCommand } from './domain/bank-link.commands.js';
export { BankLinkRule } from './domain/bank-link.rules.js';
export { type BankLink, type BankLinkState, statusAt } from './domain/bank-link.state.js';
export { bankLink } from './domain/bank-link.js';
export {
  type BankLinkDocument,
  bankLinkDocuments,
  BankLinkIndex,
} from './documents/bank-link.document.js';
export { AchNetwork, type MicroDepositOrder, type MicroDepositPair } from './ach-network.js';
export { BANK_LINK_TRANSACTIONS, type BankLinkTransactions } from './bank-link-transactions.js';
export { bankLinkEvents } from './bank-link.registry.js';
export { ExpirySweep } from './expiry-sweep.js';
export { bankLinks } from './bank-links.context.js';
