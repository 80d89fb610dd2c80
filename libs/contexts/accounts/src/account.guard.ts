import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { isAccountNumber } from '#libs/contexts/codes';
import { AggregateStore } from '#libs/platform/event-store';
import {
  AccessGuard,
  type AllowedCallers,
  Allows,
  isRead,
  RefusesWrites,
  type RequestContext,
} from '#libs/platform/http';
import {
  joinAlternatives,
  notFound,
  type Refusal,
  RefusedException,
  throwIfRefused,
} from '#libs/platform/kernel';
import { type Document, type ReadModelDefinition, ReadModels } from '#libs/platform/read-models';
import {
  type AccessList,
  accessRefusal,
  type AccountAction,
  isOpenToAuditors,
  permissionsFor,
} from './access.js';
import { accountRules } from './account-state.js';
import { accountDocuments, type AccountView } from './account.document.js';
import { loadAccount } from './account.facts.js';
import { closedRefusal } from './closing.js';

const VIEW = Symbol('account');

const DOCUMENT = Symbol('document');

type Params = Readonly<Record<string, string>>;

interface AccountRequest {
  readonly method: string;
  readonly params: Params;
  [VIEW]?: AccountView;
  [DOCUMENT]?: Document;
}

/** A resource of an account, such as a folio, as the guard of its routes finds it. */
interface AccountResource<D extends Document> {
  readonly model: ReadModelDefinition<D>;
  /** Returns the id of its document; undefined if the path can't have one. */
  readonly id: (params: Params) => string | undefined;
  /** Whether a document with the id is of the account in the path. Default: ids contain the account. */
  readonly belongs?: (document: D, params: Params) => boolean;
  /** Whether the log has it, for writes; they run before `If-Match` is looked at, which would reveal another account's. */
  readonly exists?: (aggregates: AggregateStore, params: Params) => Promise<boolean>;
}

/** What the decorators below declare about a method. */
interface Declared {
  readonly action?: AccountAction;
  readonly below?: AccountResource<Document>;
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
 * Checks the caller's rights on the account in the path: 404 if the account does not exist or is another firm's, 403 if the acting member
 * may not do this ([errors.404], [permission.codes]), that it is closed, 404 if the resource below it does not exist. Writes are checked
 * against the stream, so that a right revoked a moment ago no longer counts; reads against the document, as-of reads against the present
 * one. All reads of a request start together.
 */
@Injectable()
export class AccountGuard extends AccessGuard {
  constructor(
    private readonly aggregates: AggregateStore,
    private readonly readModels: ReadModels,
  ) {
    super();
  }

  protected async check(execution: ExecutionContext, context: RequestContext): Promise<void> {
    const request = execution.getArgByIndex<AccountRequest>(0);
    const { action, below, takesClosed } = declared.get(execution.getHandler()) ?? {};
    if (action === undefined) throw new Error('the route lacks @OnAccount');
    const accountNumber = request.params['accountnumber'] ?? '';
    if (!isAccountNumber(accountNumber)) throw new RefusedException(notFound());
    const accounts = this.readModels.of(accountDocuments);
    const isReading = isRead(request.method);
    const resource = isReading
      ? below && this.#document(below, request.params, context)
      : below?.exists?.(this.aggregates, request.params);
    // a refused request never awaits it
    resource?.catch(() => undefined);
    const loaded = isReading ? undefined : await loadAccount(this.aggregates, accountNumber);
    const now = loaded ? loaded.state : await accounts.get(accountNumber, context.present);
    if (!now) throw new RefusedException(notFound());
    const { caller } = context;
    const refusalFor = (on: AccessList & { readonly closed?: boolean }): Refusal | undefined =>
      accessRefusal(action, on, caller) ??
      (on.closed === true && !isReading && takesClosed !== true ? closedRefusal() : undefined);
    // what an earlier attempt has stored is answered as it was, also if the account has been closed since
    const isFirst = context.attemptedSince === 'never';
    throwIfRefused(isFirst ? refusalFor(now) : accessRefusal(action, now, caller));
    if (loaded) context.stillAllowed = () => refusalFor(loaded.state);
    const view = context.past ? await accounts.shown(accountNumber, context.past) : now;
    if (!view) throw new RefusedException(notFound());
    request[VIEW] = view;
    if (below === undefined) return;
    const found = await resource;
    if (!found) throw new RefusedException(notFound());
    if (found !== true) request[DOCUMENT] = found;
  }

  async #document(
    { model, id: idOf, belongs }: AccountResource<Document>,
    params: Params,
    { consistency }: RequestContext,
  ): Promise<Document | undefined> {
    const id = idOf(params);
    const found =
      id === undefined ? undefined : await this.readModels.of(model).shown(id, consistency);
    return found && belongs?.(found, params) !== false ? found : undefined;
  }
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

/** Route decorator beside {@link OnAccount}: the path names a resource of the account. */
export function OnResource<D extends Document>(resource: AccountResource<D>): MethodDecorator {
  return declare({ below: resource as unknown as AccountResource<Document> });
}

/** Makes a parameter decorator for what the guard has left on the request. */
const fromGuard = (part: (request: AccountRequest) => unknown) =>
  createParamDecorator((_: unknown, execution: ExecutionContext) => {
    const found = part(execution.getArgByIndex<AccountRequest>(0));
    if (found === undefined) throw new Error('no @OnAccount or @OnResource, or not a GET');
    return found;
  });

/** Parameter decorator: the {@link AccountView} of {@link OnAccount}. */
export const TheAccount = fromGuard((request) => request[VIEW]);

/** Parameter decorator of a GET: the document of the account of {@link OnAccount}. */
export const TheAccountDocument = fromGuard((request) =>
  isRead(request.method) ? request[VIEW] : undefined,
);

/** Parameter decorator of a GET: the document of {@link OnResource}. */
export const TheDocument = fromGuard((request) => request[DOCUMENT]);
