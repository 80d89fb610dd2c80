import {
  conflict,
  type Decider,
  type Decision,
  type DecisionContext,
  forbidden,
  notFound,
  type Refusal,
} from '#libs/platform/kernel';
import { type AccountAction, type AccountCaller, mayDo } from './access.js';
import { closedRefusal } from './closing.js';
import type { AccountCommand } from './commands.js';
import type { AccountEvent } from './events.js';
import { openAccount } from './opening.js';
import { changePermission, grantPermission, revokePermission } from './permissions.js';
import { addRestriction, applyIdentityCheck, removeRestriction } from './restrictions.js';
import { signAgreement } from './signing.js';
import { type Account, type AccountState, evolveAccount, initialAccount } from './state.js';
import { applyOwnerExclusions, changeBillingPlan, updateAccount } from './updating.js';

/** What each request does, as far as rights go. Opening and reactions have no account, or no caller, to check. */
const ACTIONS = {
  UpdateAccount: 'update',
  AddRestriction: 'manage',
  RemoveRestriction: 'manage',
  SignAgreement: 'sign',
  GrantPermission: 'manage',
  ChangePermission: 'changePermissions',
  RevokePermission: 'changePermissions',
} as const satisfies Partial<Record<AccountCommand['type'], AccountAction>>;

/**
 * An account: details, restrictions, permissions and the signatures of its customer agreement, in stream
 * `account-{accountNumber}`. One stream, so that the last
 * signature and the end of restriction 020 are one append.
 */
export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  category: 'account',
  initial: initialAccount,
  evolve: evolveAccount,

  decide(command, state, context) {
    if (command.type === 'OpenAccount') {
      return state.opened
        ? conflict('The account number is in use.')
        : openAccount(command, context);
    }
    if (!state.opened) return notFound();
    if ('caller' in command) {
      const refusal = accessRefusal(ACTIONS[command.type], state, command.caller);
      if (refusal) return refusal;
    }
    if (state.closed && command.type !== 'UpdateAccount') {
      // what follows from other streams finds nothing to change any more
      return 'caller' in command ? closedRefusal() : [];
    }
    return decideOpened(command, state, context);
  },
};

const REFUSALS = { ok: undefined, 'not-found': notFound(), forbidden: forbidden() };

/** The refusal of a caller who may not do something on an account; undefined when it may. */
export function accessRefusal(
  action: AccountAction,
  on: Parameters<typeof mayDo>[1],
  caller: AccountCaller,
): Refusal | undefined {
  return REFUSALS[mayDo(action, on, caller)];
}

function decideOpened(
  command: Exclude<AccountCommand, { type: 'OpenAccount' }>,
  state: Account,
  context: DecisionContext,
): Decision<AccountEvent> {
  switch (command.type) {
    case 'UpdateAccount':
      return updateAccount(command, state);
    case 'AddRestriction':
      return addRestriction(command, state, context);
    case 'RemoveRestriction':
      return removeRestriction(command, state);
    case 'SignAgreement':
      return signAgreement(command, state);
    case 'GrantPermission':
      return grantPermission(command, state);
    case 'ChangePermission':
      return changePermission(command, state);
    case 'RevokePermission':
      return revokePermission(command, state);
    case 'ApplyOwnerExclusions':
      return applyOwnerExclusions(command, state);
    case 'ApplyIdentityCheck':
      return applyIdentityCheck(command, state, context);
    case 'ChangeBillingPlan':
      return changeBillingPlan(command, state);
  }
}
