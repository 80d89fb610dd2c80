import {
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  jsonForm,
  NO_TRADE_REASON,
  notFound,
  omit,
  type OrderState,
  pathMismatches,
  type Problem,
  problemsOf,
  Quantity,
  refuse,
  type TaxLotMethod,
  taxLotMethodAllowed,
} from '#libs/platform/kernel';
import { NO_DOLLARS, total, totalOf } from './amounts.js';
import {
  EVENT_OF_STATE,
  isAt,
  type Order,
  type OrderAsKnown,
  type OrderContent,
  type OrderDollars,
  type OrderRule,
  type SecurityOrder,
} from './order.events.js';
import { isOpen, mayBecome } from './order-codes.js';
import type { KeptReport, OrderFacts, RecordOrder } from './order.commands.js';
import { orderRules } from './order-rules.js';
import { cashFolioProblem, subTypeOf } from './placing.js';
import { mergeSecurityOrders } from './recording-securities.js';
import { ID_DIGITS } from './security-orders.js';

/** Fields of an order that never change, as the back office may repeat them. */
const FIXED = ['folioOid', 'folioOrderId', 'orderType', 'creationDate'] as const;

/**
 * What the back office tells of an order ([back-office.orders]). The first PUT of an unknown order creates it, in whatever
 * state; after that the states follow their order and final ones stay. What is left out stays as it is; null empties what
 * may be empty.
 */
export const record: OrderRule<RecordOrder> = (command, order, { now, ids }) => {
  const { accountNumber, folioNumber, folioOrderOid, facts } = command;
  if (order !== undefined && !isAt(order, command)) return notFound();
  const input: KeptReport = jsonForm(command.input);
  const problems = [
    ...pathMismatches({ accountNumber, folioNumber, folioOrderOid }, input),
    ...(order ? fixedProblems(input, order) : newProblems(input, facts)),
  ];
  // Repeating the time that was read tells nothing: it does not say when the order changed again.
  const sent = input.modificationTimestamp ?? undefined;
  const told = sent === order?.modificationTimestamp ? undefined : sent;
  const modifiedAt = told ?? now;
  const content = merge({ input, order, facts, problems, modifiedAt, ids });
  if (!content || problems.length > 0) return refuse(...problems);
  if (!order) {
    const { account, folio } = facts;
    const folioOrderId = input.folioOrderId ?? ids.digits(ID_DIGITS);
    const { firmId, owners } = account;
    const { folioOid } = folio;
    const identity = { folioOrderOid, folioOrderId, accountNumber, folioNumber, folioOid };
    return [{ type: 'order.OrderRecorded', data: { ...identity, firmId, owners, ...content } }];
  }
  // a time of modification that was told is a difference too
  const changed = Object.entries(omit(content, 'modificationTimestamp')).filter(
    ([field, value]) => !equalJson(value, order[field as keyof OrderContent]),
  );
  if (changed.length === 0 && told === undefined) return [];
  const type = content.state === order.state ? EVENT_OF_STATE.O : EVENT_OF_STATE[content.state];
  const changes = { ...Object.fromEntries(changed), modificationTimestamp: modifiedAt };
  return [{ type, data: { folioOrderOid, accountNumber, changes } }];
};

function fixedProblems(input: KeptReport, order: Order): Problem[] {
  return FIXED.filter((field) => (input[field] ?? order[field]) !== order[field]).map((field) =>
    fieldProblem(field, FieldCode.NotUpdatable),
  );
}

function newProblems(input: KeptReport, { folio }: OrderFacts): Problem[] {
  const missing = (['orderType', 'dollarShareBasedIndicator', 'securityOrders'] as const)
    .filter((field) => (input[field] ?? null) === null)
    .map((field) => fieldProblem(field, FieldCode.Required));
  return problemsOf(
    ...missing,
    cashFolioProblem(folio),
    (input.folioOid ?? folio.folioOid) !== folio.folioOid &&
      fieldProblem('folioOid', FieldCode.Value, 'Not the id of this folio.'),
  );
}

/** What a report is judged by. */
interface Report {
  readonly input: KeptReport;
  readonly order: OrderAsKnown;
  readonly facts: OrderFacts;
  readonly problems: Problem[];
  readonly modifiedAt: string;
  readonly ids: DecisionContext['ids'];
}

/** The order as it is after the report; undefined when something without which there is no order is missing. */
function merge(report: Report): OrderContent | undefined {
  const { input, order, problems, modifiedAt, ids } = report;
  const state = input.state ?? order?.state ?? 'O';
  if (order && !mayBecome(order.state, state)) {
    const message = `An order in state ${order.state} can't become ${state}.`;
    problems.push(orderRules.broken('order.state.rule', message, 'state'));
  }
  const orderType = order?.orderType ?? input.orderType;
  const basis = firstOf(input.dollarShareBasedIndicator, order?.dollarShareBasedIndicator);
  const taxlotReliefMethod = methodTold(report);
  const creationDate = order?.creationDate ?? input.creationDate ?? modifiedAt;
  const creationMethod = firstOf(input.creationMethod, order?.creationMethod) ?? 'B';
  const stateReasonCode = settled(input.stateReasonCode, order?.stateReasonCode);
  if (!orderType || !basis) return undefined;
  const reports = input.securityOrders ?? [];
  const securityOrders = mergeSecurityOrders(reports, order?.securityOrders ?? [], {
    state,
    stateReasonCode,
    basis,
    creationMethod,
    creationDate,
    modifiedAt,
    problems,
    ids,
  });
  if (!isOpen(state) && securityOrders.some((one) => isOpen(one.state))) {
    const message = `An order in state ${state} has no open security orders.`;
    problems.push(orderRules.broken('order.state.rule', message, 'securityOrders'));
  }
  const dollars = dollarsTold(input, order, securityOrders);
  return {
    ...termsTold(input, order),
    orderType,
    orderSubType:
      input.orderSubType === null
        ? null
        : firstOf(input.orderSubType, order?.orderSubType, subTypeOf(securityOrders)),
    creationDate,
    creationMethod,
    // whatever has been filled was filled at some time
    executionDate: isFilled(state, dollars, securityOrders)
      ? firstOf(input.executionDate, order?.executionDate, modifiedAt)
      : settled(input.executionDate, order?.executionDate),
    modificationTimestamp: modifiedAt,
    dollarShareBasedIndicator: basis,
    ...dollars,
    taxlotReliefMethod,
    state,
    stateReasonCode,
    securityOrders,
  };
}

/** The first of the values that is one: what was sent, else what is known, else what is assumed. */
function firstOf<T>(...values: readonly (T | null | undefined)[]): T | null {
  return values.find((value) => value !== undefined && value !== null) ?? null;
}

/** A field that may be empty: what was sent, null too, else what is known. */
function settled<T>(sent: T | null | undefined, known: T | null | undefined): T | null {
  return sent === undefined ? (known ?? null) : sent;
}

/** What nothing else of an order depends on: as told, else as known. */
function termsTold(input: KeptReport, order: OrderAsKnown) {
  const { tradeOriginatingMemberOid: member } = input;
  return {
    reasonForTrade: firstOf(input.reasonForTrade, order?.reasonForTrade) ?? NO_TRADE_REASON,
    scheduledWindowDatetime: settled(input.scheduledWindowDatetime, order?.scheduledWindowDatetime),
    discretionary: firstOf(input.discretionary, order?.discretionary) ?? false,
    solicited: firstOf(input.solicited, order?.solicited) ?? false,
    buyLimitPercent: settled(input.buyLimitPercent, order?.buyLimitPercent),
    sellLimitPercent: settled(input.sellLimitPercent, order?.sellLimitPercent),
    tradeOriginatingMemberOid: settled(member, order?.tradeOriginatingMemberOid),
  };
}

const SIDES = { Buy: '1', Sell: '2' } as const;

/** Dollars of an order after a report: as sent, else added up from its security orders, else as known. */
function dollarsTold(
  input: KeptReport,
  order: OrderAsKnown,
  securityOrders: readonly SecurityOrder[],
): OrderDollars {
  const reports = input.securityOrders ?? [];
  /** Of one side; added up when security orders were sent. What they have filled can't be emptied here. */
  const sum = (
    key: 'requested' | 'estimated' | 'filled',
    side: keyof typeof SIDES,
  ): string | null => {
    const field = `${key}${side}DollarAmount` as const;
    const added = total(securityOrders, SIDES[side], `${key}DollarAmount`);
    if (input[field] === null) return key === 'filled' && securityOrders.length > 0 ? added : null;
    return firstOf(input[field], reports.length > 0 ? added : null, order?.[field]);
  };
  /** Costs of all security orders; added up when those of any were sent. */
  const costs = (
    field: 'totalCommission' | 'totalFee',
    parts: readonly ('commission' | 'secFee' | 'tradeFee')[],
  ): string => {
    const told = reports.some((one) => parts.some((part) => typeof one[part] === 'string'));
    const added = told ? totalOf(securityOrders, parts) : null;
    return input[field] ?? added ?? order?.[field] ?? NO_DOLLARS;
  };
  return {
    requestedBuyDollarAmount: sum('requested', 'Buy'),
    requestedSellDollarAmount: sum('requested', 'Sell'),
    estimatedBuyDollarAmount: sum('estimated', 'Buy'),
    estimatedSellDollarAmount: sum('estimated', 'Sell'),
    filledBuyDollarAmount: sum('filled', 'Buy'),
    filledSellDollarAmount: sum('filled', 'Sell'),
    commission: input.commission ?? order?.commission ?? NO_DOLLARS,
    totalCommission: costs('totalCommission', ['commission']),
    totalFee: costs('totalFee', ['secFee', 'tradeFee']),
  };
}

function methodTold({ input, order, facts, problems }: Report): TaxLotMethod {
  const { accountType, defaultTaxLotSelection } = facts.account;
  const method =
    firstOf(input.taxlotReliefMethod, order?.taxlotReliefMethod) ?? defaultTaxLotSelection;
  if (!taxLotMethodAllowed(accountType, method)) {
    problems.push(fieldProblem('taxlotReliefMethod', FieldCode.Choice));
  }
  return method;
}

/** Whether anything was bought or sold: the state says so, or an amount does, as of an order that was cancelled after a part of it. */
function isFilled(
  state: OrderState,
  { filledBuyDollarAmount, filledSellDollarAmount }: OrderDollars,
  securityOrders: readonly SecurityOrder[],
): boolean {
  const amounts = securityOrders.flatMap((one) => [one.filledDollarAmount, one.filledShareAmount]);
  return (
    state === 'P' ||
    state === 'F' ||
    [filledBuyDollarAmount, filledSellDollarAmount, ...amounts].some(
      (amount) => amount !== null && !Quantity.of(amount).isZero(),
    )
  );
}
