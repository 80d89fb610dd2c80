import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { AggregateStore } from '#libs/platform/event-store';
import { ActingPersons } from '#libs/contexts/members';
import {
  type AllowedCallers,
  Allows,
  RefusesWrites,
  contextOf,
  RefusedException,
  type RequestContext,
  throwIfRefused,
} from '#libs/platform/http';
import { eitherOf, isAccountNumber, isRefusal, notFound } from '#libs/platform/kernel';
import { type Document, type ReadModelDefinition, ReadModels } from '#libs/platform/read-models';
import { account, accessRefusal } from './domain/account.js';
import {
  type AccountAction,
  isForFirm,
  isOpenToAuditors,
  permissionsFor,
} from './domain/access.js';
import { closedRefusal } from './domain/closing.js';
import type { Account } from './domain/state.js';
import { accountDocuments } from './read-models/account.document.js';
import { accountRules } from './domain/account-rules.js';

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
> & { readonly closed?: boolean };

const VIEW = Symbol('account');
const SHOWN = Symbol('document');

type Params = Readonly<Record<string, string>>;

interface AccountRequest {
  readonly method: string;
  readonly params: Params;
  [VIEW]?: AccountView;
  [SHOWN]?: Document | undefined;
}

/** A document that a route shows beside the account, by the parameters of its path. */
interface ShownDocument {
  readonly model: ReadModelDefinition;
  readonly id: (params: Params) => string | undefined;
}

/** What is declared of a method: see the decorators below. */
interface Declared {
  readonly action?: AccountAction;
  readonly shows?: ShownDocument;
  readonly takesClosed?: boolean;
}

/** By method. Each request asks for it, and metadata takes a walk through prototypes. */
const declared = new WeakMap<object, Declared>();

function declare(part: Declared): MethodDecorator {
  return (_prototype, _name, { value }) => {
    const method = value as object;
    declared.set(method, { ...declared.get(method), ...part });
  };
}

/**
 * Checks the caller's rights on the account in the path before anything else is looked at: 404 when it does not exist or is
 * another firm's, 403 when the acting member may not do this ([errors.404], [permission.codes]). A write is checked against the stream, so
 * that a right that was just revoked is gone; a read against the document it answers with, and a read of the past against that
 * of the present. A firm answers for all of its accounts: some things its API client, acting for itself, may do without a permission.
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
    const { action, shows, takesClosed } = declared.get(execution.getHandler()) ?? {};
    if (action === undefined) throw new Error('the route lacks @OnAccount');
    const context = contextOf(request);
    const accountNumber = request.params['accountnumber'] ?? '';
    if (!isAccountNumber(accountNumber)) throw new RefusedException(notFound());
    const accounts = this.readModels.of(accountDocuments);
    const shown = this.#shown(shows, request.params, context);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const now = isRead
      ? await accounts.get(accountNumber, context.present)
      : await requireAccount(this.aggregates, accountNumber);
    if (!now) throw new RefusedException(notFound());
    if (isRefusal(accessRefusal(action, now, context.caller))) {
      const firmItself = isForFirm(action) && (await this.persons.isFirmItself(context));
      throwIfRefused(accessRefusal(action, now, { ...context.caller, firmItself }));
    }
    if (now.closed === true && !isRead && takesClosed !== true) {
      throw new RefusedException(closedRefusal());
    }
    const view = context.past ? await accounts.shown(accountNumber, context.past) : now;
    if (!view) throw new RefusedException(notFound());
    request[VIEW] = view;
    request[SHOWN] = await shown;
    return true;
  }

  /** The document of {@link Shows}, looked up while the caller's rights are. */
  #shown(
    shows: ShownDocument | undefined,
    params: Params,
    { consistency }: RequestContext,
  ): Promise<Document | undefined> | undefined {
    const id = shows?.id(params);
    if (shows === undefined || id === undefined) return undefined;
    const found = this.readModels.of(shows.model).shown(id, consistency);
    // Who is refused learns nothing of what became of it.
    found.catch(() => undefined);
    return found;
  }
}

/**
 * The account that a path or a report names, as the log has it, where no guard has looked at it.
 * @throws RefusedException 404 when there is none
 */
export async function requireAccount(
  aggregates: AggregateStore,
  accountNumber: string,
): Promise<Account> {
  if (isAccountNumber(accountNumber)) {
    const { state } = await aggregates.load(account, accountNumber);
    if (state.opened) return state;
  }
  throw new RefusedException(notFound());
}

/**
 * The route does this on the account in its path: who may not is refused before its body is read.
 * @param guard a heir of the guard, for routes that refuse in words of their own
 */
export function OnAccount(
  action: AccountAction,
  guard: typeof AccountGuard = AccountGuard,
): MethodDecorator {
  return applyDecorators(
    declare({ action }),
    Allows(allowedOn(action)),
    RefusesWrites(accountRules.of('account.closed.rule')),
    UseGuards(guard),
  );
}

/** A write on an account that looks itself at whether the account is closed; all others are refused on one that is. */
export const OnClosedToo = (): MethodDecorator => declare({ takesClosed: true });

/** Who else may, without one of the permissions. */
const OTHERS: Partial<Record<AccountAction, string>> = {
  summary: ', or is the firm’s API client acting for itself',
  sign: ', or has to sign',
  update: ', or is the firm’s API client acting for itself, to close it',
  readPermissions: ', owns it, or is the firm’s API client acting for itself',
  changePermissions: ', owns it, or is the firm’s API client acting for itself',
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

/**
 * A GET on {@link OnAccount} shows a document of the account: it is read side by side with the caller's rights, for {@link Shown}.
 * @param id of the document, by the parameters of the path; undefined where there can't be one
 */
export function Shows<D extends Document>(
  model: ReadModelDefinition<D>,
  id: (params: Params) => string | undefined,
): MethodDecorator {
  return declare({ shows: { model, id } });
}

/** Parameter annotation: the document of {@link Shows}; undefined where there is none. Whose it is has to be checked. */
export const Shown = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Document | undefined =>
    execution.getArgByIndex<AccountRequest>(0)[SHOWN],
);
