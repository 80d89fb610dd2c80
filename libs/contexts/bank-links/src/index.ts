export type * from './domain/bank-link.events.js';
export { BankLinkRule } from './domain/bank-link.rules.js';
export { type BankLink, statusAt } from './domain/bank-link.state.js';
export { bankLink } from './domain/bank-link.js';
export { bankLinkDocuments } from './documents/bank-link.document.js';
export { AchNetwork } from './ach-network.js';
export { BANK_LINK_TRANSACTIONS, type BankLinkTransactions } from './bank-link-transactions.js';
export { ExpirySweep } from './expiry-sweep.js';
export { bankLinks } from './bank-links.context.js';
