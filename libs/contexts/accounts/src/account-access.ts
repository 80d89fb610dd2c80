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
import { joinAlternatives, isAccountNumber, isRefusal, notFound } from '#libs/platform/kernel';
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

/** The account as routes below `/accounts/{accountnumber}` get it: the state on a write, the document on a read. */
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

/** A document that a route shows in addition to the account, identified by path parameters. */
interface ShownDocument {
  readonly model: ReadModelDefinition;
  readonly id: (params: Params) => string | undefined;
}

/** What the decorators below declare about a method. */
interface Declared {
  readonly action?: AccountAction;
  readonly shows?: ShownDocument;
  readonly takesClosed?: boolean;
}

/** By method. A map rather than reflect-metadata, which walks the prototype chain on each request. */
const declared = new WeakMap<object, Declared>();

function declare(part: Declared): MethodDecorator {
  return (_prototype, _name, { value }) => {
    const method = value as object;
    declared.set(method, { ...declared.get(method), ...part });
  };
}

/**
 * Checks the caller's rights on the account in the path before anything else: 404 if the account does not exist or is another firm's,
 * 403 if the acting member may not do this ([errors.404], [permission.codes]). Writes are checked against the stream, so that a right
 * revoked a moment ago no longer counts; reads against the document, as-of reads against the present one.
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

  /** Reads the document of {@link Shows} while the rights are being checked. */
  #shown(
    shows: ShownDocument | undefined,
    params: Params,
    { consistency }: RequestContext,
  ): Promise<Document | undefined> | undefined {
    const id = shows?.id(params);
    if (shows === undefined || id === undefined) return undefined;
    const found = this.readModels.of(shows.model).shown(id, consistency);
    // a refused request never awaits it
    found.catch(() => undefined);
    return found;
  }
}

/**
 * Loads an account from the log, for routes without the guard.
 * @throws RefusedException 404 if there is none
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
 * Route decorator: checks the right to perform the action on the account in the path, before the body is read.
 * @param guard a subclass of the guard, for routes with their own refusals
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

/** Route decorator of a write that also runs on closed accounts; all others are refused there. */
export const OnClosedToo = (): MethodDecorator => declare({ takesClosed: true });

/** Who may perform an action without a permission, for the API description. */
const OTHERS: Partial<Record<AccountAction, string>> = {
  summary: ', or is the firm’s API client acting for itself',
  sign: ', or has to sign',
  update: ', or is the firm’s API client acting for itself, to close it',
  readPermissions: ', owns it, or is the firm’s API client acting for itself',
  changePermissions: ', owns it, or is the firm’s API client acting for itself',
};

/** Who may perform an action on an account, for the API description. */
export function allowedOn(action: AccountAction): AllowedCallers {
  const permissions = joinAlternatives(permissionsFor(action));
  return {
    roles: isOpenToAuditors(action) ? ['client', 'auditor'] : ['client'],
    requirement: `The acting member holds ${permissions} on the account${OTHERS[action] ?? ''}.`,
  };
}

/** Parameter decorator: the {@link AccountView} of {@link OnAccount}. On a GET it is the whole `AccountDocument`, to save a second read. */
export const TheAccount = createParamDecorator(
  (_: unknown, execution: ExecutionContext): AccountView => {
    const view = execution.getArgByIndex<AccountRequest>(0)[VIEW];
    if (!view) throw new Error('the route lacks @OnAccount');
    return view;
  },
);

/**
 * Decorator of a GET with {@link OnAccount}: reads a document of the account while the rights are checked, for {@link Shown}.
 * @param id returns the id of the document; undefined if the path can't have one
 */
export function Shows<D extends Document>(
  model: ReadModelDefinition<D>,
  id: (params: Params) => string | undefined,
): MethodDecorator {
  return declare({ shows: { model, id } });
}

/** Parameter decorator: the document of {@link Shows}, if any. The route must check that it belongs to the account. */
export const Shown = createParamDecorator(
  (_: unknown, execution: ExecutionContext): Document | undefined =>
    execution.getArgByIndex<AccountRequest>(0)[SHOWN],
);
