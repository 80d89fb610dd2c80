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
  type KnownOrder,
  type OrderContent,
  type OrderDollars,
  type OrderRule,
  type SecurityOrder,
} from './order.events.js';
import { isOpen, mayBecome } from './order-codes.js';
import type { StoredReport, OrderFacts, RecordOrder } from './order.commands.js';
import { orderRules } from './order-rules.js';
import { cashFolioProblem, subTypeOf } from './placing.js';
import { mergeSecurityOrders } from './recording-securities.js';
import { ID_DIGITS } from './security-orders.js';

/** Fields of an order that never change; the back office may repeat them. */
const FIXED = ['folioOid', 'folioOrderId', 'orderType', 'creationDate'] as const;

/**
 * Records a report of the back office ([back-office.orders]). The first PUT of an unknown order creates it in any state; later
 * ones must follow the state transitions. An absent field stays, null clears one that may be empty.
 */
export const record: OrderRule<RecordOrder> = (command, order, { now, ids }) => {
  const { accountNumber, folioNumber, folioOrderOid, facts } = command;
  if (order !== undefined && !isAt(order, command)) return notFound();
  const input: StoredReport = jsonForm(command.input);
  const problems = [
    ...pathMismatches({ accountNumber, folioNumber, folioOrderOid }, input),
    ...(order ? fixedProblems(input, order) : newProblems(input, facts)),
  ];
  // repeating the time that was read doesn't say when the order changed again
  const sent = input.modificationTimestamp ?? undefined;
  const reportedAt = sent === order?.modificationTimestamp ? undefined : sent;
  const modifiedAt = reportedAt ?? now;
  const content = merge({ input, order, facts, problems, modifiedAt, ids });
  if (!content || problems.length > 0) return refuse(...problems);
  if (!order) {
    const folioOrderId = input.folioOrderId ?? ids.digits(ID_DIGITS);
    const { firmId, owners } = facts.account;
    const { folioOid } = facts.folio;
    const identity = { folioOrderOid, folioOrderId, accountNumber, folioNumber, folioOid };
    return [{ type: 'order.OrderRecorded', data: { ...identity, firmId, owners, ...content } }];
  }
  // a newly reported modification time counts as a change
  const changed = Object.entries(omit(content, 'modificationTimestamp')).filter(
    ([field, value]) => !equalJson(value, order[field as keyof OrderContent]),
  );
  if (changed.length === 0 && reportedAt === undefined) return [];
  const type = content.state === order.state ? EVENT_OF_STATE.O : EVENT_OF_STATE[content.state];
  const changes = { ...Object.fromEntries(changed), modificationTimestamp: modifiedAt };
  return [{ type, data: { folioOrderOid, accountNumber, changes } }];
};

function fixedProblems(input: StoredReport, order: Order): Problem[] {
  return FIXED.filter((field) => (input[field] ?? order[field]) !== order[field]).map((field) =>
    fieldProblem(field, FieldCode.NotUpdatable),
  );
}

function newProblems(input: StoredReport, { folio, closed }: RecordOrder['facts']): Problem[] {
  const missing = (['orderType', 'dollarShareBasedIndicator', 'securityOrders'] as const)
    .filter((field) => (input[field] ?? null) === null)
    .map((field) => fieldProblem(field, FieldCode.Required));
  return problemsOf(
    ...missing,
    closed,
    !folio.open && isOpen(input.state ?? 'O') && orderRules.broken('folio.closed.rule'),
    cashFolioProblem(folio),
    (input.folioOid ?? folio.folioOid) !== folio.folioOid &&
      fieldProblem('folioOid', FieldCode.Value, 'Not the id of this folio.'),
  );
}

interface Report {
  readonly input: StoredReport;
  readonly order: KnownOrder;
  readonly facts: OrderFacts;
  readonly problems: Problem[];
  readonly modifiedAt: string;
  readonly ids: DecisionContext['ids'];
}

/** Returns the order after the report, or undefined if required parts are missing. */
function merge(report: Report): OrderContent | undefined {
  const { input, order, problems, modifiedAt, ids } = report;
  const state = input.state ?? order?.state ?? 'O';
  if (order && !mayBecome(order.state, state)) {
    const message = `An order in state ${order.state} can't become ${state}.`;
    problems.push(orderRules.broken('order.state.rule', message, 'state'));
  }
  const orderType = order?.orderType ?? input.orderType;
  const basis = firstOf(input.dollarShareBasedIndicator, order?.dollarShareBasedIndicator);
  const taxlotReliefMethod = mergeTaxLotMethod(report);
  const creationDate = order?.creationDate ?? input.creationDate ?? modifiedAt;
  const creationMethod = firstOf(input.creationMethod, order?.creationMethod) ?? 'B';
  const stateReasonCode = clearable(input.stateReasonCode, order?.stateReasonCode);
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
  const dollars = mergeDollars(input, order, securityOrders);
  return {
    ...mergeTerms(input, order),
    orderType,
    orderSubType:
      input.orderSubType === null
        ? null
        : firstOf(input.orderSubType, order?.orderSubType, subTypeOf(securityOrders)),
    creationDate,
    creationMethod,
    // anything filled must have an execution time
    executionDate: isFilled(state, dollars, securityOrders)
      ? firstOf(input.executionDate, order?.executionDate, modifiedAt)
      : clearable(input.executionDate, order?.executionDate),
    modificationTimestamp: modifiedAt,
    dollarShareBasedIndicator: basis,
    ...dollars,
    taxlotReliefMethod,
    state,
    stateReasonCode,
    securityOrders,
  };
}

/** The first non-null value: what was sent, else what is known, else the default. */
function firstOf<T>(...values: readonly (T | null | undefined)[]): T | null {
  return values.find((value) => value !== undefined && value !== null) ?? null;
}

/** A field that null clears: what was sent, else what is known. */
function clearable<T>(sent: T | null | undefined, known: T | null | undefined): T | null {
  return sent === undefined ? (known ?? null) : sent;
}

/** Fields nothing else depends on: as sent, else as known. */
function mergeTerms(input: StoredReport, order: KnownOrder) {
  const { tradeOriginatingMemberOid: member } = input;
  return {
    reasonForTrade: firstOf(input.reasonForTrade, order?.reasonForTrade) ?? NO_TRADE_REASON,
    scheduledWindowDatetime: clearable(
      input.scheduledWindowDatetime,
      order?.scheduledWindowDatetime,
    ),
    discretionary: firstOf(input.discretionary, order?.discretionary) ?? false,
    solicited: firstOf(input.solicited, order?.solicited) ?? false,
    buyLimitPercent: clearable(input.buyLimitPercent, order?.buyLimitPercent),
    sellLimitPercent: clearable(input.sellLimitPercent, order?.sellLimitPercent),
    tradeOriginatingMemberOid: clearable(member, order?.tradeOriginatingMemberOid),
  };
}

const SIDES = { Buy: '1', Sell: '2' } as const;

/** Dollars of an order: as sent, else summed over its security orders, else as known. */
function mergeDollars(
  input: StoredReport,
  order: KnownOrder,
  securityOrders: readonly SecurityOrder[],
): OrderDollars {
  const reports = input.securityOrders ?? [];
  /** One side, summed if security orders were sent. Null doesn't clear what its security orders have filled. */
  const sum = (
    key: 'requested' | 'estimated' | 'filled',
    side: keyof typeof SIDES,
  ): string | null => {
    const field = `${key}${side}DollarAmount` as const;
    const added = total(securityOrders, SIDES[side], `${key}DollarAmount`);
    if (input[field] === null) return key === 'filled' && securityOrders.length > 0 ? added : null;
    return firstOf(input[field], reports.length > 0 ? added : null, order?.[field]);
  };
  /** Costs of all security orders, summed if those of any were sent. */
  const costs = (
    field: 'totalCommission' | 'totalFee',
    parts: readonly ('commission' | 'secFee' | 'tradeFee')[],
  ): string => {
    const anySent = reports.some((one) => parts.some((part) => typeof one[part] === 'string'));
    const added = anySent ? totalOf(securityOrders, parts) : null;
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

function mergeTaxLotMethod({ input, order, facts, problems }: Report): TaxLotMethod {
  const { accountType, defaultTaxLotSelection } = facts.account;
  const method =
    firstOf(input.taxlotReliefMethod, order?.taxlotReliefMethod) ?? defaultTaxLotSelection;
  if (!taxLotMethodAllowed(accountType, method)) {
    problems.push(fieldProblem('taxlotReliefMethod', FieldCode.Choice));
  }
  return method;
}

/** Whether anything was filled, by state or by amount: a cancelled order may be partly filled. */
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
