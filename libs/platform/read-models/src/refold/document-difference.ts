import diff from 'microdiff';
import { pluralize } from '#libs/platform/kernel';
import type { Document } from '../document-store.js';

/** A field in which two documents differ. A side is absent if it lacks the field. */
export interface FieldDifference {
  /** Dotted, with `[]` for elements of lists: `owners[].login`. */
  readonly path: string;
  /** Masked by {@link maskedValue}. */
  readonly live?: string;
  readonly refolded?: string;
}

/** The fields in which two documents differ; each element of a list is compared separately. */
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

/** Masks a value for operators: shows codes, figures, times and booleans of fields that are not personal, else only sizes. */
export function maskedValue(value: unknown, personal: boolean): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return `list of ${value.length}`;
  if (typeof value === 'object')
    return `object of ${pluralize(Object.keys(value).length, 'field')}`;
  if (personal) return '***';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (CODE.test(value) || FIGURE.test(value) || TIME.test(value)) return JSON.stringify(value);
  return `text of ${value.length}`;
}
