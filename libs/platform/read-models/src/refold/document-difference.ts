import diff from 'microdiff';
import { counted } from '#libs/platform/kernel';
import type { Document } from '../document-store.js';

/** One field in which two documents differ. A side is absent where it does not have the field. */
export interface FieldDifference {
  /** Dotted, elements of lists as `[]`: `owners[].login`. */
  readonly path: string;
  /** Masked, see {@link maskedValue}. */
  readonly live?: string;
  readonly refolded?: string;
}

/** Fields in which two documents differ, each element of a list for itself; none when they are equal. */
export function differencesOf(
  live: Document,
  refolded: Document,
  isPersonal: (field: string) => boolean,
): readonly FieldDifference[] {
  return diff(live, refolded).map((change) => {
    const path = change.path.reduce<string>(
      (text, part) =>
        typeof part === 'number' ? `${text}[]` : text === '' ? part : `${text}.${part}`,
      '',
    );
    const personal = change.path.some((part) => typeof part === 'string' && isPersonal(part));
    return {
      path,
      ...('oldValue' in change && { live: maskedValue(change.oldValue, personal) }),
      ...('value' in change && { refolded: maskedValue(change.value, personal) }),
    };
  });
}

const CODE = /^[A-Z][A-Z0-9_]{0,11}$/;
const FIGURE = /^-?\d{1,6}(\.\d{1,10})?$/;
const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/;

/**
 * A value as an operator may see it: codes, figures, times and truth values as they are, unless the field is personal; of any
 * other text its length, of anything composed its size.
 */
export function maskedValue(value: unknown, personal: boolean): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object') return `object of ${counted(Object.keys(value).length, 'field')}`;
  if (personal) return '***';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (CODE.test(value) || FIGURE.test(value) || TIME.test(value)) return JSON.stringify(value);
  return `text of ${value.length}`;
}
