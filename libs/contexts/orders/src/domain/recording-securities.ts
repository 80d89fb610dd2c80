import {
  type AmountBasis,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  prefixProblems,
  type JsonForm,
  OID_DIGITS,
  type OrderState,
  type Problem,
} from '#libs/platform/kernel';
import { estimate } from './amounts.js';
import { isOpen, mayBecome } from './order-codes.js';
import type { SecurityOrderReport } from './order.commands.js';
import type { SecurityOrder } from './order.events.js';
import { orderRules } from './order-rules.js';
import { MAX_SECURITY_ORDERS, ID_DIGITS, UNTOUCHED } from './security-orders.js';

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
export function mergeSecurityOrders(
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
      problems.push(fieldProblem('securityOrders', FieldCode.Value, 'appears more than once'));
    }
    order.problems.push(...prefixProblems(`securityOrders[${index}]`, problems));
    if (isNamedElsewhere) continue;
    reported.add(after.securityOrderOid);
    merged.set(after.securityOrderOid, after);
  }
  if (merged.size > MAX_SECURITY_ORDERS) {
    const message = `at most ${MAX_SECURITY_ORDERS}`;
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
    const message = `a security order in state ${before.state} can't become ${state.state}.`;
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
  if (side === null) problems.push(fieldProblem('side', FieldCode.Required));
  const ticker = report.security?.ticker ?? null;
  // a private placement has no ticker
  if (creationMethod !== 'P' && ticker === null) {
    problems.push(fieldProblem('ticker', FieldCode.Required));
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
