import { answerHeaders, objectOf } from './components.js';
import type { Operation, Paths, Reference, Schema } from './openapi.js';

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
export function servicePaths(): Paths {
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
