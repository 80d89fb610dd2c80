import 'reflect-metadata';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Shape } from './fields/field.js';
import type { AcceptedShapes } from './route-rules.js';
import type { ShapedPipe } from './validation.pipe.js';

interface RouteArgument {
  readonly index: number;
  readonly pipes?: readonly (Partial<ShapedPipe> | undefined)[];
}

/** Returns what a controller method reads, from its parameters' `@Body()` and `@Query()` and their types. */
export function acceptedBy(prototype: object, method: string | symbol): AcceptedShapes {
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
