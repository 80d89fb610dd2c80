import { conflict, decideBy, type Decider, notFound } from '#libs/platform/kernel';
import {
  accessRefusal,
  type AccountAction,
  changePermission,
  grantPermission,
  reducesPermission,
  revokePermission,
} from './access.js';
import type { AccountCommand } from './account-commands.js';
import { type Account, type AccountState, evolveAccount, initialAccount } from './account-state.js';
import type { AccountEvent } from './account.events.js';
import { closedRefusal, decideClosing, undoOpening } from './closing.js';
import { openAccount } from './opening.js';
import { addRestriction, applyIdentityCheck, removeRestriction } from './restrictions.js';
import { signAgreement } from './signing.js';
import { applyOwnerExclusions, changeBillingPlan, updateAccount } from './updating.js';

/** The action that each command is checked for. Opening has no account yet; commands of reactions have no caller. */
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
 * An account: details, restrictions, permissions and customer agreement signatures, in stream `account-{accountNumber}`. One stream,
 * so that the last signature and the end of restriction 020 are one append.
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
    if (state.closed && !takenWhenClosed(command, state)) {
      // commands of reactions have nothing to change on a closed account
      return 'caller' in command ? closedRefusal() : [];
    }
    return decideOpened(command, state, context);
  },
};

/** Whether a closed account takes a command: it only makes the account less, or says so itself. */
function takenWhenClosed(command: AccountCommand, { permissions }: Account): boolean {
  switch (command.type) {
    case 'UpdateAccount':
    case 'RevokePermission':
      return true;
    case 'ChangePermission':
      return reducesPermission(command, permissions);
    default:
      return false;
  }
}

const decideOpened = decideBy<
  Account,
  Exclude<AccountCommand, { type: 'OpenAccount' }>,
  AccountEvent
>({
  UpdateAccount: updateAccount,
  DecideClosing: decideClosing,
  UndoOpening: undoOpening,
  AddRestriction: addRestriction,
  RemoveRestriction: removeRestriction,
  SignAgreement: signAgreement,
  GrantPermission: grantPermission,
  ChangePermission: changePermission,
  RevokePermission: revokePermission,
  ApplyOwnerExclusions: applyOwnerExclusions,
  ApplyIdentityCheck: applyIdentityCheck,
  ChangeBillingPlan: changeBillingPlan,
});
