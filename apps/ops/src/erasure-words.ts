import type { Schemas } from '#libs/client';

/** What an erasure leaves behind. */
export const REMAINS =
  'the login id, which names the person in the records of others; hashes; ids and codes that others assigned';

/**
 * Why the data of a person must still be kept, as names and values: what lasts until something is done first, a date only while it is
 * to come.
 * @param until the date, as it is to be shown
 */
export function holdsOf(
  { heldUntil, accountsWithPositions, accountsWithTransactions }: Schemas['Erasure'],
  until: string,
): readonly (readonly [name: string, value: string])[] {
  const isToCome = Date.parse(heldUntil) > Date.now();
  const holds = [
    ['securities on', accountsWithPositions.join(', ')],
    ['money on', accountsWithTransactions.join(', ')],
    ['held until', isToCome ? until : ''],
  ] as const;
  return holds.filter(([, value]) => value !== '');
}
