import { type Problem, RuleBook } from '#libs/platform/kernel';
import type { OperationInput, OwnerFacts } from './bank-link.commands.js';

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

/** Values of `op`. */
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
export function operationProblem({ op }: OperationInput, wanted: Operation): Problem | undefined {
  if (op === wanted) return undefined;
  const code = 'banklink.invalid.operation.should.be.delete.verify_md.or.verify_own';
  return bankLinkRules.broken(code, `The operation here is ${wanted}.`, 'op');
}

/** Checks `ownerLoginId` against the members of the firm and the owners of the account. */
export function ownerProblem({ ownerKnown, isOwner }: OwnerFacts): Problem | undefined {
  if (!ownerKnown) {
    const message = 'No member has this login id.';
    return bankLinkRules.broken('banklink.no.member.found.for.loginid', message, 'ownerLoginId');
  }
  if (isOwner) return undefined;
  const code = 'banklink.loginid.provide.not.account.owner';
  return bankLinkRules.broken(code, 'The member does not own the account.', 'ownerLoginId');
}
