import {
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  type JsonForm,
  jsonForm,
  mustBe,
  notFound,
  OID_DIGITS,
  omit,
  pathMismatches,
  prefixProblems,
  type Problem,
  problemsOf,
  Quantity,
  refuse,
  requiredProblem,
} from '#libs/platform/kernel';
import {
  type AmountBasis,
  type OrderState,
  type TaxLotMethod,
  taxLotMethodAllowed,
} from '#libs/contexts/codes';
import {
  correctsFills,
  estimate,
  EVENT_OF_STATE,
  ID_DIGITS,
  isAt,
  isOpen,
  MAX_SECURITY_ORDERS,
  mayBecome,
  NO_DOLLARS,
  NO_TRADE_REASON,
  type OrderFacts,
  orderRules,
  type RecordOrder,
  type SecurityOrderReport,
  type StoredReport,
  total,
  totalOf,
  UNTOUCHED,
} from './order-state.js';
import type {
  KnownOrder,
  Order,
  OrderContent,
  OrderDollars,
  OrderRule,
  SecurityOrder,
} from './order.events.js';
import { cashFolioProblem, subTypeOf } from './placing.js';

type SecurityReport = JsonForm<SecurityOrderReport>;

/** The order of the securities, after the report. */
interface ParentOrder {
  readonly state: OrderState;
  readonly stateReasonCode: string | null;
  readonly basis: AmountBasis;
  readonly creationMethod: string;
  readonly creationDate: string;
  readonly modifiedAt: string;
  readonly problems: Problem[];
  readonly ids: DecisionContext['ids'];
}

/**
 * Merges reported security orders into the known ones. A report matches by `securityOrderOid`, else by ticker and side among
 * those no other item reports. An unmatched report is added, unless another item names a security order it could mean. Unreported
 * ones stay; those still open take on a final state of the order.
 */
function mergeSecurityOrders(
  reports: readonly SecurityReport[],
  known: readonly SecurityOrder[],
  order: ParentOrder,
): readonly SecurityOrder[] {
  const merged = new Map(known.map((one) => [one.securityOrderOid, one]));
  const reported = new Set<string>();
  const named = new Set(reports.map((one) => one.securityOrderOid));
  for (const [index, report] of reports.entries()) {
    const problems: Problem[] = [];
    const alike = known.filter((one) => mayMean(one, report));
    const before = isNamed(report)
      ? alike[0]
      : alike.find(({ securityOrderOid: oid }) => !named.has(oid) && !reported.has(oid));
    const isNamedElsewhere = !before && alike.some((one) => named.has(one.securityOrderOid));
    const after = before ? update(report, before, problems, order) : add(report, problems, order);
    if (isNamedElsewhere || reported.has(after.securityOrderOid)) {
      problems.push(fieldProblem('securityOrders', FieldCode.Value, 'It appears more than once.'));
    }
    order.problems.push(...prefixProblems(`securityOrders[${index}]`, problems));
    if (isNamedElsewhere) continue;
    reported.add(after.securityOrderOid);
    merged.set(after.securityOrderOid, after);
  }
  if (merged.size > MAX_SECURITY_ORDERS) {
    const message = mustBe(`a list of at most ${MAX_SECURITY_ORDERS} items`);
    order.problems.push(fieldProblem('securityOrders', FieldCode.Length, message));
  }
  return [...merged.values()].map((one) =>
    reported.has(one.securityOrderOid) ? one : follow(one, order),
  );
}

function isNamed({ securityOrderOid }: SecurityReport): boolean {
  return securityOrderOid !== undefined && securityOrderOid !== null;
}

/** Whether a report may refer to a security order: it names it, or names none and ticker and side match. */
function mayMean(one: SecurityOrder, report: SecurityReport): boolean {
  return isNamed(report)
    ? one.securityOrderOid === report.securityOrderOid
    : one.ticker === (report.security?.ticker ?? null) && one.side === report.side;
}

/** An unreported security order takes on a final state of its order. */
function follow(
  one: SecurityOrder,
  { state, stateReasonCode, modifiedAt }: ParentOrder,
): SecurityOrder {
  if (isOpen(state) || !isOpen(one.state)) return one;
  return { ...one, state, stateReasonCode, modificationTimestamp: modifiedAt };
}

/** Fields that null clears. */
const EMPTIABLE = [
  'requestedDollarAmount',
  'requestedShareAmount',
  'requestedPrice',
  'estimatedDollarAmount',
  'estimatedShareAmount',
  'estimatedPrice',
  'filledPrice',
  'limitPrice',
  'stopPrice',
  'quoteTimestamp',
] as const;

/** Fields that always have a value; null is ignored. */
const ALWAYS = [
  'filledDollarAmount',
  'filledShareAmount',
  'commission',
  'secFee',
  'tradeFee',
  'dollarShareBasedIndicator',
] as const;

function sentFields(report: SecurityReport): Partial<SecurityOrder> {
  const sent = [
    ...EMPTIABLE.filter((field) => report[field] !== undefined),
    ...ALWAYS.filter((field) => (report[field] ?? null) !== null),
  ];
  return Object.fromEntries(sent.map((field) => [field, report[field]]));
}

/** State and reason as reported, else those of an order that reached a final state, else unchanged. */
function stateOf(
  report: SecurityReport,
  before: Pick<SecurityOrder, 'state' | 'stateReasonCode'>,
  { state, stateReasonCode }: ParentOrder,
): Pick<SecurityOrder, 'state' | 'stateReasonCode'> {
  const ended = !isOpen(state) && isOpen(before.state) && !report.state;
  const followed = ended ? stateReasonCode : before.stateReasonCode;
  return {
    state: ended ? state : (report.state ?? before.state),
    stateReasonCode: report.stateReasonCode === undefined ? followed : report.stateReasonCode,
  };
}

function update(
  report: SecurityReport,
  before: SecurityOrder,
  problems: Problem[],
  order: ParentOrder,
): SecurityOrder {
  const fixed = {
    securityOrderId: report.securityOrderId,
    side: report.side,
    ticker: report.security?.ticker,
    creationTimestamp: report.creationTimestamp,
  };
  for (const [field, sent] of Object.entries(fixed)) {
    if ((sent ?? before[field as keyof typeof fixed]) !== before[field as keyof typeof fixed]) {
      problems.push(fieldProblem(field, FieldCode.NotUpdatable));
    }
  }
  const state = stateOf(report, before, order);
  if (!mayBecome(before.state, state.state)) {
    const message = `A security order in state ${before.state} can't become ${state.state}.`;
    problems.push(orderRules.broken('order.state.rule', message, 'state'));
  }
  const after: SecurityOrder = { ...before, ...sentFields(report), ...state };
  const reportedAt = report.modificationTimestamp ?? before.modificationTimestamp;
  if (reportedAt !== before.modificationTimestamp) {
    return { ...after, modificationTimestamp: reportedAt };
  }
  return equalJson(before, after) ? before : { ...after, modificationTimestamp: order.modifiedAt };
}

function add(report: SecurityReport, problems: Problem[], order: ParentOrder): SecurityOrder {
  const { ids, creationMethod } = order;
  const { side = null } = report;
  if (side === null) problems.push(requiredProblem('side', 'in the first report'));
  const ticker = report.security?.ticker ?? null;
  // a private placement has no ticker
  if (creationMethod !== 'P' && ticker === null) {
    problems.push(requiredProblem('ticker', 'in the first report'));
  }
  const fields = sentFields(report);
  const request = {
    requestedDollarAmount: fields.requestedDollarAmount ?? null,
    requestedShareAmount: fields.requestedShareAmount ?? null,
    limitPrice: fields.limitPrice ?? null,
    stopPrice: fields.stopPrice ?? null,
  };
  return {
    securityOrderId: report.securityOrderId ?? ids.digits(ID_DIGITS),
    securityOrderOid: report.securityOrderOid ?? ids.digits(OID_DIGITS),
    ticker,
    side: side ?? '1',
    ...request,
    ...UNTOUCHED,
    ...estimate(request),
    dollarShareBasedIndicator: order.basis,
    ...fields,
    ...stateOf(report, UNTOUCHED, order),
    creationTimestamp: report.creationTimestamp ?? order.creationDate,
    modificationTimestamp: report.modificationTimestamp ?? order.modifiedAt,
  };
}

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
  const closed = facts.closed ?? (facts.folio.open ? undefined : folioClosed);
  if (order && content && closed && correctsFills(order, content)) problems.push(closed);
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

const folioClosed = orderRules.broken('folio.closed.rule');

function newProblems(input: StoredReport, { folio, closed }: RecordOrder['facts']): Problem[] {
  const missing = (['orderType', 'dollarShareBasedIndicator', 'securityOrders'] as const)
    .filter((field) => (input[field] ?? null) === null)
    .map((field) => requiredProblem(field, 'in the first report'));
  return problemsOf(
    ...missing,
    closed,
    !folio.open && isOpen(input.state ?? 'O') && folioClosed,
    cashFolioProblem(folio),
    (input.folioOid ?? folio.folioOid) !== folio.folioOid &&
      fieldProblem('folioOid', FieldCode.Value, 'It is not the id of this folio.'),
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
