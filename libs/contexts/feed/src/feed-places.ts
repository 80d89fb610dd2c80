import { ProblemsException } from '#libs/platform/http';
import { FieldCode, fieldProblem } from '#libs/platform/kernel';

/** A place in a feed: after a sequence (feed of an account) or after a log position (feed of a firm). */
export type FeedPlace = { readonly sequence: number } | { readonly position: bigint };

/** Encodes a place as an opaque cursor. It stays valid, because public streams are never rewritten. */
export function encodeCursor(place: FeedPlace): string {
  const text = 'sequence' in place ? `s${place.sequence}` : `p${place.position}`;
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** Decodes a cursor; undefined if it is malformed. */
export function decodeCursor(cursor: string): FeedPlace | undefined {
  if (!/^[A-Za-z0-9_-]{2,40}$/.test(cursor)) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, kind, digits = ''] = /^([sp])(0|[1-9]\d{0,18})$/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const place = kind === 's' ? { sequence: Number(digits) } : { position: BigInt(digits) };
  return encodeCursor(place) === cursor ? place : undefined;
}

/** Refused, because a reader at such a place would wait forever without noticing that it misses events. */
const AHEAD =
  'ahead of the feed, which is another one or was restored to an earlier state: start without a cursor, or from an earlier one';
const WRONG_FEED = 'no cursor of this feed: those of an account and of all accounts differ';

interface NamedPlace {
  /** Undefined: the beginning. */
  readonly at: string | undefined;
  /** Field or header that contains it. */
  readonly field: string;
}

/** The place from `Last-Event-ID` if sent, otherwise from the query. */
export function placeOf(lastEventId: string | undefined, cursor: string | undefined): NamedPlace {
  return lastEventId === undefined
    ? { at: cursor, field: 'cursor' }
    : { at: lastEventId, field: 'Last-Event-ID' };
}

/** @throws ProblemsException 400 unless it is a cursor of an account's feed */
export function sequenceAt(named: NamedPlace): number {
  const place = named.at === undefined ? { sequence: 0 } : decodeCursor(named.at);
  if (place && 'sequence' in place) return place.sequence;
  throw refused(named, WRONG_FEED);
}

/** @throws ProblemsException 400 unless it is a cursor of a firm's feed */
export function positionAt(named: NamedPlace): bigint {
  const place = named.at === undefined ? { position: 0n } : decodeCursor(named.at);
  if (place && 'position' in place) return place.position;
  throw refused(named, WRONG_FEED);
}

/** The refusal of a cursor that the feed has not reached. */
export function ahead(named: NamedPlace): ProblemsException {
  return refused(named, AHEAD);
}

function refused({ field }: NamedPlace, message: string): ProblemsException {
  return new ProblemsException(400, [fieldProblem(field, FieldCode.Value, message)]);
}
