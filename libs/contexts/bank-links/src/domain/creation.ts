import {
  BankAccountTypes,
  conflict,
  type Decision,
  FieldCode,
  fieldProblem,
  isCode,
  isPrintable,
  isRoutingNumber,
  type Problem,
  refuse,
} from '#libs/platform/kernel';
import { verificationLimit } from './bank-account.js';
import type { BankLinkInput, CreateBankLink } from './bank-link.commands.js';
import type { BankLinkEvent } from './bank-link.events.js';
import { ownerProblem, problemsOf } from './bank-link.rules.js';
import type { BankLinkState } from './bank-link.state.js';
import { dailyLimit } from './deposit-days.js';
import { bankLinkRules } from './bank-link-rules.js';

/** Shortest and longest bank account number, in digits (own). */
export const BANK_ACCOUNT_DIGITS = { min: 4, max: 17 } as const;

/** Longest `nameOnAccount` and `bankName`, in characters (own). */
export const MAX_NAME = 70;

const FIELDS = [
  'accountType',
  'bankAccountNumber',
  'routingNumber',
  'ownerLoginId',
  'nameOnAccount',
  'bankName',
] as const satisfies readonly (keyof BankLinkInput)[];

function valueProblems(input: BankLinkInput): readonly (Problem | undefined)[] {
  const { accountType, routingNumber } = input;
  const names = (['nameOnAccount', 'bankName'] as const).map((field) => {
    const name = input[field];
    return name === undefined || isPrintable(name)
      ? undefined
      : fieldProblem(field, FieldCode.Value, 'printable characters only');
  });
  return [
    accountType === undefined || isCode(BankAccountTypes, accountType)
      ? undefined
      : fieldProblem('accountType', FieldCode.Choice, 'C checking, S savings'),
    routingNumber === undefined || isRoutingNumber(routingNumber)
      ? undefined
      : fieldProblem('routingNumber', FieldCode.Value, 'not an ABA routing number'),
    ...names,
  ];
}

/** Everything wrong with a new link ([bank-link.create]). */
export function creationProblems({ input, facts, problems = [] }: CreateBankLink): Problem[] {
  const named = new Set(problems.map(({ field }) => field));
  const missing = FIELDS.filter((field) => input[field] === undefined && !named.has(field));
  return [
    ...problems,
    ...missing.map((field) => fieldProblem(field, FieldCode.Required)),
    ...problemsOf(
      ...valueProblems(input),
      ownerProblem(input.ownerLoginId, facts),
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
    ),
  ];
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
  const { accountType, bankAccountNumber, routingNumber, ownerLoginId } = input;
  const { nameOnAccount, bankName } = input;
  const { firmId, bankAccountKey } = facts;
  if (
    accountType === undefined ||
    !isCode(BankAccountTypes, accountType) ||
    bankAccountNumber === undefined ||
    routingNumber === undefined ||
    ownerLoginId === undefined ||
    nameOnAccount === undefined ||
    bankName === undefined ||
    bankAccountKey === undefined
  ) {
    throw new Error('a bank link without problems lacks a field');
  }
  return [
    {
      type: 'bankLink.BankLinkCreated',
      data: {
        bankLinkOid,
        accountNumber,
        firmId,
        ownerLoginId,
        accountType,
        bankAccountNumber,
        routingNumber,
        nameOnAccount,
        bankName,
        bankAccountKey,
      },
    },
  ];
}
