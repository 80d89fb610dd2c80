import { Inject, Injectable } from '@nestjs/common';
import { account } from '#libs/contexts/accounts';
import { cashRules, requireTransaction } from '#libs/contexts/cash';
import { findFolio, folioBook, type FolioState } from '#libs/contexts/folios';
import { ImportRoutes } from '#libs/contexts/import';
import { memberDecider } from '#libs/contexts/members';
import { folioOrder, type Order, orderRules } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import {
  Response,
  contextOf,
  decideRow,
  type Json,
  parseJsonText,
  RefusedException,
  resourcePath,
} from '#libs/platform/http';
import {
  type CashTransactionStatus,
  CashTransactionStatuses,
  forbidden,
  isAccountNumber,
  isLoginId,
  isOid,
  notFound,
  OrderStates,
  refuse,
} from '#libs/platform/kernel';
import { deriveUuid } from '#libs/platform/runtime';
import { CLOCK, type FirmClocks } from '#libs/platform/service';

type PathParameters = Readonly<Record<string, string | undefined>>;

/** Plays the back office for a sandbox, through the PUTs of the real one, limited to the firm's own data ([sandbox.back-office]). */
@Injectable()
export class BackOffice {
  constructor(
    private readonly routes: ImportRoutes,
    private readonly aggregates: AggregateStore,
    @Inject(CLOCK) private readonly clocks: FirmClocks,
  ) {}

  /**
   * Executes one PUT of the back office at the firm's time, on behalf of a request.
   * @throws the error of the PUT; RefusedException 404 for data of other firms
   */
  put(request: object, path: string, body: unknown, part?: string): Promise<Response<unknown>> {
    return this.putAsSent(request, path, parseJsonText(JSON.stringify(body)), part);
  }

  /**
   * Reports statuses of a transfer, one after the other, as a bank settles or returns it.
   * @throws RefusedException 404 if there is none, and for one whose status is final
   */
  async settle(
    request: object,
    { accountnumber, oid }: { readonly accountnumber: string; readonly oid: string },
    statuses: readonly CashTransactionStatus[],
  ): Promise<Response<unknown>> {
    await this.requireOwn(request, { accountnumber });
    const { status: known } = await requireTransaction(this.aggregates, accountnumber, oid);
    if (CashTransactionStatuses[known].next.length === 0) {
      const message = `The transaction is at ${known}, which is final.`;
      const problem = cashRules.broken('cash.transaction.status.rule', message, 'status');
      throw new RefusedException(refuse(problem));
    }
    const path = resourcePath`/accounts/${accountnumber}/cashtransactions/${oid}`;
    let response = Response.ok<unknown>(undefined);
    for (const status of statuses) {
      response = await this.put(request, path, { status }, status);
    }
    return response;
  }

  /**
   * Like {@link put}, with a body as the client sent it.
   * @param part distinguishes the reports of one request
   */
  async putAsSent(
    request: object,
    path: string,
    json: Json | undefined,
    part = '',
  ): Promise<Response<unknown>> {
    const context = contextOf(request);
    const { row, params, decide } = this.routes.find(path);
    const { rules, body, role } = row;
    await this.requireOwn(request, params);
    if (role !== 'backoffice') throw new RefusedException(forbidden());
    await context.begin?.();
    const commandId = deriveUuid(context.commandId, `${part} ${path}`);
    const receivedAt = this.clocks.now();
    return decideRow(request, { rules, body, params, json, commandId, receivedAt }, decide);
  }

  /** @throws RefusedException 404 if a path isn't about the firm's own data */
  async requireOwn(request: object, params: PathParameters): Promise<void> {
    const { firmId } = contextOf(request).caller;
    if ((await this.#firmOf(params)) !== firmId) throw new RefusedException(notFound());
  }

  /** An order of the firm and its folio. @throws RefusedException 404 if there is none */
  async order(
    request: object,
    accountNumber: string,
    folioNumber: string,
    oid: string,
  ): Promise<{ readonly order: Order; readonly folio: Pick<FolioState, 'positions'> }> {
    await this.requireOwn(request, { accountnumber: accountNumber });
    const [{ state: order }, { state: book }] = await Promise.all([
      this.aggregates.load(folioOrder, isOid(oid) ? oid : ''),
      this.aggregates.load(folioBook, accountNumber),
    ]);
    const found = findFolio(book, accountNumber, folioNumber);
    if (!found || order?.folioNumber !== folioNumber) throw new RefusedException(notFound());
    return { order, folio: found.folio };
  }

  /** The firm that owns what a path is about; undefined if it is shared or doesn't exist. */
  async #firmOf(params: PathParameters): Promise<string | undefined> {
    const { accountnumber = '', loginid = '', firmId } = params;
    if (isAccountNumber(accountnumber)) {
      const { state } = await this.aggregates.load(account, accountnumber);
      return state.opened ? state.firmId : undefined;
    }
    if (isLoginId(loginid)) {
      const { state } = await this.aggregates.load(memberDecider, loginid);
      return state.member?.firmOid;
    }
    return firmId;
  }
}

/** @throws RefusedException for a closed order: the back office's PUT would accept a repeated state and change nothing */
export function requireOpen({ state }: Order): void {
  if (OrderStates[state].open) return;
  const message = `The order is in state ${state}.`;
  throw new RefusedException(refuse(orderRules.broken('order.not.open.rule', message, 'state')));
}
