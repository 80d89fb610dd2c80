/** Maximum length of a folio name ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;

export const FolioStatuses = { O: 'Open', C: 'Closed', D: 'Deleted' } as const;
export type FolioStatus = keyof typeof FolioStatuses;

/** Order types of orders and commission fees. */
export const OrderTypes = {
  W: 'Window',
  D: 'Direct',
  L: 'Stop-limit',
  A: 'Auto invest',
} as const;
export type OrderType = keyof typeof OrderTypes;

/** Order states (own beyond C and F); an `open` order can still fill. */
export const OrderStates = {
  O: { name: 'Open', open: true },
  P: { name: 'Partly filled', open: true },
  F: { name: 'Filled', open: false },
  C: { name: 'Cancelled', open: false },
  R: { name: 'Rejected', open: false },
  E: { name: 'Expired', open: false },
} as const;
export type OrderState = keyof typeof OrderStates;

/** side of a security order or a subscription. */
export const Sides = { '1': 'Buy', '2': 'Sell' } as const;
export type Side = keyof typeof Sides;

export const AmountBases = { D: 'Dollars', S: 'Shares' } as const;
export type AmountBasis = keyof typeof AmountBases;

/** Form of reasonForTrade. */
export const TRADE_REASON = { pattern: /^[A-Z]{2}$/, hint: 'two capital letters' } as const;

/** State of a private placement subscription ([subscription.status]). */
export const SubscriptionStates = {
  INITIAL: 'New',
  ORDER_CREATED: 'Purchase order created',
  ACCEPTED: 'Accepted',
  REJECTED: 'Rejected',
  CANCELLED: 'Cancelled',
  PROCESSING: 'Processing',
  COMPLETE: 'Complete',
} as const;
export type SubscriptionState = keyof typeof SubscriptionStates;

/** Cash transaction type ([cash.transactionType]). */
export const CashTransactionTypes = {
  AHD: 'ACH deposit',
  AHW: 'ACH withdrawal',
  CRW: 'Check regular withdrawal',
  COW: 'Check overnight withdrawal',
  WIW: 'Wire withdrawal',
} as const;
export type CashTransactionType = keyof typeof CashTransactionTypes;

/** Cash transaction statuses and their possible next statuses ([cash.status]). */
export const CashTransactionStatuses = {
  PD: { name: 'Pending', next: ['PR', 'CC', 'RJ'] },
  PR: { name: 'Processing', next: ['CL', 'RJ'] },
  CL: { name: 'Completed', next: [] },
  CC: { name: 'Cancelled', next: [] },
  RJ: { name: 'Rejected', next: [] },
} as const;
export type CashTransactionStatus = keyof typeof CashTransactionStatuses;
