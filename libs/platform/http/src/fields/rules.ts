import { IsNotEmpty, ValidateBy, type ValidationOptions } from 'class-validator';
import { counted, FieldCode, lengthOf } from '#libs/platform/kernel';

/**
 * Stands for a value of a kind that its field can't take. class-transformer passes a symbol on as it is, and every field has
 * a constraint that no symbol meets.
 */
export const UNREADABLE = Symbol('unreadable');

/** What a failed constraint tells: travels in the `context` of class-validator. */
export interface Failure {
  readonly code: string;
  /** Detail, for people. */
  readonly hint?: string;
  /** Index of the item of a list that is wrong. */
  readonly item?: number;
  /** Field of the item that is wrong. */
  readonly field?: string;
}

/** Options of a class-validator constraint that make it report a code. */
export function failing(code: string, hint?: string): ValidationOptions {
  const context: Failure = { code, ...(hint !== undefined && { hint }) };
  // class-validator drops the context of a constraint without a message
  return { message: code, context };
}

/** A constraint class-validator has no annotation for. Of several on one field each needs a name of its own. */
export function rule(
  name: string,
  holds: (value: never) => boolean,
  code: string,
  hint?: string,
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: holds } }, failing(code, hint));
}

/**
 * Longest text, in characters. `MaxLength` counts a variation selector and what it follows as one character, and looks at
 * the whole of a text of many megabytes.
 */
export function atMost(max: number): PropertyDecorator {
  // A string of n UTF-16 units has n/2 to n characters: counting is needed only near the limit.
  const fits = (text: string): boolean =>
    text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max);
  return rule('atMost', fits, FieldCode.Length, `at most ${counted(max, 'character')}`);
}

/** Whether a text may be stored: no NUL, no half of a surrogate pair ([errors.field-codes]). */
export function isUsableText(text: string): boolean {
  // In Node 20, but not yet in TypeScript's ES2023.
  return !text.includes('\0') && (text as string & { isWellFormed(): boolean }).isWellFormed();
}

/** The text may be stored. */
export const usable = (): PropertyDecorator =>
  rule('usable', isUsableText, FieldCode.Value, 'no NUL, and no half of a character');

/** The text has something in it. */
export const notEmpty = (): PropertyDecorator =>
  IsNotEmpty(failing(FieldCode.Value, 'a text that is not empty'));
