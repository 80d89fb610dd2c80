import {
  add24Hours,
  conflict,
  decideBy,
  type Decider,
  type Decision,
  type Precondition,
  isAsExpected,
  isRefusal,
  notAdmitted,
  notFound,
  omit,
  pathMismatches,
  preconditionFailed,
  type Problem,
  problemsOf,
  type Refusal,
  refuse,
  type Rule,
  RuleBook,
  type Secret,
  type Timestamp,
} from '#libs/platform/kernel';
import type { BankLinkStatus } from '#libs/contexts/codes';
import type {
  BankLinkCreated,
  BankLinkEvent,
  CancellationCause,
  LinkIds,
  NewBankLink,
  VerificationMethod,
} from './bank-link.events.js';

export const bankLinkRules = new RuleBook({
  'banklink.api.user.needs.money.mover.or.better.permissions.for.account':
    'The caller lacks money-mover or better permission on the account',
  'banklink.amounts.dry.run.rule': 'A dry run compares no amounts: each comparison uses an attempt',
  'banklink.api.user.not.found.internal.error': 'The acting member is unknown',
  'banklink.final.verification.failure.no.more.attempts':
    'The last attempt failed and the link is cancelled; the message has its status',
  'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own':
    'op is wrong for this path',
  'banklink.loginid.provide.not.account.owner': 'ownerLoginId is not an owner of the account',
  'banklink.microdeposits.per.day.rule': 'No more micro-deposits are sent for the account today',
  'banklink.no.member.found.for.loginid': 'ownerLoginId is unknown',
  'banklink.not.owned.by.account': 'The account or bank link in the path is wrong',
  'banklink.null.restbanklink.internal.error': 'The body is not a bank link: malformed JSON',
  'banklink.owner.verification.by.owner.rule':
    'The caller is neither the named owner nor the API client of an entitled firm',
  'banklink.transactions.in.process.rule':
    'A cash transaction on the bank link is pending or processing',
  'banklink.unique.bank.account.rule':
    'The owner has already linked this bank account to the account',
  'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts':
    'The amounts are wrong; the message is Remaining Attempts=n',
  'banklink.verification.limit.rule':
    'Too many wrong amounts for the bank account; an operator can allow more attempts',
  'banklink.verification.in.process.rule': 'The micro-deposits are being sent',
});

export const Operation = {
  Cancel: 'delete',
  VerifyMicroDeposits: 'verify_md',
  VerifyOwner: 'verify_own',
} as const;

export type Operation = (typeof Operation)[keyof typeof Operation];

/** The body is not a bank link: malformed JSON, or JSON of another kind ([errors.malformed]). */
export const unreadable: Problem = {
  type: 'SYNTAX',
  errorCode: 'banklink.null.restbanklink.internal.error',
  message: 'The body is not a bank link.',
};

/** The link is at D, or this attempt brought it there. The message is specified ([bank-link.last-attempt]). */
export function finalFailure(): Problem {
  const code = 'banklink.final.verification.failure.no.more.attempts';
  return bankLinkRules.broken(code, 'Banklink status=D');
}

/** Wrong amounts with attempts left. The message is specified ([bank-link.wrong-amounts]). */
export function wrongAmounts(remainingAttempts: number): Problem {
  const code = 'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts';
  return bankLinkRules.broken(code, `Remaining Attempts=${remainingAttempts}`);
}

/** Checks `op` against the operation of the path. */
function operationProblem({ op }: OperationInput, wanted: Operation): Problem | undefined {
  if (op === wanted) return undefined;
  const code = 'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own';
  return bankLinkRules.broken(code, `The operation here is ${wanted}.`, 'op');
}

/** Checks `ownerLoginId` against the members of the firm and the owners of the account. */
function ownerProblem({ ownerKnown, isOwner }: OwnerFacts): Problem | undefined {
  if (!ownerKnown) {
    const message = 'No member has this login id.';
    return bankLinkRules.broken('banklink.no.member.found.for.loginid', message, 'ownerLoginId');
  }
  if (isOwner) return undefined;
  const code = 'banklink.loginid.provide.not.account.owner';
  return bankLinkRules.broken(code, 'The member does not own the account.', 'ownerLoginId');
}

/** Facts about the `ownerLoginId` of a request. */
export interface OwnerFacts {
  readonly ownerKnown: boolean;
  /** Alone or jointly; for a corporate account, whether the member represents the firm. */
  readonly isOwner: boolean;
}

export interface CreateBankLink extends LinkIds {
  readonly type: 'CreateBankLink';
  readonly input: NewBankLink;
  readonly facts: OwnerFacts & {
    readonly firmId: string;
    /** Another link of the owner holds the bank account. */
    readonly taken: boolean;
    /** No verification attempts are left for the owner's bank account. */
    readonly usedUp: boolean;
    /** The daily limit of micro-deposits is reached. */
    readonly dayFull: boolean;
    readonly bankAccountKey: string;
  };
}

/** The ACH network confirmed the micro-deposits. */
interface ConfirmMicroDeposits {
  readonly type: 'ConfirmMicroDeposits';
  readonly amountsKey: string;
}

/** Fields that name the link, operation and owner. */
export interface OperationInput {
  readonly bankLinkOid: string;
  /** Missing also if it is not a string. */
  readonly op?: string;
  readonly ownerLoginId: string;
}

/** Cancels a link ([bank-link.cancel]). */
export interface CancelBankLink extends LinkIds {
  readonly type: 'CancelBankLink';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    readonly transactionsInProcess: boolean;
  };
}

/** Decides a cancellation that has begun, with everything in the log known: completes it, or takes it back. */
interface DecideCancellation {
  readonly type: 'DecideCancellation';
  readonly transactionsInProcess: boolean;
}

/** The account no longer allows a link whose micro-deposits are under way. */
interface DropBankLink {
  readonly type: 'DropBankLink';
}

/** Owner verification, `POST …/verify/{oid}/ownerverification`. */
export interface VerifyOwner extends LinkIds {
  readonly type: 'VerifyOwner';
  readonly input: OperationInput;
  readonly facts: OwnerFacts & {
    /** The caller is the named owner, or the API client of a firm that may vouch for owners. */
    readonly mayVouch: boolean;
  };
}

export interface VerifyMicroDeposits extends LinkIds {
  readonly type: 'VerifyMicroDeposits';
  readonly input: OperationInput;
  readonly amountsKey: string;
  /** Wrong pairs allowed before the link is cancelled (`MICRO_DEPOSIT_ATTEMPTS`). */
  readonly attempts: number;
  /** From `If-Match`. */
  readonly expectedRevision?: Precondition | undefined;
  readonly facts: VerificationFacts;
}

/** Facts from other streams about a verification. */
export interface VerificationFacts extends OwnerFacts {
  readonly callerKnown: boolean;
  /** `not-found` also for an account of another firm. */
  readonly access: 'ok' | 'not-found' | 'forbidden';
}

interface ExpireMicroDeposits {
  readonly type: 'ExpireMicroDeposits';
}

export type BankLinkCommand =
  | CreateBankLink
  | ConfirmMicroDeposits
  | CancelBankLink
  | DecideCancellation
  | DropBankLink
  | VerifyOwner
  | VerifyMicroDeposits
  | ExpireMicroDeposits;

/** State of a link as the rules need it. */
export interface BankLink extends LinkStatus {
  readonly bankLinkOid: string;
  readonly accountNumber: string;
  readonly firmId: string;
  readonly ownerLoginId: string;
  /** Absent until the ACH network has confirmed the micro-deposits. */
  readonly amountsKey?: string;
  readonly failedAttempts: number;
  readonly bankAccountKey: string;
  /** Absent, like the routing number, once the owner's key is destroyed. */
  readonly bankAccountNumber?: Secret;
  readonly routingNumber?: string;
  /** Why it is at D. */
  readonly cause?: CancellationCause;
  /** Its cancellation has begun. */
  readonly cancelling?: true;
  /** Stream revision: the entity tag. */
  readonly revision: number;
}

/** State of `bankLink-{oid}`; undefined before the first event. */
export type BankLinkState = BankLink | undefined;

/** Progress of a link, shared by state and document. */
interface LinkStatus {
  readonly status: BankLinkStatus;
  /** Absent until the link is verified. */
  readonly verification?: VerificationMethod;
  /** Only while micro-deposits await confirmation. */
  readonly expiresAt?: Timestamp;
}

/**
 * Status at a given time: D once micro-deposits have expired unconfirmed, even before the event ([bank-link.expiry]). Money may
 * move over a verified link at A.
 */
export function statusAt(link: LinkStatus, now: string): BankLinkStatus {
  const { status, verification, expiresAt } = link;
  const expired = verification === undefined && expiresAt !== undefined && expiresAt <= now;
  return expired ? 'D' : status;
}

/** Applies one event to the progress. Shared by state and document, so the two can't disagree. */
export function evolveStatus<L extends LinkStatus>(
  link: L,
  event: Exclude<BankLinkEvent, BankLinkCreated>,
): L {
  switch (event.type) {
    case 'bankLink.MicroDepositsSent':
      return link.verification ? link : { ...link, expiresAt: event.data.expiresAt };
    case 'bankLink.MicroDepositsMismatched':
    case 'bankLink.CancellationBegun':
    case 'bankLink.CancellationTakenBack':
      return link;
    case 'bankLink.BankLinkVerified':
      return { ...(omit(link, 'expiresAt') as L), verification: event.data.method };
    case 'bankLink.BankLinkCancelled':
      return { ...(omit(link, 'expiresAt') as L), status: 'D' };
  }
}

function evolve(link: BankLinkState, event: BankLinkEvent): BankLinkState {
  if (event.type === 'bankLink.BankLinkCreated') {
    const known = omit(event.data, 'accountType', 'nameOnAccount', 'bankName');
    return { ...known, status: 'A', failedAttempts: 0, revision: 0 };
  }
  if (!link) return link;
  const next = { ...evolveStatus(link, event), revision: link.revision + 1 };
  switch (event.type) {
    case 'bankLink.MicroDepositsSent':
      return { ...next, amountsKey: event.data.amountsKey };
    case 'bankLink.MicroDepositsMismatched':
      return { ...next, failedAttempts: link.failedAttempts + 1 };
    case 'bankLink.CancellationBegun':
      return { ...next, cancelling: true };
    case 'bankLink.CancellationTakenBack':
      return omit(next, 'cancelling');
    case 'bankLink.BankLinkCancelled':
      return { ...omit(next, 'cancelling'), cause: event.data.cause };
    default:
      return next;
  }
}

/**
 * Returns the first failing check, in order ([bank-link.check-order]): ids of path and body, op, caller, permission, ownerLoginId
 * known, owner of the account. An account the caller can't see fails at its permissions.
 */
function failureOf({ bankLinkOid, input, facts }: VerifyMicroDeposits): Refusal | undefined {
  const [mismatch] = pathMismatches({ bankLinkOid }, input);
  const inBody = mismatch ?? operationProblem(input, Operation.VerifyMicroDeposits);
  if (inBody) return refuse(inBody);
  if (!facts.callerKnown) {
    const code = 'banklink.api.user.not.found.internal.error';
    return notAdmitted(bankLinkRules.broken(code, 'The API user is unknown.'));
  }
  if (facts.access === 'not-found') return notOwned();
  if (facts.access === 'forbidden') {
    const code = 'banklink.api.user.needs.money.mover.or.better.permissions.for.account';
    const message = 'The API user needs permission MM, TM, AM or AC on the account.';
    return notAdmitted(bankLinkRules.broken(code, message));
  }
  const ofOwner = ownerProblem(facts);
  return ofOwner && refuse(ofOwner);
}

function notOwned(): Refusal {
  const message = 'The account has no such bank link.';
  return notAdmitted(bankLinkRules.broken('banklink.not.owned.by.account', message));
}

/**
 * Verifies amounts; only the first failing check is reported. The limit of attempts at the bank account, decided by a stream of
 * its own, comes between the link being active and the amounts. Wrong amounts leave an event instead of a refusal. The last wrong
 * pair and expired deposits cancel the link. {@link verificationFailure} turns these events into a response.
 */
export function verifyMicroDeposits(
  command: VerifyMicroDeposits,
  link: BankLinkState,
  now: string,
): Decision<BankLinkEvent> {
  const { accountNumber, expectedRevision } = command;
  const failure = failureOf(command);
  if (failure) return failure;
  if (link?.accountNumber !== accountNumber) return notOwned();
  if (!isAsExpected(expectedRevision, link.revision)) return preconditionFailed();
  if (link.status === 'D') return refuse(finalFailure());
  if (link.verification !== undefined) return [];
  if (!link.amountsKey)
    return refuse(bankLinkRules.broken('banklink.verification.in.process.rule'));
  if (statusAt(link, now) === 'D') return [cancelled(link, 'expired')];
  const { bankLinkOid } = link;
  if (command.amountsKey === link.amountsKey) {
    const data = { bankLinkOid, accountNumber, method: 'microDeposits' as const };
    return [{ type: 'bankLink.BankLinkVerified', data }];
  }
  const remainingAttempts = Math.max(0, command.attempts - link.failedAttempts - 1);
  const data = { bankLinkOid, accountNumber, remainingAttempts };
  const ended = remainingAttempts === 0 ? [cancelled(link, 'attempts')] : [];
  return [{ type: 'bankLink.MicroDepositsMismatched', data }, ...ended];
}

/** Whether all checks before the comparison of amounts passed. */
export function comparesAmounts(decision: Decision<BankLinkEvent>): boolean {
  const compared = ['bankLink.BankLinkVerified', 'bankLink.MicroDepositsMismatched'];
  return !isRefusal(decision) && decision.some(({ type }) => compared.includes(type));
}

/** Returns the failure the events of a verification stand for, or undefined if the link is verified. */
export function verificationFailure(events: readonly Pick<BankLinkEvent, 'type' | 'data'>[]) {
  const outcome = events as readonly BankLinkEvent[];
  if (outcome.some(({ type }) => type === 'bankLink.BankLinkCancelled')) return finalFailure();
  const mismatch = outcome.find((event) => event.type === 'bankLink.MicroDepositsMismatched');
  return mismatch && wrongAmounts(mismatch.data.remainingAttempts);
}

function cancelled(link: BankLink, cause: CancellationCause): BankLinkEvent {
  const { bankLinkOid, accountNumber, bankAccountKey } = link;
  const data = { bankLinkOid, accountNumber, cause, bankAccountKey };
  return { type: 'bankLink.BankLinkCancelled', data };
}

/** Days, of 24 hours each, to confirm micro-deposits ([bank-link.expiry]). */
const DAYS_TO_CONFIRM = 14;

type BankLinkRule<Command> = Rule<BankLinkState, Command, BankLinkEvent>;

/** Checks a new link ([bank-link.create]). */
export function creationProblems({ facts }: CreateBankLink): Problem[] {
  return problemsOf(
    ownerProblem(facts),
    // only owners learn what is already linked
    facts.taken &&
      facts.isOwner &&
      bankLinkRules.broken('banklink.unique.bank.account.rule', undefined, 'bankAccountNumber'),
    facts.usedUp && facts.isOwner && bankLinkRules.broken('banklink.verification.limit.rule'),
    facts.dayFull && bankLinkRules.broken('banklink.microdeposits.per.day.rule'),
  );
}

const create: BankLinkRule<CreateBankLink> = (command, link) => {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link) return conflict('The id is in use.');
  const problems = creationProblems(command);
  if (problems.length > 0) return refuse(...problems);
  const { firmId, bankAccountKey } = facts;
  const data = { bankLinkOid, accountNumber, firmId, ...input, bankAccountKey };
  return [{ type: 'bankLink.BankLinkCreated', data }];
};

const confirm: BankLinkRule<ConfirmMicroDeposits> = ({ amountsKey }, link, { now }) => {
  if (link?.status !== 'A' || link.amountsKey) return [];
  const { bankLinkOid, accountNumber } = link;
  const expiresAt = add24Hours(now, DAYS_TO_CONFIRM);
  const data = { bankLinkOid, accountNumber, amountsKey, sentAt: now, expiresAt };
  return [{ type: 'bankLink.MicroDepositsSent', data }];
};

/** Cancelling a link at D changes nothing ([bank-link.cancel]). A link at A is at D only once {@link decideCancellation} says so. */
const cancel: BankLinkRule<CancelBankLink> = (command, link) => {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link?.accountNumber !== accountNumber) return notFound();
  const active = link.status === 'A';
  const problems = problemsOf(
    ...pathMismatches({ bankLinkOid }, input),
    operationProblem(input, Operation.Cancel),
    ownerProblem(facts),
    active &&
      facts.transactionsInProcess &&
      bankLinkRules.broken('banklink.transactions.in.process.rule'),
    active && !link.amountsKey && bankLinkRules.broken('banklink.verification.in.process.rule'),
  );
  if (problems.length > 0) return refuse(...problems);
  if (!active || link.cancelling) return [];
  return [{ type: 'bankLink.CancellationBegun', data: { bankLinkOid, accountNumber } }];
};

/** Whoever comes first decides it. */
const decideCancellation: BankLinkRule<DecideCancellation> = ({ transactionsInProcess }, link) => {
  if (link?.status !== 'A' || !link.cancelling) return [];
  if (!transactionsInProcess) return [cancelled(link, 'request')];
  const { bankLinkOid, accountNumber } = link;
  return [{ type: 'bankLink.CancellationTakenBack', data: { bankLinkOid, accountNumber } }];
};

const drop: BankLinkRule<DropBankLink> = (_command, link) =>
  link?.status === 'A' && link.verification === undefined ? [cancelled(link, 'account')] : [];

/** The owner or the owner's firm vouches for the bank account; no micro-deposits needed. */
const verifyOwner: BankLinkRule<VerifyOwner> = (command, link, { now }) => {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link?.accountNumber !== accountNumber) return notFound();
  const problems = problemsOf(
    ...pathMismatches({ bankLinkOid }, input),
    operationProblem(input, Operation.VerifyOwner),
    ownerProblem(facts),
    facts.isOwner &&
      !facts.mayVouch &&
      bankLinkRules.broken(
        'banklink.owner.verification.by.owner.rule',
        'Only the named owner, or the API client of an entitled firm, may do this.',
        'ownerLoginId',
      ),
    statusAt(link, now) === 'D' && finalFailure(),
  );
  if (problems.length > 0) return refuse(...problems);
  if (link.verification !== undefined) return [];
  const data = { bankLinkOid, accountNumber, method: 'owner' as const };
  return [{ type: 'bankLink.BankLinkVerified', data }];
};

const expire: BankLinkRule<ExpireMicroDeposits> = (_command, link, { now }) =>
  link?.status === 'A' && statusAt(link, now) === 'D' ? [cancelled(link, 'expired')] : [];

/** Decider of a bank link, stream `bankLink-{oid}` ([rules](../../../../docs/interface/bank-links.md)). */
export const bankLink: Decider<BankLinkState, BankLinkCommand, BankLinkEvent> = {
  category: 'bankLink',
  initial: undefined,
  evolve,

  decide: decideBy({
    CreateBankLink: create,
    ConfirmMicroDeposits: confirm,
    CancelBankLink: cancel,
    DecideCancellation: decideCancellation,
    DropBankLink: drop,
    VerifyOwner: verifyOwner,
    VerifyMicroDeposits: (command, link, { now }) => verifyMicroDeposits(command, link, now),
    ExpireMicroDeposits: expire,
  }),
};
