import {
  FieldCode,
  fieldProblem,
  isCode,
  isLocalDate,
  isNumericOid,
  isPrintable,
  lengthOf,
  Money,
  type Problem,
  ruleProblem,
} from '#libs/platform/kernel';
import type { OfferInput, OfferingDocumentInput } from './offer.commands.js';
import { Eligibilities, type Offer, type OfferingDocument } from './offer.events.js';

const MAX_NAME = 100;

/** A field of the wire: left out and null are the same. */
export type Value<T> = T | null | undefined;

/** Notes a required value that is missing, unless something is noted about a field of that name already. */
export function present<T>(problems: Problem[], field: string, value: Value<T>): value is T {
  if (value !== undefined && value !== null) return true;
  if (!problems.some((problem) => problem.field === field)) {
    problems.push(fieldProblem(field, FieldCode.Required));
  }
  return false;
}

function readName(problems: Problem[], value: Value<string>): string | undefined {
  if (!present(problems, 'name', value)) return undefined;
  const name = value.trim();
  if (name === '' || !isPrintable(name)) {
    problems.push(fieldProblem('name', FieldCode.Value, 'Printable characters.'));
  } else if (lengthOf(name) > MAX_NAME) {
    problems.push(fieldProblem('name', FieldCode.Length, `At most ${MAX_NAME} characters.`));
  }
  return name;
}

function readDate(problems: Problem[], field: string, value: Value<string>): string | undefined {
  if (!present(problems, field, value)) return undefined;
  if (isLocalDate(value)) return value;
  problems.push(fieldProblem(field, FieldCode.Date, 'yyyy-MM-dd'));
  return undefined;
}

function readAmount(problems: Problem[], field: string, value: Value<string>): Money | undefined {
  if (!present(problems, field, value)) return undefined;
  const amount = Money.parse(value);
  if (amount) return amount;
  const message = 'Dollars, not negative, with at most two decimals.';
  problems.push(fieldProblem(field, FieldCode.Value, message));
  return undefined;
}

/** Firm ids in order and each once, so that the order of the feed makes no change. An offer for no firm is withdrawn. */
function readFirms(problems: Problem[], value: Value<readonly string[]>): readonly string[] {
  if (!present(problems, 'eligibleFirms', value)) return [];
  for (const [index, firmId] of value.entries()) {
    if (isNumericOid(firmId)) continue;
    problems.push(fieldProblem('eligibleFirms', FieldCode.Value, `[${index}]: not a firm id`));
  }
  return [...new Set(value)].sort();
}

/** Notes an id of the body that differs from the one of the path. */
export function matchPath(
  problems: Problem[],
  field: string,
  sent: Value<string>,
  path: string,
): void {
  if ((sent ?? path) === path) return;
  const message = 'The value differs from the one in the path.';
  problems.push(ruleProblem('uri.matching.rule', message, field));
}

/** Reads an offer into canonical form, adding to the problems. Undefined only together with a problem. */
export function readOffer(
  problems: Problem[],
  offerOid: string,
  input: OfferInput,
): Offer | undefined {
  matchPath(problems, 'privatePlacementOfferOid', input.privatePlacementOfferOid, offerOid);
  const name = readName(problems, input.name);
  const openingDate = readDate(problems, 'openingDate', input.openingDate);
  const closingDate = readDate(problems, 'closingDate', input.closingDate);
  if (openingDate !== undefined && closingDate !== undefined && closingDate < openingDate) {
    problems.push(fieldProblem('closingDate', FieldCode.Value, 'Before the opening date.'));
  }
  const eligibleFirms = readFirms(problems, input.eligibleFirms);
  const { eligibility } = input;
  const isEligibility =
    present(problems, 'eligibility', eligibility) && isCode(Eligibilities, eligibility);
  if (typeof eligibility === 'string' && !isEligibility) {
    problems.push(fieldProblem('eligibility', FieldCode.Choice));
  }
  const minimum = readAmount(problems, 'minimum', input.minimum);
  const maximum = readAmount(problems, 'maximum', input.maximum);
  if (maximum?.isZero() === true) {
    problems.push(fieldProblem('maximum', FieldCode.Value, 'Above 0.'));
  } else if (minimum && maximum?.lessThan(minimum) === true) {
    problems.push(fieldProblem('maximum', FieldCode.Value, 'Below the minimum.'));
  }
  if (name === undefined || openingDate === undefined || closingDate === undefined)
    return undefined;
  if (!isEligibility || !minimum || !maximum) return undefined;
  return {
    name,
    openingDate,
    closingDate,
    eligibleFirms,
    eligibility,
    minimum: minimum.toString(),
    maximum: maximum.toString(),
  };
}

/** Reads the fields of a document beside its contents, adding to the problems. Undefined only together with a problem. */
export function readOfferingDocument(
  problems: Problem[],
  documentId: string,
  input: OfferingDocumentInput,
): Pick<OfferingDocument, 'name' | 'required' | 'signable'> | undefined {
  matchPath(problems, 'id', input.id, documentId);
  const name = readName(problems, input.name);
  const { required, signable } = input;
  const hasRequired = present(problems, 'required', required);
  const hasSignable = present(problems, 'signable', signable);
  if (name === undefined || !hasRequired || !hasSignable) return undefined;
  return { name, required, signable };
}
