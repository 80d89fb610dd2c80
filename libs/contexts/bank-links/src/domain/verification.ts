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
  wrongAmounts,
} from './bank-link-rules.js';
import { type BankLink, type BankLinkState, statusAt } from './bank-link.state.js';

/**
 * Returns the first failing check, in order ([bank-link.check-order]): ids of path and body, op, caller, permission, ownerLoginId
 * known, owner of the account. An account the caller can't see fails at its permissions.
 */
function failureOf({ bankLinkOid, input, facts }: VerifyMicroDeposits): Problem | undefined {
  const [mismatch] = pathMismatches({ bankLinkOid }, input);
  const inBody = mismatch ?? operationProblem(input, Operation.VerifyMicroDeposits);
  if (inBody) return inBody;
  if (!facts.callerKnown) {
    const code = 'banklink.api.user.not.found.internal.error';
    return bankLinkRules.broken(code, 'The API user is unknown.');
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
  if (failure) return refuse(failure);
  if (link?.accountNumber !== accountNumber) return refuse(notOwned());
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
export function verificationFailure(
  events: readonly Pick<BankLinkEvent, 'type' | 'data'>[],
): Problem | undefined {
  const outcome = events as readonly BankLinkEvent[];
  if (outcome.some(({ type }) => type === 'bankLink.BankLinkCancelled')) return finalFailure();
  const mismatch = outcome.find((event) => event.type === 'bankLink.MicroDepositsMismatched');
  return mismatch && wrongAmounts(mismatch.data.remainingAttempts);
}

/** The event that ends a link. */
export function cancelled(link: BankLink, cause: CancellationCause): BankLinkEvent {
  const { bankLinkOid, accountNumber, bankAccountKey } = link;
  const data = { bankLinkOid, accountNumber, cause, bankAccountKey };
  return { type: 'bankLink.BankLinkCancelled', data };
}
