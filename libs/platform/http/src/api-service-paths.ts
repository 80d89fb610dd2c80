import type { OpenAPIObject } from '@nestjs/swagger';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;

const problem = (status: number): { $ref: string } => ({
  $ref: `#/components/responses/Error${status}`,
});

function operation(
  operationId: string,
  summary: string,
  type: string,
  errors: readonly number[],
  security: Operation['security'] = [],
): { get: Operation } {
  const schema = type === 'application/json' ? { type: 'object' } : { type: 'string' };
  return {
    get: {
      operationId,
      summary,
      tags: ['service'],
      security,
      parameters: [{ $ref: '#/components/parameters/RequestId' }],
      responses: {
        200: { description: 'OK', content: { [type]: { schema } } },
        ...Object.fromEntries(errors.map((status) => [status, problem(status)])),
      },
    },
  };
}

/** The routes that are the service's own and not Nest's: see service-routes.ts. */
export function servicePaths(): Paths {
  return {
    '/health/live': operation('Health_live', 'The process runs', 'application/json', [406, 500]),
    '/health/ready': operation(
      'Health_ready',
      'Stores answer and projections are up to date',
      'application/json',
      [406, 500, 503],
    ),
    '/metrics': operation(
      'Metrics_get',
      'Metrics for Prometheus; without credentials from the machine itself only',
      'text/plain',
      [401, 403, 406, 500],
      [{}, { signature: [] }, { bearer: [] }],
    ),
  };
}
