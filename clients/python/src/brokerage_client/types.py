"""Bodies of requests and responses.

Generated from the API description by `npm run client:generate`.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict


class _Problem(TypedDict):
    type: str
    """SYNTAX, VALIDATION_FIELD, VALIDATION_RULE, UNSUPPORTED, or the status in words"""
    message: str
    """For people: the place in the body, the limit, the value"""


class Problem(_Problem, total=False):
    field: str
    """Leaf name of the field, as sent"""
    errorCode: str
    """Stable error code, explained at `/docs/errors/{code}`"""


class DryRun(TypedDict):
    """The response to the request, and what would happen"""
    wouldAnswer: int
    """Status of the response"""
    location: str | None
    """URL of the resource; a new resource gets this id if the request is sent with the same Idempotency-Key"""
    body: Any
    """Body of the response, null if empty. A secret in it is not a real one"""
    replayed: bool
    """A request with the same Idempotency-Key has already been carried out: nothing more would happen"""
    wouldDo: List[Dict[str, Any]]
    """Events that would happen, in order, in the form of a history"""


Problems = List["Problem"]


class About(TypedDict):
    name: str
    """Name of the id"""
    value: str
    """The id"""


class Account(TypedDict):
    accountName: str | None
    """Name; null once the owner's personal data has been erased"""
    billingPlanOid: str
    """An advisory plan of the firm"""
    defaultTaxLotSelection: Literal["FIFO", "LIFO", "LGHL", "HGLL", "LLTG", "LSTG", "HLTG", "HSTG", "AVGC", "WLFS", "WGFS"]
    """Tax lot relief method; AVGC for all non-taxable accounts and no others. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first"""
    longTermTaxRate: str | None
    """Percent; only for WLFS and WGFS"""
    shortTermTaxRate: str | None
    """Percent; only for WLFS and WGFS"""
    initContributionDate: str | None
    """First contribution; SIMPLE IRA only"""
    trustedContacts: List[TrustedContact]
    """People the firm may contact about the account"""
    primaryBeneficiaries: List[Beneficiary]
    """Who inherits; retirement accounts"""
    contingentBeneficiaries: List[Beneficiary]
    """Who inherits if no primary beneficiary does; retirement accounts, only with primary ones"""
    accountType: Literal["9", "I", "J", "K", "L", "M", "U", "P", "Q", "R", "S", "X", "D", "A", "F", "E", "B", "V", "C", "H"]
    """Type of the account. `9` SIMPLE IRA, `I` Individual, `J` Joint tenants with rights of survivorship, `K` Joint tenants in common, `L` Joint community property, `M` Joint tenants by the entirety, `U` Custodial, `P` SEP IRA, `Q` Rollover IRA, `R` Traditional IRA, `S` Roth IRA, `X` Revocable trust, `D` Business trust, `A` Corporation, `F` Limited liability company, `E` Limited partnership, `B` General partnership, `V` Unincorporated organization, `C` Investment club, `H` Sole proprietorship"""
    branchCode: str | None
    """Branch of the firm"""
    repCode: str | None
    """Representative of the firm"""
    primaryAccountOwner: str
    """Login id of a member, or firm id for a corporate account"""
    jointOwners: List[str]
    """Login ids; joint types and revocable trust"""
    minor: Minor | None
    """Custodial account"""
    w9BackupWithholding: Literal["C", "N"]
    """Backup withholding. `C` Subject to backup withholding, `N` Not subject to backup withholding"""
    trustees: List[str]
    """Login ids; corporate types"""
    accountRegistrationInfo: str | None
    """Corporate types and revocable trust"""
    taxClassification: Literal["S", "C", "P", None]
    """Corporation and LLC. `S` S corporation, `C` C corporation, `P` Partnership"""
    accountNumber: str
    """Account number"""
    accountStatus: Literal["OPEN", "RESTRICTED", "CLOSED"]
    """Whether the account is open, restricted or closed. `OPEN` Open, `RESTRICTED` Open, with restrictions, `CLOSED` Closed permanently"""
    securityExclusion: List[Exclusion]
    """Excluded tickers"""
    issueExclusion: List[Exclusion]
    """Excluded issues"""
    sectorExclusion: List[Exclusion]
    """Excluded sectors"""
    restrictions: List[str]
    """Ids of the restrictions in force"""
    creationDate: str
    """When it was opened"""


class Actor(TypedDict):
    caller: str
    """API key, token subject or process that acted"""
    actingMember: str | None
    """Login id of the acting member"""
    associatedMember: str | None
    """X-Associated-Member-Id of the request"""


class _Address(TypedDict):
    line1: str
    """First line of the street address"""
    city: str
    """City"""
    country: str
    """Defaults to US"""


class Address(_Address, total=False):
    line2: str
    """Second line"""
    state: str
    """Two letters in the US"""
    zipcode: str
    """ZIP code"""


class _AddressInput(TypedDict):
    line1: str
    """First line of the street address"""
    city: str
    """City"""


class AddressInput(_AddressInput, total=False):
    line2: str | None
    """Second line"""
    country: str | None
    """Defaults to US"""
    state: str | None
    """Two letters in the US"""
    zipcode: str | None
    """ZIP code"""


class AssetFeeTier(TypedDict):
    minAssetValue: str
    """Dollars"""
    maxAssetValue: str
    """Dollars, or Infinity"""
    basisPoints: str
    """Rate, hundredths of a percent"""


class AssetFeeTierInput(TypedDict):
    minAssetValue: str | float
    """Dollars"""
    maxAssetValue: str | float
    """Dollars, or Infinity"""
    basisPoints: str | float
    """Rate, hundredths of a percent"""


class AssetFees(TypedDict):
    assetFeeTiers: List[AssetFeeTier]
    """Tiers by asset value, without gaps"""
    billingMode: Literal["A", "F"]
    """When asset fees are charged, and on which balance. `A` In arrears, on the average daily balance of the period before, `F` In advance, on the closing value of the period before"""
    billingPeriodType: Literal["M", "D"]
    """M month, D day"""
    billingPeriodValue: str
    """1, 3 or 12 with M; 30 or 60 with D"""
    flatFee: str
    """Dollars"""
    tierType: Literal["M", "S"]
    """How the tiers apply. `M` Tiered: each tier at its own rate, `S` Tapered: the whole basis at the rate of the highest tier"""


class _AssetFeesInput(TypedDict):
    assetFeeTiers: List[AssetFeeTierInput]
    """Tiers by asset value, without gaps"""
    billingMode: Literal["A", "F"]
    """When asset fees are charged, and on which balance. `A` In arrears, on the average daily balance of the period before, `F` In advance, on the closing value of the period before"""
    billingPeriodType: Literal["M", "D"]
    """M month, D day"""
    billingPeriodValue: str | int
    """1, 3 or 12 with M; 30 or 60 with D"""
    tierType: Literal["M", "S"]
    """How the tiers apply. `M` Tiered: each tier at its own rate, `S` Tapered: the whole basis at the rate of the highest tier"""


class AssetFeesInput(_AssetFeesInput, total=False):
    flatFee: str | float | None
    """Dollars"""


class BankLink(TypedDict):
    bankLinkOid: str
    """Id of the bank link"""
    accountNumber: str
    """Account number"""
    ownerLoginId: str
    """Login id of an owner of the account"""
    accountType: Literal["C", "S"]
    """Type of the bank account. `C` Checking, `S` Savings"""
    bankAccountNumber: str
    """The last four digits"""
    routingNumber: str | None
    """ABA routing number"""
    nameOnAccount: str | None
    """Name on the bank account"""
    bankName: str | None
    """Name of the bank"""
    status: Literal["A", "D"]
    """A active, D deleted. `A` Active, `D` Deleted"""
    verifyStatus: bool
    """Whether the link is verified"""
    mdverify: Literal[True, False, "na"]
    """Verified by micro-deposits; na: by the owner"""
    creationDate: str
    """When it was created"""


class BankLinkVerification(TypedDict):
    bankLinkOid: str
    """Id of the bank link"""
    verifyStatus: bool
    """Whether the link is verified"""


class Beneficiary(TypedDict):
    title: str | None
    """Form of address"""
    firstName: str
    """First name"""
    middleName: str | None
    """Middle name"""
    lastName: str
    """Last name"""
    suffix: str | None
    """Suffix of the name"""
    dateOfBirth: str
    """Date of birth"""
    ssn: str
    """Social security number"""
    relationship: Literal["S", "O"]
    """Relationship to the owner. `S` Spouse, `O` Other"""
    sharePct: str
    """Percent; the shares of a list add up to 100"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""


class _BeneficiaryInput(TypedDict):
    firstName: str
    """First name"""
    lastName: str
    """Last name"""
    dateOfBirth: str
    """Date of birth"""
    relationship: Literal["S", "O"]
    """Relationship to the owner. `S` Spouse, `O` Other"""
    sharePct: str | float
    """Percent; the shares of a list add up to 100"""


class BeneficiaryInput(_BeneficiaryInput, total=False):
    title: str | None
    """Form of address"""
    middleName: str | None
    """Middle name"""
    suffix: str | None
    """Suffix of the name"""
    ssn: str | int
    """Social security number"""
    SSN: str | int
    """Another spelling of ssn"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""


class _BillingPlan(TypedDict):
    billingPlanId: str
    """Same as in the path"""
    billingPlanType: Literal["A", "P", "B"]
    """A advisory, P platform, B brokerage; this or billingType is required"""
    billingType: Literal["A", "P", "B"]
    """Alias of billingPlanType"""
    name: str
    """Name of the plan"""
    description: str | None
    """Description of the plan"""


class BillingPlan(_BillingPlan, total=False):
    assetFees: AssetFees
    """Not on platform plans"""
    commissionFees: List[CommissionFee]
    """Advisory plans only"""
    folioFees: FolioFees
    """Platform plans only"""


class Caller(TypedDict):
    id: str
    """API key or token subject"""
    roles: List[str]
    """Roles of the caller"""


class CancelBankLink(TypedDict):
    bankLinkOid: str | int
    """Id in the path"""
    status: Literal["D"]
    """D cancels the link"""
    op: str
    """delete"""
    ownerLoginId: str | int
    """Login id of an owner of the account"""


class _CancelCashTransaction(TypedDict):
    cancelReasonCode: Literal["8", "99", "100", 8, 99, 100]
    """8 cancelled by user, 99 cancel for update, 100 other. `8` Cancelled by user, `99` Cancel for update, `100` Other"""


class CancelCashTransaction(_CancelCashTransaction, total=False):
    cancelReason: str | None
    """Reason for the cancellation as text"""
    cancelSeriesFlag: Literal[True, False, "true", "false", None]
    """For a repeating transaction: cancel the whole series"""


class _CancelOrder(TypedDict):
    state: Literal["C"]
    """C cancels an open order"""


class CancelOrder(_CancelOrder, total=False):
    accountNumber: str | int | None
    """Account number in the path"""
    folioNumber: str | int | None
    """Folio number in the path"""
    folioOrderOid: str | int | None
    """Id of the order in the path"""


class CashTransaction(TypedDict):
    oid: str
    """Id in the path"""
    transactionType: Literal["AHD", "AHW", "CRW", "COW", "WIW"]
    """AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal. `AHD` ACH deposit, `AHW` ACH withdrawal, `CRW` Check regular withdrawal, `COW` Check overnight withdrawal, `WIW` Wire withdrawal"""
    sourceId: str | None
    """Bank link for a deposit, account number for a withdrawal"""
    targetId: str | None
    """Bank link for a withdrawal, account number for a deposit"""
    sourceDescription: str | None
    """Where the money comes from"""
    targetDescription: str | None
    """Where the money goes"""
    amount: str
    """US dollars"""
    accountFees: str
    """US dollars"""
    repeatType: Literal["O", "W", "M", "Y"]
    """O one-time, W weekly, M monthly, Y yearly. `O` One-time, `W` Weekly, `M` Monthly, `Y` Yearly"""
    processDate: str
    """Day in New York; the first day of a repeating transaction"""
    repeatInterval: str | None
    """Weeks, months or years between transfers"""
    repeatOffset: str | None
    """Day of the week (1 is Sunday), month or year"""
    endDate: str | None
    """Last day for a transfer"""
    endDateChoice: Literal["transfersInfinite", "transfersMaxNumOf", "transfersEndDate", None]
    """How the series ends. `transfersInfinite` No end, `transfersMaxNumOf` After a number of transfers, `transfersEndDate` After a date"""
    iraContributionYear: str | None
    """Contribution year of an IRA deposit"""
    distributionReasonCode: Literal["N", "P", "S", "E", None]
    """Reason for an IRA withdrawal. `N` Normal, `P` Premature, `S` SEP 72(t), `E` Death"""
    fedWithholdType: Literal["P", "D", "N", None]
    """How federal taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None"""
    fedWithholdAmount: str | None
    """Percent or US dollars, see type"""
    stateWithholdType: Literal["P", "D", "N", None]
    """How state taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None"""
    stateWithholdAmount: str | None
    """Percent or US dollars, see type"""
    repeatCashTransactionOid: str | None
    """Id of its series"""
    status: Literal["PD", "PR", "CL", "CC", "RJ"]
    """PD pending, PR processing, CL completed, CC cancelled, RJ rejected. `PD` Pending, `PR` Processing, `CL` Completed, `CC` Cancelled, `RJ` Rejected"""
    cancelReason: str | None
    """Reason for the cancellation as text"""
    cancelReasonCode: Literal["8", "99", "100", None]
    """Why it was cancelled. `8` Cancelled by user, `99` Cancel for update, `100` Other"""
    accountRegistration: str | None
    """Registered owner of the account"""
    createDateTime: str
    """When the transaction was created"""


class CashTransactionInput(TypedDict, total=False):
    oid: str | int | None
    """Id in the path"""
    transactionType: Literal["AHD", "AHW", "CRW", "COW", "WIW", None]
    """AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal. `AHD` ACH deposit, `AHW` ACH withdrawal, `CRW` Check regular withdrawal, `COW` Check overnight withdrawal, `WIW` Wire withdrawal"""
    sourceId: str | int | None
    """Bank link for a deposit, account number for a withdrawal"""
    targetId: str | int | None
    """Bank link for a withdrawal, account number for a deposit"""
    sourceDescription: str | None
    """Where the money comes from"""
    targetDescription: str | None
    """Where the money goes"""
    amount: str | float | None
    """US dollars"""
    accountFees: str | float | None
    """US dollars"""
    repeatType: Literal["O", "W", "M", "Y", None]
    """O one-time, W weekly, M monthly, Y yearly. `O` One-time, `W` Weekly, `M` Monthly, `Y` Yearly"""
    processDate: str | None
    """Day in New York; the first day of a repeating transaction"""
    repeatInterval: str | int | None
    """Weeks, months or years between transfers"""
    repeatOffset: str | int | None
    """Day of the week (1 is Sunday), month or year"""
    endDate: str | None
    """Last day for a transfer"""
    endDateChoice: Literal["transfersInfinite", "transfersMaxNumOf", "transfersEndDate", None]
    """How the series ends. `transfersInfinite` No end, `transfersMaxNumOf` After a number of transfers, `transfersEndDate` After a date"""
    iraContributionYear: str | int | None
    """Contribution year of an IRA deposit"""
    distributionReasonCode: Literal["N", "P", "S", "E", None]
    """Reason for an IRA withdrawal. `N` Normal, `P` Premature, `S` SEP 72(t), `E` Death"""
    fedWithholdType: Literal["P", "D", "N", None]
    """How federal taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None"""
    fedWithholdAmount: str | float | None
    """Percent or US dollars, see type"""
    stateWithholdType: Literal["P", "D", "N", None]
    """How state taxes are withheld. `P` Percent, `D` Fixed dollars, `N` None"""
    stateWithholdAmount: str | float | None
    """Percent or US dollars, see type"""
    repeatCashTransactionOid: str | int | None
    """Id of its series"""
    status: Literal["PD", "PR", "CL", "CC", "RJ", None]
    """PD pending, PR processing, CL completed, CC cancelled, RJ rejected. `PD` Pending, `PR` Processing, `CL` Completed, `CC` Cancelled, `RJ` Rejected"""
    cancelReason: str | None
    """Reason for the cancellation as text"""
    cancelReasonCode: Literal["8", "99", "100", 8, 99, 100, None]
    """Why it was cancelled. `8` Cancelled by user, `99` Cancel for update, `100` Other"""
    accountRegistration: str | None
    """Registered owner of the account"""
    createDateTime: str | None
    """When the transaction was created"""


Change = TypedDict(
    "Change",
    {
        "field": "str",
        "from": "Any | None",
        "to": "Any | None",
    },
    total=True,
)


class CheckAddress(TypedDict):
    line1: str
    """First address line"""
    line2: str | None
    """Second line"""
    line3: str | None
    """Third line"""
    city: str
    """City"""
    state: str | None
    """State"""
    zipcode: str | None
    """ZIP code"""
    country: str
    """Country"""


class _CheckInstructions(TypedDict):
    accountNumber: str
    """Account number"""
    address: CheckAddress
    """Mailing address"""
    payableTo: str
    """Payee of the check"""


class CheckInstructions(_CheckInstructions, total=False):
    contributionYear: str
    """IRA only: tax year of the contribution"""


class ChoiceVote(TypedDict):
    choiceId: str | int
    """Sequential number of the director"""
    choiceAnswer: Literal["0", "1", "2", "3", 0, 1, 2, 3]
    """0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold"""


class _Client(TypedDict):
    apiKey: str
    """The key it signs its requests with"""
    firmId: str
    """The institutional firm it belongs to"""
    loginId: str
    """Its own login id"""
    revoked: bool
    """Whether the client was revoked, which is permanent"""


class Client(_Client, total=False):
    entitlements: List[Literal["fullTid", "removeRestrictions", "ownerVerification"]]
    """A subset of the firm's entitlements; all of them if absent"""


class _ClientInput(TypedDict):
    loginId: str
    """3 to 64 letters, digits and . _ - @ +"""


class ClientInput(_ClientInput, total=False):
    apiKey: str | None
    """If present, must match the path"""
    firmId: str | int | None
    """If present, must match the path"""
    entitlements: List[Literal["fullTid", "removeRestrictions", "ownerVerification"]] | None
    """A subset of the firm's entitlements; defaults to all of them"""
    revoked: Literal[True, False, "true", "false", None]
    """As in responses; use DELETE to revoke a client"""


class Clock(TypedDict):
    time: str
    """Current time of the firm"""


class _CommissionFee(TypedDict):
    orderType: Literal["W", "D", "L", "A"]
    """Orders to which the commission applies. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest"""
    commission: str
    """Dollars"""


class CommissionFee(_CommissionFee, total=False):
    tradeCountThreshold: str
    """Trades per calendar month"""
    additionalCommission: str
    """Dollars"""
    buyCommission: str
    """Dollars"""
    buyTradeCountThreshold: str
    """Trades per calendar month"""
    additionalBuyCommission: str
    """Dollars"""
    sellCommission: str
    """Dollars"""
    sellTradeCountThreshold: str
    """Trades per calendar month"""
    additionalSellCommission: str
    """Dollars"""


class _CommissionFeeInput(TypedDict):
    orderType: Literal["W", "D", "L", "A"]
    """Orders to which the commission applies. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest"""


class CommissionFeeInput(_CommissionFeeInput, total=False):
    commission: str | float | None
    """Dollars"""
    tradeCountThreshold: str | float | None
    """Trades per calendar month"""
    additionalCommission: str | float | None
    """Dollars"""
    buyCommission: str | float | None
    """Dollars"""
    buyTradeCountThreshold: str | float | None
    """Trades per calendar month"""
    additionalBuyCommission: str | float | None
    """Dollars"""
    sellCommission: str | float | None
    """Dollars"""
    sellTradeCountThreshold: str | float | None
    """Trades per calendar month"""
    additionalSellCommission: str | float | None
    """Dollars"""


class Consumer(TypedDict):
    name: str
    """Name of the consumer"""
    position: str
    """Position up to which the log is processed, decimal"""
    head: str
    """Newest position of the log, decimal"""
    parked: List[ParkedEvent]
    """Events currently parked"""
    skipped: List[str]
    """Positions of permanently skipped events, decimal"""


class _CorporateAction(TypedDict):
    notifid: str
    """Same as in the path"""
    issuer: str
    """Issuer of the security"""
    ticker: str | None
    """Ticker of the security"""
    activity: str | None
    """Kind of event"""
    description: str | None
    """Description of the action"""
    introText: str | None
    """Introduction for voters"""
    status: str | None
    """State of the action"""
    type: Literal["P", "M", "V"]
    """P proxy, M mandatory, V voluntary. `P` Proxy, `M` Mandatory, `V` Voluntary"""
    deadline: str | None
    """Last moment for votes"""
    shares: str | None
    """Shares that may vote or be tendered"""
    docs: List[CorporateActionFile]
    """Documents about the action"""
    questions: List[CorporateActionQuestion]
    """Questions to vote on"""


class CorporateAction(_CorporateAction, total=False):
    companyWebsite: str
    """Website of the company"""
    financialReport: str
    """Annual report"""
    proxyStatement: str
    """Proxy statement"""
    dutchAuction: str
    """Dutch auction"""
    exchangeOffer: str
    """Exchange offer"""
    mergerElection: str
    """Merger election"""
    purchaseOffer: str
    """Purchase offer"""
    rightsOffer: str
    """Rights offer"""
    tenderOffer: str
    """Tender offer"""
    warrentsOffer: str
    """Warrants offer"""


class _CorporateActionChoice(TypedDict):
    choice: str
    """Name"""
    choiceId: str
    """Sequential number"""
    managementSuggestion: str | None
    """Recommendation of the management"""
    contested: bool
    """Whether the seat is contested"""


class CorporateActionChoice(_CorporateActionChoice, total=False):
    choiceAnswer: Literal["0", "1", "2", "3"]
    """The vote: 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold"""


class _CorporateActionChoiceInput(TypedDict):
    choice: str
    """Name"""
    choiceId: str | int
    """Sequential number"""


class CorporateActionChoiceInput(_CorporateActionChoiceInput, total=False):
    managementSuggestion: str | None
    """Recommendation of the management"""
    contested: Literal[True, False, "true", "false", None]
    """Whether the seat is contested"""
    choiceAnswer: Literal["0", "1", "2", "3", 0, 1, 2, 3, None]
    """The vote: 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold"""


class CorporateActionFile(TypedDict):
    fileLocation: str
    """Link to the document"""
    description: str | None
    """Title of the document"""


class _CorporateActionFileInput(TypedDict):
    fileLocation: str
    """Link to the document"""


class CorporateActionFileInput(_CorporateActionFileInput, total=False):
    description: str | None
    """Title of the document"""


class _CorporateActionInput(TypedDict):
    issuer: str
    """Issuer of the security"""
    type: Literal["P", "M", "V"]
    """P proxy, M mandatory, V voluntary. `P` Proxy, `M` Mandatory, `V` Voluntary"""


class CorporateActionInput(_CorporateActionInput, total=False):
    notifid: str | int | None
    """Same as in the path"""
    ticker: str | None
    """Ticker of the security"""
    activity: str | None
    """Kind of event"""
    description: str | None
    """Description of the action"""
    introText: str | None
    """Introduction for voters"""
    status: str | None
    """State of the action"""
    deadline: str | None
    """Last moment for votes"""
    shares: str | float | None
    """Shares that may vote or be tendered"""
    companyWebsite: str | None
    """Website of the company"""
    financialReport: str | None
    """Annual report"""
    proxyStatement: str | None
    """Proxy statement"""
    dutchAuction: str | None
    """Dutch auction"""
    exchangeOffer: str | None
    """Exchange offer"""
    mergerElection: str | None
    """Merger election"""
    purchaseOffer: str | None
    """Purchase offer"""
    rightsOffer: str | None
    """Rights offer"""
    tenderOffer: str | None
    """Tender offer"""
    warrentsOffer: str | None
    """Warrants offer"""
    docs: List[CorporateActionFileInput] | None
    """Documents about the action"""
    questions: List[CorporateActionQuestionInput] | None
    """Questions to vote on"""


class _CorporateActionQuestion(TypedDict):
    questionsId: str
    """Id of the question"""
    question: str
    """Text of the question"""
    questionsType: Literal["C", "D", "P", "S"]
    """C tender or exchange, D election of directors, P proposal, S say on pay. `C` Actionable corporate action, such as a tender or exchange offer, `D` Election of directors, `P` Proposal, `S` Say on pay"""
    answered: bool
    """Whether there is a vote"""
    answer: str | None
    """Types P and S: the vote. Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain. Type D: the votes on all directors, in their order"""
    contested: bool
    """Whether the question is contested"""
    managementSuggestion: str | None
    """Recommendation of the management"""


class CorporateActionQuestion(_CorporateActionQuestion, total=False):
    sharesElected: str | None
    """Type C: the vote"""
    choices: List[CorporateActionChoice]
    """Type D: the directors"""
    possibleChoiceAnswers: List[Literal["0", "1", "2", "3"]]
    """Type D: answers allowed for directors. 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold"""


class _CorporateActionQuestionInput(TypedDict):
    question: str
    """Text of the question"""


class CorporateActionQuestionInput(_CorporateActionQuestionInput, total=False):
    questionsId: str | int
    """Id of the question"""
    questionId: str | int
    """Another spelling of questionsId"""
    questionsType: Literal["C", "D", "P", "S"]
    """C tender or exchange, D election of directors, P proposal, S say on pay. `C` Actionable corporate action, such as a tender or exchange offer, `D` Election of directors, `P` Proposal, `S` Say on pay"""
    questionType: Literal["C", "D", "P", "S"]
    """Another spelling of questionsType"""
    answered: Literal[True, False, "true", "false", None]
    """Whether there is a vote"""
    answer: str | int | None
    """Types P and S: the vote. Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain. Type D: the votes on all directors, in their order"""
    contested: Literal[True, False, "true", "false", None]
    """Whether the question is contested"""
    sharesElected: str | float | None
    """Type C: the vote"""
    managementSuggestion: str | None
    """Recommendation of the management"""
    choices: List[CorporateActionChoiceInput] | None
    """Type D: the directors"""
    possibleChoiceAnswers: List[Literal["0", "1", "2", "3"]] | None
    """Type D: answers allowed for directors. 0 for, 1 against, 2 abstain, 3 withhold. `0` For, `1` Against, `2` Abstain, `3` Withhold"""


class CreateBankLink(TypedDict):
    accountType: Literal["C", "S"]
    """C checking, S savings. `C` Checking, `S` Savings"""
    bankAccountNumber: str | int
    """Shown as the last four digits"""
    routingNumber: str | int
    """ABA routing number"""
    ownerLoginId: str | int
    """Login id of an owner of the account"""
    nameOnAccount: str
    """Name on the bank account"""
    bankName: str
    """Name of the bank"""


class _CreateCashTransaction(TypedDict):
    transactionType: Literal["AHD", "AHW", "CRW", "COW", "WIW"]
    """AHD ACH deposit, AHW ACH withdrawal, CRW check, COW check overnight, WIW wire withdrawal. `AHD` ACH deposit, `AHW` ACH withdrawal, `CRW` Check regular withdrawal, `COW` Check overnight withdrawal, `WIW` Wire withdrawal"""
    amount: str | float
    """US dollars"""
    processDate: str
    """Day in New York; the first day of a repeating transaction"""


class CreateCashTransaction(_CreateCashTransaction, total=False):
    sourceId: str | int | None
    """Bank link for a deposit, account number for a withdrawal; the account may be omitted"""
    targetId: str | int | None
    """Bank link for a withdrawal, account number for a deposit; the account may be omitted"""
    repeatType: Literal["O", "W", "M", "Y", None]
    """O one-time, W weekly, M monthly, Y yearly; default O. `O` One-time, `W` Weekly, `M` Monthly, `Y` Yearly"""
    repeatInterval: str | int | None
    """Weeks, months or years between transfers"""
    repeatOffset: str | int | None
    """Day of the week (1 is Sunday), month or year"""
    endDate: str | None
    """Last day for a transfer"""
    endDateChoice: Literal["transfersInfinite", "transfersMaxNumOf", "transfersEndDate", None]
    """Default: based on endDate. `transfersInfinite` No end, `transfersMaxNumOf` After a number of transfers, `transfersEndDate` After a date"""
    maxNumOfTransfers: str | int | None
    """With transfersMaxNumOf; determines the end date"""
    iraContributionYear: str | int | None
    """Contribution year of an IRA deposit"""
    distributionReasonCode: Literal["N", "P", "S", "E", None]
    """Reason for an IRA withdrawal. `N` Normal, `P` Premature, `S` SEP 72(t), `E` Death"""
    fedWithholdType: Literal["P", "D", "N", None]
    """P percent, D dollars, N none. `P` Percent, `D` Fixed dollars, `N` None"""
    fedWithholdAmount: str | float | None
    """Percent or US dollars, see type"""
    stateWithholdType: Literal["P", "D", "N", None]
    """P percent, D dollars, N none. `P` Percent, `D` Fixed dollars, `N` None"""
    stateWithholdAmount: str | float | None
    """Percent or US dollars, see type"""


class _CreateFirm(TypedDict):
    firmName: str
    """Name of the firm"""
    firmTaxId: str | int
    """Nine digits"""
    firmRep: str
    """Login id of a member of the firm who owns no account and represents no firm"""
    primaryAddress: StreetAddress
    """A US street address"""


class CreateFirm(_CreateFirm, total=False):
    firmTaxIdType: Literal["TIN", "EIN", "SSN", None]
    """Kind of the tax id. `TIN` Taxpayer identification number, `EIN` Employer identification number, `SSN` Social security number"""
    mailingAddress: AddressInput | None
    """Mailing address, if different"""
    firmTelephone1: str | None
    """Telephone"""
    firmTelephone2: str | None
    """Second telephone"""
    firmEmail1: str | None
    """Primary e-mail address"""
    firmEmail2: str | None
    """Secondary e-mail address"""
    finraAffiliated: Literal[True, False, "true", "false", None]
    """Affiliated with a FINRA member"""
    finraCompany: str | None
    """Required if finraAffiliated is true"""
    directorOrTenPercentShareholder: Literal[True, False, "true", "false", None]
    """Director or ten percent shareholder of a listed company"""
    directorOrTenPercentShareholderCompany: List[str | int] | str | None
    """Tickers, as a list or separated by commas; each is excluded on the accounts"""


class _CreateFolio(TypedDict):
    folioName: str
    """Name of the folio"""
    accountNumber: str | int
    """Account number in the path"""
    dividendReinvest: Literal[True, False, "true", "false"]
    """Reinvest dividends of 1 dollar or more in the security that pays them"""


class CreateFolio(_CreateFolio, total=False):
    benchmark: str | None
    """Ticker to compare the folio with"""
    prepackagedFolioId: str | int | None
    """RTG folio to associate"""
    dividendPayToAccount: Literal[True, False, "true", "false", None]
    """Default true"""


class _CreateMember(TypedDict):
    loginId: str
    """3 to 64 letters, digits and . _ - @ +"""
    firstName: str
    """At most 20 letters, spaces, hyphens, periods and apostrophes"""
    lastName: str
    """At most 35 letters, spaces, hyphens, periods and apostrophes"""
    dateOfBirth: str
    """Date of birth; date or timestamp"""
    tid: str | int
    """SSN or ITIN, nine digits"""
    email1: str
    """Primary e-mail address"""
    primaryAddress: StreetAddress
    """A US street address"""


class CreateMember(_CreateMember, total=False):
    title: Literal["Dr.", "Ms.", "Miss", "Mr.", "Mrs.", None]
    """Form of address"""
    suffix: Literal["Jr.", "Sr.", "II", "III", "IV", "V", None]
    """Suffix of the name"""
    email2: str | None
    """Secondary e-mail address"""
    dayTelephone: str | None
    """Daytime telephone"""
    eveningTelephone: str | None
    """Evening telephone"""
    mailingAddress: AddressInput | None
    """Mailing address, if different"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    residenceCountry: str | None
    """Two-letter ISO 3166 code; defaults to US for a member"""
    employerAddress: AddressInput | None
    """Address of the employer"""
    employerName: str | None
    """Name of the employer"""
    employmentStatus: Literal["Employed", "Self-Employed", "Retired", "Student", "Unemployed", "Other", None]
    """Employment. `Self-Employed` Self-employed"""
    occupationType: Literal["Administrative", "Business Owner", "Consulting", "Creative", "Education", "Engineering", "Finance", "Health Care", "Homemaker", "Information Systems", "Legal", "Management", "Marketing", "Operations", "Other/Not Specified", "Sales", "Service", "Training", None]
    """Occupation"""
    annualIncome: Literal["1", "2", "3", "4", "5", "6", "7", "8", 1, 2, 3, 4, 5, 6, 7, 8, None]
    """Range of the annual income. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over"""
    liquidNetWorth: Literal["1", "2", "3", "4", "5", "6", "7", "8", 1, 2, 3, 4, 5, 6, 7, 8, None]
    """Range of the liquid net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over"""
    netWorth: Literal["1", "2", "3", "4", "5", "6", "7", "8", 1, 2, 3, 4, 5, 6, 7, 8, None]
    """Range of the net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over"""
    dependentCount: str | int | None
    """0 to 99"""
    accreditedInvestorAnnualIncome: Literal[True, False, "true", "false", None]
    """Accredited by annual income"""
    accreditedInvestorNetWorth: Literal[True, False, "true", "false", None]
    """Accredited by net worth"""
    directorOrTenPercentShareholder: Literal[True, False, "true", "false", None]
    """Director or ten percent shareholder of a listed company"""
    directorOrTenPercentShareholderCompany: List[str | int] | str | None
    """Tickers, as a list or separated by commas; each is excluded on the accounts"""
    finraAffiliated: Literal[True, False, "true", "false", None]
    """Affiliated with a FINRA member"""
    finraCompany: str | None
    """Required if finraAffiliated is true"""
    previousPrivatePlacementExperience: Literal[True, False, "true", "false", None]
    """Has subscribed to private placements before"""
    previousExperienceSector: str | None
    """Sector of the experience"""
    memberProfileItems: MemberProfileItemsInput | None
    """More about the member"""
    membershipType: str | None
    """One to four capital letters and digits; defaults to N"""
    middleName: str | None
    """At most 20 letters, spaces, hyphens, periods and apostrophes"""


class _CreateOrder(TypedDict):
    orderType: Literal["W", "D", "L", "A"]
    """W window, D direct, L stop-limit, A auto invest. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest"""
    discretionary: Literal[True, False, "true", "false"]
    """The representative has discretion over side or amount"""
    solicited: Literal[True, False, "true", "false"]
    """The representative recommended it"""
    dollarShareBasedIndicator: Literal["D", "S"]
    """D dollars, S shares. `D` Dollars, `S` Shares"""
    securityOrders: List[CreateSecurityOrder]
    """One for each security"""


class CreateOrder(_CreateOrder, total=False):
    accountNumber: str | int | None
    """Account number in the path"""
    folioNumber: str | int | None
    """Folio number in the path"""
    orderSubType: Literal["M", "L", "S", "X", None]
    """M market, L limit, S stop, X stop-limit; must agree with the prices. `M` Market, `L` Limit, `S` Stop, `X` Stop-limit"""
    reasonForTrade: str | None
    """Default NS"""
    scheduledWindowDatetime: str | None
    """Trading window, types W and A; default: the next one"""
    buyLimitPercent: str | float | None
    """Percent"""
    sellLimitPercent: str | float | None
    """Percent"""
    taxlotReliefMethod: Literal["FIFO", "LIFO", "LGHL", "HGLL", "LLTG", "LSTG", "HLTG", "HSTG", "AVGC", "WLFS", "WGFS", None]
    """Default: defaultTaxLotSelection of the account. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first"""


class _CreateSecurityOrder(TypedDict):
    security: OrderSecurity
    """The security"""
    side: Literal["1", "2", 1, 2]
    """1 buys, 2 sells. `1` Buy, `2` Sell"""


class CreateSecurityOrder(_CreateSecurityOrder, total=False):
    dollarShareBasedIndicator: Literal["D", "S", None]
    """Default: as for the order. `D` Dollars, `S` Shares"""
    requestedDollarAmount: str | float | None
    """Required with indicator D, not allowed with S"""
    requestedShareAmount: str | float | None
    """Required with indicator S, not allowed with D"""
    limitPrice: str | float | None
    """Direct orders; required for stop-limit ones"""
    stopPrice: str | float | None
    """Direct orders; required for stop-limit ones"""


class _CreateSubscription(TypedDict):
    discretionary: Literal[True, False, "true", "false"]
    """The representative has discretion over side or amount"""
    solicited: Literal[True, False, "true", "false"]
    """The representative recommended the subscription"""
    privatePlacementOfferOid: str | int
    """Id of the offer"""
    reasonForTrade: str
    """Reason for the trade"""
    requestedDollarAmount: str | float
    """Upper limit, dollars"""
    side: Literal["1", "2", 1, 2]
    """1 buys; 2 is refused. `1` Buy, `2` Sell"""


class CreateSubscription(_CreateSubscription, total=False):
    accountNumber: str | int | None
    """Account number in the path"""


class _CreateTrustee(TypedDict):
    loginId: str
    """3 to 64 letters, digits and . _ - @ +"""
    firstName: str
    """At most 20 letters, spaces, hyphens, periods and apostrophes"""
    lastName: str
    """At most 35 letters, spaces, hyphens, periods and apostrophes"""
    dateOfBirth: str
    """Date of birth; date or timestamp"""
    email1: str
    """Primary e-mail address"""


class CreateTrustee(_CreateTrustee, total=False):
    title: Literal["Dr.", "Ms.", "Miss", "Mr.", "Mrs.", None]
    """Form of address"""
    suffix: Literal["Jr.", "Sr.", "II", "III", "IV", "V", None]
    """Suffix of the name"""
    email2: str | None
    """Secondary e-mail address"""
    dayTelephone: str | None
    """Daytime telephone"""
    eveningTelephone: str | None
    """Evening telephone"""
    mailingAddress: AddressInput | None
    """Mailing address, if different"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    residenceCountry: str | None
    """Two-letter ISO 3166 code; defaults to US for a member"""
    middleName: str | None
    """At most 20 letters, spaces, hyphens, periods and apostrophes"""
    tid: str | int | None
    """SSN or ITIN, nine digits"""
    primaryAddress: StreetAddress | None
    """A US street address"""


class _CreateWebhook(TypedDict):
    url: str
    """https, reachable on the internet"""


class CreateWebhook(_CreateWebhook, total=False):
    eventTypes: List[Literal["brokerage.account.billing-plan-changed.v1", "brokerage.account.closed.v1", "brokerage.account.opened.v1", "brokerage.account.permissions-changed.v1", "brokerage.account.restricted.v1", "brokerage.account.restriction-lifted.v1", "brokerage.account.updated.v1", "brokerage.agreement.signed.v1", "brokerage.bank-link.cancelled.v1", "brokerage.bank-link.created.v1", "brokerage.bank-link.micro-deposits-sent.v1", "brokerage.bank-link.verification-failed.v1", "brokerage.bank-link.verification-unlocked.v1", "brokerage.bank-link.verified.v1", "brokerage.cash-series.defined.v1", "brokerage.cash-series.ended.v1", "brokerage.cash-transaction.changed.v1", "brokerage.cash-transaction.created.v1", "brokerage.cash-transaction.reported.v1", "brokerage.cash-transaction.status-changed.v1", "brokerage.corporate-action.announced.v1", "brokerage.corporate-action.changed.v1", "brokerage.corporate-action.voted.v1", "brokerage.folio-transaction.corrected.v1", "brokerage.folio-transaction.reported.v1", "brokerage.folio.closed.v1", "brokerage.folio.created.v1", "brokerage.folio.positions-set.v1", "brokerage.folio.rtg-subscribed.v1", "brokerage.folio.target-weights-set.v1", "brokerage.folio.updated.v1", "brokerage.item-for-attention.answered.v1", "brokerage.item-for-attention.changed.v1", "brokerage.item-for-attention.raised.v1", "brokerage.order.amended.v1", "brokerage.order.placed.v1", "brokerage.order.reported.v1", "brokerage.order.state-changed.v1", "brokerage.placement-subscription.status-changed.v1", "brokerage.placement-subscription.submitted.v1", "brokerage.tax-data.availability-changed.v1", "brokerage.tax-lot.corrected.v1", "brokerage.tax-lot.reported.v1", "brokerage.unit-values.recorded.v1"]] | None
    """Default or empty: all types"""
    state: Literal["enabled", "disabled", None]
    """Default: enabled"""


class DailyUnitValue(TypedDict):
    date: str
    """Day"""
    value: str
    """Unit value"""


class Delivery(TypedDict):
    delivered: bool
    """Whether the receiver responded 2xx"""
    status: int | None
    """HTTP status of the response; null if none"""
    reason: str | None
    """Kind of failure"""
    eventId: str
    """Id of the event and of the message"""
    eventType: str
    """Type of the event"""
    accountNumber: str
    """Account of the event"""
    sequence: str
    """Sequence of the event within its account"""
    events: int
    """Number of consecutive events accepted at the first attempt, of which this is the last"""
    attempt: int
    """Number of the attempt, from 1"""
    attemptedAt: str
    """Time of the attempt"""
    nextAttemptAt: str | None
    """Time of the next attempt; null after a success, or if the webhook was disabled"""


class _DepositAddress(TypedDict):
    line1: str
    """First line of the street address"""
    city: str
    """City"""
    country: str
    """Defaults to US"""


class DepositAddress(_DepositAddress, total=False):
    line2: str
    """Second line"""
    state: str
    """Two letters in the US"""
    zipcode: str
    """ZIP code"""
    line3: str
    """Third line"""


class _DepositAddressInput(TypedDict):
    line1: str
    """First line of the street address"""
    city: str
    """City"""


class DepositAddressInput(_DepositAddressInput, total=False):
    line2: str | None
    """Second line"""
    country: str | None
    """Defaults to US"""
    state: str | None
    """Two letters in the US"""
    zipcode: str | None
    """ZIP code"""
    line3: str | None
    """Third line"""


class DifferingDocument(TypedDict):
    id: str
    """Id of the document"""
    kind: Literal["added", "gone", "changed"]
    """added: not in the live generation; gone: only in the live generation"""
    fields: List[str]
    """Differing fields of a changed document"""


class DifferingField(TypedDict):
    field: str
    """Name of the field, dotted"""
    documents: int
    """Number of documents in which it differs"""


class DocumentKey(TypedDict):
    documentKey: str
    """Key of the document"""
    documentPartnerCode: str | None
    """Partner the document belongs to"""


class _DocumentKeyInput(TypedDict):
    documentKey: str | int
    """Key of the document"""


class DocumentKeyInput(_DocumentKeyInput, total=False):
    documentPartnerCode: str | int | None
    """Partner the document belongs to"""


class ErasedPerson(TypedDict):
    erasureId: str
    """Id of the event that erased the person"""
    erasedAt: str
    """When the person was erased"""
    erasedBy: str
    """Who requested it"""
    keyId: str
    """Name of the key that was destroyed"""
    keyFingerprint: str | None
    """SHA-256 fingerprint of the key; null if the person had none"""
    certified: bool
    """Whether the data is confirmed to be gone everywhere"""
    certifiedAt: str | None
    """When it was certified; null until then"""
    erasureHash: str | None
    """Hash of the event that erased the person, as in the hash chain; null until certified"""
    loginId: str
    """Login id of the person"""


class Erasure(TypedDict):
    loginId: str
    """Login id of the person"""
    status: Literal["held", "erasable", "erasing", "erased"]
    """Whether the data can be or has been erased; `erasing`: the key is destroyed, and read models are being blanked"""
    heldUntil: str
    """End of the retention hold"""
    accountsWithPositions: List[str]
    """Accounts that hold securities, at most ten"""
    accountsWithTransactions: List[str]
    """Accounts with pending or repeating cash transactions, at most ten"""
    erasure: ErasureCertificate | None
    """The certificate; null unless erased"""
    waitingFor: List[str]
    """While erasing: read model collections still to be blanked"""


class ErasureCertificate(TypedDict):
    erasureId: str
    """Id of the event that erased the person"""
    erasedAt: str
    """When the person was erased"""
    erasedBy: str
    """Who requested it"""
    keyId: str
    """Name of the key that was destroyed"""
    keyFingerprint: str | None
    """SHA-256 fingerprint of the key; null if the person had none"""
    certified: bool
    """Whether the data is confirmed to be gone everywhere"""
    certifiedAt: str | None
    """When it was certified; null until then"""
    erasureHash: str | None
    """Hash of the event that erased the person, as in the hash chain; null until certified"""


class Exclusion(TypedDict):
    exclusionStartDate: str | None
    """First day of the exclusion"""
    exclusionEndDate: str | None
    """Last day of the exclusion"""
    exclusionValue: str
    """Ticker, issue or sector that is excluded"""


class _ExclusionInput(TypedDict):
    exclusionValue: str
    """Ticker, issue or sector that is excluded"""


class ExclusionInput(_ExclusionInput, total=False):
    exclusionStartDate: str | None
    """First day of the exclusion"""
    exclusionEndDate: str | None
    """Last day of the exclusion"""


class Fill(TypedDict, total=False):
    prices: List[Price] | None
    """Prices of securities in the order; the others are filled at their limit, or at 100.00"""


class _Firm(TypedDict):
    firmId: str
    """Id of the firm"""
    firmOid: str
    """The same as firmId"""
    firmType: Literal["L", "G"]
    """Type of the firm. `L` Institutional firm, `G` Corporate firm"""


class Firm(_Firm, total=False):
    name: str
    """Type L"""
    billingLevel: Literal["account", "member"]
    """Type L. `account` Account level, `member` Member level"""
    entitlements: List[Literal["fullTid", "removeRestrictions", "ownerVerification"]]
    """Type L. `fullTid` May see full tax ids, `removeRestrictions` May lift restrictions, `ownerVerification` Its API client may verify bank links for their owners"""
    depositAddress: DepositAddress
    """Type L"""
    payableTo: str
    """Type L"""
    partnerCode: str
    """Type L"""
    sandbox: bool
    """Type L: true for a sandbox"""
    sandboxStart: str
    """Type L: initial time of a sandbox clock"""
    parentFirmId: str
    """Type G: its advisor firm"""
    creationDate: str
    """Type G"""
    firmName: str
    """Type G"""
    firmTaxId: str
    """Masked except for the last four digits; unmasked for entitled firms"""
    firmTaxIdType: Literal["TIN", "EIN", "SSN"]
    """Type G. `TIN` Taxpayer identification number, `EIN` Employer identification number, `SSN` Social security number"""
    firmRep: str
    """Type G: login id"""
    primaryAddress: Address
    """Type G"""
    mailingAddress: Address
    """Type G"""
    firmTelephone1: str
    """Type G"""
    firmTelephone2: str
    """Type G"""
    firmEmail1: str
    """Type G"""
    firmEmail2: str
    """Type G"""
    finraAffiliated: bool
    """Type G"""
    finraCompany: str
    """Type G"""
    directorOrTenPercentShareholder: bool
    """Type G"""
    directorOrTenPercentShareholderCompany: List[str]
    """Type G: tickers"""


class Folio(TypedDict):
    folioName: str | None
    """Null once an owner's personal data is erased"""
    dividendReinvest: bool
    """Reinvest dividends of 1 dollar or more in the security that pays them"""
    dividendPayToAccount: bool
    """Pay dividends that are not reinvested to the account"""
    benchmark: str | None
    """Ticker to compare the folio with"""
    prepackagedFolioId: str | None
    """RTG folio it was created with"""
    modelOid: str | None
    """Always null: there are no other models"""
    rtgOid: str | None
    """RTG folio it is subscribed to"""
    folioStatus: Literal["O", "C", "D"]
    """O for open, C for closed. `O` Open, `C` Closed, `D` Deleted"""
    accountNumber: str
    """Account of the folio"""
    folioNumber: str
    """Account number and two digits"""


class FolioFees(TypedDict):
    folioFee: str
    """Dollars"""
    folioFeeDiscount: str
    """Dollars"""
    additionalFolioFee: str
    """Dollars"""
    additionalFolioFeeDiscount: str
    """Dollars"""
    baseNumberOfFolios: str
    """Number of folios the fee covers"""
    chargeFrequency: str
    """Months, always 12"""


class _FolioFeesInput(TypedDict):
    folioFee: str | float
    """Dollars"""
    baseNumberOfFolios: str | float
    """Number of folios the fee covers"""


class FolioFeesInput(_FolioFeesInput, total=False):
    folioFeeDiscount: str | float | None
    """Dollars"""
    additionalFolioFee: str | float | None
    """Dollars"""
    additionalFolioFeeDiscount: str | float | None
    """Dollars"""
    chargeFrequency: str | float | None
    """Months, always 12"""


class _FolioTransaction(TypedDict):
    accountId: str
    """Account number, same as in the path"""
    categoryName: str
    """Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments or any other"""
    subCategoryName: str | None
    """Sub-category, free text"""
    transactionCode: str | None
    """Code of the transaction"""
    transactionDesc: str | None
    """What happened"""
    transactionType: str | None
    """Type of the transaction"""
    transactionId: str
    """Same as in the path"""
    date: str
    """When the transaction took place"""
    folioName: str | None
    """Current name of the folio"""
    symbolName: str | None
    """Name of the security"""
    ticker: str | None
    """Ticker of the security"""
    quantity: str | None
    """Shares"""
    price: str | None
    """Dollars per share"""
    net: str | None
    """Dollars"""
    commission: str | None
    """Dollars"""


class FolioTransaction(_FolioTransaction, total=False):
    marketPrice: str
    """Internal transfers only; equals price"""
    marketNet: str
    """Internal transfers only; equals net"""
    notes: str
    """Free text, if any"""


class _FolioTransactionInput(TypedDict):
    categoryName: str
    """Category of the transaction: Deposits, Withdrawals, Trades, Dividends, Interest, Fees, Transfers, CashSweep, Adjustments or any other"""
    date: str
    """When the transaction took place"""


class FolioTransactionInput(_FolioTransactionInput, total=False):
    accountId: str | int | None
    """Account number, same as in the path"""
    subCategoryName: str | None
    """Sub-category, free text"""
    transactionCode: str | None
    """Code of the transaction"""
    transactionDesc: str | None
    """What happened"""
    transactionType: str | None
    """Type of the transaction"""
    transactionId: str | int | None
    """Same as in the path"""
    folioName: str | None
    """Current name of the folio"""
    symbolName: str | None
    """Name of the security"""
    ticker: str | None
    """Ticker of the security"""
    quantity: str | float | None
    """Shares"""
    price: str | float | None
    """Dollars per share"""
    net: str | float | None
    """Dollars"""
    commission: str | float | None
    """Dollars"""
    marketPrice: str | float | None
    """Internal transfers only; equals price"""
    marketNet: str | float | None
    """Internal transfers only; equals net"""
    notes: str | None
    """Free text, if any"""


class Fund(TypedDict):
    amount: str | float
    """US dollars"""


class _Generation(TypedDict):
    collection: str
    """Name of its collection, unique"""
    version: int
    """Version of the read model that folded it"""
    number: int
    """Number of the generation within its version"""
    live: bool
    """Whether readers get this generation"""
    state: str
    """live; catching-up; ready: complete and held; stopped; retired: no longer folded; standby; unattended: no process folds it"""
    position: str
    """Position in the log, decimal"""


class Generation(_Generation, total=False):
    documents: int
    """Number of documents; only for a single read model"""
    lastError: str
    """Why it stopped, without event data"""


class GenerationDiff(TypedDict):
    live: str
    """The live generation"""
    collection: str
    """The generation compared with it"""
    position: str
    """Position in the log, decimal"""
    same: int
    """Identical documents"""
    added: int
    """Documents missing in the live generation"""
    gone: int
    """Documents only in the live generation"""
    changed: int
    """Documents with differing fields"""
    ahead: int
    """Documents not compared, because only one of the two has folded their newest event"""
    fields: List[DifferingField]
    """Differing fields, most frequent first"""
    samples: List[DifferingDocument]
    """The first 20 of each kind"""


class HistoryEntry(TypedDict):
    time: str
    """When it happened"""
    type: str
    """Event type, such as account.RestrictionLifted"""
    description: str
    """What happened, in words"""
    about: List[About]
    """The folio, member, transaction or other thing it is about"""
    actor: Actor
    """Who did it"""
    changes: List[Change]
    """Changed fields"""
    reason: Reason | None
    """The rule that refused, ended or lifted something"""
    stream: str
    """Stream of the log"""
    revision: int
    """Revision within the stream"""
    position: str
    """Position in the log, in the form of X-Consistency-Token"""
    requestId: str
    """X-Request-Id of the request that caused it"""


class IdentityResult(TypedDict):
    cipStatus: Literal["PASSED", "FAILED"]
    """Result of the identity check. `PASSED` Passed, `FAILED` Failed"""


class _InstitutionalFirm(TypedDict):
    name: str
    """Name of the firm"""


class InstitutionalFirm(_InstitutionalFirm, total=False):
    firmId: str | int | None
    """If present, must match the path"""
    firmOid: str | int | None
    """The same as firmId, as in responses; if present, must match the path"""
    firmType: Literal["L", None]
    """Type of the firm"""
    billingLevel: Literal["account", "member", None]
    """Whether billing plans apply to accounts or to members. `account` Account level, `member` Member level"""
    entitlements: List[Literal["fullTid", "removeRestrictions", "ownerVerification"]] | None
    """What clients of the firm are entitled to"""
    depositAddress: DepositAddressInput | None
    """Where checks are sent"""
    payableTo: str | None
    """Payee of checks"""
    partnerCode: str | None
    """Partner code of the firm"""
    sandbox: Literal[True, False, "true", "false", None]
    """True for a sandbox; can be set only for a new firm, on embedded stores"""
    sandboxStart: str | None
    """Initial time of a sandbox clock; defaults to the time of creation"""


class Item(TypedDict):
    id: str
    """Id of the path"""
    itemForAttentionId: str
    """Another spelling of id"""
    ifaType: Literal["NO", "AN", "BV", "MD", "AA", "SA", "DU", "IA", "CA"]
    """Required in one of its spellings"""
    itemForAttentionType: Literal["NO", "AN", "BV", "MD", "AA", "SA", "DU", "IA", "CA"]
    """Another spelling of ifaType"""
    ifaStatus: Literal["I", "V", "A", "R", "Y", "N", "O", "X"]
    """If omitted, unchanged; I for a new item"""
    itemForAttentionStatus: Literal["I", "V", "A", "R", "Y", "N", "O", "X"]
    """Another spelling of ifaStatus"""
    targetOid: str | None
    """What the item is about: an account number or the id of a bank link"""
    targetOidType: Literal["A", "B", None]
    """What targetOid names. `A` Account, `B` Bank link"""
    forceResponse: bool
    """Whether a response is required"""
    forceView: bool
    """Whether the document must be viewed before the response"""
    viewsRemaining: int
    """Number of views; -100: unlimited"""
    numberOfViews: int
    """Number of views; -100: unlimited"""
    actorOid: str | None
    """Who responded; if omitted, unchanged"""
    actionDateTime: str | None
    """Time of the response; if omitted, unchanged"""
    viewDateTime: str | None
    """Time of the last view; if omitted, unchanged"""
    startDate: str | None
    """When the member may first respond"""
    expirationDate: str | None
    """No response is accepted from this time on"""
    priority: str | None
    """Priority among the items"""
    readDocumentKey: DocumentKey | None
    """Document to read"""
    writeDocumentKey: DocumentKey | None
    """Document to write"""
    readDocumentPath: str | None
    """Path of the document to read"""
    writeDocumentPath: str | None
    """Path of the document to write"""
    memberOid: str
    """Member id of the member in the path"""


class LotSecurity(TypedDict):
    ticker: str | None
    """Ticker of the security"""
    cusip: str | None
    """CUSIP of the security"""
    id: str | None
    """Immutable internal id"""


class LotSecurityInput(TypedDict, total=False):
    ticker: str | None
    """Ticker of the security"""
    cusip: str | int | None
    """CUSIP of the security"""
    id: str | int | None
    """Immutable internal id"""


class Mail(TypedDict):
    mailId: str
    """Id of the mail"""
    loginId: str
    """Login id of the recipient"""
    firmId: str
    """Firm of the recipient"""
    topic: str
    """Topic of the mail"""
    subject: str
    """Subject line"""
    status: Literal["due", "sent", "failed"]
    """due (or being sent), sent or failed"""
    attempts: int
    """Number of attempts"""
    requestedAt: str
    """When it was requested"""
    dueAt: str | None
    """Next attempt; null once sent or failed"""
    failure: Literal["refused", "given-up", "no-address", "unconfirmed", None]
    """Why it failed. unconfirmed: the mail server may have it, but the process that sent it died before the response"""
    code: str | None
    """Last reply code of the mail server, or what went wrong"""


class MasterKey(TypedDict):
    fingerprint: str
    """SHA-256 fingerprint of the key that encrypts"""
    otherFingerprint: str | None
    """Fingerprint of the key that only decrypts; null if there is one master key"""
    generated: bool
    """Whether the service generated it and keeps it in DATA_DIR"""
    keys: int
    """Keys under the one that encrypts"""
    otherKeys: int
    """Keys under the one that only decrypts"""
    erasedKeys: int
    """Keys that were destroyed"""
    unopenedKeys: int
    """Keys that neither master key decrypts: damaged, or under a third one"""


class Member(TypedDict):
    loginId: str
    """Login id"""
    memberOid: str
    """Number of the person, immutable"""
    firmOid: str
    """Id of the advisor firm, immutable"""
    title: Literal["Dr.", "Ms.", "Miss", "Mr.", "Mrs.", None]
    """Form of address"""
    firstName: str | None
    """First name"""
    middleName: str | None
    """Middle name"""
    lastName: str | None
    """Last name"""
    suffix: Literal["Jr.", "Sr.", "II", "III", "IV", "V", None]
    """Suffix of the name"""
    dateOfBirth: str | None
    """Date of birth"""
    creationDate: str
    """When the person was created"""
    tid: str
    """Masked except for the last four digits; unmasked for entitled firms"""
    email1: str | None
    """Primary e-mail address"""
    email2: str | None
    """Secondary e-mail address"""
    dayTelephone: str | None
    """Daytime telephone"""
    eveningTelephone: str | None
    """Evening telephone"""
    primaryAddress: Address | None
    """Street address"""
    mailingAddress: Address | None
    """Mailing address, if different"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    residenceCountry: str
    """Country of residence"""
    employerAddress: Address | None
    """Address of the employer"""
    employerName: str | None
    """Name of the employer"""
    employmentStatus: Literal["Employed", "Self-Employed", "Retired", "Student", "Unemployed", "Other", None]
    """Employment. `Self-Employed` Self-employed"""
    occupationType: Literal["Administrative", "Business Owner", "Consulting", "Creative", "Education", "Engineering", "Finance", "Health Care", "Homemaker", "Information Systems", "Legal", "Management", "Marketing", "Operations", "Other/Not Specified", "Sales", "Service", "Training", None]
    """Occupation"""
    annualIncome: Literal["1", "2", "3", "4", "5", "6", "7", "8", None]
    """Range of the annual income"""
    liquidNetWorth: Literal["1", "2", "3", "4", "5", "6", "7", "8", None]
    """Range of the liquid net worth"""
    netWorth: Literal["1", "2", "3", "4", "5", "6", "7", "8", None]
    """Range of the net worth"""
    dependentCount: str | None
    """Number of dependents, 0 to 99"""
    accreditedInvestorAnnualIncome: bool
    """Accredited by annual income"""
    accreditedInvestorNetWorth: bool
    """Accredited by net worth"""
    directorOrTenPercentShareholder: bool
    """Director or ten percent shareholder of a listed company"""
    directorOrTenPercentShareholderCompany: List[str]
    """Tickers"""
    finraAffiliated: bool
    """Affiliated with a FINRA member"""
    finraCompany: str | None
    """The FINRA member"""
    previousPrivatePlacementExperience: bool
    """Has subscribed to private placements before"""
    previousExperienceSector: str | None
    """Sector of the experience"""
    cipStatus: Literal["PASSED", "FAILED", "PENDING_NEW"]
    """Result of the identity check. `PASSED` Passed, `FAILED` Failed, `PENDING_NEW` Waiting for the result"""
    memberProfileItems: MemberProfileItems | None
    """More about the member"""
    membershipType: str
    """Kind of the membership"""
    partnerCode: str | None
    """Partner code of the firm"""
    advisorLoginId: str | None
    """Login id of the API client or advisor who created the member"""
    transState: Literal["RM", "EM", "CM", "TM"]
    """State of the membership. `RM` Real membership, `EM` Expired: no account is open any more, `CM` Closed by the firm, `TM` Transferred to another firm"""


class MemberProfileItems(TypedDict, total=False):
    topMarginalTaxBracket: Literal["1", "2", "3", "4", "5"]
    """Top marginal tax bracket. `1` 0 to 15 percent, `2` 16 to 25 percent, `3` 26 to 30 percent, `4` 31 to 35 percent, `5` over 35 percent"""
    maritalStatus: Literal["S", "M", "P", "D", "W", "C"]
    """Marital status. `S` Single, `M` Married, `P` Domestic partner, `D` Divorced, `W` Widowed, `C` Civil union"""


class MemberProfileItemsInput(TypedDict, total=False):
    topMarginalTaxBracket: Literal["1", "2", "3", "4", "5", 1, 2, 3, 4, 5, None]
    """Top marginal tax bracket. `1` 0 to 15 percent, `2` 16 to 25 percent, `3` 26 to 30 percent, `4` 31 to 35 percent, `5` over 35 percent"""
    maritalStatus: Literal["S", "M", "P", "D", "W", "C", None]
    """Marital status. `S` Single, `M` Married, `P` Domestic partner, `D` Divorced, `W` Widowed, `C` Civil union"""


class Membership(TypedDict):
    transState: Literal["RM", "EM", "CM", "TM"]
    """The new state; the service sets EM itself, from the member’s accounts. `RM` Real membership, `EM` Expired: no account is open any more, `CM` Closed by the firm, `TM` Transferred to another firm"""


class MicroDeposits(TypedDict):
    amounts: List[str]
    """US dollars, decimal strings"""


class Minor(TypedDict):
    title: str | None
    """Form of address"""
    firstName: str
    """First name"""
    middleName: str | None
    """Middle name"""
    lastName: str
    """Last name"""
    suffix: str | None
    """Suffix of the name"""
    dateOfBirth: str
    """Date of birth"""
    ssn: str
    """Social security number"""
    citizenship: Literal["C", "R", "N", "U"]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    state: Literal["AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP"]
    """State of current or last residence. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific"""


class _MinorInput(TypedDict):
    firstName: str
    """First name"""
    lastName: str
    """Last name"""
    dateOfBirth: str
    """Date of birth"""
    citizenship: Literal["C", "R", "N", "U"]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    state: Literal["AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP"]
    """State of current or last residence. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific"""


class MinorInput(_MinorInput, total=False):
    title: str | None
    """Form of address"""
    middleName: str | None
    """Middle name"""
    suffix: str | None
    """Suffix of the name"""
    ssn: str | int
    """Social security number"""
    SSN: str | int
    """Another spelling of ssn"""


class MoveClock(TypedDict, total=False):
    to: str | None
    """New time of the clock"""
    by: str | None
    """By how much to move it: an ISO 8601 duration in whole numbers"""


class _NewPermission(TypedDict):
    loginId: str | int
    """Login id of the member"""
    permission: Literal["AC", "AM", "TM", "MM", "TR", "DV", "SV"]
    """What the member may do. `AC` Account creator, `AM` Account manager, `TM` Trader and money mover, `MM` Money mover, `TR` Trader, `DV` Detail viewer, `SV` Summary viewer"""


class NewPermission(_NewPermission, total=False):
    accountNumber: str | int | None
    """Account number of the path"""
    alertLevel: Literal["all", "limited", "none", None]
    """Which alerts the member gets; defaults to all for AM, none otherwise. `all` All alerts, `limited` Limited alerts, `none` No alerts"""
    listOnReport: Literal[True, False, "true", "false", None]
    """Whether the member is listed on reports; defaults to false"""


class Offer(TypedDict):
    privatePlacementOfferOid: str
    """Id in the path"""
    name: str
    """Name"""
    openingDate: str
    """First day for subscriptions, in New York"""
    closingDate: str
    """Last day for subscriptions, in New York"""
    eligibleFirms: List[str]
    """Firm ids; clients see only their own"""
    eligibility: Literal["ACCREDITED", "ALL"]
    """Who may subscribe. `ACCREDITED` Accredited investors only, `ALL` Everybody"""
    minimum: str
    """Minimum amount of a subscription, dollars"""
    maximum: str
    """Maximum amount of a subscription, dollars"""


class _OfferInput(TypedDict):
    name: str
    """Name"""
    openingDate: str
    """First day for subscriptions, in New York"""
    closingDate: str
    """Last day for subscriptions, in New York"""
    eligibleFirms: List[str | int]
    """Firm ids; clients see only their own"""
    eligibility: Literal["ACCREDITED", "ALL"]
    """Who may subscribe. `ACCREDITED` Accredited investors only, `ALL` Everybody"""
    minimum: str | float
    """Minimum amount of a subscription, dollars"""
    maximum: str | float
    """Maximum amount of a subscription, dollars"""


class OfferInput(_OfferInput, total=False):
    privatePlacementOfferOid: str | int | None
    """Id in the path"""


class OfferingDocument(TypedDict):
    id: str
    """Id of the document"""
    name: str
    """Name"""
    required: bool
    """Must be fetched before subscribing"""
    signable: bool
    """Must be signed by the client"""
    mediaType: str
    """Media type of the document"""
    size: int
    """Bytes"""


class _OpenAccount(TypedDict):
    accountName: str
    """Unique among the accounts of the primary owner"""
    billingPlanOid: str | int
    """An advisory plan of the firm"""
    accountType: Literal["9", "I", "J", "K", "L", "M", "U", "P", "Q", "R", "S", "X", "D", "A", "F", "E", "B", "V", "C", "H", 9]
    """Type of the account. `9` SIMPLE IRA, `I` Individual, `J` Joint tenants with rights of survivorship, `K` Joint tenants in common, `L` Joint community property, `M` Joint tenants by the entirety, `U` Custodial, `P` SEP IRA, `Q` Rollover IRA, `R` Traditional IRA, `S` Roth IRA, `X` Revocable trust, `D` Business trust, `A` Corporation, `F` Limited liability company, `E` Limited partnership, `B` General partnership, `V` Unincorporated organization, `C` Investment club, `H` Sole proprietorship"""
    primaryAccountOwner: str | int
    """Login id of a member, or firm id for a corporate account"""


class OpenAccount(_OpenAccount, total=False):
    defaultTaxLotSelection: Literal["FIFO", "LIFO", "LGHL", "HGLL", "LLTG", "LSTG", "HLTG", "HSTG", "AVGC", "WLFS", "WGFS", None]
    """Tax lot relief method; AVGC for all non-taxable accounts and no others. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first"""
    longTermTaxRate: str | float | None
    """Percent; only for WLFS and WGFS"""
    shortTermTaxRate: str | float | None
    """Percent; only for WLFS and WGFS"""
    initContributionDate: str | None
    """First contribution; SIMPLE IRA only"""
    trustedContacts: List[TrustedContactInput] | None
    """People the firm may contact about the account"""
    primaryBeneficiaries: List[BeneficiaryInput] | None
    """Who inherits; retirement accounts"""
    contingentBeneficiaries: List[BeneficiaryInput] | None
    """Who inherits if no primary beneficiary does; retirement accounts, only with primary ones"""
    branchCode: str | int | None
    """Branch of the firm"""
    repCode: str | int | None
    """Representative of the firm"""
    jointOwners: List[str | int] | None
    """Login ids; joint types and revocable trust"""
    minor: MinorInput | None
    """Custodial account"""
    w9BackupWithholding: Literal["C", "N", None]
    """Backup withholding. `C` Subject to backup withholding, `N` Not subject to backup withholding"""
    trustees: List[str | int] | None
    """Login ids; corporate types"""
    accountRegistrationInfo: str | None
    """Corporate types and revocable trust"""
    taxClassification: Literal["S", "C", "P", None]
    """Corporation and LLC. `S` S corporation, `C` C corporation, `P` Partnership"""


class Order(TypedDict):
    state: Literal["O", "P", "F", "C", "R", "E"]
    """State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired"""
    stateReasonCode: str | None
    """Reason for the state; 201 cancelled by user"""
    dollarShareBasedIndicator: Literal["D", "S"]
    """Whether amounts are dollars or shares. `D` Dollars, `S` Shares"""
    modificationTimestamp: str
    """When it last changed"""
    accountNumber: str
    """Account number in the path"""
    folioNumber: str
    """Folio number in the path"""
    folioOid: str
    """Id of the folio; the number for 01 and 02"""
    folioOrderId: str
    """Number of the order"""
    folioOrderOid: str
    """Id of the order"""
    orderType: Literal["W", "D", "L", "A"]
    """Type of the order. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest"""
    orderSubType: Literal["M", "L", "S", "X", None]
    """How it is executed; null if security orders differ. `M` Market, `L` Limit, `S` Stop, `X` Stop-limit"""
    reasonForTrade: str
    """Reason for the trade"""
    creationDate: str
    """When it was created"""
    creationMethod: Literal["A", "B", "P"]
    """How the order was created. `A` Through the interface, `B` By the back office, `P` For an accepted private placement subscription"""
    executionDate: str | None
    """When the order was executed"""
    scheduledWindowDatetime: str | None
    """Trading window of the order"""
    discretionary: bool
    """The representative has discretion over side or amount"""
    solicited: bool
    """The representative recommended it"""
    requestedBuyDollarAmount: str | None
    """Requested purchases, dollars"""
    requestedSellDollarAmount: str | None
    """Requested sales, dollars"""
    estimatedBuyDollarAmount: str | None
    """Estimated purchases, dollars"""
    estimatedSellDollarAmount: str | None
    """Estimated sales, dollars"""
    filledBuyDollarAmount: str | None
    """Filled purchases, dollars"""
    filledSellDollarAmount: str | None
    """Filled sales, dollars"""
    buyLimitPercent: str | None
    """Limit on purchases, percent"""
    sellLimitPercent: str | None
    """Limit on sales, percent"""
    commission: str
    """Commission, dollars"""
    totalCommission: str
    """Commission of all security orders, dollars"""
    totalFee: str
    """Fees of all security orders, dollars"""
    taxlotReliefMethod: Literal["FIFO", "LIFO", "LGHL", "HGLL", "LLTG", "LSTG", "HLTG", "HSTG", "AVGC", "WLFS", "WGFS"]
    """Tax lot relief method. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first"""
    tradeOriginatingMemberOid: str | None
    """Number of the member who placed the order"""
    securityOrders: List[SecurityOrder]
    """One for each security"""


class OrderInput(TypedDict, total=False):
    state: Literal["O", "P", "F", "C", "R", "E", None]
    """State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired"""
    stateReasonCode: str | int | None
    """Reason for the state; 201 cancelled by user"""
    dollarShareBasedIndicator: Literal["D", "S", None]
    """Whether amounts are dollars or shares. `D` Dollars, `S` Shares"""
    modificationTimestamp: str | None
    """When it last changed"""
    accountNumber: str | int | None
    """Account number in the path"""
    folioNumber: str | int | None
    """Folio number in the path"""
    folioOid: str | int | None
    """Id of the folio; the number for 01 and 02"""
    folioOrderId: str | int | None
    """Number of the order"""
    folioOrderOid: str | int | None
    """Id of the order"""
    orderType: Literal["W", "D", "L", "A", None]
    """Type of the order. `W` Window, `D` Direct, `L` Stop-limit, `A` Auto invest"""
    orderSubType: Literal["M", "L", "S", "X", None]
    """How it is executed; null if security orders differ. `M` Market, `L` Limit, `S` Stop, `X` Stop-limit"""
    reasonForTrade: str | None
    """Reason for the trade"""
    creationDate: str | None
    """When it was created"""
    creationMethod: Literal["A", "B", "P", None]
    """How the order was created. `A` Through the interface, `B` By the back office, `P` For an accepted private placement subscription"""
    executionDate: str | None
    """When the order was executed"""
    scheduledWindowDatetime: str | None
    """Trading window of the order"""
    discretionary: Literal[True, False, "true", "false", None]
    """The representative has discretion over side or amount"""
    solicited: Literal[True, False, "true", "false", None]
    """The representative recommended it"""
    requestedBuyDollarAmount: str | float | None
    """Requested purchases, dollars"""
    requestedSellDollarAmount: str | float | None
    """Requested sales, dollars"""
    estimatedBuyDollarAmount: str | float | None
    """Estimated purchases, dollars"""
    estimatedSellDollarAmount: str | float | None
    """Estimated sales, dollars"""
    filledBuyDollarAmount: str | float | None
    """Filled purchases, dollars"""
    filledSellDollarAmount: str | float | None
    """Filled sales, dollars"""
    buyLimitPercent: str | float | None
    """Limit on purchases, percent"""
    sellLimitPercent: str | float | None
    """Limit on sales, percent"""
    commission: str | float | None
    """Commission, dollars"""
    totalCommission: str | float | None
    """Commission of all security orders, dollars"""
    totalFee: str | float | None
    """Fees of all security orders, dollars"""
    taxlotReliefMethod: Literal["FIFO", "LIFO", "LGHL", "HGLL", "LLTG", "LSTG", "HLTG", "HSTG", "AVGC", "WLFS", "WGFS", None]
    """Tax lot relief method. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first"""
    tradeOriginatingMemberOid: str | int | None
    """Number of the member who placed the order"""
    securityOrders: List[SecurityOrderInput] | None
    """One for each security"""


class OrderSecurity(TypedDict):
    ticker: str
    """Ticker of the security"""


class ParkedEvent(TypedDict):
    position: str
    """Position in the log, decimal"""
    type: str
    """Stored type of the event"""
    stream: str
    """Stream of the event"""
    partition: str
    """Stream, or account for the feed, whose later events wait behind this one"""
    attempts: int
    """Attempts before it was parked"""
    error: str
    """Why it failed, without any data of an event"""


class PerformanceSummary(TypedDict):
    identifierType: Literal["ACCOUNT", "FOLIO"]
    """What the values belong to"""
    identifierValue: str
    """Folio number"""
    returnType: Literal["grossfee", "netfee"]
    """Before or after fees"""
    firstDate: str | None
    """First day with a value"""
    firstValue: str | None
    """Value on that day"""
    lastDate: str | None
    """Last day with a value"""
    lastValue: str | None
    """Value on that day"""
    returnPercent: str | None
    """Percent"""


class Permission(TypedDict):
    loginId: str
    """Login id of the member"""
    accountNumber: str
    """Account number of the path"""
    permission: Literal["AC", "AM", "TM", "MM", "TR", "DV", "SV"]
    """What the member may do. `AC` Account creator, `AM` Account manager, `TM` Trader and money mover, `MM` Money mover, `TR` Trader, `DV` Detail viewer, `SV` Summary viewer"""
    alertLevel: Literal["all", "limited", "none"]
    """Which alerts the member gets; defaults to all for AM, none otherwise. `all` All alerts, `limited` Limited alerts, `none` No alerts"""
    listOnReport: bool
    """Whether the member is listed on reports; defaults to false"""


class PermissionInput(TypedDict, total=False):
    loginId: str | int | None
    """Login id of the member"""
    accountNumber: str | int | None
    """Account number of the path"""
    permission: Literal["AC", "AM", "TM", "MM", "TR", "DV", "SV"]
    """What the member may do. `AC` Account creator, `AM` Account manager, `TM` Trader and money mover, `MM` Money mover, `TR` Trader, `DV` Detail viewer, `SV` Summary viewer"""
    alertLevel: Literal["all", "limited", "none", None]
    """Which alerts the member gets; defaults to all for AM, none otherwise. `all` All alerts, `limited` Limited alerts, `none` No alerts"""
    listOnReport: Literal[True, False, "true", "false", None]
    """Whether the member is listed on reports; defaults to false"""


class Position(TypedDict):
    ticker: str
    """Ticker of the security"""
    shareQuantity: str
    """Shares"""


class PositionInput(TypedDict):
    ticker: str
    """Ticker of the security"""
    shareQuantity: str | float
    """Shares"""


class Price(TypedDict):
    ticker: str
    """Ticker of the security"""
    price: str | float
    """US dollars per share"""


class _Projection(TypedDict):
    name: str
    """Name of the read model"""
    version: int
    """Version that this build folds"""
    state: str
    """State of the live generation"""
    position: str
    """Position in the log, decimal"""
    head: str
    """Position in the log, decimal"""
    lagSeconds: str
    """Seconds since it was last complete, decimal"""
    skipped: List[str]
    """Positions of the events that this version skips, decimal"""
    generations: List[Generation]
    """All generations, including the live one"""


class Projection(_Projection, total=False):
    lastError: str
    """Why it stopped"""
    stoppedAt: str
    """Position of the event it stopped at, decimal, if an event is the cause"""


class PublicKey(TypedDict):
    kty: Literal["OKP"]
    """Key type"""
    crv: Literal["Ed25519"]
    """Curve"""
    x: str
    """Public key, base64url"""
    kid: str
    """Thumbprint (RFC 7638)"""
    retiredAt: str | None
    """When it was replaced; null for the current key"""


class PublicKeys(TypedDict):
    keys: List[PublicKey]
    """The current key, then earlier ones, newest first"""


class PublishedEvent(TypedDict):
    specversion: str
    """1.0"""
    id: str
    """UUID, the same in the feed, live and in webhooks"""
    source: str
    """Path of the account"""
    type: str
    """See /asyncapi.json"""
    subject: str
    """Path of the changed resource"""
    time: str
    """When it happened, ISO-8601 UTC"""
    datacontenttype: str
    """Media type of the data"""
    sequence: str
    """Consecutive number per account, from 1"""
    sequencetype: str
    """Integer"""
    position: str
    """Consistency token of what happened: asOf with it shows the state right after"""
    data: Dict[str, Any]
    """Ids and states; its schema is /schemas/events/{type}.json"""


class _PutBillingPlan(TypedDict):
    name: str
    """Name of the plan"""


class PutBillingPlan(_PutBillingPlan, total=False):
    billingPlanId: str | int | None
    """Same as in the path"""
    billingPlanType: Literal["A", "P", "B", None]
    """A advisory, P platform, B brokerage; this or billingType is required"""
    billingType: Literal["A", "P", "B", None]
    """Alias of billingPlanType"""
    description: str | None
    """Description of the plan"""
    assetFees: AssetFeesInput | None
    """Not on platform plans"""
    commissionFees: List[CommissionFeeInput] | None
    """Advisory plans only"""
    folioFees: FolioFeesInput | None
    """Platform plans only"""


class PutItem(TypedDict, total=False):
    id: str | int | None
    """Id of the path"""
    itemForAttentionId: str | int | None
    """Another spelling of id"""
    ifaType: Literal["NO", "AN", "BV", "MD", "AA", "SA", "DU", "IA", "CA", None]
    """Required in one of its spellings"""
    itemForAttentionType: Literal["NO", "AN", "BV", "MD", "AA", "SA", "DU", "IA", "CA", None]
    """Another spelling of ifaType"""
    ifaStatus: Literal["I", "V", "A", "R", "Y", "N", "O", "X", None]
    """If omitted, unchanged; I for a new item"""
    itemForAttentionStatus: Literal["I", "V", "A", "R", "Y", "N", "O", "X", None]
    """Another spelling of ifaStatus"""
    targetOid: str | int | None
    """What the item is about: an account number or the id of a bank link"""
    targetOidType: Literal["A", "B", None]
    """What targetOid names. `A` Account, `B` Bank link"""
    forceResponse: Literal[True, False, "true", "false", None]
    """Whether a response is required"""
    forceView: Literal[True, False, "true", "false", None]
    """Whether the document must be viewed before the response"""
    viewsRemaining: int | str | None
    """Number of views; -100: unlimited"""
    numberOfViews: int | str | None
    """Number of views; -100: unlimited"""
    actorOid: str | int | None
    """Who responded; if omitted, unchanged"""
    actionDateTime: str | None
    """Time of the response; if omitted, unchanged"""
    viewDateTime: str | None
    """Time of the last view; if omitted, unchanged"""
    startDate: str | None
    """When the member may first respond"""
    expirationDate: str | None
    """No response is accepted from this time on"""
    priority: str | int | None
    """Priority among the items"""
    readDocumentKey: DocumentKeyInput | None
    """Document to read"""
    writeDocumentKey: DocumentKeyInput | None
    """Document to write"""
    readDocumentPath: str | None
    """Path of the document to read"""
    writeDocumentPath: str | None
    """Path of the document to write"""
    memberOid: str | int | None
    """Member id of the member in the path"""


class _PutOfferingDocument(TypedDict):
    name: str
    """Name"""
    required: Literal[True, False, "true", "false"]
    """Must be fetched before subscribing"""
    signable: Literal[True, False, "true", "false"]
    """Must be signed by the client"""


class PutOfferingDocument(_PutOfferingDocument, total=False):
    id: str | int | None
    """Id in the path"""
    data: str | None
    """Base64; required for a new document, omitted to keep the contents"""
    mediaType: str | None
    """As in the list, or omitted"""
    size: int | str | None
    """As in the list, or omitted"""


class QuestionVote(TypedDict, total=False):
    questionsId: str | int
    """Id of the question"""
    questionId: str | int
    """Another spelling of questionsId"""
    questionsType: Literal["C", "D", "P", "S", None]
    """C tender or exchange, D election of directors, P proposal, S say on pay. `C` Actionable corporate action, such as a tender or exchange offer, `D` Election of directors, `P` Proposal, `S` Say on pay"""
    questionType: Literal["C", "D", "P", "S", None]
    """Another spelling of questionsType"""
    answer: Literal["0", "1", "2", "3", 0, 1, 2, 3, None]
    """Types P and S. Say on pay: 0 1 year, 1 2 years, 2 3 years, 3 abstain; proposal: 0 for, 1 against, 2 abstain"""
    choices: List[ChoiceVote] | None
    """Type D"""
    sharesElected: str | float | None
    """Type C: at most `shares`"""


class RawUnitValues(TypedDict):
    identifierType: Literal["ACCOUNT", "FOLIO"]
    """What the values belong to"""
    identifierValue: str
    """Folio number"""
    values: List[UnitValue]
    """One per day with a value"""


class _Reason(TypedDict):
    outcome: Literal["refused", "lifted", "cancelled", "rejected", "followed"]
    """What the rule did"""


class Reason(_Reason, total=False):
    code: str
    """Error code of the rule, or another code for the reason"""
    cause: str
    """The cause, in words"""
    by: str
    """Login id of the person whose act it was, such as the last signer"""
    remainingAttempts: int
    """Remaining attempts"""


class Rebuild(TypedDict, total=False):
    hold: Literal[True, False, "true", "false", None]
    """Only build it: it goes live with a switch"""


class _RecordUnitValues(TypedDict):
    values: List[UnitValueInput]
    """Merged by date"""


class RecordUnitValues(_RecordUnitValues, total=False):
    identifierType: Literal["FOLIO", None]
    """As in the raw data; optional"""
    identifierValue: str | int | None
    """Folio number, same as in the path; optional"""


class Reject(TypedDict, total=False):
    stateReasonCode: Literal["300", "305", 300, 305, None]
    """Reason for the rejection. `300` Rejected by the market, `305` Not enough cash or shares"""


ReplaceMasterKey = TypedDict(
    "ReplaceMasterKey",
    {
        "from": "str | None",
    },
    total=False,
)


class Replay(TypedDict, total=False):
    cursor: str | None
    """Cursor of the firm’s feed; later events are sent again"""
    accountNumber: str | int | None
    """With sequence: replay from this event of the account"""
    sequence: int | str | None
    """With accountNumber"""


class _Report(TypedDict):
    path: str
    """Path as sent"""
    status: int
    """Status of the response to the PUT"""


class Report(_Report, total=False):
    errors: Any
    """The error list, if it was refused"""


class _ReportInput(TypedDict):
    path: str
    """Path of a back-office PUT, with or without /backoffice"""


class ReportInput(_ReportInput, total=False):
    body: Any | None
    """Body of the PUT"""


class ReportedSecurity(TypedDict):
    ticker: str | None
    """Ticker of the security"""


class ReportedSecurityInput(TypedDict, total=False):
    ticker: str | None
    """Ticker of the security"""


class ReportedTaxLot(TypedDict):
    taxYear: str
    """Before the current year"""
    termOfSale: Literal["S", "L", "U", "ST"]
    """S short term (ST as well), L long term, U unknown. `S` Short term, `L` Long term, `U` Unknown, `ST` Short term"""
    security: LotSecurity
    """The security"""
    accountNumber: str
    """Account number, same as in the path"""
    adjustedCostBasis: str | None
    """Adjusted for splits, exchanges, wash sales"""
    netSaleAmount: str
    """shareQuantity × salePrice"""
    closingTransactionId: str
    """Same as in the path"""
    originatingTransactionId: str
    """Same as in the path"""
    taxLotId: str | None
    """Id of the lot"""
    costBasisIndicator: str | None
    """Indicator of the cost basis, as reported"""
    withholdingCountry: str | None
    """ISO 3166 code"""
    covered: Literal["C", "N", "U"]
    """C covered, N uncovered, U unknown. `C` Covered, `N` Uncovered, `U` Unknown"""
    disallowedLoss: str | None
    """Loss disallowed because of wash sales"""
    foreignTaxWithholding: str | None
    """Withheld for foreign taxes, US dollars"""
    federalTaxWithholding: str | None
    """Withheld for federal taxes, US dollars"""
    stateTaxWithholding: str | None
    """Withheld for state taxes, US dollars"""
    withholdingState: Literal["AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP", None]
    """State abbreviation. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific"""
    reportableGainLoss: str | None
    """After adjustment for wash sales"""
    adjustedAcquisitionDate: str | None
    """Acquisition date, adjusted for wash sales"""
    originalAcquisitionDate: str | None
    """Acquisition date; null if unknown"""
    originalCostBasis: str | None
    """Cost basis before adjustments, US dollars"""
    salePrice: str
    """Price per share, US dollars"""
    shareQuantity: str
    """Number of shares"""
    closingTransactionSettlementDate: str | None
    """Day the sale settled"""
    closingTransactionDate: str | None
    """Day of the sale"""
    lotReliefStrategyIndicator: Literal["F", "S", "A"]
    """F first in first out, S specific lot; A average cost, never for taxable accounts. `F` First in, first out, `S` Specific lot, `A` Average cost: non-taxable accounts only"""
    exDate: str | None
    """Ex-dividend day, as reported"""
    statementTrail: str | None
    """Statement trail, as reported"""
    transCode: str | None
    """Transaction code, as reported"""
    costBasisEffectiveDate: str | None
    """Day from which the cost basis applies"""
    originatingTransactionSettlementDate: str | None
    """Day the purchase settled"""


class _ReportedTaxLotInput(TypedDict):
    taxYear: str | int
    """Before the current year"""
    termOfSale: Literal["S", "L", "U", "ST"]
    """S short term (ST as well), L long term, U unknown. `S` Short term, `L` Long term, `U` Unknown, `ST` Short term"""
    security: LotSecurityInput
    """The security"""
    netSaleAmount: str | float
    """shareQuantity × salePrice"""
    covered: Literal["C", "N", "U"]
    """C covered, N uncovered, U unknown. `C` Covered, `N` Uncovered, `U` Unknown"""
    salePrice: str | float
    """Price per share, US dollars"""
    shareQuantity: str | float
    """Number of shares"""
    lotReliefStrategyIndicator: Literal["F", "S", "A"]
    """F first in first out, S specific lot; A average cost, never for taxable accounts. `F` First in, first out, `S` Specific lot, `A` Average cost: non-taxable accounts only"""


class ReportedTaxLotInput(_ReportedTaxLotInput, total=False):
    accountNumber: str | int | None
    """Account number, same as in the path"""
    adjustedCostBasis: str | float | None
    """Adjusted for splits, exchanges, wash sales"""
    closingTransactionId: str | int | None
    """Same as in the path"""
    originatingTransactionId: str | int | None
    """Same as in the path"""
    taxLotId: str | int | None
    """Id of the lot"""
    costBasisIndicator: str | None
    """Indicator of the cost basis, as reported"""
    withholdingCountry: str | None
    """ISO 3166 code"""
    disallowedLoss: str | float | None
    """Loss disallowed because of wash sales"""
    foreignTaxWithholding: str | float | None
    """Withheld for foreign taxes, US dollars"""
    federalTaxWithholding: str | float | None
    """Withheld for federal taxes, US dollars"""
    stateTaxWithholding: str | float | None
    """Withheld for state taxes, US dollars"""
    withholdingState: Literal["AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD", "MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC", "SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP", None]
    """State abbreviation. `AL` Alabama, `AK` Alaska, `AZ` Arizona, `AR` Arkansas, `CA` California, `CO` Colorado, `CT` Connecticut, `DE` Delaware, `FL` Florida, `GA` Georgia, `HI` Hawaii, `ID` Idaho, `IL` Illinois, `IN` Indiana, `IA` Iowa, `KS` Kansas, `KY` Kentucky, `LA` Louisiana, `ME` Maine, `MD` Maryland, `MA` Massachusetts, `MI` Michigan, `MN` Minnesota, `MS` Mississippi, `MO` Missouri, `MT` Montana, `NE` Nebraska, `NV` Nevada, `NH` New Hampshire, `NJ` New Jersey, `NM` New Mexico, `NY` New York, `NC` North Carolina, `ND` North Dakota, `OH` Ohio, `OK` Oklahoma, `OR` Oregon, `PA` Pennsylvania, `RI` Rhode Island, `SC` South Carolina, `SD` South Dakota, `TN` Tennessee, `TX` Texas, `UT` Utah, `VT` Vermont, `VA` Virginia, `WA` Washington, `WV` West Virginia, `WI` Wisconsin, `WY` Wyoming, `DC` District of Columbia, `AS` American Samoa, `GU` Guam, `MP` Northern Mariana Islands, `PR` Puerto Rico, `VI` US Virgin Islands, `AA` Armed Forces Americas, `AE` Armed Forces Europe, `AP` Armed Forces Pacific"""
    reportableGainLoss: str | float | None
    """After adjustment for wash sales"""
    adjustedAcquisitionDate: str | None
    """Acquisition date, adjusted for wash sales"""
    originalAcquisitionDate: str | None
    """Acquisition date; null if unknown"""
    originalCostBasis: str | float | None
    """Cost basis before adjustments, US dollars"""
    closingTransactionSettlementDate: str | None
    """Day the sale settled"""
    closingTransactionDate: str | None
    """Day of the sale"""
    exDate: str | None
    """Ex-dividend day, as reported"""
    statementTrail: str | None
    """Statement trail, as reported"""
    transCode: str | None
    """Transaction code, as reported"""
    costBasisEffectiveDate: str | None
    """Day from which the cost basis applies"""
    originatingTransactionSettlementDate: str | None
    """Day the purchase settled"""


class RespondToItem(TypedDict):
    action: Literal["A", "R", "V"]
    """A agrees, R rejects (items of type BV only), V views. `A` Agree, `R` Reject, `V` View"""


class Restriction(TypedDict):
    restrictionId: str
    """Id of the restriction"""
    accountNumber: str
    """Account number"""
    reasonCode: Literal["020", "021", "022"]
    """Why the account is restricted. `020` Customer agreement not signed, `021` External restriction, `022` API account approval"""
    restrictionType: Literal["CR"]
    """How far the restriction goes. `CR` Complete restriction"""
    note: str | None
    """Free-text note"""
    creationDate: str
    """When it was created"""


class RestrictionInput(TypedDict, total=False):
    accountNumber: str | int | None
    """Account number of the path"""
    reasonCode: Literal["021", None]
    """Defaults to 021, the only one a firm may set. `021` External restriction"""
    restrictionType: Literal["CR", None]
    """How far the restriction goes. `CR` Complete restriction"""
    note: str | None
    """Free-text note"""


class Retry(TypedDict, total=False):
    position: str | int | None
    """Position of a parked event; default: all parked events of the consumer"""


class Root(TypedDict):
    day: str
    """yyyy-MM-dd, UTC"""
    root: str
    """Merkle root over the ends of all streams"""
    streams: int
    """Number of streams"""
    position: str
    """Position of the newest included event"""
    previous: str | None
    """Root of the previous day"""
    keyId: str
    """Id of the signing key, see /.well-known/audit-keys.json"""
    signature: str
    """Ed25519, base64url"""


class Rtg(TypedDict):
    rtgOid: str
    """Same as in the path"""
    name: str
    """Name"""
    description: str | None
    """Description of the model"""
    targetWeights: List[RtgTargetWeight]
    """Items with different tickers; 100.00 in total"""


class _RtgInput(TypedDict):
    name: str
    """Name"""
    targetWeights: List[RtgTargetWeightInput]
    """Items with different tickers; 100.00 in total"""


class RtgInput(_RtgInput, total=False):
    rtgOid: str | int | None
    """Same as in the path"""
    description: str | None
    """Description of the model"""


class RtgSubscription(TypedDict):
    folioNumber: str | int
    """Folio number, same as in the path"""
    prePackagedFolioOid: str | int
    """RTG folio to follow"""


class RtgTargetWeight(TypedDict):
    ticker: str
    """Ticker of the security"""
    targetWeight: str
    """Percent"""


class RtgTargetWeightInput(TypedDict):
    ticker: str
    """Ticker of the security"""
    targetWeight: str | float
    """Percent"""


class SecurityOrder(TypedDict):
    state: Literal["O", "P", "F", "C", "R", "E"]
    """State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired"""
    stateReasonCode: str | None
    """Reason for the state; 201 cancelled by user"""
    dollarShareBasedIndicator: Literal["D", "S"]
    """Whether amounts are dollars or shares. `D` Dollars, `S` Shares"""
    modificationTimestamp: str
    """When it last changed"""
    securityOrderId: str
    """Number of the security order"""
    securityOrderOid: str
    """Id of the security order"""
    security: ReportedSecurity
    """The security"""
    side: Literal["1", "2"]
    """Whether it buys or sells. `1` Buy, `2` Sell"""
    requestedDollarAmount: str | None
    """Requested amount, dollars"""
    requestedShareAmount: str | None
    """Requested number of shares"""
    requestedPrice: str | None
    """Requested price per share, dollars"""
    estimatedDollarAmount: str | None
    """Estimated amount, dollars"""
    estimatedShareAmount: str | None
    """Estimated number of shares"""
    estimatedPrice: str | None
    """Estimated price per share, dollars"""
    filledDollarAmount: str
    """Filled amount, dollars"""
    filledShareAmount: str
    """Filled number of shares"""
    filledPrice: str | None
    """Filled price per share, dollars"""
    limitPrice: str | None
    """Limit, dollars per share"""
    stopPrice: str | None
    """Stop, dollars per share"""
    commission: str
    """Commission, dollars"""
    secFee: str
    """SEC fee, dollars"""
    tradeFee: str
    """Trade fee, dollars"""
    quoteTimestamp: str | None
    """When the price was quoted"""
    creationTimestamp: str
    """When the security order was created"""


class SecurityOrderInput(TypedDict, total=False):
    state: Literal["O", "P", "F", "C", "R", "E", None]
    """State of the order. `O` Open, `P` Partly filled, `F` Filled, `C` Cancelled, `R` Rejected, `E` Expired"""
    stateReasonCode: str | int | None
    """Reason for the state; 201 cancelled by user"""
    dollarShareBasedIndicator: Literal["D", "S", None]
    """Whether amounts are dollars or shares. `D` Dollars, `S` Shares"""
    modificationTimestamp: str | None
    """When it last changed"""
    securityOrderId: str | int | None
    """Number of the security order"""
    securityOrderOid: str | int | None
    """Id of the security order"""
    security: ReportedSecurityInput | None
    """The security"""
    side: Literal["1", "2", 1, 2, None]
    """Whether it buys or sells. `1` Buy, `2` Sell"""
    requestedDollarAmount: str | float | None
    """Requested amount, dollars"""
    requestedShareAmount: str | float | None
    """Requested number of shares"""
    requestedPrice: str | float | None
    """Requested price per share, dollars"""
    estimatedDollarAmount: str | float | None
    """Estimated amount, dollars"""
    estimatedShareAmount: str | float | None
    """Estimated number of shares"""
    estimatedPrice: str | float | None
    """Estimated price per share, dollars"""
    filledDollarAmount: str | float | None
    """Filled amount, dollars"""
    filledShareAmount: str | float | None
    """Filled number of shares"""
    filledPrice: str | float | None
    """Filled price per share, dollars"""
    limitPrice: str | float | None
    """Limit, dollars per share"""
    stopPrice: str | float | None
    """Stop, dollars per share"""
    commission: str | float | None
    """Commission, dollars"""
    secFee: str | float | None
    """SEC fee, dollars"""
    tradeFee: str | float | None
    """Trade fee, dollars"""
    quoteTimestamp: str | None
    """When the price was quoted"""
    creationTimestamp: str | None
    """When the security order was created"""


class SensitiveRead(TypedDict):
    time: str
    """When it was shown"""
    kind: Literal["fullTid", "asOf", "export"]
    """What was shown"""
    subjects: List[str]
    """Whose data it is, e.g. member:jdoe"""
    asOf: str | None
    """Moment of the past state that was read"""
    caller: str
    """API key or token subject"""
    firmId: str | None
    """Firm of the caller"""
    actingMember: str | None
    """Login id of the acting member"""
    associatedMember: str | None
    """X-Associated-Member-Id of the request"""
    method: str
    """HTTP method"""
    route: str
    """Route template"""
    requestId: str
    """X-Request-Id of the request"""


class SharedSecret(TypedDict):
    sharedSecret: str
    """The generated secret; the response is empty if none was generated"""


class Signature(TypedDict):
    loginId: str
    """Login id of the member"""
    signatureMethod: Literal["SIGNED_PDF", "SIGNATURE_IMAGE"]
    """What was signed: a document or an image. `SIGNED_PDF` A signed PDF document, `SIGNATURE_IMAGE` An image of the signature"""
    signatureImageEncoding: Literal["SVG", "GIF", "JPG", "PNG", None]
    """Encoding of an image. `JPG` JPEG"""
    w9Withhold: bool | None
    """Subject to backup withholding"""
    sha256: str
    """SHA-256 of the decoded document, lower-case hex"""
    signedAt: str
    """When the signature was stored"""


class _SignatureInput(TypedDict):
    loginId: str | int
    """Login id of the member"""
    signatureData: str
    """Base64; at most 8 MiB when decoded"""
    signatureMethod: Literal["SIGNED_PDF", "SIGNATURE_IMAGE"]
    """What was signed: a document or an image. `SIGNED_PDF` A signed PDF document, `SIGNATURE_IMAGE` An image of the signature"""


class SignatureInput(_SignatureInput, total=False):
    signatureImageEncoding: Literal["SVG", "GIF", "JPG", "PNG", None]
    """Encoding of the image; only with SIGNATURE_IMAGE. `JPG` JPEG"""
    w9Withhold: Literal[True, False, "true", "false", None]
    """Subject to backup withholding"""


class Skip(TypedDict, total=False):
    position: str | int | None
    """Position of the event; default: the one it stopped at"""


class SkipParked(TypedDict):
    position: str | int
    """Position of a parked event"""
    reason: str
    """Reason, for readers of the log. No personal data"""


class _StreetAddress(TypedDict):
    line1: str
    """First line of the street address"""
    city: str
    """City"""


class StreetAddress(_StreetAddress, total=False):
    line2: str | None
    """Second line"""
    country: str | None
    """Defaults to US"""
    state: str | None
    """Two letters in the US"""
    zipcode: str | None
    """ZIP code"""


class Subscription(TypedDict):
    privatePlacementOrderOid: str
    """Id in the path"""
    accountNumber: str
    """Account number in the path"""
    associatedMemberId: str
    """Login id of the client who subscribed"""
    privatePlacementOfferOid: str
    """Id of the offer"""
    discretionary: bool
    """The representative has discretion over side or amount"""
    solicited: bool
    """The representative recommended it"""
    reasonForTrade: str
    """Reason for the trade"""
    requestedDollarAmount: str
    """Upper limit, dollars"""
    side: Literal["1", "2"]
    """1 buys; 2 is refused. `1` Buy, `2` Sell"""
    status: Literal["INITIAL", "ORDER_CREATED", "ACCEPTED", "REJECTED", "CANCELLED", "PROCESSING", "COMPLETE"]
    """State of the subscription. `INITIAL` New, `ORDER_CREATED` Purchase order created, `ACCEPTED` Accepted, `REJECTED` Rejected, `CANCELLED` Cancelled, `PROCESSING` Processing, `COMPLETE` Complete"""
    sentTimestamp: str | None
    """When the request was sent, if known"""
    receivedTimestamp: str
    """When the request was received"""
    respondedTimestamp: str
    """When the request was answered"""


class _SubscriptionInput(TypedDict):
    status: Literal["INITIAL", "ORDER_CREATED", "ACCEPTED", "REJECTED", "CANCELLED", "PROCESSING", "COMPLETE"]
    """State of the subscription. `INITIAL` New, `ORDER_CREATED` Purchase order created, `ACCEPTED` Accepted, `REJECTED` Rejected, `CANCELLED` Cancelled, `PROCESSING` Processing, `COMPLETE` Complete"""


class SubscriptionInput(_SubscriptionInput, total=False):
    privatePlacementOrderOid: str | int | None
    """Id in the path"""
    accountNumber: str | int | None
    """Account number in the path"""
    associatedMemberId: str | int | None
    """Login id of the client who subscribed"""
    privatePlacementOfferOid: str | int | None
    """Id of the offer"""
    discretionary: Literal[True, False, "true", "false", None]
    """The representative has discretion over side or amount"""
    solicited: Literal[True, False, "true", "false", None]
    """The representative recommended it"""
    reasonForTrade: str | None
    """Reason for the trade"""
    requestedDollarAmount: str | float | None
    """Upper limit, dollars"""
    side: Literal["1", "2", 1, 2, None]
    """1 buys; 2 is refused. `1` Buy, `2` Sell"""
    sentTimestamp: str | None
    """When the request was sent, if known"""
    receivedTimestamp: str | None
    """When the request was received"""
    respondedTimestamp: str | None
    """When the request was answered"""


class Switch(TypedDict, total=False):
    collection: str | None
    """Collection of the generation"""


class TargetWeight(TypedDict):
    ticker: str
    """Ticker of the security"""
    targetWeight: str
    """Percent"""


class TargetWeightInput(TypedDict):
    ticker: str
    """Ticker of the security"""
    targetWeight: str | float
    """Percent"""


class TaxData(TypedDict):
    available: Literal[True, False, "true", "false"]
    """Whether reported lots can be read"""


class _TrustedContact(TypedDict):
    firstName: str
    """First name"""
    lastName: str
    """Last name"""
    email: str
    """E-mail address"""
    telephone: str
    """Telephone"""
    relationship: Literal["S", "O", "A", "G", "F", "L", None]
    """Relationship to the owner. `S` Spouse, `O` Other, `A` Financial advisor, `G` Guardian, `F` Family member, `L` Lawyer or attorney"""


class TrustedContact(_TrustedContact, total=False):
    title: str
    """Form of address"""
    suffix: str
    """Suffix of the name"""


class _TrustedContactInput(TypedDict):
    firstName: str
    """First name"""
    lastName: str
    """Last name"""
    email: str
    """E-mail address"""
    telephone: str
    """Telephone"""


class TrustedContactInput(_TrustedContactInput, total=False):
    title: str | None
    """Form of address"""
    suffix: str | None
    """Suffix of the name"""
    relationship: Literal["S", "O", "A", "G", "F", "L", None]
    """Relationship to the owner. `S` Spouse, `O` Other, `A` Financial advisor, `G` Guardian, `F` Family member, `L` Lawyer or attorney"""


class _Trustee(TypedDict):
    loginId: str
    """Login id"""
    memberOid: str
    """Number of the person, immutable"""
    firmOid: str
    """Id of the advisor firm, immutable"""
    creationDate: str
    """When the person was created"""


class Trustee(_Trustee, total=False):
    title: Literal["Dr.", "Ms.", "Miss", "Mr.", "Mrs."]
    """Form of address"""
    firstName: str
    """First name"""
    middleName: str
    """Middle name"""
    lastName: str
    """Last name"""
    suffix: Literal["Jr.", "Sr.", "II", "III", "IV", "V"]
    """Suffix of the name"""
    dateOfBirth: str
    """Date of birth"""
    tid: str
    """Masked except for the last four digits; unmasked for entitled firms"""
    email1: str
    """Primary e-mail address"""
    email2: str
    """Secondary e-mail address"""
    dayTelephone: str
    """Daytime telephone"""
    eveningTelephone: str
    """Evening telephone"""
    primaryAddress: Address
    """Street address"""
    mailingAddress: Address
    """Mailing address, if different"""
    citizenship: Literal["C", "R", "N", "U"]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    residenceCountry: str
    """Country of residence"""


class UnitValue(TypedDict):
    date: str
    """Day"""
    gross: str
    """Before fees"""
    net: str
    """After fees"""


class UnitValueInput(TypedDict):
    date: str
    """Day"""
    gross: str | float
    """Before fees"""
    net: str | float
    """After fees"""


class UnitValues(TypedDict):
    identifierType: Literal["ACCOUNT", "FOLIO"]
    """What the values belong to"""
    identifierValue: str
    """Folio number"""
    values: List[DailyUnitValue]
    """One per day with a value"""


class UpdateAccount(TypedDict, total=False):
    accountName: str
    """Unique among the accounts of the primary owner"""
    billingPlanOid: str | int
    """An advisory plan of the firm"""
    defaultTaxLotSelection: Literal["FIFO", "LIFO", "LGHL", "HGLL", "LLTG", "LSTG", "HLTG", "HSTG", "AVGC", "WLFS", "WGFS", None]
    """Tax lot relief method; AVGC for all non-taxable accounts and no others. `FIFO` First in, first out, `LIFO` Last in, first out, `LGHL` Maximize losses, minimize gains, `HGLL` Maximize gains, minimize losses, `LLTG` Lowest long-term gain, `LSTG` Lowest short-term gain, `HLTG` Highest long-term gain, `HSTG` Highest short-term gain, `AVGC` Average cost, `WLFS` Weighted by tax rates, losses first, `WGFS` Weighted by tax rates, gains first"""
    longTermTaxRate: str | float | None
    """Percent; only for WLFS and WGFS"""
    shortTermTaxRate: str | float | None
    """Percent; only for WLFS and WGFS"""
    initContributionDate: str | None
    """First contribution; SIMPLE IRA only"""
    trustedContacts: List[TrustedContactInput] | None
    """People the firm may contact about the account"""
    primaryBeneficiaries: List[UpdatedBeneficiary] | None
    """Who inherits; retirement accounts"""
    contingentBeneficiaries: List[UpdatedBeneficiary] | None
    """Who inherits if no primary beneficiary does; retirement accounts, only with primary ones"""
    accountNumber: str | int | None
    """Account number of the path"""
    accountStatus: Literal["OPEN", "RESTRICTED", "CLOSED", "C", None]
    """CLOSED or C closes the account permanently; otherwise send it as read, or omit. `OPEN` Open, `RESTRICTED` Open, with restrictions, `CLOSED` Closed permanently, `C` Alias of CLOSED"""
    securityExclusion: List[ExclusionInput] | None
    """Excluded tickers"""
    securityExclusions: List[ExclusionInput] | None
    """Another spelling of securityExclusion"""
    issueExclusion: List[ExclusionInput] | None
    """Excluded issues"""
    issueExclusions: List[ExclusionInput] | None
    """Another spelling of issueExclusion"""
    sectorExclusion: List[ExclusionInput] | None
    """Excluded sectors"""
    sectorExclusions: List[ExclusionInput] | None
    """Another spelling of sectorExclusion"""
    accountType: None
    """Not updatable"""
    branchCode: None
    """Not updatable"""
    repCode: None
    """Not updatable"""
    primaryAccountOwner: None
    """Not updatable"""
    jointOwners: None
    """Not updatable"""
    minor: None
    """Not updatable"""
    w9BackupWithholding: None
    """Not updatable"""
    trustees: None
    """Not updatable"""
    accountRegistrationInfo: None
    """Not updatable"""
    taxClassification: None
    """Not updatable"""


class UpdateFolio(TypedDict, total=False):
    folioName: str
    """Name of the folio"""
    dividendReinvest: Literal[True, False, "true", "false"]
    """Reinvest dividends of 1 dollar or more in the security that pays them"""
    dividendPayToAccount: Literal[True, False, "true", "false", None]
    """Pay dividends that are not reinvested to the account"""
    benchmark: str | None
    """Ticker; null for none"""
    prepackagedFolioId: str | int | None
    """Not updatable: repeat it unchanged or omit it"""
    modelOid: str | int | None
    """Not updatable: repeat it unchanged or omit it"""
    rtgOid: str | int | None
    """Not updatable: repeat it unchanged or omit it"""
    folioStatus: Literal["O", "C", "D", None]
    """C closes a folio without positions. `O` Open, `C` Closed, `D` Deleted"""
    accountNumber: str | int | None
    """Account number in the path"""
    folioNumber: str | int | None
    """Folio number in the path"""


class UpdateMember(TypedDict, total=False):
    title: Literal["Dr.", "Ms.", "Miss", "Mr.", "Mrs.", None]
    """Form of address"""
    suffix: Literal["Jr.", "Sr.", "II", "III", "IV", "V", None]
    """Suffix of the name"""
    email2: str | None
    """Secondary e-mail address"""
    dayTelephone: str | None
    """Daytime telephone"""
    eveningTelephone: str | None
    """Evening telephone"""
    mailingAddress: AddressInput | None
    """Mailing address, if different"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""
    residenceCountry: str | None
    """Two-letter ISO 3166 code; defaults to US for a member"""
    employerAddress: AddressInput | None
    """Address of the employer"""
    employerName: str | None
    """Name of the employer"""
    employmentStatus: Literal["Employed", "Self-Employed", "Retired", "Student", "Unemployed", "Other", None]
    """Employment. `Self-Employed` Self-employed"""
    occupationType: Literal["Administrative", "Business Owner", "Consulting", "Creative", "Education", "Engineering", "Finance", "Health Care", "Homemaker", "Information Systems", "Legal", "Management", "Marketing", "Operations", "Other/Not Specified", "Sales", "Service", "Training", None]
    """Occupation"""
    annualIncome: Literal["1", "2", "3", "4", "5", "6", "7", "8", 1, 2, 3, 4, 5, 6, 7, 8, None]
    """Range of the annual income. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over"""
    liquidNetWorth: Literal["1", "2", "3", "4", "5", "6", "7", "8", 1, 2, 3, 4, 5, 6, 7, 8, None]
    """Range of the liquid net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over"""
    netWorth: Literal["1", "2", "3", "4", "5", "6", "7", "8", 1, 2, 3, 4, 5, 6, 7, 8, None]
    """Range of the net worth. `1` under 25,000, `2` 25,000 to 49,999, `3` 50,000 to 99,999, `4` 100,000 to 199,999, `5` 200,000 to 499,999, `6` 500,000 to 999,999, `7` 1,000,000 to 4,999,999, `8` 5,000,000 and over"""
    dependentCount: str | int | None
    """0 to 99"""
    accreditedInvestorAnnualIncome: Literal[True, False, "true", "false", None]
    """Accredited by annual income"""
    accreditedInvestorNetWorth: Literal[True, False, "true", "false", None]
    """Accredited by net worth"""
    directorOrTenPercentShareholder: Literal[True, False, "true", "false", None]
    """Director or ten percent shareholder of a listed company"""
    directorOrTenPercentShareholderCompany: List[str | int] | str | None
    """Tickers, as a list or separated by commas; each is excluded on the accounts"""
    finraAffiliated: Literal[True, False, "true", "false", None]
    """Affiliated with a FINRA member"""
    finraCompany: str | None
    """Required if finraAffiliated is true"""
    previousPrivatePlacementExperience: Literal[True, False, "true", "false", None]
    """Has subscribed to private placements before"""
    previousExperienceSector: str | None
    """Sector of the experience"""
    memberProfileItems: MemberProfileItemsInput | None
    """More about the member"""
    membershipType: str | None
    """One to four capital letters and digits; defaults to N"""
    loginId: str | None
    """If present, must match the path"""
    firstName: None
    """Not updatable"""
    middleName: None
    """Not updatable"""
    lastName: None
    """Not updatable"""
    dateOfBirth: None
    """Not updatable"""
    tid: None
    """Not updatable"""
    email1: str
    """Primary e-mail address"""
    primaryAddress: StreetAddress
    """A US street address"""


class UpdateWebhook(TypedDict, total=False):
    id: str | int | None
    """Id of the webhook; in a request, that of the path"""
    state: Literal["enabled", "disabled", None]
    """Whether events are sent"""
    disabledBecause: Literal["request", "gone", "failing", None]
    """Why it is disabled: on request, after a 410, or after three days of failures"""
    stateSince: str | None
    """Time of the last change of state"""
    failing: WebhookFailureInput | None
    """The failing event and the outcome of its last attempt; null if none fails"""
    url: str
    """Where events are sent: https, reachable on the internet"""
    eventTypes: List[Literal["brokerage.account.billing-plan-changed.v1", "brokerage.account.closed.v1", "brokerage.account.opened.v1", "brokerage.account.permissions-changed.v1", "brokerage.account.restricted.v1", "brokerage.account.restriction-lifted.v1", "brokerage.account.updated.v1", "brokerage.agreement.signed.v1", "brokerage.bank-link.cancelled.v1", "brokerage.bank-link.created.v1", "brokerage.bank-link.micro-deposits-sent.v1", "brokerage.bank-link.verification-failed.v1", "brokerage.bank-link.verification-unlocked.v1", "brokerage.bank-link.verified.v1", "brokerage.cash-series.defined.v1", "brokerage.cash-series.ended.v1", "brokerage.cash-transaction.changed.v1", "brokerage.cash-transaction.created.v1", "brokerage.cash-transaction.reported.v1", "brokerage.cash-transaction.status-changed.v1", "brokerage.corporate-action.announced.v1", "brokerage.corporate-action.changed.v1", "brokerage.corporate-action.voted.v1", "brokerage.folio-transaction.corrected.v1", "brokerage.folio-transaction.reported.v1", "brokerage.folio.closed.v1", "brokerage.folio.created.v1", "brokerage.folio.positions-set.v1", "brokerage.folio.rtg-subscribed.v1", "brokerage.folio.target-weights-set.v1", "brokerage.folio.updated.v1", "brokerage.item-for-attention.answered.v1", "brokerage.item-for-attention.changed.v1", "brokerage.item-for-attention.raised.v1", "brokerage.order.amended.v1", "brokerage.order.placed.v1", "brokerage.order.reported.v1", "brokerage.order.state-changed.v1", "brokerage.placement-subscription.status-changed.v1", "brokerage.placement-subscription.submitted.v1", "brokerage.tax-data.availability-changed.v1", "brokerage.tax-lot.corrected.v1", "brokerage.tax-lot.reported.v1", "brokerage.unit-values.recorded.v1"]] | None
    """Event types to send; empty: all"""
    previousSecretUntil: str | None
    """Until when the previous secret also signs"""
    creationDate: str | None
    """When it was created"""


class _UpdatedBeneficiary(TypedDict):
    firstName: str
    """First name"""
    lastName: str
    """Last name"""
    dateOfBirth: str
    """Date of birth"""
    relationship: Literal["S", "O"]
    """Relationship to the owner. `S` Spouse, `O` Other"""
    sharePct: str | float
    """Percent; the shares of a list add up to 100"""


class UpdatedBeneficiary(_UpdatedBeneficiary, total=False):
    title: str | None
    """Form of address"""
    middleName: str | None
    """Middle name"""
    suffix: str | None
    """Suffix of the name"""
    ssn: str | int | str
    """Social security number, or its mask if the person is already on the account"""
    SSN: str | int | str
    """Another spelling of ssn"""
    citizenship: Literal["C", "R", "N", "U", None]
    """Citizenship. `C` Citizen, `R` Resident alien, `N` Non-resident alien, `U` US citizen"""


class VerifyMicroDeposits(TypedDict):
    bankLinkOid: str | int
    """Id in the path"""
    md1: str | float
    """One of the amounts"""
    md2: str | float
    """The other one"""
    op: str
    """verify_md"""
    ownerLoginId: str | int
    """Login id of an owner of the account"""


class VerifyOwner(TypedDict):
    bankLinkOid: str | int
    """Id in the path"""
    op: str
    """verify_own"""
    ownerLoginId: str | int
    """Login id of an owner of the account"""


class _Vote(TypedDict):
    questions: List[QuestionVote]
    """Votes, one entry per question"""


class Vote(_Vote, total=False):
    notifid: str | int | None
    """Same as in the path"""
    type: Literal["P", "M", "V", None]
    """Type of the action: P proxy, M mandatory, V voluntary. `P` Proxy, `M` Mandatory, `V` Voluntary"""


class Webhook(TypedDict):
    id: str
    """Id of the webhook; in a request, that of the path"""
    state: Literal["enabled", "disabled"]
    """Whether events are sent"""
    disabledBecause: Literal["request", "gone", "failing", None]
    """Why it is disabled: on request, after a 410, or after three days of failures"""
    stateSince: str
    """Time of the last change of state"""
    failing: WebhookFailure | None
    """The failing event and the outcome of its last attempt; null if none fails"""
    url: str
    """Where events are sent: https, reachable on the internet"""
    eventTypes: List[Literal["brokerage.account.billing-plan-changed.v1", "brokerage.account.closed.v1", "brokerage.account.opened.v1", "brokerage.account.permissions-changed.v1", "brokerage.account.restricted.v1", "brokerage.account.restriction-lifted.v1", "brokerage.account.updated.v1", "brokerage.agreement.signed.v1", "brokerage.bank-link.cancelled.v1", "brokerage.bank-link.created.v1", "brokerage.bank-link.micro-deposits-sent.v1", "brokerage.bank-link.verification-failed.v1", "brokerage.bank-link.verification-unlocked.v1", "brokerage.bank-link.verified.v1", "brokerage.cash-series.defined.v1", "brokerage.cash-series.ended.v1", "brokerage.cash-transaction.changed.v1", "brokerage.cash-transaction.created.v1", "brokerage.cash-transaction.reported.v1", "brokerage.cash-transaction.status-changed.v1", "brokerage.corporate-action.announced.v1", "brokerage.corporate-action.changed.v1", "brokerage.corporate-action.voted.v1", "brokerage.folio-transaction.corrected.v1", "brokerage.folio-transaction.reported.v1", "brokerage.folio.closed.v1", "brokerage.folio.created.v1", "brokerage.folio.positions-set.v1", "brokerage.folio.rtg-subscribed.v1", "brokerage.folio.target-weights-set.v1", "brokerage.folio.updated.v1", "brokerage.item-for-attention.answered.v1", "brokerage.item-for-attention.changed.v1", "brokerage.item-for-attention.raised.v1", "brokerage.order.amended.v1", "brokerage.order.placed.v1", "brokerage.order.reported.v1", "brokerage.order.state-changed.v1", "brokerage.placement-subscription.status-changed.v1", "brokerage.placement-subscription.submitted.v1", "brokerage.tax-data.availability-changed.v1", "brokerage.tax-lot.corrected.v1", "brokerage.tax-lot.reported.v1", "brokerage.unit-values.recorded.v1"]]
    """Event types to send; empty: all"""
    previousSecretUntil: str | None
    """Until when the previous secret also signs"""
    creationDate: str
    """When it was created"""


class WebhookFailure(TypedDict):
    accountNumber: str
    """Account of the event"""
    sequence: str
    """Sequence of the event within its account"""
    eventType: str
    """Type of the event"""
    since: str
    """When the first attempt failed"""
    attempts: int
    """Attempts so far"""
    attemptedAt: str
    """When the last attempt failed"""
    status: int | None
    """HTTP status of the last response; null if none"""
    reason: str
    """Kind of the last failure"""
    nextAttemptAt: str | None
    """Next attempt; null while disabled"""
    disabledFrom: str | None
    """When the webhook will be disabled if failures continue; null while it is disabled"""


class _WebhookFailureInput(TypedDict):
    accountNumber: str | int
    """Account of the event"""
    sequence: str
    """Sequence of the event within its account"""
    eventType: str
    """Type of the event"""
    since: str
    """When the first attempt failed"""
    attempts: int | str
    """Attempts so far"""
    attemptedAt: str
    """When the last attempt failed"""
    reason: str
    """Kind of the last failure"""


class WebhookFailureInput(_WebhookFailureInput, total=False):
    status: int | str | None
    """HTTP status of the last response; null if none"""
    nextAttemptAt: str | None
    """Next attempt; null while disabled"""
    disabledFrom: str | None
    """When the webhook will be disabled if failures continue; null while it is disabled"""


class WebhookSecret(TypedDict):
    id: str
    """Id of the webhook"""
    secret: str
    """whsec_ and Base64; never shown again"""


class WebhookStatus(TypedDict):
    id: str
    """Id of the webhook; in a request, that of the path"""
    state: Literal["enabled", "disabled"]
    """Whether events are sent"""
    disabledBecause: Literal["request", "gone", "failing", None]
    """Why it is disabled: on request, after a 410, or after three days of failures"""
    stateSince: str
    """Time of the last change of state"""
    failing: WebhookFailure | None
    """The failing event and the outcome of its last attempt; null if none fails"""
    firmId: str
    """Firm that owns it"""
    target: str
    """Scheme and host of the URL"""
    lagSeconds: str
    """Age of the oldest undelivered event in seconds; 0.0 if there is none"""


class WebhookTest(TypedDict):
    delivered: bool
    """Whether the receiver responded 2xx"""
    status: int | None
    """HTTP status of the response; null if none"""
    reason: str | None
    """Kind of failure"""
