import type { Problem } from '#libs/platform/kernel';
import type { OperationInput, OwnerFacts } from './bank-link.commands.js';
import { bankLinkRules } from './bank-link-rules.js';

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
  errorCode: 'banklink.null.restbanklink.internal.error',
  message: 'The body is not a bank link.',
};

/** A link at D, or the attempt that brought it there. The message is part of the rule ([bank-link.last-attempt]). */
export function finalFailure(): Problem {
  return bankLinkRules.broken(
    'banklink.final.verification.failure.no.more.attempts',
    'Banklink status=D',
  );
}

/** Wrong amounts with attempts left. The message is part of the rule ([bank-link.wrong-amounts]). */
export function wrongAmounts(remainingAttempts: number): Problem {
  return bankLinkRules.broken(
    'banklink.verification.failed.microdeposits.due.to.incorrect.microdeposit.amounts',
    `Remaining Attempts=${remainingAttempts}`,
  );
}

/** Micro-deposits are on their way. */
export function verificationInProcess(): Problem {
  return bankLinkRules.broken(
    'banklink.verification.in.process.rule',
    'The micro-deposits are being sent.',
  );
}

/** The operation in a body against that of the path. */
export function operationProblem({ op }: OperationInput, wanted: Operation): Problem | undefined {
  return op === wanted
    ? undefined
    : bankLinkRules.broken(
        'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own',
        `The operation here is ${wanted}.`,
        'op',
      );
}

/** `ownerLoginId` against the members of the firm and the owners of the account. */
export function ownerProblem({ ownerKnown, isOwner }: OwnerFacts): Problem | undefined {
  if (!ownerKnown) {
    return bankLinkRules.broken(
      'banklink.no.member.found.for.loginid',
      'No member has this login id.',
      'ownerLoginId',
    );
  }
  return isOwner
    ? undefined
    : bankLinkRules.broken(
        'banklink.loginid.provide.not.account.owner',
        'The member does not own the account.',
        'ownerLoginId',
      );
}

/** The problems there are. */
export function problemsOf(...found: readonly (Problem | undefined)[]): readonly Problem[] {
  return found.filter((problem) => problem !== undefined);
}
