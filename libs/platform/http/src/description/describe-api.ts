import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { commonComponents } from './components.js';
import type { ApiDocument, Operation } from './openapi.js';
import { operationOf, pageParameters } from './operations.js';
import { routesOf } from './routes.js';
import { servicePaths } from './service-paths.js';
import { ShapeSchemas } from './shape-schemas.js';
import { tagsOf } from './tags.js';

const ABOUT =
  'Every request becomes events; every answer to a read is one document folded from them. Names of query parameters may be ' +
  'written in any letter case. In bodies null says the same as a missing field, unless a field says otherwise. Keys and query ' +
  'parameters that are not described are refused. [Every error code is explained.](docs/errors)';

/**
 * The OpenAPI 3.1 description of an application, from the code: routes from Nest, shapes from the field annotations, errors
 * and headers from the wire rules.
 *
 * @param publicBaseUrl what callers put before the paths; default: the root of the host the description was loaded from
 * @throws Error when two shapes or two operations have one name
 */
export function describeApi(
  app: NestFastifyApplication,
  title = 'Brokerage account service',
  publicBaseUrl?: string,
): ApiDocument {
  const routes = routesOf(app);
  const taken = routes.flatMap(({ taken: { body } }) => (body === undefined ? [] : [body.shape]));
  const answered = routes.flatMap(({ described: { shape } }) =>
    shape === undefined ? [] : [shape],
  );
  const schemas = new ShapeSchemas(taken, answered);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method] = operationOf(route, schemas);
  }
  const all = { ...paths, ...servicePaths() };
  const tags = Object.values(all).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  );
  const common = commonComponents();
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0', description: ABOUT },
    servers: [{ url: publicBaseUrl?.replace(/\/+$/, '') ?? '/' }],
    tags: tagsOf(tags),
    paths: all,
    components: {
      ...common,
      parameters: { ...common.parameters, ...pageParameters(schemas) },
      schemas: { ...common.schemas, ...schemas.components() },
    },
  };
}
