import type {
  AlertLevel,
  LocalDate,
  Permission,
  RestrictionReason,
  Secret,
} from '#libs/platform/kernel';

/** Person the firm may speak to about the account ([account.trustedContacts]). */
export interface TrustedContact {
  readonly title?: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly suffix?: string;
  readonly email: string;
  readonly telephone: string;
  /** S, O, A, G, F or L. */
  readonly relationship?: string;
}

/** Heir of a retirement account ([account.primaryBeneficiaries]). */
export interface Beneficiary {
  readonly title?: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly lastName: string;
  readonly suffix?: string;
  /** S spouse or O other. */
  readonly relationship: string;
  readonly dateOfBirth: LocalDate;
  readonly ssn: Secret;
  /** Percent as a decimal string with two decimals: 0.01 to 100.00. */
  readonly sharePct: string;
  readonly citizenship?: string;
}

/** Child a custodial account belongs to ([account.minor]). */
export interface Minor {
  readonly title?: string;
  readonly firstName: string;
  readonly middleName?: string;
  readonly lastName: string;
  readonly suffix?: string;
  readonly dateOfBirth: LocalDate;
  readonly ssn: Secret;
  readonly citizenship: string;
  /** Two-letter state of residence or last residence. */
  readonly state: string;
}

/** One entry of an exclusion list ([exclusion.replacing]). Both days are inclusive. */
export interface Exclusion {
  readonly exclusionStartDate?: LocalDate;
  readonly exclusionEndDate?: LocalDate;
  readonly exclusionValue: string;
}

/** What a login id may do on an account ([permission.permission], [permission.codes]). */
export interface AccountPermission {
  readonly loginId: string;
  readonly permission: Permission;
  readonly alertLevel: AlertLevel;
  readonly listOnReport: boolean;
}

/** A restriction in force. */
export interface Restriction {
  readonly restrictionId: string;
  readonly reasonCode: RestrictionReason;
  readonly restrictionType: 'CR';
  readonly note?: string;
  /** Login id of the signer whose failed identity check it stands for; reason 022. */
  readonly identityOf?: string;
}

/** A person who has to sign the customer agreement, and the SA item for attention that asks for it. */
export interface RequiredSigner {
  readonly loginId: string;
  readonly itemId: string;
}
