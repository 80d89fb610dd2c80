import type {
  AccountType,
  BackupWithholding,
  SealedValue,
  SignatureImageEncoding,
  SignatureMethod,
  TaxClassification,
  TaxLotMethod,
} from '#libs/platform/kernel';
import type {
  AccountPermission,
  Beneficiary,
  Exclusion,
  Minor,
  RequiredSigner,
  Restriction,
  TrustedContact,
} from '../domain/values.js';

/** A person with the tax number sealed: its mask to show, the ciphertext for entitled firms. */
export type SealedPerson<P> = Omit<P, 'ssn'> & { readonly ssn: SealedValue };

/** A restriction with its beginning, ISO-8601 UTC. */
export type DocumentRestriction = Restriction & {
  readonly since: string;
  readonly setBy?: string;
};

/** A stored signature on the customer agreement, newest per signer. */
export interface DocumentSignature {
  readonly loginId: string;
  readonly method: SignatureMethod;
  readonly encoding?: SignatureImageEncoding;
  readonly documentKey: string;
  readonly sha256: string;
  readonly w9Withhold?: boolean;
  /** ISO-8601 UTC. */
  readonly signedAt: string;
}

interface AccountFields {
  readonly accountNumber: string;
  readonly firmId: string;
  readonly accountType: AccountType;
  readonly accountName?: string;
  readonly billingPlanOid: string;
  readonly branchCode?: string;
  readonly repCode?: string;
  readonly defaultTaxLotSelection: TaxLotMethod;
  /** Percent, decimal string. */
  readonly longTermTaxRate?: string | null;
  readonly shortTermTaxRate?: string | null;
  readonly primaryAccountOwner: string;
  readonly jointOwners: readonly string[];
  readonly trustees: readonly string[];
  readonly firmRep?: string;
  /** `yyyy-MM-dd`. */
  readonly initContributionDate?: string;
  readonly newSimpleIra?: boolean;
  readonly trustedContacts: readonly TrustedContact[];
  readonly primaryBeneficiaries: readonly SealedPerson<Beneficiary>[];
  readonly contingentBeneficiaries: readonly SealedPerson<Beneficiary>[];
  readonly minor?: SealedPerson<Minor>;
  readonly w9BackupWithholding: BackupWithholding;
  /** Left out while the account is open. */
  readonly closed?: true;
  readonly accountRegistrationInfo?: string;
  readonly taxClassification?: TaxClassification;
  /** Lists the client gave. */
  readonly securityExclusion: readonly Exclusion[];
  readonly issueExclusion: readonly Exclusion[];
  readonly sectorExclusion: readonly Exclusion[];
  /** Companies of the owners, kept out beside the client's list. */
  readonly ownerExclusions: readonly {
    readonly loginId: string;
    readonly tickers: readonly string[];
  }[];
  readonly requiredSigners: readonly RequiredSigner[];
  readonly signatures: readonly DocumentSignature[];
  readonly restrictions: readonly DocumentRestriction[];
  readonly permissions: readonly AccountPermission[];
  readonly createdBy: string;
  /** ISO-8601 UTC. */
  readonly createdAt: string;
  /** The name as lists are sorted by it; as long as there is one. */
  readonly sortName?: string;
  /** Primary and joint owners: for the index by owner. */
  readonly owners: readonly string[];
  /** Login ids of all permissions: for the index by holder. */
  readonly holders: readonly string[];
  /** Revision of the stream the document stands for: the ETag. */
  readonly revision: number;
}

/**
 * One account with everything that its reads and the check of a caller's rights need. Personal fields are missing once the
 * key of the owner has been destroyed.
 */
export type AccountDocument = Readonly<AccountFields>;
