import {
  type Decision,
  isAsExpected,
  isRefusal,
  pathMismatches,
  preconditionFailed,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import type { VerifyMicroDeposits } from './bank-link.commands.js';
import type { BankLinkEvent, CancellationCause } from './bank-link.events.js';
import {
  bankLinkRules,
  finalFailure,
  Operation,
  operationProblem,
  ownerProblem,
  verificationInProcess,
  wrongAmounts,
} from './bank-link-rules.js';
import { type BankLink, type BankLinkState, statusAt } from './bank-link.state.js';

/**
 * The first failing check, in order ([bank-link.check-order]): ids of path and body, op, caller, permission, ownerLoginId known, owner of the
 * account. An account that the caller can't see fails where its permissions are asked for.
 */
function failureOf({ bankLinkOid, input, facts }: VerifyMicroDeposits): Problem | undefined {
  const [mismatch] = pathMismatches({ bankLinkOid }, input);
  const inBody = mismatch ?? operationProblem(input, Operation.VerifyMicroDeposits);
  if (inBody) return inBody;
  if (!facts.callerKnown) {
    const code = 'banklink.api.user.not.found.internal.error';
    return bankLinkRules.broken(code, 'The API user is not known.');
  }
  if (facts.access === 'not-found') return notOwned();
  if (facts.access === 'forbidden') {
    const code = 'banklink.api.user.needs.money.mover.or.better.permissions.for.account';
    const message = 'The API user needs permission MM, TM, AM or AC on the account.';
    return bankLinkRules.broken(code, message);
  }
  return ownerProblem(facts);
}

function notOwned(): Problem {
  const message = 'The account has no such bank link.';
  return bankLinkRules.broken('banklink.not.owned.by.account', message);
}

/** Why a dry run does not say whether amounts are right. */
export function notInDryRun(): Problem {
  return bankLinkRules.broken('banklink.amounts.dry.run.rule');
}

/**
 * A verification. Between the link being active and the amounts comes the limit of attempts
 * at the bank account, which a stream of its own decides. Only the first failing check is reported. Wrong amounts are no refusal but an event, and the last
 * ones, like deposits that have expired, cancel the link; {@link verificationFailure} is the answer to them.
 */
export function verifyMicroDeposits(
  command: VerifyMicroDeposits,
  link: BankLinkState,
  now: string,
): Decision<BankLinkEvent> {
  const { accountNumber, expectedRevision } = command;
  const failure = failureOf(command);
  if (failure) return refuse(failure);
  if (link?.accountNumber !== accountNumber) return refuse(notOwned());
  if (!isAsExpected(expectedRevision, link.revision)) return preconditionFailed();
  if (link.status === 'D') return refuse(finalFailure());
  if (link.verification !== undefined) return [];
  if (!link.amountsKey) return refuse(verificationInProcess());
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

/** Whether a decision has compared amounts: all checks before that one have passed. */
export function comparesAmounts(decision: Decision<BankLinkEvent>): boolean {
  const compared = ['bankLink.BankLinkVerified', 'bankLink.MicroDepositsMismatched'];
  return !isRefusal(decision) && decision.some(({ type }) => compared.includes(type));
}

/** What the events of a verification tell the caller: the failure they count, or undefined for a verified link. */
export function verificationFailure(
  events: readonly Pick<BankLinkEvent, 'type' | 'data'>[],
): Problem | undefined {
  const outcome = events as readonly BankLinkEvent[];
  if (outcome.some(({ type }) => type === 'bankLink.BankLinkCancelled')) return finalFailure();
  const mismatch = outcome.find((event) => event.type === 'bankLink.MicroDepositsMismatched');
  return mismatch && wrongAmounts(mismatch.data.remainingAttempts);
}

/** The end of a link. */
export function cancelled(link: BankLink, cause: CancellationCause): BankLinkEvent {
  const { bankLinkOid, accountNumber, bankAccountKey } = link;
  const data = { bankLinkOid, accountNumber, cause, bankAccountKey };
  return { type: 'bankLink.BankLinkCancelled', data };
}
