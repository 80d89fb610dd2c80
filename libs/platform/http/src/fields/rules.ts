import { isNotEmpty } from 'class-validator';
import { characterCount, FieldCode, mustBe, pluralize } from '#libs/platform/kernel';

/** A value that its field can't read. The first rule of every field refuses it. */
export const UNREADABLE = Symbol('unreadable');

/** What is wrong with a value. */
export interface Failure {
  readonly code: string;
  /** A sentence, for people. */
  readonly message?: string;
  /** Index of the list item that is wrong. */
  readonly item?: number;
  /** Field of that item. */
  readonly field?: string;
}

/** What must hold of a value. */
export interface Rule {
  readonly holds: (value: never) => boolean;
  readonly failure: Failure;
}

/** @param form the form that is wanted, such as `a text` */
export function rule(holds: (value: never) => boolean, code: string, form?: string): Rule {
  return { holds, failure: { code, ...(form !== undefined && { message: mustBe(form) }) } };
}

/** Why a value is refused: the first rule that does not hold. */
export function brokenBy(value: unknown, rules: readonly Rule[]): Failure | undefined {
  for (const { holds, failure } of rules) if (!holds(value as never)) return failure;
  return undefined;
}

/** A character of NFC stands for at most so many UTF-16 units: a letter with three accents, all of them outside the first plane. */
const UNITS_PER_CHARACTER = 8;

/**
 * Limits the length of a text, in characters: code points of its composed form, NFC. `maxLength` of class-validator doesn't count variation selectors, and
 * scans the whole of a text of many megabytes.
 */
export function atMost(max: number): Rule {
  const fits = (text: string): boolean =>
    text.length <= UNITS_PER_CHARACTER * max && characterCount(text) <= max;
  return rule(fits, FieldCode.Length, `at most ${pluralize(max, 'character')} long`);
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
export const USABLE = rule(isUsableText, FieldCode.Value, 'a text without NUL and lone surrogates');

export const NOT_EMPTY = rule(isNotEmpty, FieldCode.Value, 'a text that is not empty');
