export { ActiveBankLinks } from './active-bank-links.js';
export type * from './domain/bank-link.events.js';
export { statusAt } from './domain/bank-link.state.js';
export { bankLink } from './domain/bank-link.js';
export { bankLinkDocuments, BankLinkIndex } from './read-models/bank-link.document.js';
export {
  KnowsTransactionsOfLinks,
  type BankLinkTransactions,
  findBankLink,
} from './bank-link-facts.js';
export { ExpirySweep } from './expiry-sweep.js';
export { MicroDepositsDto } from './http/bank-link.dto.js';
export { AchNetwork, SentMicroDeposits } from './micro-deposits.js';
export { BankLinksModule } from './bank-links.module.js';
