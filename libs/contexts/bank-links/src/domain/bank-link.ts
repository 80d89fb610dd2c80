import {
  add24Hours,
  conflict,
  decideBy,
  type Decider,
  notFound,
  pathMismatches,
  type Problem,
  problemsOf,
  refuse,
  type Rule,
} from '#libs/platform/kernel';
import {
  bankLinkRules,
  finalFailure,
  Operation,
  operationProblem,
  ownerProblem,
} from './bank-link-rules.js';
import type {
  BankLinkCommand,
  CancelBankLink,
  ConfirmMicroDeposits,
  CreateBankLink,
  DecideCancellation,
  DropBankLink,
  ExpireMicroDeposits,
  VerifyOwner,
} from './bank-link.commands.js';
import type { BankLinkEvent } from './bank-link.events.js';
import { type BankLinkState, evolve, statusAt } from './bank-link.state.js';
import { cancelled, verifyMicroDeposits } from './verification.js';

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
    facts.restriction,
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
    facts.restriction,
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
    facts.restriction,
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
