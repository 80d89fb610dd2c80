import {
  AccountStatuses,
  AccountTypes,
  BankAccountTypes,
  BankLinkStatuses,
  RestrictionReasons,
  RestrictionTypes,
  TaxLotMethods,
} from './account.js';
import { IfaStatuses, IfaTypes } from './attention.js';
import { Permissions } from './permission.js';
import { CipStatuses, MembershipStates } from './person.js';
import {
  AmountBases,
  CashTransactionStatuses,
  CashTransactionTypes,
  FolioStatuses,
  OrderStates,
  OrderTypes,
  Sides,
  SubscriptionStates,
} from './trading.js';

type Codes = Readonly<Record<string, unknown>>;

/** Tables of the codes in fields, by the name of the field, and of the stream if it means something else there. */
const CODES: Readonly<Record<string, Codes>> = {
  accountStatus: AccountStatuses,
  accountType: AccountTypes,
  'bankLink.accountType': BankAccountTypes,
  'bankLink.status': BankLinkStatuses,
  'cash.status': CashTransactionStatuses,
  'cash.transactionType': CashTransactionTypes,
  cipStatus: CipStatuses,
  defaultTaxLotSelection: TaxLotMethods,
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
  const meaning = meaningIn(found);
  return meaning === undefined ? code : `${code} (${meaning})`;
}

/** The meanings of all codes, by the keys of the tables: the name of a field, or of a context and a field. */
export function codeMeanings(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  return Object.fromEntries(
    Object.entries(CODES).map(([field, table]) => [
      field,
      Object.fromEntries(
        Object.entries(table).map(([code, found]) => [code, meaningIn(found) ?? code]),
      ),
    ]),
  );
}

function meaningIn(found: unknown): string | undefined {
  return typeof found === 'string' ? found : (found as { name?: string } | undefined)?.name;
}
