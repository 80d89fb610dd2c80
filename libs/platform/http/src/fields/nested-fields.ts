import { arrayMaxSize, arrayMinSize, isArray, isIn, isString, matches } from 'class-validator';
import { choicesHint, pluralize, FieldCode } from '#libs/platform/kernel';
import { acceptedCodes, type CodeList, codeSchema, codesIn } from './code-fields.js';
import {
  annotation,
  field,
  type FieldKind,
  type FieldOptions,
  type FieldSchema,
  type Only,
  type ScalarKind,
  type Shape,
} from './field.js';
import { atMost, type Failure, NOT_EMPTY, type Rule, rule, UNREADABLE, USABLE } from './rules.js';
import { readTextOrNumber, TEXT_OR_NUMBER } from './text-fields.js';

interface ObjectOptions<T> extends FieldOptions<T> {
  /** The object counts as null if all its fields are blank, apart from these in their form, because forms send it so. */
  readonly blankWithout?: Readonly<Record<string, RegExp>>;
}

const IS_OBJECT = rule((json) => (json as unknown) instanceof Map, FieldCode.Value, 'an object');

/** An object with fields of its own. */
export function ObjectOf<T extends object, O extends ObjectOptions<T>>(
  shape: () => Shape<T>,
  options?: Only<O, ObjectOptions<T>>,
): PropertyDecorator {
  const given: ObjectOptions<T> = options ?? {};
  return field<T>(
    {
      wanted: 'an object',
      shape,
      isList: false,
      blankWithout: given.blankWithout,
      rules: [IS_OBJECT],
      schema: { type: 'object', shape },
    },
    given,
  );
}

/** An object with fields described elsewhere. For responses only. */
export const AnyObject = annotation<object>(() => ({
  read: () => UNREADABLE,
  rules: [IS_OBJECT],
  schema: { type: 'object', additionalProperties: true },
}));

/** Numbers of items, inclusive. By default at most 1000. */
interface Counts {
  readonly min?: number;
  readonly max?: number;
}

interface ListOptions<T> extends FieldOptions<readonly T[]>, Counts {}

const MAX_ITEMS = 1000;

function listRules({ min = 0, max = MAX_ITEMS }: Counts): Rule[] {
  const items = (count: number): string => pluralize(count, 'item');
  return [
    rule(isArray, FieldCode.Value, 'a list'),
    rule(
      (list: []) => arrayMaxSize(list, max),
      FieldCode.Length,
      `a list of at most ${items(max)}`,
    ),
    rule(
      (list: []) => arrayMinSize(list, min),
      FieldCode.Value,
      `a list of at least ${items(min)}`,
    ),
  ];
}

function listInWords({ min = 0, max = MAX_ITEMS }: Counts): string {
  return `a list of ${min} to ${pluralize(max, 'item')}`;
}

function listSchema(items: FieldSchema, { min, max = MAX_ITEMS }: Counts): FieldSchema {
  return { type: 'array', items, ...(min !== undefined && { minItems: min }), maxItems: max };
}

/** A list of objects. Problems name the item: `primaryBeneficiaries[1]`. Items that aren't objects are read as empty ones. */
export function ListOf<T extends object, O extends ListOptions<T>>(
  shape: () => Shape<T>,
  options?: Only<O, ListOptions<T>>,
): PropertyDecorator {
  const given: ListOptions<T> = options ?? {};
  return field<readonly T[]>(
    {
      wanted: listInWords(given),
      shape,
      isList: true,
      rules: listRules(given),
      schema: listSchema({ type: 'object', shape }, given),
    },
    given,
  );
}

/** Check of a list: a field must have a different value in each item. */
export function unique<Name extends string>(
  name: Name,
): (items: readonly Readonly<Partial<Record<Name, unknown>>>[]) => readonly Failure[] {
  return (items) => {
    const seen = new Set<unknown>();
    return items.flatMap(({ [name]: value }, item) => {
      const again = value !== undefined && seen.has(value);
      seen.add(value);
      return again
        ? [{ code: FieldCode.Value, message: 'It is there twice.', item, field: name }]
        : [];
    });
  };
}

interface TextListOptions extends ListOptions<string> {
  /** Longer items are `invalid.length`. Default 255. */
  readonly itemMax?: number;
  /** Other items are `invalid.choice`. */
  readonly codes?: CodeList;
  /** What an item must be, where the codes are too many to name them. */
  readonly codesForm?: string;
  /** Items that don't match are `invalid.value`. */
  readonly form?: { readonly pattern: RegExp; readonly hint: string };
  /** Also accepts one string with commas. Its items are trimmed. */
  readonly commaSeparated?: boolean;
}

/** The kind of one item. */
function itemKind(
  { itemMax = 255, codes, codesForm, form }: TextListOptions,
  schema: FieldSchema,
): ScalarKind<string> {
  const known = codes === undefined ? undefined : codesIn(codes);
  return {
    wanted: form?.hint ?? `1 to ${pluralize(itemMax, 'character')}`,
    read: readTextOrNumber,
    rules: [
      rule(isString, FieldCode.Value, 'a text'),
      NOT_EMPTY,
      atMost(itemMax),
      ...(known !== undefined
        ? [rule((text) => isIn(text, known), FieldCode.Choice, codesForm ?? choicesHint(known))]
        : []),
      USABLE,
      ...(form !== undefined
        ? [rule((text: string) => matches(text, form.pattern), FieldCode.Value, form.hint)]
        : []),
    ],
    schema,
  };
}

/**
 * A list of strings, or of whole numbers as written, because identifiers may be sent as numbers ([request.numbers]). Problems name the
 * item: `eligibleFirms[1]`. Unreadable items are read as empty texts.
 */
export const ListOfText = annotation((given: TextListOptions): FieldKind<readonly string[]> => {
  const { itemMax = 255, codes, form, commaSeparated = false } = given;
  const item: FieldSchema =
    codes !== undefined
      ? codeSchema(codes)
      : form !== undefined
        ? { type: 'string', pattern: form.pattern.source }
        : { type: 'string', minLength: 1, maxLength: itemMax };
  const acceptedItem = codes === undefined ? { ...item, ...TEXT_OR_NUMBER } : acceptedCodes(codes);
  const accepted = listSchema(acceptedItem, given);
  const separated = `^[^,]{0,${itemMax}}(?:,[^,]{0,${itemMax}})*$`;
  return {
    wanted: listInWords(given),
    item: itemKind(given, item),
    commaSeparated,
    rules: listRules(given),
    schema: listSchema(item, given),
    accepts: commaSeparated
      ? { anyOf: [accepted, { type: 'string', pattern: separated }] }
      : accepted,
  };
});
