export { type AccountCaller, mayDo } from './access.js';
export type { AccountCommand } from './account-commands.js';
export { type Account, accountRules, jointly, ownersOf } from './account-state.js';
export { accountDocuments, AccountIndex, type AccountView } from './account.document.js';
export { type AccountEvent, accountEvents } from './account.events.js';
export { requireAccount } from './account.facts.js';
export {
  AccountGuard,
  allowedOn,
  OnAccount,
  OnClosedToo,
  OnResource,
  TheAccount,
  TheDocument,
} from './account.guard.js';
export { account } from './account.js';
export { AccountsModule } from './accounts.module.js';
export { closingCheck, ClosingChecks } from './closing.facts.js';
export { ChecksClosing, type ClosingCheck } from './closing.ports.js';
export { OpenAccounts } from './closing.reactions.js';
export { closedProblem, closedRefusal } from './closing.js';
export { restrictionProblem } from './restrictions.js';
