import type { OpenAPIObject } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';
import { AS_OF } from './as-of.js';

type Components = NonNullable<OpenAPIObject['components']>;

const string = { type: 'string' as const };

/** The error item of the specification. */
const PROBLEM = {
  type: 'object' as const,
  required: ['type'],
  properties: {
    type: {
      ...string,
      description:
        'SYNTAX, VALIDATION_FIELD, VALIDATION_RULE, UNSUPPORTED, or the status in words.',
    },
    field: { ...string, description: 'Leaf name of the field, as sent.' },
    errorCode: { ...string, description: 'Stable name of the rule.' },
    message: string,
  },
};

/** Statuses any request may get, besides its own. */
export const COMMON_ERRORS = [400, 401, 403, 404, 406, 429, 500, 503];
/** Statuses of requests that change something. */
export const WRITE_ERRORS = [409, 412, 413, 415, 422];

/** Headers a request may carry, by the name of their component. */
const PARAMETERS = {
  RequestId: ['X-Request-Id', 'Comes back with the answer and stands in the log.'],
  ConsistencyToken: [
    'X-Consistency-Token',
    'Token of a write; the answer is not older than that write.',
  ],
  AssociatedMember: ['X-Associated-Member-Id', 'Login id of the client an advisor acts for.'],
  IfNoneMatch: ['If-None-Match', 'ETag the caller has; 304 when it still holds.'],
  IfMatch: ['If-Match', 'ETag the resource must still have; 412 otherwise.'],
  IdempotencyKey: [
    'Idempotency-Key',
    '1 to 255 visible ASCII characters; the same key and request again never acts twice.',
  ],
} as const;

/** The query parameter of every read that has a past. */
const AS_OF_PARAMETER = {
  name: AS_OF,
  in: 'query',
  required: false,
  description:
    'A timestamp with offset, or a consistency token: the same answer as it was then. Rights and masking are those of now.',
  schema: string,
} as const;

/** References to the parameters a method takes besides its own; `past` where it can be asked with `asOf`. */
export function commonParameters(method: string, past: boolean): { $ref: string }[] {
  const names: string[] = [
    'RequestId',
    'ConsistencyToken',
    'AssociatedMember',
  ] satisfies (keyof typeof PARAMETERS)[];
  if (past) names.push('AsOf');
  if (method === 'get') names.push('IfNoneMatch');
  if (method === 'put' || method === 'delete') names.push('IfMatch');
  if (method === 'put' || method === 'post') names.push('IdempotencyKey');
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

/** Parts every operation refers to. */
export function commonComponents(): Components {
  const errors = [...COMMON_ERRORS, ...WRITE_ERRORS].map((status) => [
    `Error${status}`,
    {
      description: STATUS_CODES[status] ?? 'Error',
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Problems' } },
      },
    },
  ]);
  const parameters = Object.entries(PARAMETERS).map(([key, [name, description]]) => [
    key,
    { name, in: 'header', required: false, description, schema: string },
  ]);
  return {
    schemas: {
      Problem: PROBLEM,
      Problems: {
        type: 'array',
        description: 'Every problem found, at once.',
        items: { $ref: '#/components/schemas/Problem' },
      },
    },
    responses: Object.fromEntries(errors) as NonNullable<Components['responses']>,
    parameters: {
      ...(Object.fromEntries(parameters) as NonNullable<Components['parameters']>),
      AsOf: AS_OF_PARAMETER,
    },
    headers: {
      Location: { description: 'URL of the resource.', schema: { ...string, format: 'uri' } },
      ETag: { description: 'Revision of the resource, a strong tag.', schema: string },
      ConsistencyToken: { description: 'Place of this write in the log.', schema: string },
      AsOfPosition: { description: 'Place in the log that the answer is of.', schema: string },
    },
    securitySchemes: {
      signature: {
        type: 'apiKey',
        in: 'header',
        name: 'Authorization',
        description:
          'FOLIOWS FOLIOWS_API_KEY=…,FOLIOWS_MEMBER_ID=…,FOLIOWS_SIGNATURE=…,FOLIOWS_TIMESTAMP=…: Base64 of HMAC-SHA256 ' +
          'with the shared secret over method, full URL, timestamp and lower-case hex MD5 of the body, joined by line feeds.',
      },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
  };
}
