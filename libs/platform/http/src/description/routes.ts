import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Described, RouteMetadata, AcceptedShapes } from '../route-rules.js';
import type { Method } from './openapi.js';

/** A controller method with its annotations. */
export interface DescribedRoute {
  readonly operationId: string;
  readonly method: Method;
  /** With parameters in braces. */
  readonly path: string;
  readonly described: Described;
  readonly taken: AcceptedShapes;
  readonly marks: RouteMetadata;
}

const METHODS: readonly Method[] = ['get', 'post', 'put', 'delete', 'patch'];

const collected = new WeakMap<object, DescribedRoute[]>();

/**
 * Collects the annotations of controller methods when their routes are registered.
 * @throws if a method has no access rule: what nobody decided is closed
 */
export function collectRoutes(fastify: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  collected.set(fastify, routes);
  fastify.addHook('onRoute', ({ config, method, url }: RouteOptions) => {
    const marks = (config ?? {}) as RouteMetadata;
    const { handledBy, described = {}, taken = {}, writesRefused } = marks;
    const known = METHODS.find((name) => name.toUpperCase() === method);
    if (handledBy === undefined || known === undefined) return;
    if (marks.callers === undefined && marks.public !== true) {
      throw new Error(`${known} ${url} has no access rule`);
    }
    const { prototype, name } = handledBy;
    routes.push({
      operationId:
        described.operationId ?? `${prototype.constructor.name.replace(/Controller$/, '')}_${name}`,
      method: known,
      path: url.replace(/:(\w+)/g, '{$1}'),
      described:
        known === 'get'
          ? described
          : { ...described, errors: { ...described.errors, ...writesRefused } },
      taken,
      marks,
    });
  });
}

/** Returns the routes of an initialised application that have a description. */
export function routesOf(app: NestFastifyApplication): readonly DescribedRoute[] {
  return collected.get(app.getHttpAdapter().getInstance()) ?? [];
}
