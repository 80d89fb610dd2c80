import {
  FieldCode,
  fieldProblem,
  isPrintable,
  isTicker,
  lengthOf,
  type Problem,
} from '#libs/platform/kernel';
import type { FolioChanges } from './folio-book.commands.js';
import type { FolioSettings } from './folio-book.events.js';

/** Longest folio name, in characters ([folio.folioName]). */
export const MAX_FOLIO_NAME = 50;

/** Settings in the form they are stored in: the name without blanks around it. */
export function normaliseSettings<S extends { readonly folioName?: string | undefined }>(
  settings: S,
): S {
  return settings.folioName === undefined
    ? settings
    : { ...settings, folioName: settings.folioName.trim() };
}

/** The settings that a request really changes. */
export function changedSettings(
  present: Partial<FolioSettings>,
  changes: FolioChanges,
): Partial<FolioSettings> {
  const { folioName, dividendReinvest, dividendPayToAccount, benchmark } = changes;
  const wanted = normaliseSettings({
    ...(folioName !== undefined && { folioName }),
    ...(dividendReinvest !== undefined && { dividendReinvest }),
    ...(dividendPayToAccount !== undefined && { dividendPayToAccount }),
    ...(benchmark !== undefined && { benchmark }),
  });
  const changed = Object.entries(wanted).filter(
    ([key, value]) => present[key as keyof FolioSettings] !== value,
  );
  return Object.fromEntries(changed);
}

/** Problems of fields that an update may repeat, so that what was read can be sent back, but not change. */
export function checkUnchanged(
  folio: { readonly prepackagedFolioId: string | null; readonly rtgOid: string | null },
  changes: FolioChanges,
): Problem[] {
  const present = {
    prepackagedFolioId: folio.prepackagedFolioId,
    modelOid: null,
    rtgOid: folio.rtgOid,
  };
  return (['prepackagedFolioId', 'modelOid', 'rtgOid'] as const)
    .filter((field) => changes[field] !== undefined && changes[field] !== present[field])
    .map((field) => fieldProblem(field, FieldCode.NotUpdatable));
}

/** Problems of normalised settings ([folio.folioName], [folio.benchmark], [errors.field-codes]). */
export function checkFolioSettings(settings: {
  readonly folioName?: string | undefined;
  readonly benchmark?: string | null;
}): Problem[] {
  const problems: Problem[] = [];
  const { folioName, benchmark } = settings;
  if (folioName !== undefined) {
    if (folioName === '') {
      problems.push(fieldProblem('folioName', FieldCode.Value, 'A name is needed.'));
    } else if (lengthOf(folioName) > MAX_FOLIO_NAME) {
      const message = `At most ${MAX_FOLIO_NAME} characters.`;
      problems.push(fieldProblem('folioName', FieldCode.Length, message));
    } else if (!isPrintable(folioName)) {
      problems.push(fieldProblem('folioName', FieldCode.Value, 'Printable characters only.'));
    }
  }
  if (benchmark !== undefined && benchmark !== null && !isTicker(benchmark)) {
    problems.push(fieldProblem('benchmark', FieldCode.Value, 'Not a ticker.'));
  }
  return problems;
}
