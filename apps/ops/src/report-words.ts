import {
  AccountStatuses,
  AccountTypes,
  AmountBases,
  BankAccountTypes,
  BankLinkStatuses,
  CashTransactionStatuses,
  CashTransactionTypes,
  FolioStatuses,
  IfaStatuses,
  IfaTypes,
  MembershipStates,
  OrderStates,
  OrderTypes,
  Permissions,
  RestrictionReasons,
  RestrictionTypes,
  Sides,
  SubscriptionStates,
} from '#libs/contexts/codes';
import type { HistoryEntry } from './audit-history-command.js';

type Codes = Readonly<Record<string, unknown>>;

/** Tables of the codes in fields of events, by the name of the field, and of the stream if it means something else there. */
const CODES: Readonly<Record<string, Codes>> = {
  accountStatus: AccountStatuses,
  accountType: AccountTypes,
  'bankLink.accountType': BankAccountTypes,
  'bankLink.status': BankLinkStatuses,
  'cash.status': CashTransactionStatuses,
  'cash.transactionType': CashTransactionTypes,
  dollarShareBasedIndicator: AmountBases,
  folioStatus: FolioStatuses,
  ifaStatus: IfaStatuses,
  ifaType: IfaTypes,
  'order.orderType': OrderTypes,
  'order.side': Sides,
  'order.state': OrderStates,
  permission: Permissions,
  'placement.status': SubscriptionStates,
  reasonCode: RestrictionReasons,
  restrictionType: RestrictionTypes,
  transState: MembershipStates,
};

/**
 * A code with its meaning: `020 (Customer agreement not signed)`. Other texts are returned as they are.
 * @param type of the event, such as `cash.TransactionCreated`
 * @param field may be nested, with dots
 */
export function inWords(type: string, field: string, code: string): string {
  const [context = ''] = type.split('.');
  const [name = ''] = field.split('.').slice(-1);
  const table = CODES[`${context}.${name}`] ?? CODES[name];
  const found = table !== undefined && Object.hasOwn(table, code) ? table[code] : undefined;
  const meaning =
    typeof found === 'string' ? found : (found as { name?: string } | undefined)?.name;
  return meaning === undefined ? code : `${code} (${meaning})`;
}

/** Why something was refused, ended or lifted, as a sentence; undefined for events without a reason. */
export function reasonInWords({
  type,
  reason,
}: Pick<HistoryEntry, 'type' | 'reason'>): string | undefined {
  if (reason === null) return undefined;
  const text = (name: string): string | undefined =>
    typeof reason[name] === 'string' ? reason[name] : JSON.stringify(reason[name]);
  const [outcome = '', code, cause, by] = ['outcome', 'code', 'cause', 'by'].map(text);
  const left = text('remainingAttempts');
  const head = outcome.charAt(0).toUpperCase() + outcome.slice(1);
  const parts = [
    code === undefined ? head : `${head}: ${inWords(type, 'reasonCode', code)}`,
    cause && `cause: ${cause}`,
    by && `by ${by}`,
    left && `attempts left: ${left}`,
  ];
  return `${parts.filter(Boolean).join('; ')}.`;
}
