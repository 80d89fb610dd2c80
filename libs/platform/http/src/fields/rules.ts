import { IsNotEmpty, ValidateBy, type ValidationOptions } from 'class-validator';
import { characterCount, FieldCode, mustBe, pluralize } from '#libs/platform/kernel';

/** A value that its field can't read. class-transformer passes symbols through, and every field has a constraint that refuses them. */
export const UNREADABLE = Symbol('unreadable');

/** Describes a failed constraint, in the `context` of class-validator. */
export interface Failure {
  readonly code: string;
  /** A sentence, for people. */
  readonly message?: string;
  /** Index of the list item that is wrong. */
  readonly item?: number;
  /** Field of that item. */
  readonly field?: string;
}

/** Options that make a class-validator constraint report a failure. */
export function reporting(failure: Failure): ValidationOptions {
  // class-validator drops the context of a constraint without a message.
  return { message: failure.code, context: failure };
}

/** Options that make a class-validator constraint report a code. @param form the form that is wanted, such as `a text` */
export function failing(code: string, form?: string): ValidationOptions {
  return reporting({ code, ...(form !== undefined && { message: mustBe(form) }) });
}

/** A constraint that class-validator lacks. Its name must be unique on a field. */
export function rule(
  name: string,
  holds: (value: never) => boolean,
  code: string,
  form?: string,
): PropertyDecorator {
  return ValidateBy({ name, validator: { validate: holds } }, failing(code, form));
}

/** A character of NFC stands for at most so many UTF-16 units: a letter with three accents, all of them outside the first plane. */
const UNITS_PER_CHARACTER = 8;

/**
 * Limits the length of a text, in characters: code points of its composed form, NFC. `MaxLength` doesn't count variation selectors, and
 * scans the whole of a text of many megabytes.
 */
export function atMost(max: number): PropertyDecorator {
  const fits = (text: string): boolean =>
    text.length <= UNITS_PER_CHARACTER * max && characterCount(text) <= max;
  return rule('atMost', fits, FieldCode.Length, `at most ${pluralize(max, 'character')} long`);
}

/** Returns whether a text can be stored: no NUL, no lone surrogate ([errors.field-codes]). */
function isUsableText(text: string): boolean {
  // Node 20 has isWellFormed, TypeScript's ES2023 does not.
  return !text.includes('\0') && (text as string & { isWellFormed(): boolean }).isWellFormed();
}

const MAX_ECHO = 128;

/** An unknown name as error lists repeat it: cut to 128 characters, and without characters that can't be stored. */
export function echoedName(name: string): string {
  return (isUsableText(name) ? name : name.replace(/[^\x20-\x7e]/g, '?')).slice(0, MAX_ECHO);
}

/** Refuses texts that can't be stored. */
export const usable = (): PropertyDecorator =>
  rule('usable', isUsableText, FieldCode.Value, 'a text without NUL and lone surrogates');

/** Refuses empty texts. */
export const notEmpty = (): PropertyDecorator =>
  IsNotEmpty(failing(FieldCode.Value, 'a text that is not empty'));
