import {
  add24Hours,
  type Decider,
  type Decision,
  type DecisionContext,
  notFound,
  pathMismatches,
  refuse,
} from '#libs/platform/kernel';
import type {
  BankLinkCommand,
  CancelBankLink,
  ConfirmMicroDeposits,
  VerifyOwner,
} from './bank-link.commands.js';
import type { BankLinkEvent } from './bank-link.events.js';
import {
  finalFailure,
  Operation,
  operationProblem,
  ownerProblem,
  problemsOf,
  verificationInProcess,
} from './bank-link.rules.js';
import { type BankLinkState, evolve, statusAt } from './bank-link.state.js';
import { createBankLink } from './creation.js';
import { cancelled, verifyMicroDeposits } from './verification.js';
import { bankLinkRules } from './bank-link-rules.js';

/** Days, of 24 hours each, in which micro-deposits can be confirmed ([bank-link.expiry]). */
const DAYS_TO_CONFIRM = 14;

function confirm(
  { amountsKey }: ConfirmMicroDeposits,
  link: BankLinkState,
  { now }: DecisionContext,
): Decision<BankLinkEvent> {
  if (link?.status !== 'A' || link.deposits) return [];
  const { bankLinkOid, accountNumber } = link;
  const expiresAt = add24Hours(now, DAYS_TO_CONFIRM);
  const data = { bankLinkOid, accountNumber, amountsKey, sentAt: now, expiresAt };
  return [{ type: 'bankLink.MicroDepositsSent', data }];
}

/** [bank-link.cancel]: cancelling a link at D changes nothing. */
function cancel(command: CancelBankLink, link: BankLinkState): Decision<BankLinkEvent> {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link?.accountNumber !== accountNumber) return notFound();
  const active = link.status === 'A';
  const found = [
    ...pathMismatches({ bankLinkOid }, input),
    ...problemsOf(
      operationProblem(input, Operation.Cancel),
      ownerProblem(facts),
      facts.restriction,
      active && facts.transactionsInProcess
        ? bankLinkRules.broken(
            'banklink.transactions.in.process.rule',
            'A cash transaction on the bank link is pending or processing.',
          )
        : undefined,
      active && !link.deposits ? verificationInProcess() : undefined,
    ),
  ];
  if (found.length > 0) return refuse(...found);
  return active ? [cancelled(link, 'request')] : [];
}

/** An owner vouches for the bank account, or the owner's firm does: verified without micro-deposits. */
function verifyOwner(
  command: VerifyOwner,
  link: BankLinkState,
  { now }: DecisionContext,
): Decision<BankLinkEvent> {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link?.accountNumber !== accountNumber) return notFound();
  const found = [
    ...pathMismatches({ bankLinkOid }, input),
    ...problemsOf(
      operationProblem(input, Operation.VerifyOwner),
      ownerProblem(facts),
      facts.isOwner && !facts.mayVouch
        ? bankLinkRules.broken(
            'banklink.owner.verification.by.owner.rule',
            'Only the owner named, or the API client of a firm entitled to it, may do this.',
            'ownerLoginId',
          )
        : undefined,
      facts.restriction,
      statusAt(link, now) === 'D' ? finalFailure() : undefined,
    ),
  ];
  if (found.length > 0) return refuse(...found);
  if (link.verification !== undefined) return [];
  const data = { bankLinkOid, accountNumber, method: 'owner' as const };
  return [{ type: 'bankLink.BankLinkVerified', data }];
}

function expire(link: BankLinkState, { now }: DecisionContext): Decision<BankLinkEvent> {
  return link?.status === 'A' && statusAt(link, now) === 'D' ? [cancelled(link, 'expired')] : [];
}

/** The link of an account to a bank account, stream `bankLink-{oid}` ([rules](../../../../docs/interface/bank-links.md)). */
export const bankLink: Decider<BankLinkState, BankLinkCommand, BankLinkEvent> = {
  category: 'bankLink',
  initial: undefined,
  evolve,

  decide(command, link, context) {
    switch (command.type) {
      case 'CreateBankLink':
        return createBankLink(command, link);
      case 'ConfirmMicroDeposits':
        return confirm(command, link, context);
      case 'CancelBankLink':
        return cancel(command, link);
      case 'VerifyOwner':
        return verifyOwner(command, link, context);
      case 'VerifyMicroDeposits':
        return verifyMicroDeposits(command, link, context.now);
      case 'ExpireMicroDeposits':
        return expire(link, context);
    }
  },
};
