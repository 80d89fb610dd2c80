import { pathMismatches, type Problem } from '#libs/platform/kernel';
import { closingProblems } from './closing.js';
import type { UpdateAccount, UpdateInput } from './commands.js';
import {
  accountNameKey,
  contingentProblems,
  nameProblems,
  planProblems,
  rateProblems,
  shareProblems,
} from './details.js';
import { numberProblems } from './known-numbers.js';
import type { Account } from './state.js';

/** Every problem that an update would be refused for. */
export function updatingProblems(command: UpdateAccount, account: Account): Problem[] {
  const { input, facts } = command;
  const { accountNumber, details } = account;
  return [
    ...pathMismatches({ accountNumber }, input),
    ...nameProblems(facts.nameTaken && !isOwnName(input.accountName, account)),
    ...planProblems(input, facts.billingPlan),
    ...rateProblems(input, input.defaultTaxLotSelection),
    ...numberProblems(input, details),
    ...shareProblems(input),
    ...contingentsLeft(input, account),
    ...closingProblems(command, account),
  ];
}

function isOwnName(name: string | undefined, { details }: Account): boolean {
  return (
    name !== undefined &&
    details.accountName !== undefined &&
    accountNameKey(name) === accountNameKey(details.accountName)
  );
}

/** Contingent beneficiaries as they would be after the update need primary ones as they would be then. */
function contingentsLeft(input: UpdateInput, { details }: Account): Problem[] {
  const changes = input.primaryBeneficiaries ?? input.contingentBeneficiaries;
  return changes ? contingentProblems({ ...details, ...input }) : [];
}
