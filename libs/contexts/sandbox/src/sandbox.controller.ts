import { Body, Controller, Get, Injectable, Param, Post, Req } from '@nestjs/common';
import { account, accountRules } from '#libs/contexts/accounts';
import { MicroDepositsDto, SentMicroDeposits } from '#libs/contexts/bank-links';
import { cashRules, findTransaction } from '#libs/contexts/cash';
import { findFolio, folioBook, type FolioState } from '#libs/contexts/folios';
import { ImportRoutes } from '#libs/contexts/import';
import { IdentityResultDto, memberDecider } from '#libs/contexts/members';
import { folioOrder, type Order, orderRules } from '#libs/contexts/orders';
import { AggregateStore } from '#libs/platform/event-store';
import {
  contextOf,
  decideRow,
  Describes,
  Fields,
  FieldsOf,
  ItemsOf,
  type Json,
  type JsonMap,
  LargeBody,
  parseJsonText,
  PresentOnly,
  resourcePath,
  Response,
  sentJson,
  servicesOf,
  toProblems,
} from '#libs/platform/http';
import {
  businessDate,
  FieldCode,
  fieldProblem,
  forbidden,
  isLoginId,
  isOid,
  notFound,
  type Problem,
  refuse,
  RefusedException,
  throwIfRefused,
  type WritePosition,
  mustBe,
  OID_DIGITS,
  KeyedQueue,
} from '#libs/platform/kernel';
import {
  type CashTransactionStatus,
  CashTransactionStatuses,
  isAccountNumber,
  OrderStates,
} from '#libs/contexts/codes';
import { derivedIds, deriveUuid } from '#libs/platform/runtime';
import { SandboxClocks } from './clock.facts.js';
import { fillOf, positionsAfter } from './fill.js';
import {
  FillDto,
  FundDto,
  type PriceDto,
  RejectDto,
  ReportDto,
  ReportResponse,
} from './sandbox.dto.js';
import { ForSandboxes } from './sandbox.guard.js';

type PathParameters = Readonly<Record<string, string | undefined>>;

/** Plays the back office for a sandbox, through the PUTs of the real one, limited to the firm's own data ([sandbox.back-office]). */
@Injectable()
export class BackOffice {
  readonly #turns = new KeyedQueue();

  constructor(
    private readonly routes: ImportRoutes,
    private readonly aggregates: AggregateStore,
    private readonly clocks: SandboxClocks,
  ) {}

  /**
   * Executes one PUT of the back office at the firm's time, on behalf of a request.
   * @throws the error of the PUT; RefusedException 404 for data of other firms
   */
  put(request: object, path: string, body: unknown, part?: string): Promise<Response<unknown>> {
    return this.putAsSent(request, path, parseJsonText(JSON.stringify(body)), part);
  }

  /** Runs what reports by what it has read: one after the other on each account, so that nothing is settled or filled twice. */
  inTurn<T>(accountNumber: string, report: () => Promise<T>): Promise<T> {
    return this.#turns.run(accountNumber, report);
  }

  /**
   * Reports statuses of a transfer, one after the other, as a bank settles or returns it.
   * @throws RefusedException 404 if there is none, and for one whose status is final
   */
  settle(
    request: object,
    { accountnumber, oid }: { readonly accountnumber: string; readonly oid: string },
    statuses: readonly CashTransactionStatus[],
  ): Promise<Response<unknown>> {
    return this.inTurn(accountnumber, async () => {
      await this.requireOwn(request, { accountnumber });
      const found = await findTransaction(this.aggregates, accountnumber, oid);
      const { status: known } = throwIfRefused(found ?? notFound());
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
    });
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
function requireOpen({ state }: Order): void {
  if (OrderStates[state].open) return;
  const message = `The order is in state ${state}.`;
  throw new RefusedException(refuse(orderRules.broken('order.not.open.rule', message, 'state')));
}

const SOURCE = 'SANDBOX';

const REJECTED = 'R';
const FINAL = cashRules.of('cash.transaction.status.rule');
/** The second: it was closed from outside meanwhile. */
const NOT_OPEN = orderRules.of('order.not.open.rule', 'order.state.rule');

/** The outside world, controlled by a sandbox ([sandbox.fund], [sandbox.orders], [sandbox.back-office]). */
@Controller('sandbox')
export class SandboxController {
  constructor(
    private readonly backOffice: BackOffice,
    private readonly deposits: SentMicroDeposits,
  ) {}

  /** Reports a completed deposit, as the back office would. */
  @Post('accounts/:accountnumber/fund')
  @ForSandboxes()
  @Describes('Deposit cash in an account', { errors: accountRules.of('account.closed.rule') })
  async fund(
    @Req() request: object,
    @Param('accountnumber') accountNumber: string,
    @Body(FieldsOf(FundDto)) body: Fields<FundDto>,
  ) {
    const { commandId, now } = contextOf(request);
    const oid = derivedIds(commandId).digits(OID_DIGITS);
    const path = resourcePath`/accounts/${accountNumber}/cashtransactions/${oid}`;
    await this.backOffice.requireOwn(request, { accountnumber: accountNumber });
    const { amount } = body.with();
    const { parts } = await this.backOffice.put(request, path, {
      transactionType: 'AHD',
      sourceId: SOURCE,
      sourceDescription: 'Sandbox',
      amount,
      processDate: businessDate(now),
      status: 'CL',
    });
    if (!parts.written) throw new Error('a deposit leaves an event');
    return Response.created(`/restapi${path}`, parts.written);
  }

  /** What a bank does with a pending or processed transfer: status PR, if it was PD, then CL. */
  @Post('accounts/:accountnumber/cashtransactions/:oid/complete')
  @ForSandboxes()
  @Describes('Complete a transfer', { status: 200, errors: FINAL })
  async completeTransfer(
    @Req() request: object,
    @Param('accountnumber') accountnumber: string,
    @Param('oid') oid: string,
  ) {
    const { parts } = await this.backOffice.settle(request, { accountnumber, oid }, ['PR', 'CL']);
    return Response.updated(parts.written);
  }

  @Post('accounts/:accountnumber/cashtransactions/:oid/reject')
  @ForSandboxes()
  @Describes('Reject a transfer', { status: 200, errors: FINAL })
  async rejectTransfer(
    @Req() request: object,
    @Param('accountnumber') accountnumber: string,
    @Param('oid') oid: string,
  ) {
    const { parts } = await this.backOffice.settle(request, { accountnumber, oid }, ['RJ']);
    return Response.updated(parts.written);
  }

  /** Fills everything open in the order, and updates the positions of its folio. */
  @Post('accounts/:accountnumber/folios/:folionumber/orders/:oid/fill')
  @ForSandboxes()
  @Describes('Fill an order', { status: 200, errors: NOT_OPEN })
  fillOrder(
    @Req() request: object,
    @Param('accountnumber') accountNumber: string,
    @Param('folionumber') folioNumber: string,
    @Param('oid') oid: string,
    @Body(FieldsOf(FillDto)) body: Fields<FillDto>,
  ) {
    return this.backOffice.inTurn(accountNumber, async () => {
      const { order, folio } = await this.backOffice.order(
        request,
        accountNumber,
        folioNumber,
        oid,
      );
      const { prices } = body.with(...strangers(body.value.prices, order));
      requireOpen(order);
      const path = resourcePath`/accounts/${accountNumber}/folios/${folioNumber}`;
      const report = fillOf(order, new Map(prices.map(({ ticker, price }) => [ticker, price])));
      const positions = positionsAfter(folio.positions, order, report.securityOrders);
      const putPositions = (list: typeof positions, part?: string) =>
        this.backOffice.put(request, `${path}/positions`, list, part);
      // Positions first: until they are there, the open order keeps folio and account from being closed.
      await putPositions(positions);
      try {
        const placed = path + resourcePath`/orders/${oid}`;
        const { parts } = await this.backOffice.put(request, placed, report);
        return Response.updated(parts.written);
      } catch (error) {
        await putPositions(folio.positions, 'undone');
        throw error;
      }
    });
  }

  @Post('accounts/:accountnumber/folios/:folionumber/orders/:oid/reject')
  @ForSandboxes()
  @Describes('Reject an order', { status: 200, errors: NOT_OPEN })
  rejectOrder(
    @Req() request: object,
    @Param('accountnumber') accountNumber: string,
    @Param('folionumber') folioNumber: string,
    @Param('oid') oid: string,
    @Body(FieldsOf(RejectDto)) body: Fields<RejectDto>,
  ) {
    return this.backOffice.inTurn(accountNumber, async () => {
      const { order } = await this.backOffice.order(request, accountNumber, folioNumber, oid);
      const path = resourcePath`/accounts/${accountNumber}/folios/${folioNumber}/orders/${oid}`;
      const { stateReasonCode } = body.with();
      requireOpen(order);
      const report = { state: REJECTED, stateReasonCode };
      const { parts } = await this.backOffice.put(request, path, report);
      return Response.updated(parts.written);
    });
  }

  /** For checks without an immediate result: see the tax ids of [sandbox.identity]. */
  @Post('members/:loginid/verification')
  @ForSandboxes()
  @Describes('Report the result of an identity check', { status: 200 })
  async completeIdentityCheck(
    @Req() request: object,
    @Param('loginid') loginId: string,
    @Body(FieldsOf(IdentityResultDto)) body: Fields<IdentityResultDto>,
  ) {
    await this.backOffice.requireOwn(request, { loginid: loginId });
    const path = resourcePath`/members/${loginId}/verification`;
    const { parts } = await this.backOffice.put(request, path, {
      cipStatus: body.with().cipStatus,
    });
    return Response.updated(parts.written);
  }

  /** The amounts as the owner of the bank account would see them there. */
  @Get('accounts/:accountnumber/achbanklinks/:banklinkoid/microdeposits')
  @ForSandboxes()
  @PresentOnly()
  @Describes('Get the micro-deposits of a bank link', { shape: MicroDepositsDto })
  async microDeposits(
    @Req() request: object,
    @Param('accountnumber') accountNumber: string,
    @Param('banklinkoid') oid: string,
  ) {
    await this.backOffice.requireOwn(request, { accountnumber: accountNumber });
    return Response.ok({ amounts: await this.deposits.amounts(accountNumber, oid) });
  }

  /** All other reports of the back office about the firm's data: positions, prices, lots, corporate actions, items, plans. */
  @Post('backoffice')
  @ForSandboxes()
  @LargeBody()
  @Describes('Send back-office reports, one after the other', {
    status: 200,
    shape: ReportResponse,
    list: true,
    example: [{ path: '/accounts/RA1B2C3D4E/folios/RA1B2C3D4E03/positions', status: 200 }],
  })
  async report(@Req() request: object, @Body(ItemsOf(ReportDto)) reports: readonly ReportDto[]) {
    const bodies = (sentJson(request) as readonly JsonMap[]).map((one) => one.get('body'));
    const results: ReportResponse[] = [];
    let newest: WritePosition | undefined;
    for (const [index, { path }] of reports.entries()) {
      try {
        const answer = await this.backOffice.putAsSent(request, path, bodies[index], String(index));
        const { written } = answer.parts;
        if (written && written.position > (newest?.position ?? 0n)) newest = written;
        results.push({ path, status: answer.status });
      } catch (error) {
        const { requestId } = contextOf(request);
        if (toProblems(error, requestId).status >= 500) throw error;
        const { status, problems } = servicesOf(request).concluded(error, requestId);
        results.push({ path, status, errors: problems });
      }
    }
    return Response.updated(newest, { body: results });
  }
}

function strangers(
  prices: readonly Partial<PriceDto>[] = [],
  { securityOrders }: Order,
): Problem[] {
  const known = [...new Set(securityOrders.map(({ ticker }) => ticker))];
  return prices.flatMap(({ ticker }, item) =>
    ticker === undefined || known.includes(ticker)
      ? []
      : [
          fieldProblem(
            'ticker',
            FieldCode.Value,
            `prices[${item}]: ${mustBe(`one of ${known.join(', ')}`)}`,
          ),
        ],
  );
}
