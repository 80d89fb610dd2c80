import {
  businessDate,
  type Decider,
  type Decision,
  equalJson,
  FieldCode,
  fieldProblem,
  InputReader,
  isTaxable,
  type AccountType,
  type Problem,
  refuse,
  type Timestamp,
  yearOf,
} from '#libs/platform/kernel';
import type { PutLot } from './tax-lot.commands.js';
import type { TaxLot, TaxLotEvent } from './tax-lot.events.js';
import { readLot } from './tax-lot-input.js';

/** Why an account has no reported lots (specification, endpoint 7); undefined for a taxable one. */
export function nonTaxableProblem(accountType: AccountType): Problem | undefined {
  if (isTaxable(accountType)) return undefined;
  const message = 'Reportable taxes are not available for the non-taxable account.';
  return fieldProblem('accountnumber', FieldCode.OtherAccountType, message);
}

/** The current tax year at a moment: the calendar year in New York. */
export function currentTaxYear(now: Timestamp): number {
  return yearOf(businessDate(now));
}

function put(command: PutLot, before: TaxLot | undefined, now: Timestamp): Decision<TaxLotEvent> {
  const { accountNumber, originatingTransactionId, closingTransactionId, input } = command;
  const reader = new InputReader(command.problems);
  const nonTaxable = nonTaxableProblem(command.facts.accountType);
  if (nonTaxable) reader.problems.push(nonTaxable);
  const ids = { accountNumber, originatingTransactionId, closingTransactionId };
  for (const name of Object.keys(ids) as (keyof typeof ids)[]) {
    reader.matches(name, input[name], ids[name]);
  }
  const lot = readLot(reader, input, businessDate(now));
  if (!lot || reader.problems.length > 0) return refuse(...reader.problems);
  if (!before) return [{ type: 'taxLot.LotReported', data: { ...ids, lot } }];
  return equalJson(lot, before) ? [] : [{ type: 'taxLot.LotCorrected', data: { ...ids, lot } }];
}

/** Id of the stream and of the document of a lot. */
export function taxLotId(
  accountNumber: string,
  originatingTransactionId: string,
  closingTransactionId: string,
): string {
  return `${accountNumber}/${originatingTransactionId}/${closingTransactionId}`;
}

/**
 * The rule book of one reported closed tax lot, stream `taxLot-{accountNumber}/{originatingTransactionId}/{closingTransactionId}`
 * (specification, "Reported closed tax lot"; decisions §9). A lot that does not exist is undefined.
 */
export const taxLot: Decider<TaxLot | undefined, PutLot, TaxLotEvent> = {
  category: 'taxLot',
  initial: undefined,
  shortLived: true,
  decide: (command, before, { now }) => put(command, before, now),
  evolve: (_before, { data }) => data.lot,
};
