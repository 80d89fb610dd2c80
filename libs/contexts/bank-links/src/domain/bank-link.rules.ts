import { pathMismatch, type Problem, ruleProblem } from '#libs/platform/kernel';
import type { OperationInput, OwnerFacts } from './bank-link.commands.js';

/**
 * Rules of bank links: the codes of verification, those of creation, cancellation and limits,
 * and the last one (own).
 */
export const BankLinkRule = {
  NotInDryRun: 'banklink.amounts.dry.run.rule',
  Unreadable: 'banklink.null.restbanklink.internal.error',
  NotOwnedByAccount: 'banklink.not.owned.by.account',
  InvalidOperation: 'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
  UserNotFound: 'banklink.api.user.not.found.internal.error',
  NeedsMoneyMover: 'banklink.api.user.needs.money.mover.or.better.permissions.for.account',
  NoMember: 'banklink.no.member.found.for.loginid',
  NotAccountOwner: 'banklink.loginid.provide.not.account.owner',
  WrongAmounts: 'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts',
  FinalFailure: 'banklink.final.verification.failure.no.more.attempts',
  /** A cash transaction on the link is pending or processing. */
  TransactionsInProcess: 'banklink.transactions.in.process.rule',
  /** The ACH network has not confirmed the micro-deposits yet. */
  VerificationInProcess: 'banklink.verification.in.process.rule',
  /** The owner has linked the bank account already. */
  UniqueBankAccount: 'banklink.unique.bank.account.rule',
  /** Wrong amounts were named too often for the bank account. */
  VerificationLimit: 'banklink.verification.limit.rule',
  /** The account has had all the micro-deposits of one day. */
  DailyLimit: 'banklink.microdeposits.per.day.rule',
  /** Somebody else than the owner named vouches for the bank account. */
  OwnerVerification: 'banklink.owner.verification.by.owner.rule',
} as const;

/** Values of `op`, and the request each belongs to. */
export const Operation = {
  Cancel: 'delete',
  VerifyMicroDeposits: 'verify_md',
  VerifyOwner: 'verify_own',
} as const;
export type Operation = (typeof Operation)[keyof typeof Operation];

/** The body is no bank link at all: malformed JSON, or JSON of another kind ([errors.malformed]). */
export const unreadable: Problem = {
  type: 'SYNTAX',
  errorCode: BankLinkRule.Unreadable,
  message: 'The body is not a bank link.',
};

/** A link at D, or the attempt that brought it there. The message is part of the rule ([bank-link.last-attempt]). */
export function finalFailure(): Problem {
  return ruleProblem(BankLinkRule.FinalFailure, 'Banklink status=D');
}

/** Wrong amounts with attempts left. The message is part of the rule ([bank-link.wrong-amounts]). */
export function wrongAmounts(remainingAttempts: number): Problem {
  return ruleProblem(BankLinkRule.WrongAmounts, `Remaining Attempts=${remainingAttempts}`);
}

/** Micro-deposits are on their way. */
export function verificationInProcess(): Problem {
  return ruleProblem(BankLinkRule.VerificationInProcess, 'The micro-deposits are being sent.');
}

/** The link id in a body against the one in the path. */
export function idProblem({ bankLinkOid }: OperationInput, inPath: string): Problem | undefined {
  return bankLinkOid === undefined || bankLinkOid === inPath
    ? undefined
    : pathMismatch('bankLinkOid');
}

/** The refusal of an `op` that is not that of the path. */
export function wrongOperation(wanted: Operation): Problem {
  return ruleProblem(BankLinkRule.InvalidOperation, `The operation here is ${wanted}.`, 'op');
}

/** The operation in a body against that of the path. */
export function operationProblem({ op }: OperationInput, wanted: Operation): Problem | undefined {
  return op === undefined || op === wanted ? undefined : wrongOperation(wanted);
}

/** `ownerLoginId` against the members of the firm and the owners of the account. */
export function ownerProblem(
  ownerLoginId: string | undefined,
  { ownerKnown, isOwner }: OwnerFacts,
): Problem | undefined {
  if (ownerLoginId === undefined) return undefined;
  if (!ownerKnown) {
    return ruleProblem(BankLinkRule.NoMember, 'No member has this login id.', 'ownerLoginId');
  }
  return isOwner
    ? undefined
    : ruleProblem(
        BankLinkRule.NotAccountOwner,
        'The member does not own the account.',
        'ownerLoginId',
      );
}

/** The problems there are. */
export function problemsOf(...found: readonly (Problem | undefined)[]): readonly Problem[] {
  return found.filter((problem) => problem !== undefined);
}
