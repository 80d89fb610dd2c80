export {
  type Access,
  type AccountAction,
  type AccountCaller,
  type AccessList,
  mayDo,
} from './domain/access.js';
export { account, accessRefusal } from './domain/account.js';
export type { AccountCommand } from './domain/commands.js';
export { accountNameKey } from './domain/details.js';
export type * from './domain/events.js';
export { type RestrictedAction, restrictionProblem } from './domain/restrictions.js';
export type { Account, AccountState } from './domain/state.js';
export type { AccountPermission, RequiredSigner, Restriction } from './domain/values.js';
export { AccountGuard, type AccountView, OnAccount, TheAccount } from './account-access.js';
export { AccountClaimKind } from './account-reservations.js';
export { accountEvents } from './account.registry.js';
export { accountDocuments, AccountIndex } from './documents/account.document.js';
export type { AccountDocument } from './documents/account.model.js';
export { accounts } from './accounts.context.js';
export { AccountsModule } from './accounts.module.js';
export { accountRules } from './rule-codes.js';
