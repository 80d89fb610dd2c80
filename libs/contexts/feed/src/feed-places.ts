import { ProblemsException } from '#libs/platform/http';
import { FieldCode, fieldProblem } from '#libs/platform/kernel';

/** A place in a feed: after the event with a sequence, in that of an account; after a position of the log, in that of a firm. */
export type FeedPlace = { readonly sequence: number } | { readonly position: bigint };

/** A place as readers keep it: opaque, and good for ever, since public streams are never written anew. */
export function encodeCursor(place: FeedPlace): string {
  const text = 'sequence' in place ? `s${place.sequence}` : `p${place.position}`;
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** The place a cursor stands for; undefined when none reads like this. */
export function decodeCursor(cursor: string): FeedPlace | undefined {
  if (!/^[A-Za-z0-9_-]{2,40}$/.test(cursor)) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, kind, digits = ''] = /^([sp])(0|[1-9]\d{0,18})$/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const place = kind === 's' ? { sequence: Number(digits) } : { position: BigInt(digits) };
  return encodeCursor(place) === cursor ? place : undefined;
}

/** A reader at such a place would wait for ever, and never know that it misses events. */
const AHEAD =
  'ahead of the feed, which has been restored to an earlier moment or is another one: begin without a cursor, or from an earlier one';
/** Each feed has cursors of its own kind. */
const OF_ANOTHER = 'no cursor of this feed: those of an account and of all accounts differ';

/** A place in a feed as a caller names it, and where. */
interface NamedPlace {
  /** Undefined: the beginning. */
  readonly at: string | undefined;
  /** Field or header that holds it. */
  readonly field: string;
}

/** Where the header says, or the query. */
export function placeOf(lastEventId: string | undefined, cursor: string | undefined): NamedPlace {
  return lastEventId === undefined
    ? { at: cursor, field: 'cursor' }
    : { at: lastEventId, field: 'Last-Event-ID' };
}

/** @throws ProblemsException 400 for a cursor of no account's feed */
export function sequenceAt(named: NamedPlace): number {
  const place = named.at === undefined ? { sequence: 0 } : decodeCursor(named.at);
  if (place && 'sequence' in place) return place.sequence;
  throw refused(named, OF_ANOTHER);
}

/** @throws ProblemsException 400 for a cursor of no firm's feed */
export function positionAt(named: NamedPlace): bigint {
  const place = named.at === undefined ? { position: 0n } : decodeCursor(named.at);
  if (place && 'position' in place) return place.position;
  throw refused(named, OF_ANOTHER);
}

/** What a place is answered with that the feed has not come to. */
export function ahead(named: NamedPlace): ProblemsException {
  return refused(named, AHEAD);
}

function refused({ field }: NamedPlace, message: string): ProblemsException {
  return new ProblemsException(400, [fieldProblem(field, FieldCode.Value, message)]);
}
