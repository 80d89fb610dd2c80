import {
  type AmountBasis,
  type DecisionContext,
  equalJson,
  FieldCode,
  fieldProblem,
  inside,
  type JsonForm,
  OID_DIGITS,
  omit,
  type OrderState,
  type Problem,
} from '#libs/platform/kernel';
import { estimate } from './amounts.js';
import { type CreationMethod, isOpen, mayBecome } from './order-codes.js';
import type { SecurityOrderReport } from './order.commands.js';
import type { SecurityOrder } from './order.events.js';
import { orderRules } from './order-rules.js';
import { MAX_SECURITY_ORDERS, ID_DIGITS, UNTOUCHED } from './security-orders.js';

type KeptReport = JsonForm<SecurityOrderReport>;

/** The order the securities belong to, after the report. */
interface OfOrder {
  readonly state: OrderState;
  readonly stateReasonCode: string | null;
  readonly basis: AmountBasis;
  readonly creationMethod: CreationMethod;
  readonly creationDate: string;
  readonly modifiedAt: string;
  readonly problems: Problem[];
  readonly ids: DecisionContext['ids'];
}

/**
 * Puts what was reported of single securities into those that are known: found by `securityOrderOid`, or without one by
 * ticker and side among those that no other item tells of. What is found by neither is added, unless another item names the
 * one that it may be; what was not reported stays. A final state of the order takes those with it that are still open and for which
 * no state was reported.
 */
export function mergeSecurityOrders(
  reports: readonly KeptReport[],
  known: readonly SecurityOrder[],
  order: OfOrder,
): readonly SecurityOrder[] {
  const merged = new Map(known.map((one) => [one.securityOrderOid, one]));
  const reported = new Set<string>();
  const named = new Set(reports.map((one) => one.securityOrderOid));
  for (const [index, report] of reports.entries()) {
    const problems: Problem[] = [];
    const alike = known.filter((one) => isMeant(one, report));
    const before = isNamed(report)
      ? alike[0]
      : alike.find(({ securityOrderOid: oid }) => !named.has(oid) && !reported.has(oid));
    const isNamedToo = !before && alike.some((one) => named.has(one.securityOrderOid));
    const after = before ? update(report, before, problems, order) : add(report, problems, order);
    if (isNamedToo || reported.has(after.securityOrderOid)) {
      problems.push(fieldProblem('securityOrders', FieldCode.Value, 'there more than once'));
    }
    order.problems.push(...inside(`securityOrders[${index}]`, problems));
    if (isNamedToo) continue;
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

function isNamed({ securityOrderOid }: KeptReport): boolean {
  return securityOrderOid !== undefined && securityOrderOid !== null;
}

/** Whether a report may be of a security order: the one it names, else one of its ticker and side. */
function isMeant(one: SecurityOrder, report: KeptReport): boolean {
  return isNamed(report)
    ? one.securityOrderOid === report.securityOrderOid
    : one.ticker === (report.security?.ticker ?? null) && one.side === report.side;
}

/** A security order that was not reported, after the order came into a state. */
function follow(
  one: SecurityOrder,
  { state, stateReasonCode, modifiedAt }: OfOrder,
): SecurityOrder {
  if (isOpen(state) || !isOpen(one.state)) return one;
  return { ...one, state, stateReasonCode, modificationTimestamp: modifiedAt };
}

/** Fields that may be empty: null empties them. */
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

/** Fields that always have a value: null says nothing. */
const ALWAYS = [
  'filledDollarAmount',
  'filledShareAmount',
  'commission',
  'secFee',
  'tradeFee',
  'dollarShareBasedIndicator',
] as const;

function sentFields(report: KeptReport): Partial<SecurityOrder> {
  const sent = [
    ...EMPTIABLE.filter((field) => report[field] !== undefined),
    ...ALWAYS.filter((field) => (report[field] ?? null) !== null),
  ];
  return Object.fromEntries(sent.map((field) => [field, report[field]]));
}

/** State and reason: as reported, else those of an order that came to its end, else as they were. */
function stateOf(
  report: KeptReport,
  before: Pick<SecurityOrder, 'state' | 'stateReasonCode'>,
  { state, stateReasonCode }: OfOrder,
): Pick<SecurityOrder, 'state' | 'stateReasonCode'> {
  const ended = !isOpen(state) && isOpen(before.state) && !report.state;
  const followed = ended ? stateReasonCode : before.stateReasonCode;
  return {
    state: ended ? state : (report.state ?? before.state),
    stateReasonCode: report.stateReasonCode === undefined ? followed : report.stateReasonCode,
  };
}

function update(
  report: KeptReport,
  before: SecurityOrder,
  problems: Problem[],
  order: OfOrder,
): SecurityOrder {
  const { modifiedAt } = order;
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
  const told = report.modificationTimestamp ?? before.modificationTimestamp;
  if (told !== before.modificationTimestamp) return { ...after, modificationTimestamp: told };
  const same = equalJson(
    omit(before, 'modificationTimestamp'),
    omit(after, 'modificationTimestamp'),
  );
  return same ? before : { ...after, modificationTimestamp: modifiedAt };
}

function add(report: KeptReport, problems: Problem[], order: OfOrder): SecurityOrder {
  const { ids, creationMethod } = order;
  const { side = null } = report;
  if (side === null) problems.push(fieldProblem('side', FieldCode.Required));
  const ticker = report.security?.ticker ?? null;
  // What is bought in a private placement has no ticker.
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
