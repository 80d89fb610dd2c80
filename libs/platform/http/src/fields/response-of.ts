import type { JsonForm } from '#libs/platform/kernel';
import { type Answered, declareField, fieldsOf, answeredOf, type Shape } from './field.js';

/**
 * How the fields of a response differ from those of the body. `own`: the response class declares the field again; it keeps its place.
 * `optional` applies to all other fields that are optional in the body and have no initializer.
 */
type Differences<T> = { readonly [Key in keyof T]?: Answered | 'own' } & {
  readonly optional?: Answered;
};

type FieldNames<T> = {
  [Key in keyof T]-?: T[Key] extends (...sent: never[]) => unknown ? never : Key;
}[keyof T];

type ValueOf<T, Key extends keyof T> = JsonForm<Exclude<T[Key], undefined>>;

type AnsweredAs<Value, A> = A extends `${string}rNull`
  ? Value | null
  : A extends Answered
    ? NonNullable<Value>
    : Value;

type Difference<T, D, Key extends keyof T> = Key extends keyof D
  ? D[Key]
  : [object, D] extends [Pick<T, Key>, { readonly optional: infer Optional }]
    ? Optional
    : undefined;

/** Fields of a body in a response. */
type ResponseForm<T, D> = {
  readonly [
    Key in FieldNames<T> as Difference<T, D, Key> extends `maybe${string}` | 'own' ? never : Key
  ]-?: AnsweredAs<ValueOf<T, Key>, Difference<T, D, Key>>;
} & {
  readonly [
    Key in FieldNames<T> as Difference<T, D, Key> extends `maybe${string}` ? Key : never
  ]?: AnsweredAs<ValueOf<T, Key>, Difference<T, D, Key>>;
};

/**
 * Base class of a response with the fields of a body, in their JSON form: `class LotResponse extends ResponseOf(LotDto) {}`. A field can be
 * null if it is nullable in the body or its initializer is null.
 */
export function ResponseOf<T extends object, const D extends Differences<T> = object>(
  body: Shape<T>,
  differences: D = {} as D,
): Shape<ResponseForm<T, D>> {
  const derived = class extends Object {} as Shape as Shape<ResponseForm<T, D>>;
  const defaults = new body();
  const { optional, ...given } = differences as Readonly<Record<string, Answered>>;
  for (const field of fieldsOf(body)) {
    const { name, kind, options } = field;
    const isOptional = options.required !== true && !(name in defaults);
    const answered = given[name] ?? (isOptional ? optional : undefined) ?? answeredOf(field, body);
    declareField(derived.prototype as object, { name, kind, options: { ...options, answered } });
  }
  return derived;
}
