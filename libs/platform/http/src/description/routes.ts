import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { AllowedCallers, Described, RouteMarks, TakenShapes } from '../route-rules.js';
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

const METHODS: readonly Method[] = ['get', 'post', 'put', 'delete', 'patch'];

const collected = new WeakMap<object, DescribedRoute[]>();

/** Keeps what the controller methods of an application say of themselves while it makes routes of them. */
export function collectRoutes(fastify: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  collected.set(fastify, routes);
  fastify.addHook('onRoute', ({ config, method, url }: RouteOptions) => {
    const marks = (config ?? {}) as RouteMarks;
    const { handledBy, callers, described = {}, taken = {}, writesRefused } = marks;
    const known = METHODS.find((name) => name.toUpperCase() === method);
    if (handledBy === undefined || known === undefined) return;
    const { prototype, name } = handledBy;
    routes.push({
      operationId: `${prototype.constructor.name.replace(/Controller$/, '')}_${name}`,
      method: known,
      path: url.replace(/:(\w+)/g, '{$1}'),
      described:
        known === 'get'
          ? described
          : { ...described, errors: { ...described.errors, ...writesRefused } },
      taken,
      marks,
      callers,
    });
  });
}

/** Every route that a controller method describes, once the application is initialised. */
export function routesOf(app: NestFastifyApplication): readonly DescribedRoute[] {
  return collected.get(app.getHttpAdapter().getInstance()) ?? [];
}
