import { FieldCode } from '#libs/platform/kernel';
import type { UpdateInput } from './commands.js';
import { BENEFICIARY_LISTS } from './details.js';
import type { UpdatableDetails } from './events.js';
import type { Findings } from './findings.js';
import type { Beneficiary } from './values.js';

/**
 * Beneficiaries with their tax numbers: one that came masked, as a read shows it, is that of the same person on the account. The
 * mask of nobody stays; {@link checkNumbers} reports it.
 */
export function withNumbers(
  sent: readonly Beneficiary[],
  details: UpdatableDetails,
): readonly Beneficiary[] {
  return sent.map((one) =>
    one.ssn.isMask ? { ...one, ssn: (known(one, details) ?? one).ssn } : one,
  );
}

/** A masked tax number belongs to somebody on the account. */
export function checkNumbers(details: UpdatableDetails, findings: Findings<UpdateInput>): void {
  for (const list of BENEFICIARY_LISTS) {
    for (const [index, one] of (findings.part(list) ?? []).entries()) {
      if (one.ssn?.isMask !== true || known(one, details)) continue;
      findings.field('ssn', FieldCode.Digits, `${list}[${index}]: the mask of no such person.`);
    }
  }
}

function known(
  { firstName, lastName, dateOfBirth, ssn }: Partial<Beneficiary>,
  details: UpdatableDetails,
): Beneficiary | undefined {
  return BENEFICIARY_LISTS.flatMap((list) => details[list] ?? []).find(
    (one) =>
      one.firstName === firstName &&
      one.lastName === lastName &&
      one.dateOfBirth === dateOfBirth &&
      one.ssn.masked === ssn?.reveal(),
  );
}
