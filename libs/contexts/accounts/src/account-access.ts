import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { ActingPersons } from '#libs/contexts/members';
import {
  type AllowedCallers,
  Allows,
  contextOf,
  RefusedException,
  type RequestContext,
  throwIfRefused,
} from '#libs/platform/http';
import { eitherOf, isAccountNumber, isRefusal, notFound } from '#libs/platform/kernel';
import { ReadModels } from '#libs/platform/read-models';
import { account, accessRefusal } from './domain/account.js';
import { type AccountAction, isOpenToAuditors, permissionsFor } from './domain/access.js';
import type { Account } from './domain/state.js';
import { accountDocuments } from './documents/account.document.js';

/** What a route below `/accounts/{accountnumber}` may rely on: the state for a write, the document for a read. */
export type AccountView = Pick<
  Account,
  | 'accountNumber'
  | 'firmId'
  | 'accountType'
  | 'primaryAccountOwner'
  | 'jointOwners'
  | 'permissions'
  | 'requiredSigners'
  | 'restrictions'
>;

const ACTION = 'account action';
const VIEW = Symbol('account');

interface AccountRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  [VIEW]?: AccountView;
}

/**
 * Checks the caller's rights on the account in the path before anything else is looked at: 404 when it does not exist or is
 * another firm's, 403 when the acting member may not do this (decisions §1, §2). A write is checked against the stream, so
 * that a right that was just revoked is gone; a read against the document it answers with, and a read of the past against that
 * of the present. The API client of the firm reads the summary of every account of its firm without a permission (own).
 */
@Injectable()
export class AccountGuard implements CanActivate {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
    private readonly persons: ActingPersons,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const request = execution.getArgByIndex<AccountRequest>(0);
    const action = Reflect.getMetadata(ACTION, execution.getHandler()) as AccountAction;
    const context = contextOf(request);
    const accountNumber = request.params['accountnumber'] ?? '';
    if (!isAccountNumber(accountNumber)) throw new RefusedException(notFound());
    const accounts = this.readModels.of(accountDocuments);
    const now =
      request.method === 'GET' || request.method === 'HEAD'
        ? await accounts.get(accountNumber, context.present)
        : await this.#state(accountNumber);
    if (!now) throw new RefusedException(notFound());
    const refusal = accessRefusal(action, now, context.caller);
    if (isRefusal(refusal) && !(await this.#looksOn(action, now, context))) throwIfRefused(refusal);
    const view = context.past ? await accounts.get(accountNumber, context.past) : now;
    if (!view) throw new RefusedException(notFound());
    request[VIEW] = view;
    return true;
  }

  /** A firm answers for all of its accounts: its API client, acting for itself, reads what the list of accounts shows it. */
  async #looksOn(
    action: AccountAction,
    { firmId }: AccountView,
    context: RequestContext,
  ): Promise<boolean> {
    if (action !== 'summary' || context.caller.firmId !== firmId) return false;
    return this.persons.isFirmItself(context);
  }

  async #state(accountNumber: string): Promise<AccountView | undefined> {
    const { state } = await this.aggregates.load(account, accountNumber);
    return state.opened ? state : undefined;
  }
}

/**
 * The route does this on the account in its path: who may not is refused before its body is read.
 * @param guard a heir of the guard, for routes that refuse in words of their own
 */
export function OnAccount(
  action: AccountAction,
  guard: typeof AccountGuard = AccountGuard,
): MethodDecorator {
  return applyDecorators(SetMetadata(ACTION, action), Allows(allowedOn(action)), UseGuards(guard));
}

/** Who else may, without one of the permissions. */
const OTHERS: Partial<Record<AccountAction, string>> = {
  summary: ', or is the firm’s API client acting for itself',
  sign: ', or has to sign',
};

/** Who may do something on an account, for the API description. */
export function allowedOn(action: AccountAction): AllowedCallers {
  const permissions = eitherOf(permissionsFor(action));
  return {
    roles: isOpenToAuditors(action) ? ['client', 'auditor'] : ['client'],
    besides: `The acting member holds ${permissions} on the account${OTHERS[action] ?? ''}.`,
  };
}

/**
 * Parameter annotation: the {@link AccountView} that {@link OnAccount} found. On a GET it is the whole `AccountDocument`, so that the
 * answer takes no second read.
 */
export const TheAccount = createParamDecorator(
  (_: unknown, execution: ExecutionContext): AccountView => {
    const view = execution.getArgByIndex<AccountRequest>(0)[VIEW];
    if (!view) throw new Error('the route lacks @OnAccount');
    return view;
  },
);
