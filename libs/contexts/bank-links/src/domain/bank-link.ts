import {
  add24Hours,
  conflict,
  type Decider,
  type Decision,
  notFound,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
} from '#libs/platform/kernel';
import { verificationLimit } from './bank-account.js';
import {
  bankLinkRules,
  finalFailure,
  Operation,
  operationProblem,
  ownerProblem,
  verificationInProcess,
} from './bank-link-rules.js';
import type {
  BankLinkCommand,
  CancelBankLink,
  ConfirmMicroDeposits,
  CreateBankLink,
  VerifyOwner,
} from './bank-link.commands.js';
import type { BankLinkEvent } from './bank-link.events.js';
import { type BankLinkState, evolve, statusAt } from './bank-link.state.js';
import { dailyLimit } from './deposit-days.js';
import { cancelled, verifyMicroDeposits } from './verification.js';

/** Days, of 24 hours each, in which micro-deposits can be confirmed ([bank-link.expiry]). */
const DAYS_TO_CONFIRM = 14;

/** Everything wrong with a new link ([bank-link.create]). */
export function creationProblems({ facts }: CreateBankLink): Problem[] {
  return problemsOf(
    ownerProblem(facts),
    // what others have linked is said to nobody
    facts.taken &&
      facts.isOwner &&
      bankLinkRules.broken(
        'banklink.unique.bank.account.rule',
        'The owner has linked this bank account to the account already.',
        'bankAccountNumber',
      ),
    facts.usedUp && facts.isOwner && verificationLimit(),
    facts.dayFull && dailyLimit(),
    facts.restriction,
  );
}

/** A new link; its micro-deposits are on their way from now on. */
function create(command: CreateBankLink, link: BankLinkState): Decision<BankLinkEvent> {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link) return conflict('The id is in use.');
  const problems = creationProblems(command);
  if (problems.length > 0) return refuse(...problems);
  const { firmId, bankAccountKey } = facts;
  const data = { bankLinkOid, accountNumber, firmId, ...input, bankAccountKey };
  return [{ type: 'bankLink.BankLinkCreated', data }];
}

function confirm(
  { amountsKey }: ConfirmMicroDeposits,
  link: BankLinkState,
  now: string,
): Decision<BankLinkEvent> {
  if (link?.status !== 'A' || link.amountsKey) return [];
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
  const problems = problemsOf(
    ...pathMismatches({ bankLinkOid }, input),
    operationProblem(input, Operation.Cancel),
    ownerProblem(facts),
    facts.restriction,
    active &&
      facts.transactionsInProcess &&
      bankLinkRules.broken(
        'banklink.transactions.in.process.rule',
        'A cash transaction on the bank link is pending or processing.',
      ),
    active && !link.amountsKey && verificationInProcess(),
  );
  if (problems.length > 0) return refuse(...problems);
  return active ? [cancelled(link, 'request')] : [];
}

/** An owner vouches for the bank account, or the owner's firm does: verified without micro-deposits. */
function verifyOwner(
  { accountNumber, bankLinkOid, input, facts }: VerifyOwner,
  link: BankLinkState,
  now: string,
): Decision<BankLinkEvent> {
  if (link?.accountNumber !== accountNumber) return notFound();
  const problems = problemsOf(
    ...pathMismatches({ bankLinkOid }, input),
    operationProblem(input, Operation.VerifyOwner),
    ownerProblem(facts),
    facts.isOwner &&
      !facts.mayVouch &&
      bankLinkRules.broken(
        'banklink.owner.verification.by.owner.rule',
        'Only the owner named, or the API client of a firm entitled to it, may do this.',
        'ownerLoginId',
      ),
    facts.restriction,
    statusAt(link, now) === 'D' && finalFailure(),
  );
  if (problems.length > 0) return refuse(...problems);
  if (link.verification !== undefined) return [];
  const data = { bankLinkOid, accountNumber, method: 'owner' as const };
  return [{ type: 'bankLink.BankLinkVerified', data }];
}

/** The link of an account to a bank account, stream `bankLink-{oid}` ([rules](../../../../docs/interface/bank-links.md)). */
export const bankLink: Decider<BankLinkState, BankLinkCommand, BankLinkEvent> = {
  category: 'bankLink',
  initial: undefined,
  evolve,

  decide(command, link, { now }) {
    switch (command.type) {
      case 'CreateBankLink':
        return create(command, link);
      case 'ConfirmMicroDeposits':
        return confirm(command, link, now);
      case 'CancelBankLink':
        return cancel(command, link);
      case 'VerifyOwner':
        return verifyOwner(command, link, now);
      case 'VerifyMicroDeposits':
        return verifyMicroDeposits(command, link, now);
      case 'ExpireMicroDeposits':
        return link?.status === 'A' && statusAt(link, now) === 'D'
          ? [cancelled(link, 'expired')]
          : [];
    }
  },
};
