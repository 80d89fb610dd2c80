import type { JsonForm } from '#libs/platform/kernel';
import { type Answered, declareField, fieldsOf, type Shape } from './field.js';

/**
 * What an answer has otherwise than the body does: how a field is answered, where that is not how the body's class has it. `own`: the
 * answer's class declares the field again, and it stays in its place.
 */
type Differences<T> = { readonly [Key in keyof T]?: Answered | 'own' };

type FieldNames<T> = {
  [Key in keyof T]-?: T[Key] extends (...sent: never[]) => unknown ? never : Key;
}[keyof T];

type ValueOf<T, Key extends keyof T> = JsonForm<Exclude<T[Key], undefined>>;

type AnsweredAs<Value, A> = A extends `${string}rNull`
  ? Value | null
  : A extends Answered
    ? NonNullable<Value>
    : Value;

type Difference<D, Key> = Key extends keyof D ? D[Key] : undefined;

/** Fields of a body as an answer has them. */
type AnswerForm<T, D> = {
  readonly [
    Key in FieldNames<T> as Difference<D, Key> extends `maybe${string}` | 'own' ? never : Key
  ]-?: AnsweredAs<ValueOf<T, Key>, Difference<D, Key>>;
} & {
  readonly [
    Key in FieldNames<T> as Difference<D, Key> extends `maybe${string}` ? Key : never
  ]?: AnsweredAs<ValueOf<T, Key>, Difference<D, Key>>;
};

/**
 * Base of an answer with the fields of a body, which are declared there: `class LotAnswer extends AnswerOf(LotDto) {}`. It has all of
 * them as JSON has them, null where the body keeps null.
 */
export function AnswerOf<T extends object, const D extends Differences<T> = object>(
  body: Shape<T>,
  differs?: D,
): Shape<AnswerForm<T, D>> {
  const derived = class extends Object {} as Shape as Shape<AnswerForm<T, D>>;
  for (const declared of fieldsOf(body)) {
    const answered = (differs as Differences<Record<string, unknown>> | undefined)?.[declared.name];
    const options =
      answered === undefined || answered === 'own'
        ? declared.options
        : { ...declared.options, answered };
    declareField(derived.prototype as object, { ...declared, options });
  }
  return derived;
}
