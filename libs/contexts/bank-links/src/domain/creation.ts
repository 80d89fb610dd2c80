import { conflict, type Decision, type Problem, refuse } from '#libs/platform/kernel';
import { verificationLimit } from './bank-account.js';
import { bankLinkRules } from './bank-link-rules.js';
import type { CreateBankLink } from './bank-link.commands.js';
import type { BankLinkEvent } from './bank-link.events.js';
import { ownerProblem, problemsOf } from './bank-link.rules.js';
import type { BankLinkState } from './bank-link.state.js';
import { dailyLimit } from './deposit-days.js';

/** Everything wrong with a new link ([bank-link.create]). */
export function creationProblems({ facts }: CreateBankLink): readonly Problem[] {
  return problemsOf(
    ownerProblem(facts),
    // what others have linked is said to nobody
    facts.taken && facts.isOwner
      ? bankLinkRules.broken(
          'banklink.unique.bank.account.rule',
          'The owner has linked this bank account to the account already.',
          'bankAccountNumber',
        )
      : undefined,
    facts.usedUp && facts.isOwner ? verificationLimit() : undefined,
    facts.dayFull ? dailyLimit() : undefined,
    facts.restriction,
  );
}

/** A new link; its micro-deposits are on their way from now on. */
export function createBankLink(
  command: CreateBankLink,
  link: BankLinkState,
): Decision<BankLinkEvent> {
  const { accountNumber, bankLinkOid, input, facts } = command;
  if (link) return conflict('The id is in use.');
  const problems = creationProblems(command);
  if (problems.length > 0) return refuse(...problems);
  const { firmId, bankAccountKey } = facts;
  const data = { bankLinkOid, accountNumber, firmId, ...input, bankAccountKey };
  return [{ type: 'bankLink.BankLinkCreated', data }];
}
