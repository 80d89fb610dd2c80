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
