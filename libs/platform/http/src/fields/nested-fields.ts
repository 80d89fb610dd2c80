import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  Matches,
} from 'class-validator';
import { choicesHint, pluralize, FieldCode } from '#libs/platform/kernel';
import type { Json } from '../json/strict-json.js';
import { acceptedCodes, type CodeList, codeSchema, codesIn } from './code-fields.js';
import {
  annotation,
  type Described,
  field,
  type FieldKind,
  type FieldOptions,
  type FieldSchema,
  optionsOf,
  type Shape,
  type TextItem,
  atMost,
  type Failure,
  failing,
  UNREADABLE,
  usable,
  notEmpty,
} from './field.js';
import { readTextOrNumber, TEXT_OR_NUMBER } from './text-fields.js';

interface ObjectOptions<T> extends FieldOptions<T> {
  /** The object counts as null if all its fields are blank, apart from these in their form, because forms send it so. */
  readonly blankWithout?: Readonly<Record<string, RegExp>>;
}

/** An object with fields of its own. */
export function ObjectOf<T extends object, O extends ObjectOptions<T>>(
  shape: () => Shape<T>,
  ...rest: Described<O, ObjectOptions<T>>
): PropertyDecorator {
  const given = optionsOf(rest);
  return field<T>(
    {
      wanted: 'an object',
      shape,
      blankWithout: given.blankWithout,
      rules: [IsObject(failing(FieldCode.Value, 'an object'))],
      schema: { type: 'object', shape },
    },
    given,
  );
}

/** An object with fields described elsewhere. For responses only. */
export const AnyObject = annotation<object>(() => ({
  read: () => UNREADABLE,
  rules: [IsObject(failing(FieldCode.Value, 'an object'))],
  schema: { type: 'object', additionalProperties: true },
}));

/** Numbers of items, inclusive. By default at most 1000. */
interface Counts {
  readonly min?: number;
  readonly max?: number;
}

interface ListOptions<T> extends FieldOptions<readonly T[]>, Counts {}

const MAX_ITEMS = 1000;

function listRules({ min = 0, max = MAX_ITEMS }: Counts): PropertyDecorator[] {
  return [
    IsArray(failing(FieldCode.Value, 'a list')),
    ArrayMaxSize(max, failing(FieldCode.Length, `a list of at most ${pluralize(max, 'item')}`)),
    ...(min > 0
      ? [
          ArrayMinSize(
            min,
            failing(FieldCode.Value, `a list of at least ${pluralize(min, 'item')}`),
          ),
        ]
      : []),
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
  ...rest: Described<O, ListOptions<T>>
): PropertyDecorator {
  const given = optionsOf(rest);
  return field<readonly T[]>(
    {
      wanted: listInWords(given),
      shape,
      list: { max: given.max ?? MAX_ITEMS },
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

function splitAtCommas(json: Json): Json {
  if (typeof json !== 'string') return json;
  return json.split(',').map((item) => item.trim());
}

/** Makes the shape of one item. */
function textItem({ itemMax = 255, codes, codesForm, form }: TextListOptions): Shape<TextItem> {
  class Item implements TextItem {
    readonly text!: string;
  }
  const rules = [
    IsString(failing(FieldCode.Value, 'a text')),
    notEmpty(),
    atMost(itemMax),
    ...(codes !== undefined
      ? [IsIn(codesIn(codes), failing(FieldCode.Choice, codesForm ?? choicesHint(codesIn(codes))))]
      : []),
    usable(),
    ...(form !== undefined ? [Matches(form.pattern, failing(FieldCode.Value, form.hint))] : []),
  ];
  const wanted = form?.hint ?? `1 to ${pluralize(itemMax, 'character')}`;
  const kind = { wanted, read: readTextOrNumber, rules, schema: { type: 'string' } } as const;
  field<string>(kind, { required: true })(Item.prototype, 'text');
  return Item;
}

/**
 * A list of strings, or of whole numbers as written, because identifiers may be sent as numbers ([request.numbers]). Problems name the
 * item: `eligibleFirms[1]`. Unreadable items are read as empty texts.
 */
export const ListOfText = annotation((given: TextListOptions): FieldKind<readonly string[]> => {
  const { itemMax = 255, codes, form, commaSeparated = false } = given;
  const Item = textItem(given);
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
    shape: () => Item,
    list: {
      max: given.max ?? MAX_ITEMS,
      texts: { split: commaSeparated ? splitAtCommas : (json) => json, commaSeparated },
    },
    rules: listRules(given),
    schema: listSchema(item, given),
    accepts: commaSeparated
      ? { anyOf: [accepted, { type: 'string', pattern: separated }] }
      : accepted,
  };
});
