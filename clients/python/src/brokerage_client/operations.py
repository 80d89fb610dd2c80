"""Every operation of the API as a method.

Generated from the API description by `npm run client:generate`.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Literal, Mapping
from urllib.parse import quote

from .answer import Answer
from .types import (
    Account,
    BankLink,
    BankLinkVerification,
    BillingPlan,
    Caller,
    CancelBankLink,
    CancelCashTransaction,
    CancelOrder,
    CashTransaction,
    CashTransactionInput,
    CheckInstructions,
    Client,
    ClientInput,
    Clock,
    Consumer,
    CorporateAction,
    CorporateActionInput,
    CreateBankLink,
    CreateCashTransaction,
    CreateFirm,
    CreateFolio,
    CreateMember,
    CreateOrder,
    CreateSubscription,
    CreateTrustee,
    CreateWebhook,
    Delivery,
    ErasedPerson,
    Erasure,
    Fill,
    Firm,
    Folio,
    FolioTransaction,
    FolioTransactionInput,
    Fund,
    GenerationDiff,
    HistoryEntry,
    IdentityResult,
    InstitutionalFirm,
    Item,
    Mail,
    MasterKey,
    Member,
    Membership,
    MicroDeposits,
    MoveClock,
    NewPermission,
    Offer,
    OfferInput,
    OfferingDocument,
    OpenAccount,
    Order,
    OrderInput,
    PerformanceSummary,
    Permission,
    PermissionInput,
    Position,
    PositionInput,
    Projection,
    PublicKeys,
    PublishedEvent,
    PutBillingPlan,
    PutItem,
    PutOfferingDocument,
    RawUnitValues,
    Rebuild,
    RecordUnitValues,
    Reject,
    Replay,
    Report,
    ReportInput,
    ReportedTaxLot,
    ReportedTaxLotInput,
    RespondToItem,
    Restriction,
    RestrictionInput,
    Retry,
    Root,
    Rtg,
    RtgInput,
    RtgSubscription,
    SensitiveRead,
    SharedSecret,
    Signature,
    SignatureInput,
    Skip,
    SkipParked,
    Subscription,
    SubscriptionInput,
    Switch,
    TargetWeight,
    TargetWeightInput,
    TaxData,
    Trustee,
    UnitValues,
    UpdateAccount,
    UpdateFolio,
    UpdateMember,
    UpdateWebhook,
    VerifyMicroDeposits,
    VerifyOwner,
    Vote,
    Webhook,
    WebhookSecret,
    WebhookStatus,
    WebhookTest,
)

Headers = Mapping[str, str]
NONE: Headers = {}


def part(value: str) -> str:
    """Encodes a path segment."""
    return quote(str(value), safe="")


class _Group:
    def __init__(self, send: Callable[..., Answer[Any]]) -> None:
        self._send = send


class AccountOrdersOperations(_Group):
    def get(
        self,
        accountnumber: str,
        oid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Order]:
        """Get a folio order of an account.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/orders/{part(oid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class AccountsOperations(_Group):
    def open(
        self,
        body: OpenAccount,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create an account.

        Requires the role client.
        """
        return self._send(
            "POST",
            "/restapi/accounts",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        owner: str | int | None = None,
        accountType: List[Literal["9", "I", "J", "K", "L", "M", "U", "P", "Q", "R", "S", "X", "D", "A", "F", "E", "B", "V", "C", "H"]] | None = None,
        accountStatus: List[Literal["OPEN", "RESTRICTED", "CLOSED"]] | None = None,
        accountName: str | None = None,
        sort: Literal["accountNumber", "-accountNumber", "accountName", "-accountName", "creationDate", "-creationDate"] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Account]]:
        """List accounts.

        Returns pages of 1000 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/accounts",
            query={"limit": limit, "cursor": cursor, "owner": owner, "accountType": accountType, "accountStatus": accountStatus, "accountName": accountName, "sort": sort, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Account]:
        """Get an account.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def update(
        self,
        accountnumber: str,
        body: UpdateAccount,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Update an account.

        Requires the role client. The acting member holds AC or AM on the account, or is the firm’s API client acting for itself, to close it.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class AgreementOperations(_Group):
    def sign(
        self,
        accountnumber: str,
        body: SignatureInput,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Submit a customer signature.

        Requires the role client. The acting member holds AC or AM on the account, or has to sign.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/customeragreement",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Signature]]:
        """Get the signatures on the customer agreement.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/customeragreement",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class BackofficeBillingPlansOperations(_Group):
    def put(
        self,
        firmId: str,
        oid: str,
        body: PutBillingPlan,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Define or change a billing plan.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/firms/{part(firmId)}/billingplans/{part(oid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeCashTransactionsOperations(_Group):
    def put(
        self,
        accountnumber: str,
        cashtransactionoid: str,
        body: CashTransactionInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Report a cash transaction or a change of its status.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/cashtransactions/{part(cashtransactionoid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )

    def put_by_alias(
        self,
        accountnumber: str,
        cashtransactionoid: str,
        body: CashTransactionInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Report a cash transaction or a change of its status.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/cashtransaction/{part(cashtransactionoid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeCorporateActionsOperations(_Group):
    def put(
        self,
        accountnumber: str,
        notificationid: str,
        body: CorporateActionInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Define or change a corporate action.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/corporateactions/{part(notificationid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeFolioTransactionsOperations(_Group):
    def put(
        self,
        accountnumber: str,
        folionumber: str,
        transactionid: str,
        body: FolioTransactionInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Report or correct a folio transaction.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/folios/{part(folionumber)}/transactions/{part(transactionid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeItemsOperations(_Group):
    def put(
        self,
        loginid: str,
        id: str,
        body: PutItem,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Raise or change an item for attention.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/members/{part(loginid)}/ifas/{part(id)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeMicroDepositsOperations(_Group):
    def get(
        self,
        accountnumber: str,
        banklinkoid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[MicroDeposits]:
        """Get the micro-deposits of a bank link.

        Requires the role backoffice.
        """
        return self._send(
            "GET",
            f"/backoffice/accounts/{part(accountnumber)}/achbanklinks/{part(banklinkoid)}/microdeposits",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )


class BackofficeOffersOperations(_Group):
    def put(
        self,
        oid: str,
        body: OfferInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Define or change an offer.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/privateplacementoffers/{part(oid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )

    def put_document(
        self,
        oid: str,
        id: str,
        body: PutOfferingDocument,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Define or change a document of an offer.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/privateplacementoffers/{part(oid)}/documents/{part(id)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeOrdersOperations(_Group):
    def put(
        self,
        accountnumber: str,
        folionumber: str,
        oid: str,
        body: OrderInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Record the state of a folio order, or an order placed elsewhere.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders/{part(oid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficePositionsOperations(_Group):
    def set(
        self,
        accountnumber: str,
        folionumber: str,
        body: List[PositionInput],
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Set the positions of a folio.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/folios/{part(folionumber)}/positions",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeRtgsOperations(_Group):
    def put(
        self,
        oid: str,
        body: RtgInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Define or change an RTG folio.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/rtgs/{part(oid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeSubscriptionsOperations(_Group):
    def put(
        self,
        accountnumber: str,
        oid: str,
        body: SubscriptionInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Record the state of a private placement subscription.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/privateplacementorders/{part(oid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeTaxLotsOperations(_Group):
    def put_lot(
        self,
        accountnumber: str,
        originatingtxnid: str,
        closingtxnid: str,
        body: ReportedTaxLotInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Report or correct a closed tax lot.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/reportedtaxlots/{part(originatingtxnid)}/{part(closingtxnid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )

    def put_tax_data(
        self,
        accountnumber: str,
        body: TaxData,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Set whether the tax data of an account is available.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/taxdata",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BackofficeUnitValuesOperations(_Group):
    def put(
        self,
        accountnumber: str,
        folionumber: str,
        body: RecordUnitValues,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Record unit values of a folio.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/accounts/{part(accountnumber)}/folios/{part(folionumber)}/performance/unitvalues",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class BankLinksOperations(_Group):
    def create(
        self,
        accountnumber: str,
        body: CreateBankLink,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Link a bank account.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/achbanklinks",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[BankLink]]:
        """List the bank links of an account.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/achbanklinks",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        banklinkoid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[BankLink]:
        """Get a bank link.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/achbanklinks/{part(banklinkoid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def cancel(
        self,
        accountnumber: str,
        banklinkoid: str,
        body: CancelBankLink,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Cancel a bank link.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/achbanklinks/{part(banklinkoid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class BillingPlansOperations(_Group):
    def list(
        self,
        firmId: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[BillingPlan]]:
        """List the billing plans of a firm.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/firms/{part(firmId)}/billingplans",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        firmId: str,
        billingplanoid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[BillingPlan]:
        """Get a billing plan.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/firms/{part(firmId)}/billingplans/{part(billingplanoid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class CallerOperations(_Group):
    def get(
        self,
        *,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Caller]:
        """Who the caller is.

        Requires the role client, backoffice, operator, or auditor.
        """
        return self._send(
            "GET",
            "/operator/caller",
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class CashTransactionsOperations(_Group):
    def create(
        self,
        accountnumber: str,
        body: CreateCashTransaction,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a cash transaction.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/cashtransactions",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        transactionTypes: str | None = None,
        transactionStatuses: str | None = None,
        daterange: str | None = None,
        minAmount: str | None = None,
        maxAmount: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[CashTransaction]]:
        """List the cash transactions of an account.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/cashtransactions",
            query={"limit": limit, "cursor": cursor, "transactionTypes": transactionTypes, "transactionStatuses": transactionStatuses, "daterange": daterange, "minAmount": minAmount, "maxAmount": maxAmount, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        cashtransactionoid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[CashTransaction]:
        """Get a cash transaction.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/cashtransactions/{part(cashtransactionoid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def cancel(
        self,
        accountnumber: str,
        cashtransactionoid: str,
        body: CancelCashTransaction,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Cancel a cash transaction.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/cashtransactions/{part(cashtransactionoid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get_by_alias(
        self,
        accountnumber: str,
        cashtransactionoid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[CashTransaction]:
        """Get a cash transaction.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/cashtransaction/{part(cashtransactionoid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def cancel_by_alias(
        self,
        accountnumber: str,
        cashtransactionoid: str,
        body: CancelCashTransaction,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Cancel a cash transaction.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/cashtransaction/{part(cashtransactionoid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class CheckInstructionsOperations(_Group):
    def express(
        self,
        accountnumber: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[CheckInstructions]:
        """Get overnight check deposit instructions.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/cashtransfers/expresscheckinstructions",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def regular(
        self,
        accountnumber: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[CheckInstructions]:
        """Get check deposit instructions.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/cashtransfers/checkinstructions",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class ClientListOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        firmId: str | int | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Client]]:
        """List API clients.

        Returns pages of 1000 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/clients",
            query={"limit": limit, "cursor": cursor, "firmId": firmId},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )


class ClientsOperations(_Group):
    def define(
        self,
        firmId: str,
        apiKey: str,
        body: ClientInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[SharedSecret]:
        """Define or change an API client.

        Requires the role operator.
        """
        return self._send(
            "PUT",
            f"/backoffice/firms/{part(firmId)}/clients/{part(apiKey)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )

    def revoke(
        self,
        firmId: str,
        apiKey: str,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Revoke an API client.

        Requires the role operator.
        """
        return self._send(
            "DELETE",
            f"/backoffice/firms/{part(firmId)}/clients/{part(apiKey)}",
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, **headers},
        )

    def replace_secret(
        self,
        firmId: str,
        apiKey: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[SharedSecret]:
        """Replace the shared secret of an API client.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/backoffice/firms/{part(firmId)}/clients/{part(apiKey)}/secret",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class ClockOperations(_Group):
    def get(
        self,
        *,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Clock]:
        """Get the clock of the firm.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "GET",
            "/sandbox/clock",
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def move(
        self,
        body: MoveClock,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Clock]:
        """Move the clock of the firm forward.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "POST",
            "/sandbox/clock",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class ConsumersOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Consumer]]:
        """Get all consumers of the log and their parked events.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/consumers",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def retry(
        self,
        name: str,
        body: Retry,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Consumer]:
        """Retry parked events of a consumer.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/consumers/{part(name)}/retry",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )

    def skip(
        self,
        name: str,
        body: SkipParked,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Consumer]:
        """Skip a parked event.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/consumers/{part(name)}/skip",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class ContractOperations(_Group):
    def async_api(self, *, headers: Headers = NONE) -> Answer[Any]:
        """Get the AsyncAPI description of the events."""
        return self._send("GET", "/asyncapi.json", headers=headers)


class CorporateActionsOperations(_Group):
    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[CorporateAction]]:
        """Get all corporate actions.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/corporateactions",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        notificationid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[CorporateAction]:
        """Get a corporate action.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/corporateactions/{part(notificationid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def vote(
        self,
        accountnumber: str,
        notificationid: str,
        body: Vote,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Vote on a corporate action.

        Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/corporateactions/{part(notificationid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class DeliveriesOperations(_Group):
    def list(
        self,
        webhookid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Delivery]]:
        """Get the deliveries of a webhook.

        Returns pages of 100 items unless `limit` is given.

        Requires the role client.
        """
        return self._send(
            "GET",
            f"/restapi/webhooks/{part(webhookid)}/deliveries",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def replay(
        self,
        webhookid: str,
        body: Replay,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Replay events to a webhook.

        Requires the role client.
        """
        return self._send(
            "POST",
            f"/restapi/webhooks/{part(webhookid)}/replay",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def test(
        self,
        webhookid: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[WebhookTest]:
        """Send a test message to a webhook.

        Requires the role client.
        """
        return self._send(
            "POST",
            f"/restapi/webhooks/{part(webhookid)}/test",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class ErasureOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[ErasedPerson]]:
        """List erasures.

        Returns pages of 1000 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/erasures",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def get(
        self,
        loginid: str,
        *,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Erasure]:
        """Get the erasure status of a member or trustee.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            f"/operator/members/{part(loginid)}/erasure",
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def erase(
        self,
        loginid: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Erase the personal data of a member or trustee.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/members/{part(loginid)}/erasure",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class FeedOperations(_Group):
    def of_account(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        from_: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[PublishedEvent]]:
        """Get the events of an account.

        Returns pages of 200 items unless `limit` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/events",
            query={"limit": limit, "cursor": cursor, "from": from_},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def of_firm(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        from_: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[PublishedEvent]]:
        """Get the events of all accounts.

        Returns pages of 200 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/events",
            query={"limit": limit, "cursor": cursor, "from": from_},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class FirmsOperations(_Group):
    def create(
        self,
        body: CreateFirm,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a corporate firm.

        Requires the role client.
        """
        return self._send(
            "POST",
            "/restapi/firms",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        firmType: Literal["L", "G"] | None = None,
        name: str | None = None,
        sort: Literal["firmId", "-firmId", "name", "-name"] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Firm]]:
        """List firms.

        Returns pages of 1000 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/firms",
            query={"limit": limit, "cursor": cursor, "firmType": firmType, "name": name, "sort": sort, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        firmId: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Firm]:
        """Get a firm.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/firms/{part(firmId)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def define(
        self,
        firmId: str,
        body: InstitutionalFirm,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Define or change an institutional firm.

        Requires the role operator.
        """
        return self._send(
            "PUT",
            f"/backoffice/firms/{part(firmId)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )


class FolioTransactionsOperations(_Group):
    def list(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        daterange: str | None = None,
        category: str | None = None,
        subCategoryName: str | None = None,
        ticker: str | None = None,
        cashsweep: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[FolioTransaction]]:
        """List the transactions of a folio.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/transactions",
            query={"limit": limit, "cursor": cursor, "daterange": daterange, "category": category, "subCategoryName": subCategoryName, "ticker": ticker, "cashsweep": cashsweep, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class FoliosOperations(_Group):
    def create(
        self,
        accountnumber: str,
        body: CreateFolio,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a folio.

        Requires the role client. The acting member holds AC or AM on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/folios",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Folio]]:
        """List the folios of an account.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Folio]:
        """Get a folio.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def update(
        self,
        accountnumber: str,
        folionumber: str,
        body: UpdateFolio,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Update or close a folio.

        Requires the role client. The acting member holds AC or AM on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def target_weights(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[TargetWeight]]:
        """Get the target weights of a folio.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/targetweights",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def set_target_weights(
        self,
        accountnumber: str,
        folionumber: str,
        body: List[TargetWeightInput],
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Update the target weights of a folio.

        Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/targetweights",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def positions(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Position]]:
        """Get the positions of a folio.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/positions",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class HealthOperations(_Group):
    def live(self, *, headers: Headers = NONE) -> Answer[Dict[str, Any]]:
        """Liveness: the process is running."""
        return self._send("GET", "/health/live", headers=headers)

    def ready(self, *, headers: Headers = NONE) -> Answer[Dict[str, Any]]:
        """Readiness: stores are available and projections up to date."""
        return self._send("GET", "/health/ready", headers=headers)


class HistoryOperations(_Group):
    def of_account(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        type: List[str] | None = None,
        actor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[HistoryEntry]]:
        """History of an account.

        Returns pages of 50 items unless `limit` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/history",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "type": type, "actor": actor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def of_folio(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        type: List[str] | None = None,
        actor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[HistoryEntry]]:
        """History of a folio.

        Returns pages of 50 items unless `limit` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/history",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "type": type, "actor": actor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def of_bank_link(
        self,
        accountnumber: str,
        banklinkoid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        type: List[str] | None = None,
        actor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[HistoryEntry]]:
        """History of a bank link.

        Returns pages of 50 items unless `limit` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/achbanklinks/{part(banklinkoid)}/history",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "type": type, "actor": actor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def of_member(
        self,
        loginid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        type: List[str] | None = None,
        actor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[HistoryEntry]]:
        """History of a member.

        Returns pages of 50 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/members/{part(loginid)}/history",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "type": type, "actor": actor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def of_firm(
        self,
        firmId: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        from_: str | None = None,
        to: str | None = None,
        type: List[str] | None = None,
        actor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[HistoryEntry]]:
        """History of a firm.

        Returns pages of 50 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/firms/{part(firmId)}/history",
            query={"limit": limit, "cursor": cursor, "order": order, "from": from_, "to": to, "type": type, "actor": actor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class ItemsOperations(_Group):
    def list(
        self,
        loginid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        ifaType: List[Literal["NO", "AN", "BV", "MD", "AA", "SA", "DU", "IA", "CA"]] | None = None,
        ifaStatus: List[Literal["I", "V", "A", "R", "Y", "N", "O", "X"]] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Item]]:
        """List the items for attention of a member.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/members/{part(loginid)}/ifas",
            query={"limit": limit, "cursor": cursor, "ifaType": ifaType, "ifaStatus": ifaStatus, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        loginid: str,
        id: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Item]:
        """Get an item for attention.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/members/{part(loginid)}/ifas/{part(id)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def respond(
        self,
        loginid: str,
        id: str,
        body: RespondToItem,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """View or answer an item for attention.

        Requires the role client.
        """
        return self._send(
            "PUT",
            f"/restapi/members/{part(loginid)}/ifas/{part(id)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class MailsOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        status: Literal["due", "sent", "failed"] | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Mail]]:
        """List mails.

        Returns pages of 100 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/mails",
            query={"limit": limit, "cursor": cursor, "status": status},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def get(
        self,
        mailid: str,
        *,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Mail]:
        """Get a mail.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            f"/operator/mails/{part(mailid)}",
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def requeue(
        self,
        mailid: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Requeue a failed mail.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/mails/{part(mailid)}/requeue",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class MasterKeyOperations(_Group):
    def get(
        self,
        *,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[MasterKey]:
        """Get the number of keys under each master key.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/keys/master-key",
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )


class MemberOrdersOperations(_Group):
    def list(
        self,
        loginid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        openOnly: Literal[True, False, "true", "false"] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Order]]:
        """Get all folio orders for a member.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/members/{part(loginid)}/orders",
            query={"limit": limit, "cursor": cursor, "openOnly": openOnly, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class MembersOperations(_Group):
    def create(
        self,
        body: CreateMember,
        *,
        asynchronousSSNValidation: Literal[True, False, "true", "false"] | None = None,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a member.

        Requires the role client.
        """
        return self._send(
            "POST",
            "/restapi/members",
            body,
            query={"asynchronousSSNValidation": asynchronousSSNValidation},
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        loginId: str | int | None = None,
        name: str | None = None,
        email: str | None = None,
        sort: Literal["loginId", "-loginId", "name", "-name"] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Member]]:
        """List members.

        Returns pages of 1000 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/members",
            query={"limit": limit, "cursor": cursor, "loginId": loginId, "name": name, "email": email, "sort": sort, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        loginid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Member]:
        """Get a member.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/members/{part(loginid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def update(
        self,
        loginid: str,
        body: UpdateMember,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Update a member.

        Requires the role client.
        """
        return self._send(
            "PUT",
            f"/restapi/members/{part(loginid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class MembershipOperations(_Group):
    def change(
        self,
        loginid: str,
        body: Membership,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """End or resume the membership of a member.

        Requires the role client.
        """
        return self._send(
            "PUT",
            f"/restapi/members/{part(loginid)}/membership",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class MetricsOperations(_Group):
    def get(self, *, headers: Headers = NONE) -> Answer[str]:
        """Metrics for Prometheus; without credentials only from the local machine."""
        return self._send("GET", "/metrics", headers=headers)


class OffersOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        openOnly: Literal[True, False, "true", "false"] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Offer]]:
        """Get the offers open to the firm.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/privateplacementoffers",
            query={"limit": limit, "cursor": cursor, "openOnly": openOnly, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        oid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Offer]:
        """Get an offer.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/privateplacementoffers/{part(oid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def documents(
        self,
        oid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[OfferingDocument]]:
        """Get the documents of an offer.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/privateplacementoffers/{part(oid)}/documents",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class OperatorBankLinksOperations(_Group):
    def unlock(
        self,
        banklinkoid: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Allow the bank account of a link to be verified again.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/achbanklinks/{part(banklinkoid)}/unlock",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class OrdersOperations(_Group):
    def create(
        self,
        accountnumber: str,
        folionumber: str,
        body: CreateOrder,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a folio order.

        Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        state: List[Literal["O", "P", "F", "C", "R", "E"]] | None = None,
        from_: str | None = None,
        to: str | None = None,
        sort: Literal["creationDate", "-creationDate"] | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Order]]:
        """List the orders of a folio.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders",
            query={"limit": limit, "cursor": cursor, "state": state, "from": from_, "to": to, "sort": sort, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        folionumber: str,
        oid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Order]:
        """Get a folio order.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders/{part(oid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def cancel(
        self,
        accountnumber: str,
        folionumber: str,
        oid: str,
        body: CancelOrder,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Cancel a folio order.

        Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders/{part(oid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class OutsideOperations(_Group):
    def fund(
        self,
        accountnumber: str,
        body: Fund,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Deposit cash in an account.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "POST",
            f"/sandbox/accounts/{part(accountnumber)}/fund",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def fill(
        self,
        accountnumber: str,
        folionumber: str,
        oid: str,
        body: Fill,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Fill an order.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "POST",
            f"/sandbox/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders/{part(oid)}/fill",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def reject(
        self,
        accountnumber: str,
        folionumber: str,
        oid: str,
        body: Reject,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Reject an order.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "POST",
            f"/sandbox/accounts/{part(accountnumber)}/folios/{part(folionumber)}/orders/{part(oid)}/reject",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def answer(
        self,
        loginid: str,
        body: IdentityResult,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Report the result of an identity check.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "POST",
            f"/sandbox/members/{part(loginid)}/verification",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def micro_deposits(
        self,
        accountnumber: str,
        banklinkoid: str,
        *,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[MicroDeposits]:
        """Get the micro-deposits of a bank link.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "GET",
            f"/sandbox/accounts/{part(accountnumber)}/achbanklinks/{part(banklinkoid)}/microdeposits",
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def report(
        self,
        body: List[ReportInput],
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Report]]:
        """Send back-office reports, one after the other.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client. Only for the API client of a sandbox firm; 404 for other firms.
        """
        return self._send(
            "POST",
            "/sandbox/backoffice",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class PerformanceOperations(_Group):
    def unit_values(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        daterange: str,
        returntype: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[UnitValues]:
        """Get the performance unit values of a folio.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/performance/unitvalues",
            query={"daterange": daterange, "returntype": returntype, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def summary(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        daterange: str,
        returntype: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[PerformanceSummary]:
        """Get the return of a folio over a range.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/performance/summary",
            query={"daterange": daterange, "returntype": returntype, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def raw_data(
        self,
        accountnumber: str,
        folionumber: str,
        *,
        daterange: str,
        returntype: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[RawUnitValues]:
        """Get the recorded unit values of a folio.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/performance/rawdata",
            query={"daterange": daterange, "returntype": returntype, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class PermissionsOperations(_Group):
    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Permission]]:
        """Get account permissions.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account, owns it, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/permissions",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def grant(
        self,
        accountnumber: str,
        body: NewPermission,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Grant a permission to a member.

        Requires the role client. The acting member holds AC or AM on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/permissions",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        loginid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Permission]:
        """Get the permission of a member.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account, owns it, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/permissions/{part(loginid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def change(
        self,
        accountnumber: str,
        loginid: str,
        body: PermissionInput,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Change the permission of a member.

        Requires the role client. The acting member holds AC or AM on the account, owns it, or is the firm’s API client acting for itself.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/permissions/{part(loginid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def revoke(
        self,
        accountnumber: str,
        loginid: str,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Revoke the permission of a member.

        Requires the role client. The acting member holds AC or AM on the account, owns it, or is the firm’s API client acting for itself.
        """
        return self._send(
            "DELETE",
            f"/restapi/accounts/{part(accountnumber)}/permissions/{part(loginid)}",
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Sandbox-Fault": sandbox_fault, **headers},
        )


class ProjectionsOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Projection]]:
        """Get all read models and their progress.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/projections",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def get(
        self,
        name: str,
        *,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Projection]:
        """Get a read model, with document counts.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            f"/operator/projections/{part(name)}",
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def diff(
        self,
        name: str,
        collection: str,
        *,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[GenerationDiff]:
        """Compare a generation with the live one.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            f"/operator/projections/{part(name)}/generations/{part(collection)}/diff",
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def rebuild(
        self,
        name: str,
        body: Rebuild,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Projection]:
        """Rebuild a read model.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/projections/{part(name)}/rebuild",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )

    def switch_to(
        self,
        name: str,
        body: Switch,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Projection]:
        """Choose the live generation.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/projections/{part(name)}/switch",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )

    def skip(
        self,
        name: str,
        body: Skip,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Projection]:
        """Let a stopped read model skip an event.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/projections/{part(name)}/skip",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )

    def drop(
        self,
        name: str,
        collection: str,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Drop a generation that is not live.

        Requires the role operator.
        """
        return self._send(
            "DELETE",
            f"/operator/projections/{part(name)}/generations/{part(collection)}",
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, **headers},
        )


class ProofsOperations(_Group):
    def roots(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Root]]:
        """List daily roots, newest first.

        Returns pages of 31 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/audit/roots",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def keys(self, *, headers: Headers = NONE) -> Answer[PublicKeys]:
        """Public keys of exports and daily roots."""
        return self._send("GET", "/.well-known/audit-keys.json", headers=headers)

    def rotate(
        self,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[PublicKeys]:
        """Replace the key of exports and daily roots.

        Requires the role operator.
        """
        return self._send(
            "POST",
            "/operator/audit/signing-key/rotation",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class ReportedTaxLotsOperations(_Group):
    def get(
        self,
        accountnumber: str,
        originatingtxnid: str,
        closingtxnid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[ReportedTaxLot]:
        """Get a reported closed tax lot.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/reportedtaxlots/{part(originatingtxnid)}/{part(closingtxnid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class RestrictionsOperations(_Group):
    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Restriction]]:
        """List the restrictions of an account.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/restrictions",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def add(
        self,
        accountnumber: str,
        body: RestrictionInput,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Restrict an account.

        Requires the role client. The acting member holds AC or AM on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/restrictions",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        id: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Restriction]:
        """Get a restriction.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, DV, or SV on the account, or is the firm’s API client acting for itself.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/restrictions/{part(id)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def remove(
        self,
        accountnumber: str,
        id: str,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Lift a restriction.

        Requires the role client. The acting member holds AC or AM on the account.
        """
        return self._send(
            "DELETE",
            f"/restapi/accounts/{part(accountnumber)}/restrictions/{part(id)}",
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Sandbox-Fault": sandbox_fault, **headers},
        )


class RtgSubscriptionOperations(_Group):
    def subscribe(
        self,
        accountnumber: str,
        folionumber: str,
        body: RtgSubscription,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Subscribe a folio to an RTG folio.

        Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/folios/{part(folionumber)}/rtgsubscription",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class RtgsOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Rtg]]:
        """Get all RTG folios.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/rtgs",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        oid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Rtg]:
        """Get an RTG folio.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/rtgs/{part(oid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class SensitiveReadsOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        account: str | int | None = None,
        member: str | int | None = None,
        firm: str | int | None = None,
        from_: str | None = None,
        to: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[SensitiveRead]]:
        """List sensitive reads.

        Returns pages of 50 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/audit/sensitivereads",
            query={"limit": limit, "cursor": cursor, "account": account, "member": member, "firm": firm, "from": from_, "to": to},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )


class SubscriptionsOperations(_Group):
    def create(
        self,
        accountnumber: str,
        body: CreateSubscription,
        *,
        associated_member_id: str,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a private placement subscription.

        Requires the role client. The acting member holds AC, AM, TM, or TR on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/privateplacementorders",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        accountnumber: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Subscription]]:
        """List the private placement subscriptions.

        Returns the whole list unless `limit` or `cursor` is given.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/privateplacementorders",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        accountnumber: str,
        oid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Subscription]:
        """Get a private placement subscription.

        Requires the role client or auditor. The acting member holds AC, AM, TM, MM, TR, or DV on the account.
        """
        return self._send(
            "GET",
            f"/restapi/accounts/{part(accountnumber)}/privateplacementorders/{part(oid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class TrusteesOperations(_Group):
    def create(
        self,
        body: CreateTrustee,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Create a trustee.

        Requires the role client.
        """
        return self._send(
            "POST",
            "/restapi/trustees",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Trustee]]:
        """List trustees.

        Returns pages of 1000 items unless `limit` is given.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            "/restapi/trustees",
            query={"limit": limit, "cursor": cursor, "asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        loginid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Trustee]:
        """Get a trustee.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/trustees/{part(loginid)}",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )


class VerificationsOperations(_Group):
    def status(
        self,
        loginid: str,
        *,
        asOf: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[str]:
        """Get the status of the identity check.

        Requires the role client or auditor.
        """
        return self._send(
            "GET",
            f"/restapi/members/{part(loginid)}/verifications",
            query={"asOf": asOf},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def resubmit(
        self,
        loginid: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Repeat the identity check.

        Requires the role client.
        """
        return self._send(
            "POST",
            f"/restapi/members/{part(loginid)}/verifications",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def record(
        self,
        loginid: str,
        body: IdentityResult,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Record the result of an identity check.

        Requires the role backoffice.
        """
        return self._send(
            "PUT",
            f"/backoffice/members/{part(loginid)}/verification",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, **headers},
        )

    def verify(
        self,
        accountnumber: str,
        banklinkoid: str,
        body: VerifyMicroDeposits,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[BankLinkVerification]:
        """Verify a micro-deposit bank link.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "PUT",
            f"/restapi/accounts/{part(accountnumber)}/verify/microdeposits/{part(banklinkoid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def verify_owner(
        self,
        accountnumber: str,
        banklinkoid: str,
        body: VerifyOwner,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[BankLinkVerification]:
        """Verify a bank link as its owner.

        Requires the role client. The acting member holds AC, AM, TM, or MM on the account.
        """
        return self._send(
            "POST",
            f"/restapi/accounts/{part(accountnumber)}/verify/{part(banklinkoid)}/ownerverification",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class WebhookStatusesOperations(_Group):
    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        firmId: str | int | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[WebhookStatus]]:
        """List the webhooks of all firms.

        Returns pages of 200 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            "/operator/webhooks",
            query={"limit": limit, "cursor": cursor, "firmId": firmId},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def deliveries(
        self,
        webhookid: str,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Delivery]]:
        """Get the deliveries of a webhook of any firm.

        Returns pages of 100 items unless `limit` is given.

        Requires the role operator or auditor.
        """
        return self._send(
            "GET",
            f"/operator/webhooks/{part(webhookid)}/deliveries",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, **headers},
        )

    def replay(
        self,
        webhookid: str,
        body: Replay,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Replay events to a webhook of any firm.

        Requires the role operator.
        """
        return self._send(
            "POST",
            f"/operator/webhooks/{part(webhookid)}/replay",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, **headers},
        )


class WebhooksOperations(_Group):
    def create(
        self,
        body: CreateWebhook,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[WebhookSecret]:
        """Create a webhook.

        Requires the role client.
        """
        return self._send(
            "POST",
            "/restapi/webhooks",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def list(
        self,
        *,
        limit: int | str | None = None,
        cursor: str | None = None,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[List[Webhook]]:
        """Get all webhooks.

        Returns pages of 200 items unless `limit` is given.

        Requires the role client.
        """
        return self._send(
            "GET",
            "/restapi/webhooks",
            query={"limit": limit, "cursor": cursor},
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def get(
        self,
        webhookid: str,
        *,
        associated_member_id: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[Webhook]:
        """Get a webhook.

        Requires the role client.
        """
        return self._send(
            "GET",
            f"/restapi/webhooks/{part(webhookid)}",
            headers={"X-Associated-Member-Id": associated_member_id, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def update(
        self,
        webhookid: str,
        body: UpdateWebhook,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Change a webhook.

        Requires the role client.
        """
        return self._send(
            "PUT",
            f"/restapi/webhooks/{part(webhookid)}",
            body,
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def delete(
        self,
        webhookid: str,
        *,
        associated_member_id: str | None = None,
        if_match: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[None]:
        """Delete a webhook.

        Requires the role client.
        """
        return self._send(
            "DELETE",
            f"/restapi/webhooks/{part(webhookid)}",
            headers={"X-Associated-Member-Id": associated_member_id, "If-Match": if_match, "Sandbox-Fault": sandbox_fault, **headers},
        )

    def rotate(
        self,
        webhookid: str,
        *,
        associated_member_id: str | None = None,
        idempotency_key: str | None = None,
        sandbox_fault: str | None = None,
        headers: Headers = NONE,
    ) -> Answer[WebhookSecret]:
        """Replace the secret of a webhook.

        Requires the role client.
        """
        return self._send(
            "POST",
            f"/restapi/webhooks/{part(webhookid)}/secret",
            headers={"X-Associated-Member-Id": associated_member_id, "Idempotency-Key": idempotency_key, "Sandbox-Fault": sandbox_fault, **headers},
        )


class Operations:
    """Every operation, by topic: ``api.accounts.get(number)``."""

    def __init__(self, send: Callable[..., Answer[Any]]) -> None:
        self.account_orders = AccountOrdersOperations(send)
        self.accounts = AccountsOperations(send)
        self.agreement = AgreementOperations(send)
        self.backoffice_billing_plans = BackofficeBillingPlansOperations(send)
        self.backoffice_cash_transactions = BackofficeCashTransactionsOperations(send)
        self.backoffice_corporate_actions = BackofficeCorporateActionsOperations(send)
        self.backoffice_folio_transactions = BackofficeFolioTransactionsOperations(send)
        self.backoffice_items = BackofficeItemsOperations(send)
        self.backoffice_micro_deposits = BackofficeMicroDepositsOperations(send)
        self.backoffice_offers = BackofficeOffersOperations(send)
        self.backoffice_orders = BackofficeOrdersOperations(send)
        self.backoffice_positions = BackofficePositionsOperations(send)
        self.backoffice_rtgs = BackofficeRtgsOperations(send)
        self.backoffice_subscriptions = BackofficeSubscriptionsOperations(send)
        self.backoffice_tax_lots = BackofficeTaxLotsOperations(send)
        self.backoffice_unit_values = BackofficeUnitValuesOperations(send)
        self.bank_links = BankLinksOperations(send)
        self.billing_plans = BillingPlansOperations(send)
        self.caller = CallerOperations(send)
        self.cash_transactions = CashTransactionsOperations(send)
        self.check_instructions = CheckInstructionsOperations(send)
        self.client_list = ClientListOperations(send)
        self.clients = ClientsOperations(send)
        self.clock = ClockOperations(send)
        self.consumers = ConsumersOperations(send)
        self.contract = ContractOperations(send)
        self.corporate_actions = CorporateActionsOperations(send)
        self.deliveries = DeliveriesOperations(send)
        self.erasure = ErasureOperations(send)
        self.feed = FeedOperations(send)
        self.firms = FirmsOperations(send)
        self.folio_transactions = FolioTransactionsOperations(send)
        self.folios = FoliosOperations(send)
        self.health = HealthOperations(send)
        self.history = HistoryOperations(send)
        self.items = ItemsOperations(send)
        self.mails = MailsOperations(send)
        self.master_key = MasterKeyOperations(send)
        self.member_orders = MemberOrdersOperations(send)
        self.members = MembersOperations(send)
        self.membership = MembershipOperations(send)
        self.metrics = MetricsOperations(send)
        self.offers = OffersOperations(send)
        self.operator_bank_links = OperatorBankLinksOperations(send)
        self.orders = OrdersOperations(send)
        self.outside = OutsideOperations(send)
        self.performance = PerformanceOperations(send)
        self.permissions = PermissionsOperations(send)
        self.projections = ProjectionsOperations(send)
        self.proofs = ProofsOperations(send)
        self.reported_tax_lots = ReportedTaxLotsOperations(send)
        self.restrictions = RestrictionsOperations(send)
        self.rtg_subscription = RtgSubscriptionOperations(send)
        self.rtgs = RtgsOperations(send)
        self.sensitive_reads = SensitiveReadsOperations(send)
        self.subscriptions = SubscriptionsOperations(send)
        self.trustees = TrusteesOperations(send)
        self.verifications = VerificationsOperations(send)
        self.webhook_statuses = WebhookStatusesOperations(send)
        self.webhooks = WebhooksOperations(send)
