import {
  FieldCode,
  type InputReader,
  isNumericOid,
  Money,
  type SentValue,
  UNREAD_TEXT,
} from '#libs/platform/kernel';
import type { OfferInput, OfferingDocumentInput } from './offer.commands.js';
import {
  type DocumentContent,
  Eligibilities,
  type Offer,
  type OfferingDocument,
} from './offer.events.js';

const MAX_NAME = 100;

function readName(reader: InputReader, value: SentValue<string>): string | null {
  reader.present('name', value);
  return reader.text('name', value, { max: MAX_NAME });
}

function readDate(reader: InputReader, field: string, value: SentValue<string>): string | null {
  reader.present(field, value);
  return reader.date(field, value);
}

function readAmount(reader: InputReader, field: string, value: SentValue<string>): Money | null {
  if (!reader.present(field, value)) return null;
  const amount = Money.parse(value);
  if (amount) return amount;
  reader.problem(field, FieldCode.Value, 'dollars, not negative, with at most two decimals');
  return null;
}

/** Firm ids in order and each once, so that the order of the feed makes no change. An offer for no firm is withdrawn. */
function readFirms(reader: InputReader, value: SentValue<readonly string[]>): readonly string[] {
  if (!reader.present('eligibleFirms', value)) return [];
  for (const [index, firmId] of value.entries()) {
    if (firmId === UNREAD_TEXT || isNumericOid(firmId)) continue;
    const at = reader.at(`eligibleFirms[${index}]`);
    at.problem('eligibleFirms', FieldCode.Value, 'not a firm id');
  }
  return [...new Set(value)].sort();
}

/** Reads an offer into canonical form. Null only together with a problem. */
export function readOffer(reader: InputReader, offerOid: string, input: OfferInput): Offer | null {
  reader.matches('privatePlacementOfferOid', input.privatePlacementOfferOid, offerOid);
  const name = readName(reader, input.name);
  const openingDate = readDate(reader, 'openingDate', input.openingDate);
  const closingDate = readDate(reader, 'closingDate', input.closingDate);
  if (openingDate !== null && closingDate !== null && closingDate < openingDate) {
    reader.problem('closingDate', FieldCode.Value, 'before the opening date');
  }
  const eligibleFirms = readFirms(reader, input.eligibleFirms);
  const eligibility = reader.requiredCode(Eligibilities, 'eligibility', input.eligibility);
  const minimum = readAmount(reader, 'minimum', input.minimum);
  const maximum = readAmount(reader, 'maximum', input.maximum);
  if (maximum?.isZero() === true) {
    reader.problem('maximum', FieldCode.Value, 'above 0');
  } else if (minimum && maximum?.lessThan(minimum) === true) {
    reader.problem('maximum', FieldCode.Value, 'below the minimum');
  }
  if (name === null || openingDate === null || closingDate === null) return null;
  if (eligibility === null || !minimum || !maximum) return null;
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

/**
 * Reads the fields of a document beside its contents. Null only together with a problem.
 * @param content the contents it will have, as far as they are known
 */
export function readOfferingDocument(
  reader: InputReader,
  documentId: string,
  input: OfferingDocumentInput,
  content: DocumentContent | undefined,
): Pick<OfferingDocument, 'name' | 'required' | 'signable'> | null {
  reader.matches('id', input.id, documentId);
  for (const field of ['mediaType', 'size'] as const) {
    const is = content?.[field];
    if (is === undefined || (input[field] ?? is) === is) continue;
    reader.problem(field, FieldCode.Value, `that of the contents is ${is}`);
  }
  const name = readName(reader, input.name);
  const { required, signable } = input;
  const hasRequired = reader.present('required', required);
  const hasSignable = reader.present('signable', signable);
  if (name === null || !hasRequired || !hasSignable) return null;
  return { name, required, signable };
}
