import type { Answer } from '../answer.js';
import { refuseStray } from '../body-decorators.js';
import type { ErrorCodes } from '../error-codes.js';
import type { Shape } from '../fields/field.js';
import { addMarks, type AllowedCallers, type Described, mark } from '../route-rules.js';

/** What a method that is described so has to answer. */
type BodyOf<D> = D extends { readonly shape: Shape<infer T> }
  ? D extends { readonly list: true }
    ? readonly T[]
    : T | (D extends { readonly mayBeEmpty: true } ? undefined : never)
  : undefined;

/** For methods that answer such a body, and for no others. */
type Answering<B> = <M extends (...request: never[]) => Answer<B> | Promise<Answer<B>>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Describes a controller method: one line of summary and what it answers, which the compiler holds the method to. What the
 * description does not have is refused.
 */
export function Describes<const D extends Omit<Described, 'summary'> = object>(
  summary: string,
  answer?: D,
): Answering<BodyOf<D>> {
  return (prototype, method) => {
    const handledBy = { prototype, name: String(method) };
    const described: Described = { summary, ...answer };
    const { shape, list = false } = described;
    const items = list && shape && { items: shape };
    addMarks(Reflect.get(prototype, method) as object, { handledBy, described, ...items });
    refuseStray(prototype, method);
  };
}

/** Describes codes that a method, if it is a write, is refused with before it is reached. */
export const RefusesWrites = (writesRefused: ErrorCodes): MethodDecorator =>
  mark({ writesRefused });

/** Says who may call a method; a guard has to see to it. */
export const Allows = (callers: AllowedCallers): MethodDecorator => mark({ callers });
