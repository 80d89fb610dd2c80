export {
  accountClass,
  type AccountStatus,
  AccountStatuses,
  type AccountType,
  AccountTypes,
  type BankAccountType,
  BankAccountTypes,
  type BankLinkStatus,
  BankLinkStatuses,
  defaultTaxLotMethod,
  hasJointOwners,
  hasRegistrationInfo,
  isTaxable,
  type RestrictionReason,
  RestrictionReasons,
  type RestrictionType,
  RestrictionTypes,
  type TaxClassification,
  TaxClassifications,
  taxClassificationsOf,
  type TaxLotMethod,
  taxLotMethodAllowed,
  TaxLotMethods,
  usesTaxRates,
} from './account.js';
export {
  type DayRange,
  DEFAULT_TRANSACTION_RANGE,
  type NamedPeriod,
  namedTwice,
  type Period,
  readIsoRange,
  readPeriod,
  readTransactionRange,
} from './date-range.js';
export { type IfaStatus, IfaStatuses, type IfaType, IfaTypes } from './attention.js';
export { isAccountNumber, isEntityTaxId, isFolioNumber, isRoutingNumber } from './numbers.js';
export { type Permission, type PermissionRight, Permissions, permits } from './permission.js';
export {
  type BillingLevel,
  BillingLevels,
  type CipStatus,
  CipStatuses,
  type Citizenship,
  Citizenships,
  type MembershipState,
  MembershipStates,
} from './person.js';
export {
  about,
  contentOf,
  fieldsIn,
  ofAccount,
  ofFirm,
  ofMember,
  Subject,
  textOf,
  wholeOf,
} from './subjects.js';
export {
  canonicalWeights,
  TARGET_WEIGHT,
  type TargetWeight,
  targetWeightRules,
  totalProblem,
} from './target-weights.js';
export {
  AmountBases,
  type AmountBasis,
  type CashTransactionStatus,
  CashTransactionStatuses,
  type CashTransactionType,
  CashTransactionTypes,
  type FolioStatus,
  FolioStatuses,
  MAX_FOLIO_NAME,
  type OrderState,
  OrderStates,
  type OrderType,
  OrderTypes,
  type Side,
  Sides,
  type SubscriptionState,
  SubscriptionStates,
  TRADE_REASON,
} from './trading.js';
export { ageOfMajority, isUsState, type UsStateCode, UsStates } from './us-state.js';
export { codeMeanings, inWords } from './words.js';
