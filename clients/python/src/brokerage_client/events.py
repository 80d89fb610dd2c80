"""Published events by type.

Generated from the contract of the events by `npm run client:generate`.
"""

from __future__ import annotations

from typing import List, Literal, TypedDict, Union


class _Event(TypedDict):
    specversion: Literal["1.0"]
    id: str
    """UUID, the same however often the event is delivered."""
    source: str
    """Path of the account."""
    subject: str
    """Path of what has changed."""
    time: str
    """ISO-8601 UTC."""
    datacontenttype: Literal["application/json"]
    sequence: str
    """Digits, counting the events of an account from 1."""
    sequencetype: Literal["Integer"]
    position: str
    """Consistency token of what happened: ``asOf`` with it shows the state right after."""


class AccountBillingPlanChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    billingPlanOid: str
    """Id of the plan."""


class AccountBillingPlanChangedV1(_Event):
    """Another billing plan applies."""

    type: Literal["brokerage.account.billing-plan-changed.v1"]
    data: AccountBillingPlanChangedV1Data


class AccountClosedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""


class AccountClosedV1(_Event):
    """The account was closed, for good."""

    type: Literal["brokerage.account.closed.v1"]
    data: AccountClosedV1Data


class AccountOpenedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    accountType: str
    """Type of the account: 9, I, J, K, L, M, U, P, Q, R, S, X, D, A, F, E, B, V, C, H, or a later one."""


class AccountOpenedV1(_Event):
    """An account was opened; it is restricted."""

    type: Literal["brokerage.account.opened.v1"]
    data: AccountOpenedV1Data


class AccountPermissionsChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    change: str
    """What became of the permission: granted, changed, revoked, or a later one."""


class AccountPermissionsChangedV1(_Event):
    """A permission on the account changed."""

    type: Literal["brokerage.account.permissions-changed.v1"]
    data: AccountPermissionsChangedV1Data


class AccountRestrictedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    restrictionId: str
    """Id of the restriction."""
    reasonCode: str
    """Why the account was restricted: 020, 021, 022, or a later one."""
    restrictionType: str
    """How far it goes: CR, or a later one."""


class AccountRestrictedV1(_Event):
    """A restriction was added."""

    type: Literal["brokerage.account.restricted.v1"]
    data: AccountRestrictedV1Data


class AccountRestrictionLiftedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    restrictionId: str
    """Id of the restriction."""
    reasonCode: str
    """Why the account was restricted: 020, 021, 022, or a later one."""
    cause: str
    """What ended it: signatures, request, or a later one."""


class AccountRestrictionLiftedV1(_Event):
    """A restriction ended."""

    type: Literal["brokerage.account.restriction-lifted.v1"]
    data: AccountRestrictionLiftedV1Data


class AccountUpdatedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    changed: List[str]
    """Names of the fields that changed: accountName, defaultTaxLotSelection, longTermTaxRate, shortTermTaxRate, initContributionDate, trustedContacts, primaryBeneficiaries, contingentBeneficiaries, securityExclusion, issueExclusion, sectorExclusion, or a later one."""


class AccountUpdatedV1(_Event):
    """Details of the account changed."""

    type: Literal["brokerage.account.updated.v1"]
    data: AccountUpdatedV1Data


class AgreementSignedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""


class AgreementSignedV1(_Event):
    """A signature on the customer agreement was stored."""

    type: Literal["brokerage.agreement.signed.v1"]
    data: AgreementSignedV1Data


class BankLinkCancelledV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    bankLinkOid: str
    """Id of the bank link."""
    cause: str
    """Why: request, attempts, expired, or a later one."""


class BankLinkCancelledV1(_Event):
    """The bank link was cancelled for good."""

    type: Literal["brokerage.bank-link.cancelled.v1"]
    data: BankLinkCancelledV1Data


class BankLinkCreatedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    bankLinkOid: str
    """Id of the bank link."""


class BankLinkCreatedV1(_Event):
    """A bank account was linked."""

    type: Literal["brokerage.bank-link.created.v1"]
    data: BankLinkCreatedV1Data


class BankLinkMicroDepositsSentV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    bankLinkOid: str
    """Id of the bank link."""
    expiresAt: str
    """From here on their amounts verify nothing."""


class BankLinkMicroDepositsSentV1(_Event):
    """Both micro-deposits arrived at the bank account."""

    type: Literal["brokerage.bank-link.micro-deposits-sent.v1"]
    data: BankLinkMicroDepositsSentV1Data


class BankLinkVerificationFailedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    bankLinkOid: str
    """Id of the bank link."""
    remainingAttempts: int
    """Attempts left."""


class BankLinkVerificationFailedV1(_Event):
    """Wrong micro-deposit amounts were submitted."""

    type: Literal["brokerage.bank-link.verification-failed.v1"]
    data: BankLinkVerificationFailedV1Data


class BankLinkVerificationUnlockedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    bankLinkOid: str
    """Id of the bank link."""


class BankLinkVerificationUnlockedV1(_Event):
    """The bank account may be verified again after too many wrong amounts."""

    type: Literal["brokerage.bank-link.verification-unlocked.v1"]
    data: BankLinkVerificationUnlockedV1Data


class BankLinkVerifiedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    bankLinkOid: str
    """Id of the bank link."""
    method: str
    """How that was found out: microDeposits, owner, or a later one."""


class BankLinkVerifiedV1(_Event):
    """The bank link was verified."""

    type: Literal["brokerage.bank-link.verified.v1"]
    data: BankLinkVerifiedV1Data


class CashSeriesDefinedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    repeatCashTransactionOid: str
    """Id of the definition of the series."""
    transactionType: str
    """Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one."""


class CashSeriesDefinedV1(_Event):
    """A repeating cash transaction was asked for."""

    type: Literal["brokerage.cash-series.defined.v1"]
    data: CashSeriesDefinedV1Data


class CashSeriesEndedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    repeatCashTransactionOid: str
    """Id of the definition of the series."""
    cause: str
    """Why: request, bankLink, or a later one."""


class CashSeriesEndedV1(_Event):
    """No occurrence of a series follows any more."""

    type: Literal["brokerage.cash-series.ended.v1"]
    data: CashSeriesEndedV1Data


class CashTransactionChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    oid: str
    """Id of the cash transaction."""
    transactionType: str
    """Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one."""


class CashTransactionChangedV1(_Event):
    """Details of a cash transaction changed."""

    type: Literal["brokerage.cash-transaction.changed.v1"]
    data: CashTransactionChangedV1Data


class CashTransactionCreatedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    oid: str
    """Id of the cash transaction."""
    transactionType: str
    """Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one."""
    status: str
    """Status of the cash transaction: PD, PR, CL, CC, RJ, or a later one."""


class CashTransactionCreatedV1(_Event):
    """A cash transaction is pending."""

    type: Literal["brokerage.cash-transaction.created.v1"]
    data: CashTransactionCreatedV1Data


class CashTransactionReportedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    oid: str
    """Id of the cash transaction."""
    transactionType: str
    """Type of the cash transaction: AHD, AHW, CRW, COW, WIW, or a later one."""
    status: str
    """Status of the cash transaction: PD, PR, CL, CC, RJ, or a later one."""


class CashTransactionReportedV1(_Event):
    """The back office reported a new cash transaction."""

    type: Literal["brokerage.cash-transaction.reported.v1"]
    data: CashTransactionReportedV1Data


class CashTransactionStatusChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    oid: str
    """Id of the cash transaction."""
    status: str
    """Status of the cash transaction: PD, PR, CL, CC, RJ, or a later one."""


class CashTransactionStatusChangedV1(_Event):
    """The status of a cash transaction, or the reason for it, changed."""

    type: Literal["brokerage.cash-transaction.status-changed.v1"]
    data: CashTransactionStatusChangedV1Data


class CorporateActionAnnouncedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    notificationId: str
    """Id of the corporate action."""
    actionType: str
    """Proxy, mandatory or voluntary: P, M, V, or a later one."""


class CorporateActionAnnouncedV1(_Event):
    """A corporate action was announced for the account."""

    type: Literal["brokerage.corporate-action.announced.v1"]
    data: CorporateActionAnnouncedV1Data


class CorporateActionChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    notificationId: str
    """Id of the corporate action."""
    actionType: str
    """Proxy, mandatory or voluntary: P, M, V, or a later one."""


class CorporateActionChangedV1(_Event):
    """A corporate action changed."""

    type: Literal["brokerage.corporate-action.changed.v1"]
    data: CorporateActionChangedV1Data


class CorporateActionVotedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    notificationId: str
    """Id of the corporate action."""
    origin: str
    """Cast here, or known to the back office: client, reported, or a later one."""


class CorporateActionVotedV1(_Event):
    """Votes on a corporate action were recorded."""

    type: Literal["brokerage.corporate-action.voted.v1"]
    data: CorporateActionVotedV1Data


class FolioTransactionCorrectedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""
    transactionId: str
    """Id of the transaction."""
    category: str
    """Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments, or a later one."""


class FolioTransactionCorrectedV1(_Event):
    """A reported transaction of a folio was corrected."""

    type: Literal["brokerage.folio-transaction.corrected.v1"]
    data: FolioTransactionCorrectedV1Data


class FolioTransactionReportedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""
    transactionId: str
    """Id of the transaction."""
    category: str
    """Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments, or a later one."""


class FolioTransactionReportedV1(_Event):
    """The back office reported a transaction of a folio."""

    type: Literal["brokerage.folio-transaction.reported.v1"]
    data: FolioTransactionReportedV1Data


class FolioClosedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""


class FolioClosedV1(_Event):
    """A folio was closed, for good."""

    type: Literal["brokerage.folio.closed.v1"]
    data: FolioClosedV1Data


class FolioCreatedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""


class FolioCreatedV1(_Event):
    """The account has a folio more."""

    type: Literal["brokerage.folio.created.v1"]
    data: FolioCreatedV1Data


class FolioPositionsSetV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""


class FolioPositionsSetV1(_Event):
    """The back office reported the holdings of a folio."""

    type: Literal["brokerage.folio.positions-set.v1"]
    data: FolioPositionsSetV1Data


class FolioRtgSubscribedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""
    rtgOid: str
    """Id of the model."""


class FolioRtgSubscribedV1(_Event):
    """A folio subscribed to another ready-to-go model."""

    type: Literal["brokerage.folio.rtg-subscribed.v1"]
    data: FolioRtgSubscribedV1Data


class FolioTargetWeightsSetV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""


class FolioTargetWeightsSetV1(_Event):
    """The target weights of a folio changed."""

    type: Literal["brokerage.folio.target-weights-set.v1"]
    data: FolioTargetWeightsSetV1Data


class FolioUpdatedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""
    changed: List[str]
    """Names of the fields that changed: folioName, dividendReinvest, dividendPayToAccount, benchmark, or a later one."""


class FolioUpdatedV1(_Event):
    """Settings of a folio changed."""

    type: Literal["brokerage.folio.updated.v1"]
    data: FolioUpdatedV1Data


class ItemForAttentionAnsweredV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    itemId: str
    """Id of the item."""
    ifaStatus: str
    """Status of the item: I, V, A, R, Y, N, O, X, or a later one."""


class ItemForAttentionAnsweredV1(_Event):
    """A member viewed, accepted or rejected an item for attention."""

    type: Literal["brokerage.item-for-attention.answered.v1"]
    data: ItemForAttentionAnsweredV1Data


class ItemForAttentionChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    itemId: str
    """Id of the item."""
    ifaType: str
    """Kind of item: NO, AN, BV, MD, AA, SA, DU, IA, CA, or a later one."""
    ifaStatus: str
    """Status of the item: I, V, A, R, Y, N, O, X, or a later one."""


class ItemForAttentionChangedV1(_Event):
    """The back office changed an item for attention."""

    type: Literal["brokerage.item-for-attention.changed.v1"]
    data: ItemForAttentionChangedV1Data


class ItemForAttentionRaisedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    itemId: str
    """Id of the item."""
    ifaType: str
    """Kind of item: NO, AN, BV, MD, AA, SA, DU, IA, CA, or a later one."""
    ifaStatus: str
    """Status of the item: I, V, A, R, Y, N, O, X, or a later one."""


class ItemForAttentionRaisedV1(_Event):
    """An item for attention was raised."""

    type: Literal["brokerage.item-for-attention.raised.v1"]
    data: ItemForAttentionRaisedV1Data


class OrderAmendedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioOrderOid: str
    """Id of the order."""


class OrderAmendedV1(_Event):
    """Details of an order changed, but not its state."""

    type: Literal["brokerage.order.amended.v1"]
    data: OrderAmendedV1Data


class OrderPlacedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""
    folioOrderOid: str
    """Id of the order."""
    state: str
    """State of the order: O, P, F, C, R, E, or a later one."""


class OrderPlacedV1(_Event):
    """An order was placed."""

    type: Literal["brokerage.order.placed.v1"]
    data: OrderPlacedV1Data


class OrderReportedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioNumber: str
    """Full number of the folio."""
    folioOrderOid: str
    """Id of the order."""
    state: str
    """State of the order: O, P, F, C, R, E, or a later one."""


class OrderReportedV1(_Event):
    """The back office reported a new order."""

    type: Literal["brokerage.order.reported.v1"]
    data: OrderReportedV1Data


class OrderStateChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    folioOrderOid: str
    """Id of the order."""
    state: str
    """State of the order: O, P, F, C, R, E, or a later one."""


class OrderStateChangedV1(_Event):
    """An order has another state."""

    type: Literal["brokerage.order.state-changed.v1"]
    data: OrderStateChangedV1Data


class PlacementSubscriptionStatusChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    subscriptionOid: str
    """Id of the subscription."""
    status: str
    """State of the subscription: INITIAL, ORDER_CREATED, ACCEPTED, REJECTED, CANCELLED, PROCESSING, COMPLETE, or a later one."""


class PlacementSubscriptionStatusChangedV1(_Event):
    """The state of a private placement subscription changed."""

    type: Literal["brokerage.placement-subscription.status-changed.v1"]
    data: PlacementSubscriptionStatusChangedV1Data


class PlacementSubscriptionSubmittedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    subscriptionOid: str
    """Id of the subscription."""
    status: str
    """State of the subscription: INITIAL, ORDER_CREATED, ACCEPTED, REJECTED, CANCELLED, PROCESSING, COMPLETE, or a later one."""
    privatePlacementOfferOid: str
    """Id of the offer."""


class PlacementSubscriptionSubmittedV1(_Event):
    """A private placement was subscribed to."""

    type: Literal["brokerage.placement-subscription.submitted.v1"]
    data: PlacementSubscriptionSubmittedV1Data


class TaxDataAvailabilityChangedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    availability: str
    """Whether they can be read: available, unavailable, or a later one."""


class TaxDataAvailabilityChangedV1(_Event):
    """Tax data of the account became available or unavailable."""

    type: Literal["brokerage.tax-data.availability-changed.v1"]
    data: TaxDataAvailabilityChangedV1Data


class TaxLotCorrectedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    originatingTransactionId: str
    """Transaction the lot came from."""
    closingTransactionId: str
    """Transaction that closed it."""
    taxYear: str
    """Four digits."""


class TaxLotCorrectedV1(_Event):
    """A reported tax lot was corrected."""

    type: Literal["brokerage.tax-lot.corrected.v1"]
    data: TaxLotCorrectedV1Data


class TaxLotReportedV1Data(TypedDict):
    accountNumber: str
    """Number of the account."""
    originatingTransactionId: str
    """Transaction the lot came from."""
    closingTransactionId: str
    """Transaction that closed it."""
    taxYear: str
    """Four digits."""


class TaxLotReportedV1(_Event):
    """A closed tax lot was reported."""

    type: Literal["brokerage.tax-lot.reported.v1"]
    data: TaxLotReportedV1Data


UnitValuesRecordedV1Data = TypedDict(
    "UnitValuesRecordedV1Data",
    {
        "accountNumber": "str",
        "folioNumber": "str",
        "from": "str",
        "to": "str",
    },
    total=True,
)


class UnitValuesRecordedV1(_Event):
    """Unit values of a folio were added or changed."""

    type: Literal["brokerage.unit-values.recorded.v1"]
    data: UnitValuesRecordedV1Data


KnownEvent = Union[
    AccountBillingPlanChangedV1,
    AccountClosedV1,
    AccountOpenedV1,
    AccountPermissionsChangedV1,
    AccountRestrictedV1,
    AccountRestrictionLiftedV1,
    AccountUpdatedV1,
    AgreementSignedV1,
    BankLinkCancelledV1,
    BankLinkCreatedV1,
    BankLinkMicroDepositsSentV1,
    BankLinkVerificationFailedV1,
    BankLinkVerificationUnlockedV1,
    BankLinkVerifiedV1,
    CashSeriesDefinedV1,
    CashSeriesEndedV1,
    CashTransactionChangedV1,
    CashTransactionCreatedV1,
    CashTransactionReportedV1,
    CashTransactionStatusChangedV1,
    CorporateActionAnnouncedV1,
    CorporateActionChangedV1,
    CorporateActionVotedV1,
    FolioTransactionCorrectedV1,
    FolioTransactionReportedV1,
    FolioClosedV1,
    FolioCreatedV1,
    FolioPositionsSetV1,
    FolioRtgSubscribedV1,
    FolioTargetWeightsSetV1,
    FolioUpdatedV1,
    ItemForAttentionAnsweredV1,
    ItemForAttentionChangedV1,
    ItemForAttentionRaisedV1,
    OrderAmendedV1,
    OrderPlacedV1,
    OrderReportedV1,
    OrderStateChangedV1,
    PlacementSubscriptionStatusChangedV1,
    PlacementSubscriptionSubmittedV1,
    TaxDataAvailabilityChangedV1,
    TaxLotCorrectedV1,
    TaxLotReportedV1,
    UnitValuesRecordedV1,
]
"""An event of a type that this version of the client knows; ``type`` tells them apart."""

KNOWN_TYPES = frozenset(
    [
        "brokerage.account.billing-plan-changed.v1",
        "brokerage.account.closed.v1",
        "brokerage.account.opened.v1",
        "brokerage.account.permissions-changed.v1",
        "brokerage.account.restricted.v1",
        "brokerage.account.restriction-lifted.v1",
        "brokerage.account.updated.v1",
        "brokerage.agreement.signed.v1",
        "brokerage.bank-link.cancelled.v1",
        "brokerage.bank-link.created.v1",
        "brokerage.bank-link.micro-deposits-sent.v1",
        "brokerage.bank-link.verification-failed.v1",
        "brokerage.bank-link.verification-unlocked.v1",
        "brokerage.bank-link.verified.v1",
        "brokerage.cash-series.defined.v1",
        "brokerage.cash-series.ended.v1",
        "brokerage.cash-transaction.changed.v1",
        "brokerage.cash-transaction.created.v1",
        "brokerage.cash-transaction.reported.v1",
        "brokerage.cash-transaction.status-changed.v1",
        "brokerage.corporate-action.announced.v1",
        "brokerage.corporate-action.changed.v1",
        "brokerage.corporate-action.voted.v1",
        "brokerage.folio-transaction.corrected.v1",
        "brokerage.folio-transaction.reported.v1",
        "brokerage.folio.closed.v1",
        "brokerage.folio.created.v1",
        "brokerage.folio.positions-set.v1",
        "brokerage.folio.rtg-subscribed.v1",
        "brokerage.folio.target-weights-set.v1",
        "brokerage.folio.updated.v1",
        "brokerage.item-for-attention.answered.v1",
        "brokerage.item-for-attention.changed.v1",
        "brokerage.item-for-attention.raised.v1",
        "brokerage.order.amended.v1",
        "brokerage.order.placed.v1",
        "brokerage.order.reported.v1",
        "brokerage.order.state-changed.v1",
        "brokerage.placement-subscription.status-changed.v1",
        "brokerage.placement-subscription.submitted.v1",
        "brokerage.tax-data.availability-changed.v1",
        "brokerage.tax-lot.corrected.v1",
        "brokerage.tax-lot.reported.v1",
        "brokerage.unit-values.recorded.v1",
    ]
)
