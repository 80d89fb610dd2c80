export { type Access, type AccountCaller, mayDo } from './domain/access.js';
export { account } from './domain/account.js';
export type { AccountCommand } from './domain/commands.js';
export type * from './domain/events.js';
export { restrictionProblem } from './domain/restrictions.js';
export { type Account, jointly, ownersOf } from './domain/state.js';
export {
  AccountGuard,
  type AccountView,
  allowedOn,
  OnAccount,
  OnClosedToo,
  requireAccount,
  type AccountResource,
  OnResource,
  TheAccountDocument,
  TheDocument,
  TheAccount,
} from './account-access.js';
export { OpenAccounts } from './open-accounts.js';
export { closedProblem, closedRefusal } from './domain/closing.js';
export { ChecksClosing, closingCheck, ClosingChecks, type ClosingCheck } from './closing-checks.js';
export { accountEvents } from './account.registry.js';
export {
  type AccountDocument,
  accountDocuments,
  AccountIndex,
} from './read-models/account.document.js';
export { AccountsModule } from './accounts.module.js';
export { accountRules } from './domain/account-rules.js';
