import { KeysLostError, WrongMasterKeyError } from './key-store.js';
import type { KeyTable } from './key-table.js';
import { type KeyWrapper, NOT_OPENED, type OpenedBy } from './key-wrapper.js';

/**
 * Two secrets that are only there to tell, at a start, whether the master keys are the right ones. A replacement of the master key
 * wraps one of them before all other keys and one after them: where they are under different master keys, a process needs both.
 */
export const FIRST_CHECK = 'master-key-check';
export const LAST_CHECK = 'master-key-check/last';

/**
 * Makes sure that the master keys of this process open all that is in a table.
 * @param readOnly nothing is written
 * @throws WrongMasterKeyError when they don't, with what to do
 * @throws KeysLostError when nothing may be written, and a table is empty that can't be
 */
export async function checkMasterKeys(
  table: KeyTable,
  wrapper: KeyWrapper,
  readOnly: boolean,
): Promise<void> {
  const [firstRecord, lastRecord] = await table.read('secret', [FIRST_CHECK, LAST_CHECK]);
  if (firstRecord === undefined && readOnly) throw new KeysLostError();
  const openedBy = async (
    name: string,
    existing: Buffer | undefined,
    madeBy: OpenedBy,
  ): Promise<OpenedBy | undefined> => {
    if (existing === undefined && readOnly) return madeBy;
    const record =
      existing ??
      (await table.insertIfAbsent('secret', name, wrapper.wrap('secret', name, { by: madeBy })));
    const { state } = wrapper.look('secret', name, record);
    return state === 'wraps' || state === 'opens' ? state : undefined;
  };
  const first = await openedBy(FIRST_CHECK, firstRecord, 'wraps');
  // In a store of an earlier build the last one is missing: it is as old as the first.
  const last = await openedBy(LAST_CHECK, lastRecord, first ?? 'wraps');
  if (first !== undefined && last !== undefined) return;
  throw new WrongMasterKeyError(
    first === last
      ? NOT_OPENED
      : 'MASTER_KEY opens a part of the key store only: its replacement is not finished. Give the other key as MASTER_KEY_OTHER',
  );
}

/** Whether the master key has been replaced by one that this process does not have: the first check is wrapped anew first. */
export async function isReplaced(table: KeyTable, wrapper: KeyWrapper): Promise<boolean> {
  const [check] = await table.read('secret', [FIRST_CHECK]);
  return check !== undefined && wrapper.look('secret', FIRST_CHECK, check).state === 'unopened';
}
