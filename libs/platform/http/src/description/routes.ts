import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { takenShapes, type TakenShapes } from '../body-decorators.js';
import { marksOf, type RouteMarks } from '../route-rules.js';
import { allowedCallers, type AllowedCallers } from './callers.js';
import { type Described, describedBy, writesRefusedBy } from './describes.js';
import type { Method } from './openapi.js';

/** One method of a controller, with all its annotations say. */
export interface DescribedRoute {
  readonly operationId: string;
  readonly method: Method;
  /** With parameters in braces. */
  readonly path: string;
  readonly described: Described;
  readonly taken: TakenShapes;
  readonly marks: RouteMarks;
  /** Undefined for a route that looks at no role. */
  readonly callers: AllowedCallers | undefined;
}

const METHODS = new Map<RequestMethod, Method>([
  [RequestMethod.GET, 'get'],
  [RequestMethod.POST, 'post'],
  [RequestMethod.PUT, 'put'],
  [RequestMethod.DELETE, 'delete'],
  [RequestMethod.PATCH, 'patch'],
]);

/** Every route of every controller, in the order of the modules. */
export function routesOf(app: NestFastifyApplication): DescribedRoute[] {
  const controllers = new Set<Type>();
  for (const module of app.get(ModulesContainer).values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype === 'function') controllers.add(metatype as Type);
    }
  }
  return [...controllers].flatMap(routesOfController);
}

function routesOfController(controller: Type): DescribedRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  const bases = pathsOf(controller);
  return Object.getOwnPropertyNames(prototype).flatMap((name) => {
    const handler: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
    if (typeof handler !== 'function') return [];
    const requestMethod = Reflect.getMetadata(METHOD_METADATA, handler) as
      RequestMethod | undefined;
    const method = requestMethod === undefined ? undefined : METHODS.get(requestMethod);
    if (method === undefined) return [];
    const operationId = `${controller.name.replace(/Controller$/, '')}_${name}`;
    const route = {
      operationId,
      method,
      described: describedRoute(prototype, name, method),
      taken: takenShapes(prototype, name),
      marks: marksOf(handler),
      callers: allowedCallers(handler),
    };
    return bases.flatMap((base) =>
      pathsOf(handler).map((path) => ({ ...route, path: template(`${base}/${path}`) })),
    );
  });
}

function describedRoute(prototype: object, name: string, method: string): Described {
  const described = describedBy(prototype, name);
  if (method === 'get') return described;
  return { ...described, errors: { ...described.errors, ...writesRefusedBy(prototype, name) } };
}

function pathsOf(annotated: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, annotated) as string | string[]].flat();
}

/** `/a/:b//` as OpenAPI writes it: `/a/{b}`. */
function template(path: string): string {
  const segments = path.split('/').filter(Boolean);
  return `/${segments.map((segment) => segment.replace(/^:(\w+).*$/, '{$1}')).join('/')}`;
}
