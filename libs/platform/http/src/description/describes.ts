import type { Response } from '../response.js';
import type { ErrorCodes } from '../error-codes.js';
import type { Shape } from '../fields/field.js';
import { acceptedBy } from '../route-arguments.js';
import {
  addRouteMetadata,
  type AllowedCallers,
  type Described,
  withRouteMetadata,
  routeMetadataOf,
} from '../route-rules.js';

/** The body that a description promises. */
type BodyOf<D> = D extends { readonly shape: Shape<infer T> }
  ? D extends { readonly list: true }
    ? readonly T[]
    : T | (D extends { readonly mayBeEmpty: true } ? undefined : never)
  : undefined;

/** A decorator for methods that return such a body. */
type Responseing<B> = <M extends (...request: never[]) => Response<B> | Promise<Response<B>>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/** Describes a controller method and its response; the compiler checks the method's return type against it. */
export function Describes<const D extends Omit<Described, 'summary'> = object>(
  summary: string,
  answer?: D,
): Responseing<BodyOf<D>> {
  return (prototype, method) => {
    const handledBy = { prototype, name: String(method) };
    const described: Described = { summary, ...answer };
    const { shape, list = false } = described;
    const items = list && shape && { items: shape };
    const handler = Reflect.get(prototype, method) as object;
    const taken = { ...acceptedBy(prototype, method), ...routeMetadataOf(handler).taken };
    addRouteMetadata(handler, { handledBy, described, taken, ...items });
  };
}

/** Describes codes with which a guard refuses the method if it is a write. */
export const RefusesWrites = (writesRefused: ErrorCodes): MethodDecorator =>
  withRouteMetadata({ writesRefused });

/** Describes who may call a method; enforced by a guard. */
export const Allows = (callers: AllowedCallers): MethodDecorator => withRouteMetadata({ callers });
