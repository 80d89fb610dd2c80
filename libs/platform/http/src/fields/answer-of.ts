import type { JsonForm } from '#libs/platform/kernel';
import { type Answered, declareField, type Field, fieldsOf, type Shape } from './field.js';

/** What an answer has otherwise than the body does: how a field is answered, where that is not how the body's class has it. */
type Differences<T> = { readonly [Key in keyof T]?: Answered };

/** Classes of objects inside, where an answer has them otherwise than the body. */
type Inner<T> = { readonly [Key in keyof T]?: Shape };

type FieldNames<T> = {
  [Key in keyof T]-?: T[Key] extends (...sent: never[]) => unknown ? never : Key;
}[keyof T];

type ValueOf<T, I, Key extends keyof T> =
  I extends Readonly<Record<Key, Shape<infer S>>>
    ? NonNullable<T[Key]> extends readonly unknown[]
      ? readonly S[] | Extract<T[Key], null>
      : S | Extract<T[Key], null>
    : JsonForm<Exclude<T[Key], undefined>>;

type AnsweredAs<Value, A> = A extends `${string}rNull`
  ? Value | null
  : A extends Answered
    ? NonNullable<Value>
    : Value;

type Difference<D, Key> = Key extends keyof D ? D[Key] : undefined;

/** Fields of a body as an answer has them. */
type AnswerForm<T, D, I> = {
  readonly [
    Key in FieldNames<T> as Difference<D, Key> extends `maybe${string}` ? never : Key
  ]-?: AnsweredAs<ValueOf<T, I, Key>, Difference<D, Key>>;
} & {
  readonly [
    Key in FieldNames<T> as Difference<D, Key> extends `maybe${string}` ? Key : never
  ]?: AnsweredAs<ValueOf<T, I, Key>, Difference<D, Key>>;
};

/**
 * Base of an answer with the fields of a body, which are declared there: `class LotAnswer extends AnswerOf(LotDto) {}`. It has all of
 * them as JSON has them, null where the body keeps null.
 */
export function AnswerOf<
  T extends object,
  const D extends Differences<T> = object,
  const I extends Inner<T> = object,
>(body: Shape<T>, differs?: D, inner?: I): Shape<AnswerForm<T, D, I>> {
  class Derived {}
  for (const { name, kind, options } of fieldsOf(body)) {
    const answered = (differs as Readonly<Record<string, Answered>> | undefined)?.[name];
    const shape = (inner as Readonly<Record<string, Shape>> | undefined)?.[name];
    declareField(Derived.prototype, {
      name,
      kind: shape === undefined ? kind : inside(kind, shape),
      options: answered === undefined ? options : { ...options, answered },
    });
  }
  return Derived as Shape<AnswerForm<T, D, I>>;
}

function inside(kind: Field['kind'], inner: Shape): Field['kind'] {
  const shape = (): Shape => inner;
  const { items } = kind.schema;
  const schema =
    items === undefined ? { ...kind.schema, shape } : { ...kind.schema, items: { shape } };
  return { ...kind, shape, schema } as Field['kind'];
}
