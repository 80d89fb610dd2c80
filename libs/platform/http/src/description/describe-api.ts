import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { commonComponents, answerHeaders, objectOf } from './components.js';
import type { ApiDocument, Operation, Paths, Reference, Schema } from './openapi.js';
import { operationOf, pageParameters, type ApiTopics, tagsOf } from './operations.js';
import { routesOf } from './routes.js';
import { ShapeSchemas } from './shape-schemas.js';

const ABOUT =
  'Every write becomes events; every read returns a document folded from them. Names of query parameters are not ' +
  'case-sensitive. In bodies null means the same as a missing field, unless the field says otherwise. Keys and query ' +
  'parameters that are not described are refused. See [all error codes](docs/errors).';

const LICENSE = {
  name: 'Evaluation licence: everything else needs a written agreement',
  // of SPDX: a licence that is not in its list
  identifier: 'LicenseRef-Evaluation',
};

/** What an application says of itself. */
export interface DescriptionOptions {
  readonly title?: string;
  /** Default: operations are grouped by the first resource of their path. */
  readonly topics?: ApiTopics;
  /** Without it paths start at the host of the description. */
  readonly publicBaseUrl?: string | undefined;
}

/**
 * Builds the OpenAPI 3.1 description of an application: routes from Nest, shapes from the field annotations, errors and headers from
 * the wire rules.
 * @throws Error if two shapes have the same name
 */
export function describeApi(
  app: NestFastifyApplication,
  { title = 'Brokerage account service', topics = {}, publicBaseUrl }: DescriptionOptions = {},
): ApiDocument {
  const routes = routesOf(app);
  const taken = routes.flatMap(({ taken: { body } }) => (body === undefined ? [] : [body.shape]));
  const answered = routes.flatMap(({ described: { shape } }) =>
    shape === undefined ? [] : [shape],
  );
  const schemas = new ShapeSchemas(taken, answered);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    (paths[route.path] ??= {})[route.method] = operationOf(route, schemas, topics);
  }
  const all = { ...paths, ...servicePaths() };
  const tags = Object.values(all).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  );
  const common = commonComponents();
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0', description: ABOUT, license: LICENSE },
    servers: [{ url: publicBaseUrl?.replace(/\/+$/, '') ?? '/' }],
    tags: tagsOf(tags, topics),
    paths: all,
    components: {
      ...common,
      parameters: { ...common.parameters, ...pageParameters(schemas) },
      schemas: { ...common.schemas, ...schemas.components() },
    },
  };
}

const problem = (status: number): Reference => ({ $ref: `#/components/responses/Error${status}` });

interface ServiceRoute {
  readonly operationId: string;
  readonly summary: string;
  readonly type?: string;
  readonly schema: Schema;
  readonly example: unknown;
  readonly errors: readonly number[];
  readonly security?: Operation['security'];
}

function operation(path: string, route: ServiceRoute): Paths {
  const { operationId, summary, type = 'application/json', schema, example } = route;
  const get: Operation = {
    operationId,
    summary,
    tags: ['service'],
    security: route.security ?? [],
    parameters: [{ $ref: '#/components/parameters/RequestId' }],
    responses: {
      200: {
        description: 'OK',
        headers: answerHeaders('get', 200),
        content: { [type]: { schema, example } },
      },
      ...Object.fromEntries([...route.errors, 408, 431].map((status) => [status, problem(status)])),
    },
  };
  return { [path]: { get } };
}

const healthSchema = (status: string, description?: string): Schema => {
  const text = 'The only value; otherwise the status is 503';
  return objectOf({ status: { type: 'string', const: status, description: text } }, description);
};

/** Returns the routes of service-routes.ts, which are not Nest's. */
function servicePaths(): Paths {
  return {
    ...operation('/health/live', {
      operationId: 'Health_live',
      summary: 'Liveness: the process is running',
      schema: { ...healthSchema('live'), additionalProperties: false },
      example: { status: 'live' },
      errors: [406, 500],
    }),
    ...operation('/health/ready', {
      operationId: 'Health_ready',
      summary: 'Readiness: stores are available and projections up to date',
      schema: healthSchema('ready', 'The status, with figures of stores and projections'),
      example: { status: 'ready' },
      errors: [406, 500, 503],
    }),
    ...operation('/metrics', {
      operationId: 'Metrics_get',
      summary: 'Metrics for Prometheus; without credentials only from the local machine',
      type: 'text/plain',
      schema: { type: 'string' },
      example: '# HELP process_cpu_seconds_total Total CPU time spent in seconds.',
      errors: [401, 403, 406, 500],
      security: [{}, { signature: [] }, { bearer: [] }],
    }),
  };
}
