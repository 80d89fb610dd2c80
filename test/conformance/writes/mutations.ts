import { type Kind } from './write.js';
import { CHOICE, DATE, DIGITS, LENGTH, NULL, VALUE } from '../../support/problems.js';

/** A wrong value of a field, and the error codes it may be answered with; an empty list: any. */
export interface Mutation {
  readonly what: string;
  /** Undefined: the key is left out. */
  readonly value: unknown;
  readonly codes: readonly string[];
}

const wrong = (what: string, value: unknown, ...codes: string[]): Mutation => ({
  what,
  value,
  codes,
});

/** The letters in the other case; undefined when there are none. */
function otherCase(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const other = text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase();
  return other === text ? undefined : other;
}

/** Texts that are in no field. */
const TEXTS = ['a\0b', '\0', '\ud800', 'x\udc00', '\udc00\ud800'];
const told = (value: unknown): Mutation => wrong(JSON.stringify(value), value);
/** What no field of a value takes, beside what is wrong for its kind. */
const NEVER = [
  ...TEXTS,
  ...[{ $gt: '' }, JSON.parse('{"__proto__":{"polluted":true}}') as unknown, [[]], [null]],
].map(told);

/** Everything that is wrong for a kind of field, beside a missing value ([errors.field-codes]). */
function wrongValues(name: string, size: number | undefined, sample: unknown): Mutation[] {
  const types = (code: string): Mutation[] => [
    wrong('an object', {}, code),
    wrong('a list', [], code),
    wrong('a boolean', true, code),
  ];
  const long = size === undefined ? 100_000 : size + 1;
  switch (name) {
    case 'text':
      return [
        ...types(VALUE),
        wrong('a number', 1.5, VALUE),
        size === undefined
          ? wrong('too long', 'x'.repeat(long))
          : wrong('too long', 'x'.repeat(long), LENGTH),
      ];
    case 'id':
      return [...types(VALUE), wrong('too long', '7'.repeat(long))];
    case 'same':
      return [...types(VALUE), wrong('another id', '7777777', 'uri.matching.rule')];
    case 'digits':
      return [
        ...types(VALUE),
        wrong('letters', 'abc', DIGITS),
        ...(size === undefined ? [] : [wrong('too long', '1'.repeat(long), LENGTH)]),
      ];
    case 'code':
    case 'anycase': {
      const other = otherCase(sample);
      return [
        ...types(CHOICE),
        wrong('outside the list', 'ZZ-9', CHOICE),
        wrong('too long', 'x'.repeat(5_000), CHOICE),
        ...(name === 'code' && other !== undefined ? [wrong('wrong case', other, CHOICE)] : []),
      ];
    }
    case 'bool':
      return [
        ...[{}, [], 1, 'yes', 'TRUE'].map((value) => wrong(JSON.stringify(value), value, VALUE)),
      ];
    case 'int':
      return [{}, [], true, 'x', 1.5].map((value) => wrong(JSON.stringify(value), value, VALUE));
    case 'date':
      return [
        ...types(DATE),
        wrong('no such day', '2026-02-30', DATE),
        wrong('another form', '01/31/2026', DATE),
        wrong('too long', '2'.repeat(5_000), DATE),
      ];
    case 'decimal':
      return [
        ...types(VALUE),
        wrong('letters', 'abc', VALUE),
        wrong('too long', '9'.repeat(500), VALUE),
      ];
    case 'email':
    case 'phone':
      return [
        ...types(VALUE),
        wrong('something else', 'nothing', VALUE),
        wrong('too long', name === 'email' ? `${'a'.repeat(250)}@b.co` : '1'.repeat(41), LENGTH),
      ];
    case 'base64':
      return [...types(VALUE), wrong('no Base64', '*', VALUE)];
    case 'object':
      return ['x', 1, true, []].map((value) => wrong(JSON.stringify(value), value, VALUE));
    case 'list':
      return [
        ...['x', 1, true, {}].map((value) => wrong(JSON.stringify(value), value, VALUE)),
        ...[[[]], [null]].map(told),
      ];
    case 'texts':
      return [
        ...[1, true, {}].map((value) => wrong(JSON.stringify(value), value, VALUE)),
        ...[[{}], [true], [[]]].map((value) => wrong(JSON.stringify(value), value, VALUE, CHOICE)),
      ];
    default:
      throw new Error(name);
  }
}

/** Everything that is wrong for a field; `turn` says which of the values that no field takes it is sent. */
export function mutationsOf(
  kind: Kind,
  sample: unknown,
  turn: number,
  missing = NULL,
): readonly Mutation[] {
  const [, mark, name = '', size] = /^(!?)(\w+)(?: (\d+))?$/.exec(kind) ?? [];
  const values = wrongValues(name, size === undefined ? undefined : Number(size), sample);
  const isValue = !['object', 'list', 'texts'].includes(name);
  return [
    ...(mark === '!' ? [wrong('missing', undefined, missing), wrong('null', null, missing)] : []),
    // an empty or blank text stands for null
    ...(mark === '!' && isValue ? ['', ' \t'].map((text) => wrong('empty', text, missing)) : []),
    ...values,
    ...(isValue ? NEVER.slice(turn % NEVER.length).slice(0, 1) : []),
    ...(name === 'texts'
      ? TEXTS.slice(turn % TEXTS.length)
          .slice(0, 1)
          .map((text) => told([text]))
      : []),
  ];
}
