import type { Problem } from '#libs/platform/kernel';

/** The part of a problem that a case compares. */
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

// complete error lists of a 403 and a 404
export const FORBIDDEN = [{ type: 'FORBIDDEN' }] as const;
export const NOT_FOUND = [{ type: 'NOT_FOUND' }] as const;

/** A field with an invalid or missing value. */
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

/** An unknown key. */
export const unknownKey = (name: string): Expected => ({ type: 'SYNTAX', field: name });
