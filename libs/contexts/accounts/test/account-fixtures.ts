import { Percent, Secret } from '#libs/platform/kernel';
import type { AccountType } from '#libs/contexts/codes';
import type { AccountCaller } from '../src/access.js';
import type {
  AddRestriction,
  GrantPermission,
  MemberFact,
  OpenAccount,
  OpeningFacts,
  OpeningInput,
  SignAgreement,
  UpdateAccount,
  UpdateInput,
} from '../src/account-commands.js';
import type { AccountEvent, Beneficiary, Minor, TrustedContact } from '../src/account.events.js';

export const NOW = '2026-03-02T15:00:00.000Z';
export const ACCOUNT = 'RA12345678';
export const FIRM = '501';

/** The API user that opened the accounts of these tests. */
export const creator: AccountCaller = { roles: ['client'], firmId: FIRM, member: 'advisor' };

/** A caller of the firm who acts as a person. */
export const person = (member: string): AccountCaller => ({ ...creator, member });

export function memberFact(loginId: string, changes: Partial<MemberFact> = {}): MemberFact {
  return {
    loginId,
    firmId: FIRM,
    isFirmRep: false,
    cipStatus: 'PASSED',
    transState: 'RM',
    tickers: [],
    ...changes,
  };
}

const facts: OpeningFacts = {
  accountNumber: ACCOUNT,
  firmId: FIRM,
  createdBy: 'advisor',
  member: memberFact('jdoe'),
  jointOwners: [],
  trustees: [],
  billingPlan: { billingPlanType: 'A' },
  memberPlans: [],
  nameTaken: false,
};

const base = {
  accountName: 'Savings',
  billingPlanOid: '9001',
  primaryAccountOwner: 'jdoe',
};

export const minor: Minor = {
  firstName: 'Mia',
  lastName: 'Doe',
  dateOfBirth: '2015-04-05',
  ssn: Secret.of('123456789'),
  citizenship: 'C',
  state: 'NY',
};

export const contact: TrustedContact = {
  firstName: 'Tom',
  lastName: 'Fox',
  email: 'tom@example.com',
  telephone: '555-123-4567',
};

export function beneficiary(sharePct: string, changes: Partial<Beneficiary> = {}): Beneficiary {
  return {
    firstName: 'Ben',
    lastName: 'Doe',
    relationship: 'S',
    dateOfBirth: '1980-01-31',
    ssn: Secret.of('123456780'),
    sharePct: Percent.of(sharePct).toString(2),
    ...changes,
  };
}

const joint = { jointOwners: ['rroe'] };
const corporate = { primaryAccountOwner: '7001', trustees: ['trustee1'] };
const registered = { accountRegistrationInfo: 'Doe Entity' };

/** The additional fields each account type requires ([account.create]). */
const REQUIRED: Record<string, Partial<OpeningInput>> = {
  J: joint,
  K: joint,
  L: joint,
  M: joint,
  U: { minor },
  X: { ...joint, ...registered },
  ...Object.fromEntries(
    ['D', 'E', 'B', 'V', 'C', 'H'].map((type) => [type, { ...corporate, ...registered }]),
  ),
  A: { ...corporate, ...registered, taxClassification: 'S' },
  F: { ...corporate, ...registered, taxClassification: 'P' },
};

/** A command that opens an account of a type; `undefined` in the changes omits a field. */
export function open(
  accountType: AccountType = 'I',
  changes: { readonly [K in keyof OpeningInput]?: OpeningInput[K] | undefined } = {},
  otherFacts: { readonly [K in keyof OpeningFacts]?: OpeningFacts[K] | undefined } = {},
): OpenAccount {
  const input = { ...base, accountType, ...REQUIRED[accountType], ...changes };
  const people: Partial<OpeningFacts> =
    input.primaryAccountOwner === '7001'
      ? {
          corporateFirm: {
            firmId: '7001',
            advisorFirmId: FIRM,
            firmRep: 'rep',
            tickers: [],
            hasAccount: false,
          },
          trustees: [{ loginId: 'trustee1', firmId: FIRM }],
        }
      : { jointOwners: [memberFact('rroe')] };
  return {
    type: 'OpenAccount',
    input: defined<OpeningInput>(input),
    facts: defined<OpeningFacts>({ ...facts, ...people, ...otherFacts }),
  };
}

function defined<T extends object>(value: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}

export function update(
  input: UpdateInput,
  otherFacts: Partial<UpdateAccount['facts']> = {},
  more: Partial<Pick<UpdateAccount, 'caller'>> = {},
): UpdateAccount {
  return {
    type: 'UpdateAccount',
    input,
    caller: creator,
    facts: {
      billingPlan: { billingPlanType: 'A' },
      billingLevel: 'account',
      managesAll: true,
      nameTaken: false,
      ...otherFacts,
    },
    ...more,
  };
}

export function sign(
  loginId: string,
  changes: Partial<SignAgreement['signature']> = {},
): SignAgreement {
  return {
    type: 'SignAgreement',
    caller: creator,
    facts: { speaksForSigner: true },
    signature: {
      loginId,
      method: 'SIGNED_PDF',
      documentKey: `doc-${loginId}`,
      sha256: 'a'.repeat(64),
      ...changes,
    },
  };
}

export function grant(
  input: GrantPermission['input'],
  changes: Partial<GrantPermission> = {},
): GrantPermission {
  return {
    type: 'GrantPermission',
    input,
    caller: creator,
    facts: { loginKnown: true },
    ...changes,
  };
}

/** An external restriction, set by the API user. */
export function restriction(
  input: AddRestriction['input'] = {},
  changes: Partial<AddRestriction> = {},
): AddRestriction {
  return { type: 'AddRestriction', input, caller: creator, ...changes };
}

/** Data of the first event of a type. */
export function eventOf<T extends AccountEvent['type']>(
  events: readonly AccountEvent[],
  type: T,
): EventData<T> {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`no ${type} among ${events.map((event) => event.type).join()}`);
  return found.data as EventData<T>;
}

type EventData<T extends AccountEvent['type']> = {
  [E in AccountEvent as E['type']]: E['data'];
}[T];
