import 'reflect-metadata';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Response } from '../response.js';
import type { ErrorCodes } from '../error-codes.js';
import type { Shape } from '../fields/field.js';
import {
  addRouteMetadata,
  type AllowedCallers,
  type Described,
  withRouteMetadata,
  routeMetadataOf,
  type AcceptedShapes,
} from '../route-rules.js';
import type { ShapedPipe } from '../validation.pipe.js';

/** The body that a description promises. */
type BodyOf<D> = D extends { readonly shape: Shape<infer T> }
  ? D extends { readonly list: true }
    ? readonly T[]
    : T | (D extends { readonly mayBeEmpty: true } ? undefined : never)
  : undefined;

/** A decorator for methods that return such a body. */
type ReturningBody<B> = <M extends (...request: never[]) => Response<B> | Promise<Response<B>>>(
  prototype: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/** Describes a controller method and its response; the compiler checks the method's return type against it. */
export function Describes<const D extends Omit<Described, 'summary'> = object>(
  summary: string,
  answer?: D,
): ReturningBody<BodyOf<D>> {
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

interface RouteArgument {
  readonly index: number;
  readonly pipes?: readonly (Partial<ShapedPipe> | undefined)[];
}

/** Returns what a controller method reads, from its parameters' `@Body()` and `@Query()` and their types. */
function acceptedBy(prototype: object, method: string | symbol): AcceptedShapes {
  const all = Reflect.getMetadata(ROUTE_ARGS_METADATA, prototype.constructor, method) as
    Readonly<Record<string, RouteArgument>> | undefined;
  const types = Reflect.getMetadata('design:paramtypes', prototype, method) as
    readonly Shape[] | undefined;
  const accepted = (kind: RouteParamtypes) => {
    const [, argument] =
      Object.entries(all ?? {}).find(([key]) => key.startsWith(`${kind}:`)) ?? [];
    if (argument === undefined) return undefined;
    const own = argument.pipes?.find((pipe) => pipe?.accepted !== undefined)?.accepted;
    const shape = types?.[argument.index] ?? Object;
    return own ?? { shape, list: false };
  };
  const body = accepted(RouteParamtypes.BODY);
  const query = accepted(RouteParamtypes.QUERY)?.shape;
  return { ...(body && { body }), ...(query && { query }) };
}
