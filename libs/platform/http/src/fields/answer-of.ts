import type { JsonForm } from '#libs/platform/kernel';
import { type Answered, declareField, fieldsOf, howAnswered, type Shape } from './field.js';

/**
 * What an answer has otherwise than the body does: how a field is answered, where that is not how the body's class has it. `own`: the
 * answer's class declares the field again, and it stays in its place. `optional`: how all others are that a body may leave out and that
 * have no value of their own then.
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

/** Fields of a body as an answer has them. */
type AnswerForm<T, D> = {
  readonly [
    Key in FieldNames<T> as Difference<T, D, Key> extends `maybe${string}` | 'own' ? never : Key
  ]-?: AnsweredAs<ValueOf<T, Key>, Difference<T, D, Key>>;
} & {
  readonly [
    Key in FieldNames<T> as Difference<T, D, Key> extends `maybe${string}` ? Key : never
  ]?: AnsweredAs<ValueOf<T, Key>, Difference<T, D, Key>>;
};

/**
 * Base of an answer with the fields of a body, which are declared there: `class LotAnswer extends AnswerOf(LotDto) {}`. It has all of
 * them as JSON has them, null where the body keeps null or has it for what is left out.
 */
export function AnswerOf<T extends object, const D extends Differences<T> = object>(
  body: Shape<T>,
  differences: D = {} as D,
): Shape<AnswerForm<T, D>> {
  const derived = class extends Object {} as Shape as Shape<AnswerForm<T, D>>;
  const defaults = new body();
  const { optional, ...given } = differences as Readonly<Record<string, Answered>>;
  for (const field of fieldsOf(body)) {
    const { name, kind, options } = field;
    const isOptional = options.required !== true && !(name in defaults);
    const answered = given[name] ?? (isOptional ? optional : undefined) ?? howAnswered(field, body);
    declareField(derived.prototype as object, { name, kind, options: { ...options, answered } });
  }
  return derived;
}
