import 'reflect-metadata';
import { Transform, Type } from 'class-transformer';
import { IsDefined, ValidateIf, ValidateNested } from 'class-validator';
import { FieldCode, NO_OBJECT, type Timestamp } from '#libs/platform/kernel';
import type { Json } from '../json/strict-json.js';
import { type Failure, failing, UNREADABLE } from './rules.js';

/** A class whose annotated fields describe an object on the wire. */
export type Shape<T extends object = object> = new () => T;

/** How an answer has a field: with a value, with a value or null; `maybe`: or not at all. */
export type Answered = 'always' | 'orNull' | 'maybe' | 'maybeOrNull';

/** What every field annotation takes. */
export interface FieldOptions<T = unknown> {
  /**
   * Missing or null is `cannot.be.null`: always, or where the object says so that holds the field. Of that every field which is wrong
   * is undefined. `whenSent`: null is, missing is not, as of an update of what always has a value. Default false.
   */
  readonly required?: boolean | 'whenSent' | ((object: never) => boolean);
  /** Error code of a required field that is missing. Default `cannot.be.null`. */
  readonly missing?: string;
  /** Null has a meaning of its own and is kept; without this null counts as missing. */
  readonly nullable?: boolean;
  /** Blanks around a text don't count. */
  readonly trim?: boolean;
  /** A text of blanks alone says the same as null, as forms send it; and `trim`. For fields that may be left out. */
  readonly blankIsNull?: boolean;
  /** What the value is, for the API description: a phrase without a full stop. */
  readonly description?: string;
  /** A value as it is on the wire, for the API description. */
  readonly example?: unknown;
  /** Default: `orNull` where null is kept, or is what a body has that leaves the field out; else `always`. */
  readonly answered?: Answered;
  /**
   * One more check of the value read; answers what is wrong, an error code where there is no more to say.
   * @param now when the request came in
   * @param object that holds the field; every field of it that is wrong is undefined
   */
  readonly check?: (
    value: T,
    now: Timestamp,
    object: never,
  ) => string | Failure | readonly Failure[] | undefined;
  /** What is kept of a value that is right, where that is something else; undefined for nothing. */
  readonly kept?: (value: T) => T | undefined;
}

/** Options that are given, and none besides. Those of a constant that is spread into them count, which the compiler minds no other way. */
export type Only<Given, Options> = Given &
  Readonly<Record<Exclude<keyof Given, keyof Options>, never>>;

/** JSON Schema of a field; a nested shape is named by its class. */
export interface FieldSchema {
  readonly shape?: () => Shape;
  readonly items?: FieldSchema;
  /** What each code of an `enum` means. */
  readonly meanings?: Readonly<Record<string, string>>;
  readonly [keyword: string]: unknown;
}

/** A value on the wire that holds no other. */
export type Scalar = Exclude<Json, readonly unknown[] | ReadonlyMap<string, unknown> | null>;

/** What a value on the wire is read as: null and undefined where it says nothing. */
type Value<T> = T | typeof UNREADABLE | null | undefined;

interface Kind {
  /** What the value is, for people: a phrase that says it where the field is missing. */
  readonly wanted?: string | undefined;
  /** Constraints of class-validator, in their order: the first that fails is reported. */
  readonly rules: readonly PropertyDecorator[];
  /** The value as answers have it. */
  readonly schema: FieldSchema;
  /** What a request may have, where that is more. */
  readonly accepts?: FieldSchema;
}

/** A kind of value without fields of its own. The first of its rules fails for {@link UNREADABLE}. */
export interface ScalarKind<T = unknown> extends Kind {
  /** Wire to value. */
  readonly read: (sent: Scalar) => Value<T>;
}

/** An object, or a list of objects, with fields of their own. The rules are those of the object or list itself. */
export interface NestedKind extends Kind {
  readonly shape: () => Shape;
  /** Absent for a single object. */
  readonly list?: {
    /** More items are not looked into. */
    readonly max: number;
    /** The items are texts: each is wrapped in a {@link TextItem}, so that class-validator reports it with its place. */
    readonly texts?: { readonly split: (json: Json) => Json };
  };
  /** An object that has only these fields, and blanks in others, says the same as null. */
  readonly nothingBut?: readonly string[] | undefined;
}

export type FieldKind<T = unknown> = ScalarKind<T> | NestedKind;

/** One text of a list while it is read. */
export interface TextItem {
  readonly text: string;
}

/** One annotated field of a shape. */
export interface Field<T = unknown> {
  readonly name: string;
  readonly kind: FieldKind<T>;
  readonly options: FieldOptions<T>;
}

const own = new WeakMap<object, Field[]>();

/** Fields of a shape in the order of their declaration, those of its base classes first. */
export function fieldsOf(shape: Shape): readonly Field[] {
  const fields = new Map<string, Field>();
  const visit = (prototype: object | null): void => {
    if (prototype === null || prototype === Object.prototype) return;
    visit(Object.getPrototypeOf(prototype) as object | null);
    for (const field of own.get(prototype) ?? []) fields.set(field.name, field);
  };
  visit(shape.prototype as object);
  return [...fields.values()];
}

/** How an answer has a field of a shape. */
export function howAnswered({ name, options }: Field, shape: Shape): Answered {
  const { [name]: leftOut } = new shape() as Record<string, unknown>;
  const isNull = options.nullable === true || leftOut === null;
  return options.answered ?? (isNull ? 'orNull' : 'always');
}

/** Makes something of a shape once, and keeps it. */
export function oncePerShape<T extends object | null>(
  make: (shape: Shape) => T,
): (shape: Shape) => T {
  const made = new WeakMap<Shape, T>();
  return (shape) => {
    let known = made.get(shape);
    if (known === undefined) made.set(shape, (known = make(shape)));
    return known;
  };
}

/** Notes a field of a shape. */
export function declareField(prototype: object, declared: Field): void {
  own.set(prototype, [...(own.get(prototype) ?? []), declared]);
}

/** The kind with what its field takes besides: blanks that don't count. */
function readied<T>(kind: FieldKind<T>, options: FieldOptions<T>): FieldKind<T> {
  const { blankIsNull = false, trim = blankIsNull, nullable } = options;
  if (!trim || 'shape' in kind) return kind;
  const nothing = nullable === true ? null : undefined;
  return {
    ...kind,
    read: (sent) => {
      const text = typeof sent === 'string' ? sent.trim() : sent;
      return text === '' && blankIsNull ? nothing : kind.read(text);
    },
    accepts: { ...(kind.accepts ?? kind.schema), 'x-trimmed': true },
  };
}

/** How class-transformer makes the value. */
function transformation<T>(kind: FieldKind<T>): PropertyDecorator {
  if ('shape' in kind) return Type(kind.shape);
  return Transform(({ obj, key }) => {
    // Not `value`: where the field overrides one of a base class, the Transform of that one has been at it.
    const sent = (obj as Record<string, Scalar | null | typeof UNREADABLE>)[key];
    return sent === null || sent === undefined || sent === UNREADABLE ? sent : kind.read(sent);
  });
}

/** Whether null is something else than a missing field: a meaning of its own, or an error. */
export function seesNull({ nullable, required }: FieldOptions): boolean {
  return nullable === true || required === 'whenSent';
}

/** Whether a field of an object should have a value, and has none. */
function isMissed({ required }: FieldOptions, object: object, value: unknown): boolean {
  if (required === 'whenSent') return value === null;
  if (typeof required !== 'function') return required === true && value === undefined;
  return (value === undefined || value === null) && required(object as never);
}

/** What is said of a required field that has no value. */
function missed<T>({ wanted }: FieldKind<T>, { missing }: FieldOptions<T>): Failure {
  const code = missing ?? FieldCode.Required;
  return wanted === undefined ? { code } : { code, hint: `is required: ${wanted}` };
}

const NOTHING_WRONG: readonly Failure[] = [];

/** What is wrong with a field that is right by itself, as far as the object it belongs to can tell. */
export function failuresOf(
  { name, kind, options }: Field,
  object: object,
  now: Timestamp,
): readonly Failure[] {
  const value = (object as Record<string, unknown>)[name];
  if (isMissed(options, object, value)) return [missed(kind, options)];
  if (options.check === undefined || value === undefined || value === null) return NOTHING_WRONG;
  const found = options.check(value, now, object as never) ?? NOTHING_WRONG;
  return typeof found === 'string' ? [{ code: found }] : [found].flat();
}

/** Has an object hold what is kept of a field that is right. */
export function keep({ name, options: { kept } }: Field, object: object): void {
  const target = object as Record<string, unknown>;
  const value = target[name];
  if (kept === undefined || value === undefined || value === null) return;
  target[name] = kept(value);
  if (target[name] === undefined) Reflect.deleteProperty(target, name);
}

/**
 * Makes a property annotation of a kind: the annotations of class-transformer and class-validator that it stands for, and a
 * note for the API description.
 */
export function field<T>(given: FieldKind<T>, options: FieldOptions<T>): PropertyDecorator {
  const { required = false } = options;
  const kind = readied(given, options);
  const { code, hint } = missed(kind, options);
  const parts = [
    transformation(kind),
    // On every field: of a field that is overridden, class-validator keeps the constraints of types that its heir doesn't have.
    ValidateIf((_, value) => value !== null && (required === true || value !== undefined)),
    ...(required === true ? [IsDefined(failing(code, hint))] : []),
    ...kind.rules,
    ...('shape' in kind ? [ValidateNested(failing(FieldCode.Value, NO_OBJECT))] : []),
  ];
  return (prototype, name) => {
    for (const annotate of parts) annotate(prototype, name);
    declareField(prototype, { name: String(name), kind, options } as Field);
  };
}

/**
 * A property annotation that takes no more than options.
 * @param kindOf the kind that options make
 * @param settled options that stand for those given
 */
export function annotation<T, Options extends FieldOptions<T> = FieldOptions<T>>(
  kindOf: (options: Options) => FieldKind<T>,
  settled: (options: Options) => Options = (options) => options,
) {
  return <O extends Options>(options?: Only<O, Options>): PropertyDecorator => {
    const given = settled(options ?? ({} as Options));
    return field(kindOf(given), given);
  };
}
