// Generated from the contract of the events by `npm run client:generate`.

/** What `data` of each type of published event has. */
export interface EventData {
  /** Another billing plan applies. */
  readonly 'brokerage.account.billing-plan-changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the plan. */
    readonly billingPlanOid: string;
  };
  /** The account was closed, for good. */
  readonly 'brokerage.account.closed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
  };
  /** An account was opened; it is restricted. */
  readonly 'brokerage.account.opened.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Type of the account: 9, I, J, K, L, M, U, P, Q, R, S, X, D, A, F, E, B, V, C, H, or a later one. */
    readonly accountType: string;
  };
  /** A permission on the account changed. */
  readonly 'brokerage.account.permissions-changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** What became of the permission: granted, changed, revoked, or a later one. */
    readonly change: string;
  };
  /** A restriction was added. */
  readonly 'brokerage.account.restricted.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the restriction. */
    readonly restrictionId: string;
    /** Why the account was restricted: 020, 021, 022, or a later one. */
    readonly reasonCode: string;
    /** How far it goes: CR, or a later one. */
    readonly restrictionType: string;
  };
  /** A restriction ended. */
  readonly 'brokerage.account.restriction-lifted.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the restriction. */
    readonly restrictionId: string;
    /** Why the account was restricted: 020, 021, 022, or a later one. */
    readonly reasonCode: string;
    /** What ended it: signatures, request, or a later one. */
    readonly cause: string;
  };
  /** Details of the account changed. */
  readonly 'brokerage.account.updated.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Names of the fields that changed: accountName, defaultTaxLotSelection, longTermTaxRate, shortTermTaxRate, initContributionDate, trustedContacts, primaryBeneficiaries, contingentBeneficiaries, securityExclusion, issueExclusion, sectorExclusion, or a later one. */
    readonly changed: readonly string[];
  };
  /** A signature on the customer agreement was stored. */
  readonly 'brokerage.agreement.signed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
  };
  /** The bank link was cancelled for good. */
  readonly 'brokerage.bank-link.cancelled.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the bank link. */
    readonly bankLinkOid: string;
    /** Why: request, attempts, expired, or a later one. */
    readonly cause: string;
  };
  /** A bank account was linked. */
  readonly 'brokerage.bank-link.created.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the bank link. */
    readonly bankLinkOid: string;
  };
  /** Both micro-deposits arrived at the bank account. */
  readonly 'brokerage.bank-link.micro-deposits-sent.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the bank link. */
    readonly bankLinkOid: string;
    /** From here on their amounts verify nothing. */
    readonly expiresAt: string;
  };
  /** Wrong micro-deposit amounts were submitted. */
  readonly 'brokerage.bank-link.verification-failed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the bank link. */
    readonly bankLinkOid: string;
    /** Attempts left. */
    readonly remainingAttempts: number;
  };
  /** The bank account may be verified again after too many wrong amounts. */
  readonly 'brokerage.bank-link.verification-unlocked.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the bank link. */
    readonly bankLinkOid: string;
  };
  /** The bank link was verified. */
  readonly 'brokerage.bank-link.verified.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the bank link. */
    readonly bankLinkOid: string;
    /** How that was found out: microDeposits, owner, or a later one. */
    readonly method: string;
  };
  /** A repeating cash transaction was asked for. */
  readonly 'brokerage.cash-series.defined.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the definition of the series. */
    readonly repeatCashTransactionOid: string;
    /** Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one. */
    readonly transactionType: string;
  };
  /** No occurrence of a series follows any more. */
  readonly 'brokerage.cash-series.ended.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the definition of the series. */
    readonly repeatCashTransactionOid: string;
    /** Why: request, bankLink, or a later one. */
    readonly cause: string;
  };
  /** Details of a cash transaction changed. */
  readonly 'brokerage.cash-transaction.changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the cash transaction. */
    readonly oid: string;
    /** Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one. */
    readonly transactionType: string;
  };
  /** A cash transaction is pending. */
  readonly 'brokerage.cash-transaction.created.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the cash transaction. */
    readonly oid: string;
    /** Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one. */
    readonly transactionType: string;
    /** Status of the cash transaction: PD, PR, CL, CC, RJ, or a later one. */
    readonly status: string;
  };
  /** The back office reported a new cash transaction. */
  readonly 'brokerage.cash-transaction.reported.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the cash transaction. */
    readonly oid: string;
    /** Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one. */
    readonly transactionType: string;
    /** Status of the cash transaction: PD, PR, CL, CC, RJ, or a later one. */
    readonly status: string;
  };
  /** The status of a cash transaction, or the reason for it, changed. */
  readonly 'brokerage.cash-transaction.status-changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the cash transaction. */
    readonly oid: string;
    /** Status of the cash transaction: PD, PR, CL, CC, RJ, or a later one. */
    readonly status: string;
  };
  /** A corporate action was announced for the account. */
  readonly 'brokerage.corporate-action.announced.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the corporate action. */
    readonly notificationId: string;
    /** Proxy, mandatory or voluntary: P, M, V, or a later one. */
    readonly actionType: string;
  };
  /** A corporate action changed. */
  readonly 'brokerage.corporate-action.changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the corporate action. */
    readonly notificationId: string;
    /** Proxy, mandatory or voluntary: P, M, V, or a later one. */
    readonly actionType: string;
  };
  /** Votes on a corporate action were recorded. */
  readonly 'brokerage.corporate-action.voted.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the corporate action. */
    readonly notificationId: string;
    /** Cast here, or known to the back office: client, reported, or a later one. */
    readonly origin: string;
  };
  /** A reported transaction of a folio was corrected. */
  readonly 'brokerage.folio-transaction.corrected.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** Id of the transaction. */
    readonly transactionId: string;
    /** Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments, or a later one. */
    readonly category: string;
  };
  /** The back office reported a transaction of a folio. */
  readonly 'brokerage.folio-transaction.reported.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** Id of the transaction. */
    readonly transactionId: string;
    /** Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments, or a later one. */
    readonly category: string;
  };
  /** A folio was closed, for good. */
  readonly 'brokerage.folio.closed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
  };
  /** The account has a folio more. */
  readonly 'brokerage.folio.created.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
  };
  /** The back office reported the holdings of a folio. */
  readonly 'brokerage.folio.positions-set.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
  };
  /** A folio subscribed to another ready-to-go model. */
  readonly 'brokerage.folio.rtg-subscribed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** Id of the model. */
    readonly rtgOid: string;
  };
  /** The target weights of a folio changed. */
  readonly 'brokerage.folio.target-weights-set.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
  };
  /** Settings of a folio changed. */
  readonly 'brokerage.folio.updated.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** Names of the fields that changed: folioName, dividendReinvest, dividendPayToAccount, benchmark, or a later one. */
    readonly changed: readonly string[];
  };
  /** A member viewed, accepted or rejected an item for attention. */
  readonly 'brokerage.item-for-attention.answered.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the item. */
    readonly itemId: string;
    /** Status of the item: I, V, A, R, Y, N, O, X, or a later one. */
    readonly ifaStatus: string;
  };
  /** The back office changed an item for attention. */
  readonly 'brokerage.item-for-attention.changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the item. */
    readonly itemId: string;
    /** Kind of item: NO, AN, BV, MD, AA, SA, DU, IA, CA, or a later one. */
    readonly ifaType: string;
    /** Status of the item: I, V, A, R, Y, N, O, X, or a later one. */
    readonly ifaStatus: string;
  };
  /** An item for attention was raised. */
  readonly 'brokerage.item-for-attention.raised.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the item. */
    readonly itemId: string;
    /** Kind of item: NO, AN, BV, MD, AA, SA, DU, IA, CA, or a later one. */
    readonly ifaType: string;
    /** Status of the item: I, V, A, R, Y, N, O, X, or a later one. */
    readonly ifaStatus: string;
  };
  /** Details of an order changed, but not its state. */
  readonly 'brokerage.order.amended.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the order. */
    readonly folioOrderOid: string;
  };
  /** An order was placed. */
  readonly 'brokerage.order.placed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** Id of the order. */
    readonly folioOrderOid: string;
    /** State of the order: O, P, F, C, R, E, or a later one. */
    readonly state: string;
  };
  /** The back office reported a new order. */
  readonly 'brokerage.order.reported.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** Id of the order. */
    readonly folioOrderOid: string;
    /** State of the order: O, P, F, C, R, E, or a later one. */
    readonly state: string;
  };
  /** An order has another state. */
  readonly 'brokerage.order.state-changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the order. */
    readonly folioOrderOid: string;
    /** State of the order: O, P, F, C, R, E, or a later one. */
    readonly state: string;
  };
  /** The state of a private placement subscription changed. */
  readonly 'brokerage.placement-subscription.status-changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the subscription. */
    readonly subscriptionOid: string;
    /** State of the subscription: INITIAL, ORDER_CREATED, ACCEPTED, REJECTED, CANCELLED, PROCESSING, COMPLETE, or a later one. */
    readonly status: string;
  };
  /** A private placement was subscribed to. */
  readonly 'brokerage.placement-subscription.submitted.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Id of the subscription. */
    readonly subscriptionOid: string;
    /** State of the subscription: INITIAL, ORDER_CREATED, ACCEPTED, REJECTED, CANCELLED, PROCESSING, COMPLETE, or a later one. */
    readonly status: string;
    /** Id of the offer. */
    readonly privatePlacementOfferOid: string;
  };
  /** Tax data of the account became available or unavailable. */
  readonly 'brokerage.tax-data.availability-changed.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Whether they can be read: available, unavailable, or a later one. */
    readonly availability: string;
  };
  /** A reported tax lot was corrected. */
  readonly 'brokerage.tax-lot.corrected.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Transaction the lot came from. */
    readonly originatingTransactionId: string;
    /** Transaction that closed it. */
    readonly closingTransactionId: string;
    /** Four digits. */
    readonly taxYear: string;
  };
  /** A closed tax lot was reported. */
  readonly 'brokerage.tax-lot.reported.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Transaction the lot came from. */
    readonly originatingTransactionId: string;
    /** Transaction that closed it. */
    readonly closingTransactionId: string;
    /** Four digits. */
    readonly taxYear: string;
  };
  /** Unit values of a folio were added or changed. */
  readonly 'brokerage.unit-values.recorded.v1': {
    /** Number of the account. */
    readonly accountNumber: string;
    /** Full number of the folio. */
    readonly folioNumber: string;
    /** First day with another value. */
    readonly from: string;
    /** Last such day. */
    readonly to: string;
  };
}
