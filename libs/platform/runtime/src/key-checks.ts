import { KeysLostError, WrongMasterKeyError } from './key-store.js';
import type { KeyTable } from './key-table.js';
import type { KeyWrapper, OpenedBy } from './key-wrapper.js';

/**
 * Two secrets that only serve to check the master keys at a start. Replacing the master key rewraps one before all other keys and one
 * after them: while they are under different master keys, a process needs both.
 */
export const FIRST_CHECK = 'master-key-check';
export const LAST_CHECK = 'master-key-check/last';

/**
 * Checks that the master keys of this process open every record in a table.
 * @param readOnly writes nothing
 * @throws WrongMasterKeyError if they don't, with the remedy
 * @throws KeysLostError if the table is empty and `readOnly` is set
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
    const { state } = wrapper.inspect('secret', name, record);
    return state === 'wraps' || state === 'opens' ? state : undefined;
  };
  const first = await openedBy(FIRST_CHECK, firstRecord, 'wraps');
  // Key stores of earlier builds lack the last check; their keys are all as old as the first.
  const last = await openedBy(LAST_CHECK, lastRecord, first ?? 'wraps');
  if (first !== undefined && last !== undefined) return;
  throw new WrongMasterKeyError(first === last ? wrapper.notOpened : wrapper.partlyOpened);
}

/** Whether the master key was replaced by one this process lacks: the first check is rewrapped before all other keys. */
export async function isReplaced(table: KeyTable, wrapper: KeyWrapper): Promise<boolean> {
  const [check] = await table.read('secret', [FIRST_CHECK]);
  return check !== undefined && wrapper.inspect('secret', FIRST_CHECK, check).state === 'unopened';
}
