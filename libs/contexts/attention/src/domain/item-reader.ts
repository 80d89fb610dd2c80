import {
  FieldCode,
  type InputReader,
  isPrintable,
  lengthOf,
  type SentValue,
  UNLIMITED_VIEWS,
} from '#libs/platform/kernel';
import type { ItemInput } from './item.commands.js';
import type { DocumentKey } from './item.events.js';

const MAX_TEXT = 500;

/** Fields that have two spellings ([request.output]). */
type Doubled = 'id' | 'ifaType' | 'ifaStatus' | `itemForAttention${'Id' | 'Type' | 'Status'}`;

/** One of two spellings of a key, or both alike. */
export function readEither(
  reader: InputReader,
  input: ItemInput,
  name: Doubled,
  alias: Doubled,
): string | undefined {
  const [value, other] = [input[name] ?? undefined, input[alias] ?? undefined];
  if (value !== undefined && other !== undefined && value !== other) {
    reader.problem(alias, FieldCode.Value, `Differs from ${name}.`);
  }
  return value ?? other;
}

/** A number of views, or that they have no limit. */
export function readViews(
  reader: InputReader,
  field: 'viewsRemaining' | 'numberOfViews',
  value: SentValue<number>,
  absent: number,
): number {
  if (value === undefined || value === null) return absent;
  if (!Number.isSafeInteger(value) || (value < 0 && value !== UNLIMITED_VIEWS)) {
    const message = `A whole number from 0, or ${UNLIMITED_VIEWS} for no limit.`;
    reader.problem(field, FieldCode.Value, message);
  }
  return value;
}

/** Longest id of what an item is about, in characters: it names an account or a bank link, in keys of documents too. */
export const MAX_TARGET = 64;

/** An id or path of somebody else's, kept as it was sent. */
export function readForeign(
  reader: InputReader,
  field: string,
  value: SentValue<string>,
  max = MAX_TEXT,
): string | null {
  if (value === undefined || value === null) return null;
  if (lengthOf(value) > max) {
    reader.problem(field, FieldCode.Length, `At most ${max} characters.`);
  } else if (!isPrintable(value)) {
    reader.problem(field, FieldCode.Value);
  }
  return value;
}

/** One of the two keys of documents, of which one that is missing is noted once. */
export function readDocumentKey(
  reader: InputReader,
  sent: ItemInput['readDocumentKey'],
): DocumentKey | null {
  if (!sent) return null;
  if (!reader.isWrong('documentKey')) reader.present('documentKey', sent.documentKey);
  const documentKey = readForeign(reader, 'documentKey', sent.documentKey);
  const partner = readForeign(reader, 'documentPartnerCode', sent.documentPartnerCode);
  return documentKey === null ? null : { documentKey, documentPartnerCode: partner };
}
