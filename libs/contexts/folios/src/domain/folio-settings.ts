import { FieldCode, fieldProblem, type Problem } from '#libs/platform/kernel';
import type { FolioChanges } from './folio-book.commands.js';
import type { FolioSettings } from './folio-book.events.js';
import type { FolioState } from './folio-book.state.js';

/** Longest folio name, in characters ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;

const SETTINGS = ['folioName', 'dividendReinvest', 'dividendPayToAccount', 'benchmark'] as const;

/** The settings that a request really changes. */
export function changedSettings(folio: FolioState, changes: FolioChanges): Partial<FolioSettings> {
  const changed = SETTINGS.filter(
    (name) => changes[name] !== undefined && changes[name] !== folio[name],
  );
  return Object.fromEntries(changed.map((name) => [name, changes[name]]));
}

/** Problems of fields that an update would change and must not. */
export function fixedProblems(
  { prepackagedFolioId, rtgOid }: FolioState,
  sent: FolioChanges,
): Problem[] {
  const present = { prepackagedFolioId, modelOid: null, rtgOid };
  return (['prepackagedFolioId', 'modelOid', 'rtgOid'] as const)
    .filter((field) => sent[field] !== undefined && sent[field] !== present[field])
    .map((field) => fieldProblem(field, FieldCode.NotUpdatable));
}
