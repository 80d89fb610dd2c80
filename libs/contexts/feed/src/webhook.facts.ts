import { isAccountNumber } from '#libs/contexts/codes';
import { FieldCode, fieldProblem, refuse, RefusedException } from '#libs/platform/kernel';
import type { OwnedAccount } from './feed.events.js';
import { ahead, decodeCursor, type FeedPages, positionAt, sequenceAt } from './feed.queries.js';

/** Where a replay begins: at most one of cursor, position and sequence, else at the first event. */
export interface ReplayStart {
  readonly cursor?: string | undefined;
  /** Log position. */
  readonly position?: bigint | undefined;
  /** Only events of this account. */
  readonly accountNumber?: string | undefined;
  /** With the account: its first event that comes again. */
  readonly sequence?: number | undefined;
}

/**
 * A log position that a caller names: by a cursor of the feed, or else as it is.
 * @throws ProblemsException 400 unless the feed has come there
 */
export async function reachedPosition(
  pages: FeedPages,
  { cursor, position }: Pick<ReplayStart, 'cursor' | 'position'>,
): Promise<bigint> {
  if (position !== undefined) return position;
  const named = { at: cursor, field: 'cursor' };
  const place = positionAt(named);
  if (!(await pages.hasPosition(place))) throw ahead(named);
  return place;
}

export const NO_SUCH_EVENT = 'No account of the firm has an event with this sequence.';

/**
 * Sequence after which the events of one account come again.
 * @throws RefusedException if the firm has no such account, or the account no such event
 * @throws ProblemsException 400 unless the feed has come to the cursor
 */
export async function sequenceOfReplay(
  pages: FeedPages,
  account: OwnedAccount,
  { cursor, position, sequence }: ReplayStart,
): Promise<number> {
  const isThere =
    isAccountNumber(account.accountNumber) && (await pages.hasSequence(account, sequence ?? 1));
  if (!isThere) {
    const [field, message] =
      sequence === undefined
        ? (['accountNumber', 'No account of the firm has this number.'] as const)
        : (['sequence', NO_SUCH_EVENT] as const);
    throw new RefusedException(refuse(fieldProblem(field, FieldCode.Value, message)));
  }
  if (sequence !== undefined) return sequence - 1;
  const place = decodeCursor(cursor ?? '');
  if (position !== undefined || (place !== undefined && 'position' in place)) {
    return pages.sequenceAt(account, await reachedPosition(pages, { cursor, position }));
  }
  const named = { at: cursor, field: 'cursor' };
  const after = sequenceAt(named);
  if (!(await pages.hasSequence(account, after))) throw ahead(named);
  return after;
}
