import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import {
  IsDefined,
  ValidateIf,
  ValidateNested,
  IsNotEmpty,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import {
  FieldCode,
  OBJECT_EXPECTED,
  type Timestamp,
  characterCount,
  mustBe,
  pluralize,
} from '#libs/platform/kernel';
import type { Json } from '../json/strict-json.js';

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
export function isUsableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Refuses texts that can't be stored. */
export const usable = (): PropertyDecorator =>
  rule('usable', isUsableText, FieldCode.Value, 'a text without NUL and lone surrogates');

/** Refuses empty texts. */
export const notEmpty = (): PropertyDecorator =>
  IsNotEmpty(failing(FieldCode.Value, 'a text that is not empty'));

/** A class whose annotated fields describe an object on the wire. */
export type Shape<T extends object = object> = new () => T;

/** What a response holds for a field: always a value, a value or null; with `maybe`, it can also be absent. */
export type Answered = 'always' | 'orNull' | 'maybe' | 'maybeOrNull';

export interface FieldOptions<T = unknown> {
  /**
   * Missing, null or empty is `cannot.be.null`. A function decides by the object that holds the field, in which invalid fields are undefined.
   * `whenSent` refuses null and empty only: for updates of fields that always have a value. Default false.
   */
  readonly required?: boolean | 'whenSent' | ((object: never) => boolean);
  /** Error code of a required field that is missing. Default `cannot.be.null`. */
  readonly missing?: string;
  /** Keeps null, and an empty text, as a value of its own; otherwise both count as missing ([request.empty]). */
  readonly nullable?: boolean;
  /** Whether the value does not matter, whatever it is. Drop what can't be kept with {@link kept}. */
  readonly ignoredIf?: (object: never) => boolean;
  /** Another spelling of the name that is accepted ([request.spelling], [request.query]). */
  readonly alias?: string;
  /** Trims texts before they are checked. */
  readonly trim?: boolean;
  /** For the API description: a phrase without a full stop. */
  readonly description?: string;
  /** For the API description, as on the wire. */
  readonly example?: unknown;
  /** Default: `orNull` if the field is nullable or its initializer is null, else `always`. */
  readonly answered?: Answered;
  /**
   * An additional check of a valid value. Returns what is wrong; a bare error code if there is no more to say.
   * @param now when the request was received
   * @param object holds the field; its invalid fields are undefined
   */
  readonly check?: (
    value: T,
    now: Timestamp,
    object: never,
  ) => string | Failure | readonly Failure[] | undefined;
  /** Converts a valid value to the one that is stored; undefined drops it. */
  readonly kept?: (value: T) => T | undefined;
}

/** Other spellings of the name of a field. */
export function aliasesOf({ options }: { readonly options: FieldOptions }): readonly string[] {
  return options.alias === undefined ? [] : [options.alias];
}

/** Rejects excess options, including those of a spread constant, which the compiler's own check misses. */
export type Only<Given, Options> = Given & {
  readonly [Name in keyof Given]: Name extends keyof Options ? unknown : never;
};

/** JSON Schema of a field; a nested shape is named by its class. */
export interface FieldSchema {
  readonly shape?: () => Shape;
  readonly items?: FieldSchema;
  /** Meanings of the codes of an `enum`. */
  readonly meanings?: Readonly<Record<string, string>>;
  readonly [keyword: string]: unknown;
}

/** A JSON value that is neither null nor a container. */
export type Scalar = Exclude<Json, readonly unknown[] | ReadonlyMap<string, unknown> | null>;

interface Kind {
  /** Describes a valid value to people, in the message about a missing field. */
  readonly wanted?: string | undefined;
  /** Constraints of class-validator. The first that fails is reported. */
  readonly rules: readonly PropertyDecorator[];
  /** Schema in responses. */
  readonly schema: FieldSchema;
  /** Schema in requests, if they accept more. */
  readonly accepts?: FieldSchema;
  /** No valid value has a blank. In a query, a blank inside is a plus that was not percent-encoded. */
  readonly noBlanks?: boolean;
}

/** A kind of value without fields of its own. Its first rule must fail for {@link UNREADABLE}. */
export interface ScalarKind<T = unknown> extends Kind {
  /** Converts the wire form; undefined for no value. */
  readonly read: (sent: Scalar) => T | typeof UNREADABLE | undefined;
}

/** An object, or a list of objects, with fields of their own. The rules apply to the object or list itself. */
export interface NestedKind extends Kind {
  readonly shape: () => Shape;
  /** Absent for a single object. */
  readonly list?: {
    /** The items of a longer list are not read. */
    readonly max: number;
    /** The items are texts. Each is wrapped in a {@link TextItem}, so that class-validator reports it with its index. */
    readonly texts?: { readonly split: (json: Json) => Json; readonly commaSeparated: boolean };
  };
  /** An object counts as null if all its fields are blank, apart from these, whose text has a form. */
  readonly blankWithout?: Readonly<Record<string, RegExp>> | undefined;
}

export type FieldKind<T = unknown> = ScalarKind<T> | NestedKind;

/** Wraps one text of a list while it is read. */
export interface TextItem {
  readonly text: string;
}

/** An annotated field of a shape. */
export interface Field<T = unknown> {
  readonly name: string;
  readonly kind: FieldKind<T>;
  readonly options: FieldOptions<T>;
}

const declaredFields = new WeakMap<object, Field[]>();

/** Returns the fields of a shape in declaration order, those of its base classes first. */
export function fieldsOf(shape: Shape): readonly Field[] {
  const fields = new Map<string, Field>();
  const visit = (prototype: object | null): void => {
    if (prototype === null || prototype === Object.prototype) return;
    visit(Object.getPrototypeOf(prototype) as object | null);
    for (const field of declaredFields.get(prototype) ?? []) fields.set(field.name, field);
  };
  visit(shape.prototype as object);
  return [...fields.values()];
}

/** Returns what a response holds for a field of a shape. */
export function answeredOf({ name, options }: Field, shape: Shape): Answered {
  const { [name]: initial } = new shape() as Record<string, unknown>;
  const isNull = options.nullable === true || initial === null;
  return options.answered ?? (isNull ? 'orNull' : 'always');
}

export function oncePerShape<T extends object | null>(
  compute: (shape: Shape) => T,
): (shape: Shape) => T {
  const cache = new WeakMap<Shape, T>();
  return (shape) => {
    let value = cache.get(shape);
    if (value === undefined) cache.set(shape, (value = compute(shape)));
    return value;
  };
}

/** Adds a field to a shape. */
export function declareField(prototype: object, field: Field): void {
  declaredFields.set(prototype, [...(declaredFields.get(prototype) ?? []), field]);
}

function withTrimming<T>(kind: FieldKind<T>, options: FieldOptions<T>): FieldKind<T> {
  if (options.trim !== true || 'shape' in kind) return kind;
  return {
    ...kind,
    read: (sent) => kind.read(typeof sent === 'string' ? sent.trim() : sent),
    accepts: { ...(kind.accepts ?? kind.schema), 'x-trimmed': true },
  };
}

function transformation<T>(kind: FieldKind<T>): PropertyDecorator {
  if ('shape' in kind) return Type(kind.shape);
  return Transform(({ obj, key }) => {
    // Not `value`: the Transform of an overridden field of a base class has already changed it.
    const sent = (obj as Record<string, Scalar | null | typeof UNREADABLE>)[key];
    return sent === null || sent === undefined || sent === UNREADABLE ? sent : kind.read(sent);
  });
}

/** How values are read: in a body, an empty or blank text stands for none, like null ([request.empty]); a query has texts only. */
export type Wire = 'body' | 'query';

/** Whether a value stands for none. */
export function isNone(json: Json | undefined, wire: Wire): boolean {
  return json === null || (wire === 'body' && typeof json === 'string' && json.trim() === '');
}

/** Returns whether null differs from a missing field: it is a value of its own, or an error. */
export function distinguishesNull({ nullable, required }: FieldOptions): boolean {
  return nullable === true || required === 'whenSent';
}

function isMissing({ required }: FieldOptions, object: object, value: unknown): boolean {
  if (required === 'whenSent') return value === null;
  if (typeof required !== 'function') return required === true && value === undefined;
  return (value === undefined || value === null) && required(object as never);
}

function missingFailure<T>({ wanted }: FieldKind<T>, { missing }: FieldOptions<T>): Failure {
  const code = missing ?? FieldCode.Required;
  return wanted === undefined ? { code } : { code, message: `It is required: ${wanted}.` };
}

const NO_FAILURES: readonly Failure[] = [];

/** Runs the checks of a valid field that depend on the object that holds it. */
export function failuresOf(
  { name, kind, options }: Field,
  object: object,
  now: Timestamp,
): readonly Failure[] {
  const value = (object as Record<string, unknown>)[name];
  if (isMissing(options, object, value)) return [missingFailure(kind, options)];
  if (options.check === undefined || value === undefined || value === null) return NO_FAILURES;
  const found = options.check(value, now, object as never) ?? NO_FAILURES;
  return typeof found === 'string' ? [{ code: found }] : [found].flat();
}

/** Applies the `kept` option to a valid field of an object. */
export function applyKept({ name, options: { kept } }: Field, object: object): void {
  const target = object as Record<string, unknown>;
  const value = target[name];
  if (kept === undefined || value === undefined || value === null) return;
  target[name] = kept(value);
  if (target[name] === undefined) Reflect.deleteProperty(target, name);
}

/** Makes a property annotation that applies those of class-transformer and class-validator, and declares the field. */
export function field<T>(given: FieldKind<T>, options: FieldOptions<T>): PropertyDecorator {
  const { required = false } = options;
  const kind = withTrimming(given, options);
  const parts = [
    transformation(kind),
    // On every field, even if it is always true: class-validator inherits constraints of an overridden field by their type.
    ValidateIf(
      (object, value) =>
        value !== null &&
        (required === true || value !== undefined) &&
        options.ignoredIf?.(object as never) !== true,
    ),
    ...(required === true ? [IsDefined(reporting(missingFailure(kind, options)))] : []),
    ...kind.rules,
    ...('shape' in kind
      ? [ValidateNested(reporting({ code: FieldCode.Value, message: OBJECT_EXPECTED }))]
      : []),
  ];
  return (prototype, name) => {
    for (const annotate of parts) annotate(prototype, name);
    declareField(prototype, { name: String(name), kind, options } as Field);
  };
}

/**
 * What a property annotation accepts at its end: the description of the field, a phrase without a full stop for the API description, and
 * options; or options alone, where a constant has the description.
 */
export type Described<O, Options> =
  [description: string, options?: Only<O, Options>] | [options?: Only<O, Options>];

/** Puts the description among the options. */
export function optionsOf<O, Options>([first, second]: Described<O, Options>): Options {
  const options = typeof first === 'string' ? { ...second, description: first } : { ...first };
  return options as Options;
}

/** Makes a property annotation that accepts something particular, such as a list of codes, before description and options. */
export function annotationOf<A, T, Options extends FieldOptions<T> = FieldOptions<T>>(
  kindOf: (argument: A, options: Options) => FieldKind<T>,
) {
  return <O extends Options>(argument: A, ...rest: Described<O, Options>): PropertyDecorator => {
    const given = optionsOf(rest);
    return field(kindOf(argument, given), given);
  };
}

/**
 * Makes a property annotation that accepts description and options only.
 * @param complete adjusts the options given
 */
export function annotation<T, Options extends FieldOptions<T> = FieldOptions<T>>(
  kindOf: (options: Options) => FieldKind<T>,
  complete: (options: Options) => Options = (options) => options,
) {
  return <O extends Options>(...rest: Described<O, Options>): PropertyDecorator => {
    const given = complete(optionsOf(rest));
    return field(kindOf(given), given);
  };
}
