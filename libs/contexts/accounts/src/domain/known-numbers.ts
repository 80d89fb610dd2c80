import { FieldCode, fieldProblem, inside, type Problem } from '#libs/platform/kernel';
import type { UpdateInput } from './commands.js';
import { BENEFICIARY_LISTS } from './details.js';
import type { UpdatableDetails } from './events.js';
import type { Beneficiary } from './values.js';

/** Name of a list of beneficiaries. */
export type BeneficiaryList = (typeof BENEFICIARY_LISTS)[number];

/**
 * Beneficiaries with their tax numbers: one that came masked, as a read shows it, is that of the same person on the account. The
 * mask of nobody stays; {@link numberProblems} reports it.
 */
export function withNumbers(
  list: BeneficiaryList,
  sent: readonly Beneficiary[],
  details: UpdatableDetails,
): readonly Beneficiary[] {
  return sent.map((one, index) =>
    one.ssn.isMask ? { ...one, ssn: (known(one, details, list, index) ?? one).ssn } : one,
  );
}

/** A masked tax number belongs to somebody on the account, and to nobody else there. */
export function numberProblems(input: UpdateInput, details: UpdatableDetails): Problem[] {
  return BENEFICIARY_LISTS.flatMap((list) =>
    (input[list] ?? []).flatMap((one, index) => {
      if (!one.ssn.isMask || known(one, details, list, index)) return [];
      const wrong = fieldProblem(
        'ssn',
        FieldCode.Digits,
        'the mask of no such person, or of several',
      );
      return inside(`${list}[${index}]`, [wrong]);
    }),
  );
}

/** Whom a mask stands for: of several people that read the same, the one in the same place, else none of them for sure. */
function known(
  { firstName, lastName, dateOfBirth, ssn }: Beneficiary,
  details: UpdatableDetails,
  list: BeneficiaryList,
  index: number,
): Beneficiary | undefined {
  const same = BENEFICIARY_LISTS.flatMap((name) => details[name] ?? []).filter(
    (one) =>
      one.firstName === firstName &&
      one.lastName === lastName &&
      one.dateOfBirth === dateOfBirth &&
      one.ssn.masked === ssn.reveal(),
  );
  const inPlace = same.find((one) => one === details[list]?.[index]);
  const numbers = new Set(same.map((one) => one.ssn.reveal()));
  return inPlace ?? (numbers.size === 1 ? same[0] : undefined);
}
