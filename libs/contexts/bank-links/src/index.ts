export { bankLinkDocuments, BankLinkIndex } from './bank-link.document.js';
export { MicroDepositsDto } from './bank-link.dto.js';
export type { BankLinkEvent } from './bank-link.events.js';
export { BankLinkTransactions, findBankLink } from './bank-link.facts.js';
export { ActiveBankLinks, ExpirySweep } from './bank-link.reactions.js';
export { bankLink, statusAt } from './bank-link.js';
export { BankLinksModule } from './bank-links.module.js';
export { AchNetwork, SentMicroDeposits } from './micro-deposits.ports.js';
