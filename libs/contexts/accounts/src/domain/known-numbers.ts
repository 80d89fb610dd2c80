import { FieldCode } from '#libs/platform/kernel';
import type { UpdateInput } from './commands.js';
import { BENEFICIARY_LISTS } from './details.js';
import type { UpdatableDetails } from './events.js';
import type { Findings } from './findings.js';
import type { Beneficiary } from './values.js';

/** Name of a list of beneficiaries. */
export type BeneficiaryList = (typeof BENEFICIARY_LISTS)[number];

/**
 * Beneficiaries with their tax numbers: one that came masked, as a read shows it, is that of the same person on the account. The
 * mask of nobody stays; {@link checkNumbers} reports it.
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
export function checkNumbers(details: UpdatableDetails, findings: Findings<UpdateInput>): void {
  for (const list of BENEFICIARY_LISTS) {
    for (const [index, one] of (findings.part(list) ?? []).entries()) {
      if (one.ssn?.isMask !== true || known(one, details, list, index)) continue;
      const message = `${list}[${index}]: the mask of no such person, or of several.`;
      findings.field('ssn', FieldCode.Digits, message);
    }
  }
}

/** Whom a mask stands for: of several people that read the same, the one in the same place, else none of them for sure. */
function known(
  { firstName, lastName, dateOfBirth, ssn }: Partial<Beneficiary>,
  details: UpdatableDetails,
  list: BeneficiaryList,
  index: number,
): Beneficiary | undefined {
  const same = BENEFICIARY_LISTS.flatMap((name) => details[name] ?? []).filter(
    (one) =>
      one.firstName === firstName &&
      one.lastName === lastName &&
      one.dateOfBirth === dateOfBirth &&
      one.ssn.masked === ssn?.reveal(),
  );
  const inPlace = same.find((one) => one === details[list]?.[index]);
  const numbers = new Set(same.map((one) => one.ssn.reveal()));
  return inPlace ?? (numbers.size === 1 ? same[0] : undefined);
}
