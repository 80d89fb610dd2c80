import { Secret } from '#libs/platform/kernel';
import type {
  CancelBankLink,
  CreateBankLink,
  OperationInput,
  VerificationFacts,
  VerifyMicroDeposits,
  VerifyOwner,
} from '../src/bank-link.js';
import type {
  BankLinkCancelled,
  BankLinkCreated,
  BankLinkEvent,
  BankLinkVerified,
  CancellationBegun,
  CancellationCause,
  CancellationTakenBack,
  MicroDepositsMismatched,
  MicroDepositsSent,
  NewBankLink,
} from '../src/bank-link.events.js';

export const OID = '100000000000001';
export const ACCOUNT = 'RA12345678';
export const NOW = '2026-03-02T15:00:00.000Z';
export const EXPIRES = '2026-03-16T15:00:00.000Z';
export const RIGHT = 'key of the right amounts';

const of = { bankLinkOid: OID, accountNumber: ACCOUNT };
const known = { ownerKnown: true, isOwner: true } as const;

const input: NewBankLink = {
  accountType: 'C',
  bankAccountNumber: Secret.of('123456789'),
  routingNumber: '021000021',
  ownerLoginId: 'jdoe',
  nameOnAccount: 'Jane Doe',
  bankName: 'First Bank',
};

export function create(facts: Partial<CreateBankLink['facts']> = {}): CreateBankLink {
  const complete = {
    ...known,
    firmId: '501',
    taken: false,
    usedUp: false,
    dayFull: false,
    bankAccountKey: 'held',
    ...facts,
  };
  return { type: 'CreateBankLink', ...of, input, facts: complete };
}

export const created: BankLinkCreated = {
  type: 'bankLink.BankLinkCreated',
  data: { ...of, firmId: '501', ...input, bankAccountKey: 'held' },
};

export const sent: MicroDepositsSent = {
  type: 'bankLink.MicroDepositsSent',
  data: { ...of, amountsKey: RIGHT, sentAt: NOW, expiresAt: EXPIRES },
};

export const mismatched = (remainingAttempts: number): MicroDepositsMismatched => ({
  type: 'bankLink.MicroDepositsMismatched',
  data: { ...of, remainingAttempts },
});

export const verified = (method: 'microDeposits' | 'owner'): BankLinkVerified => ({
  type: 'bankLink.BankLinkVerified',
  data: { ...of, method },
});

export const begun: CancellationBegun = { type: 'bankLink.CancellationBegun', data: of };

export const takenBack: CancellationTakenBack = {
  type: 'bankLink.CancellationTakenBack',
  data: of,
};

export const cancelled = (cause: CancellationCause): BankLinkCancelled => ({
  type: 'bankLink.BankLinkCancelled',
  data: { ...of, cause, bankAccountKey: 'held' },
});

/** A link whose deposits await confirmation. */
export const waiting: readonly BankLinkEvent[] = [created, sent];

export function verify(
  amountsKey: string,
  fields: Partial<Omit<VerifyMicroDeposits, 'facts' | 'input'>> = {},
  facts: Partial<VerificationFacts> = {},
  body: Partial<OperationInput> = {},
): VerifyMicroDeposits {
  return {
    type: 'VerifyMicroDeposits',
    ...of,
    input: { bankLinkOid: OID, op: 'verify_md', ownerLoginId: 'jdoe', ...body },
    amountsKey,
    attempts: 3,
    ...fields,
    facts: { callerKnown: true, access: 'ok', ...known, ...facts },
  };
}

export function cancel(
  fields: Partial<OperationInput> = {},
  facts: Partial<CancelBankLink['facts']> = {},
): CancelBankLink {
  const body = { bankLinkOid: OID, op: 'delete', ownerLoginId: 'jdoe', ...fields };
  const complete = { ...known, transactionsInProcess: false, ...facts };
  return { type: 'CancelBankLink', ...of, input: body, facts: complete };
}

export function verifyOwner(
  fields: Partial<OperationInput> = {},
  facts: Partial<VerifyOwner['facts']> = {},
): VerifyOwner {
  const body = { bankLinkOid: OID, op: 'verify_own', ownerLoginId: 'jdoe', ...fields };
  return { type: 'VerifyOwner', ...of, input: body, facts: { ...known, mayVouch: true, ...facts } };
}
