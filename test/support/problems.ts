import type { Problem } from '#libs/platform/kernel';

/** A problem as far as a case looks at it. */
export type Expected = Partial<Problem>;

// The generic field codes ([errors.field-codes]).
export const NULL = 'cannot.be.null';
export const CHOICE = 'invalid.choice';
export const DIGITS = 'allows.only.digits';
export const DATE = 'invalid.date';
export const LENGTH = 'invalid.length';
export const VALUE = 'invalid.value';

export const FIELD = { type: 'VALIDATION_FIELD' } as const;
export const RULE = { type: 'VALIDATION_RULE' } as const;

// The lists of those who are not allowed, and of what is not there.
export const FORBIDDEN = [{ type: 'FORBIDDEN' }] as const;
export const NOT_FOUND = [{ type: 'NOT_FOUND' }] as const;

/** A field with an unacceptable or missing value. */
export const field = (name: string, errorCode: string): Expected => ({
  ...FIELD,
  field: name,
  errorCode,
});

/** A broken rule. */
export const rule = (errorCode: string, name?: string): Expected => ({
  ...RULE,
  errorCode,
  ...(name !== undefined && { field: name }),
});

/** A key that is none. */
export const unknownKey = (name: string): Expected => ({ type: 'SYNTAX', field: name });
