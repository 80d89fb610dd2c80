import { STATUS_CODES } from 'node:http';
import { ROLES } from '#libs/platform/kernel';
import {
  completed,
  type ErrorCodes,
  problemTypeOf,
  STATUS_CODES_IN_WORDS,
} from '../error-codes.js';
import type { ApiDocument, ApiResponse, Header, Reference, Schema } from './openapi.js';
import { parameterComponents } from './common-parameters.js';

type Components = ApiDocument['components'];

const string = { type: 'string' };

/** The error item of an error list ([errors.list]). */
const PROBLEM = {
  type: 'object',
  required: ['type', 'message'],
  properties: {
    type: {
      ...string,
      description: 'SYNTAX, VALIDATION_FIELD, VALIDATION_RULE, UNSUPPORTED, or the status in words',
    },
    field: { ...string, description: 'Leaf name of the field, as sent' },
    errorCode: { ...string, description: 'Stable error code, explained at `/docs/errors/{code}`' },
    message: { ...string, description: 'For people: the place in the body, the limit, the value' },
  },
  additionalProperties: false,
};

/** Schema of an object in which all properties are required. */
export function objectOf(properties: Record<string, Schema>, description?: string): Schema {
  const required = Object.keys(properties);
  return { type: 'object', ...(description && { description }), required, properties };
}

function listOf(items: Schema, description?: string): Schema {
  return { type: 'array', ...(description && { description }), items };
}

/** Response to a dry run ([request.dry-run]). */
const DRY_RUN = {
  ...objectOf(
    {
      wouldAnswer: { type: 'integer', description: 'Status of the response' },
      location: {
        type: ['string', 'null'],
        format: 'uri',
        description:
          'URL of the resource; a new resource gets this id if the request is sent with the same Idempotency-Key',
      },
      body: {
        description: 'Body of the response, null if empty. A secret in it is not a real one',
      },
      replayed: {
        type: 'boolean',
        description:
          'A request with the same Idempotency-Key has already been carried out: nothing more would happen',
      },
      wouldDo: listOf(
        objectOf({
          type: { ...string, description: 'Event type' },
          description: { ...string, description: 'What would happen, in words' },
          about: listOf(objectOf({ name: string, value: string })),
          actor: objectOf(
            { caller: string },
            'The caller; `reaction:…` if the event follows from another event',
          ),
          changes: listOf(
            objectOf({ field: string, from: {}, to: {} }),
            'Fields that would change; **** for personal data',
          ),
          stream: { ...string, description: 'Stream of the event' },
          revision: { type: 'integer', description: 'Revision in the stream' },
        }),
        'Events that would happen, in order, in the form of a history',
      ),
    },
    'The response to the request, and what would happen',
  ),
  additionalProperties: false,
};

/** Error statuses that every operation can return. */
export const COMMON_ERRORS: Readonly<Record<number, string>> = {
  400: 'Something in the path, the query, the headers or the body is wrong: every problem at once',
  401: 'Credentials are missing or wrong',
  403: 'The caller is known and not allowed to do this',
  404: 'The resource does not exist, or belongs to another firm',
  406: 'The resource is not available in the media type of Accept',
  408: 'The request took too long to arrive',
  429: 'The caller has sent too many requests',
  431: 'The request line and headers are longer than 16 KiB',
  500: 'A bug in the service; the message contains the request id',
  503: 'A store is unavailable, or too far behind for the consistency token',
};

/** Description of a 304. */
export const NOT_MODIFIED = 'The entity tag of If-None-Match is still current';

/** Error statuses that every write can also return. */
export const WRITE_ERRORS: Readonly<Record<number, string>> = {
  409: 'A request with the same Idempotency-Key is still running, or concurrent requests were faster',
  410: 'The personal data of the person has been erased',
  412: 'The entity tag of If-Match is no longer current',
  413: 'The body is too large',
  415: 'The body has an unsupported media type',
  422: 'The Idempotency-Key was already used for a different request',
};

function textHeader(description: string, limits: Schema = {}, required?: true): Header {
  return { description, ...(required && { required }), schema: { ...string, ...limits } };
}

const HEADERS = {
  RequestId: textHeader('Id of the request, as sent or generated', { maxLength: 128 }, true),
  CacheControl: textHeader('Who may cache the response', {}, true),
  ContentTypeOptions: textHeader('The media type is the one declared', { enum: ['nosniff'] }, true),
  Location: textHeader('URL of the resource', { format: 'uri' }),
  NewLocation: textHeader('URL of the new resource', { format: 'uri' }, true),
  ContentEncoding: textHeader('Encoding of the body, negotiated by Accept-Encoding', {
    enum: ['br', 'gzip'],
  }),
  Vary: textHeader('Request headers that the form of the response depends on'),
  ETag: textHeader(
    'Strong entity tag: the revision of the resource, with its representation unless that is the default, or a hash of a ' +
      'document that is the same for every caller',
    { pattern: '^"[\\w-]+"$' },
  ),
  ConsistencyToken: textHeader(
    'Position of this write in the log, to be sent with a read that must show it',
  ),
  AsOfPosition: textHeader(
    'Log position of the response to a request with asOf: the end of an append if asOf named a position inside one',
  ),
  IdempotentReplayed: textHeader(
    '`true` if an earlier request with the same Idempotency-Key was carried out instead of this one',
    { enum: ['true'] },
  ),
  RateLimit: textHeader(
    'If requests are limited: requests left (r), and seconds until the full quota is available again (t)',
  ),
  RateLimitPolicy: textHeader(
    'If requests are limited: size of the quota (q), and seconds until it is refilled (w)',
  ),
  TraceParent: textHeader('Trace of the request (W3C Trace Context), if one was sent'),
  DryRun: textHeader('`true` if the request was a dry run: nothing has happened', {
    enum: ['true'],
  }),
  RetryAfter: textHeader(
    'Seconds to wait before sending the same request again',
    { pattern: '^\\d+$' },
    true,
  ),
  Challenge: textHeader('Authentication schemes that are accepted', {}, true),
} as const satisfies Record<string, Header>;

function header(name: keyof typeof HEADERS): Reference {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of every response. */
const ALWAYS = {
  'X-Request-Id': header('RequestId'),
  'Cache-Control': header('CacheControl'),
  'X-Content-Type-Options': header('ContentTypeOptions'),
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
  traceparent: header('TraceParent'),
};

/** Returns the headers of a successful response. */
export function answerHeaders(
  method: string,
  status: number,
  { past = false, own = {} }: { past?: boolean; own?: Readonly<Record<string, string>> } = {},
): NonNullable<ApiResponse['headers']> {
  const written = method !== 'get';
  return {
    ...ALWAYS,
    ETag: header('ETag'),
    ...(!written && { 'Content-Encoding': header('ContentEncoding'), Vary: header('Vary') }),
    ...(past && { 'X-As-Of-Position': header('AsOfPosition') }),
    ...(written && {
      Location: header(status === 201 ? 'NewLocation' : 'Location'),
      'X-Consistency-Token': header('ConsistencyToken'),
      'Idempotent-Replayed': header('IdempotentReplayed'),
      'Dry-Run': header('DryRun'),
    }),
    ...Object.fromEntries(
      Object.entries(own).map(([name, description]) => [name, textHeader(description)]),
    ),
  };
}

export function errorHeaders(status: number): NonNullable<ApiResponse['headers']> {
  // Sent before the request is read.
  if (status === 408 || status === 431) return {};
  return {
    ...ALWAYS,
    'X-As-Of-Position': header('AsOfPosition'),
    'Dry-Run': header('DryRun'),
    // A write whose right was revoked beside it leaves that it was undone.
    ...((status === 403 || status === 404) && {
      'X-Consistency-Token': header('ConsistencyToken'),
    }),
    ...(status === 401 && { 'WWW-Authenticate': header('Challenge') }),
    ...((status === 429 || status === 503) && { 'Retry-After': header('RetryAfter') }),
    ...(status === 415 && {
      Accept: textHeader('The media type that the body must have'),
      'Accept-Post': textHeader('The media type that the body of a POST must have'),
      'Accept-Encoding': textHeader('Encodings that the body may have'),
    }),
    ...(status === 409 && { 'Retry-After': textHeader(HEADERS.RetryAfter.description) }),
  };
}

export const DRY_RUN_CONTENT: NonNullable<ApiResponse['content']> = {
  'application/json': {
    schema: { $ref: '#/components/schemas/DryRun' },
    example: {
      wouldAnswer: 201,
      location: 'https://brokerage.example/restapi/accounts/RA1B2C3D4E/folios/RA1B2C3D4E03',
      body: null,
      replayed: false,
      wouldDo: [],
    },
  },
};

/** Returns the content of an error list. */
export function problemsContent(example: object): NonNullable<ApiResponse['content']> {
  return {
    'application/json': { schema: { $ref: '#/components/schemas/Problems' }, example: [example] },
  };
}

/**
 * Returns the response for an error status.
 * @param codes in addition to those of the status
 */
export function errorResponse(status: number, reason: string, codes?: ErrorCodes): ApiResponse {
  return {
    description: `${STATUS_CODES[status] ?? 'Error'}: ${reason}`,
    headers: errorHeaders(status),
    content: problemsContent(completed({ type: problemTypeOf(status), message: `${reason}.` })),
    'x-error-codes': {
      ...(STATUS_CODES_IN_WORDS[status] ?? { 'request.malformed': reason }),
      ...codes,
    },
  };
}

const SIGNATURE = [
  '`FOLIOWS FOLIOWS_API_KEY=…,FOLIOWS_SIGNATURE=…,FOLIOWS_TIMESTAMP=…`, every value except the key percent-encoded.',
  'The signature is the Base64 of an HMAC-SHA256, keyed with the shared secret as issued (not decoded), over four lines joined by',
  'line feeds, without one at the end: the method in capitals; the full URL with its query, exactly as sent, below the public base URL of',
  'the service; the timestamp before percent-encoding; the MD5 of the body’s bytes in lower-case hex, of no bytes if there is no body.',
  'The timestamp is ISO-8601 with offset, and at most five minutes off. Except for GET, a signature is valid once: sign a repeated',
  'request again, with a new timestamp. `FOLIOWS_MEMBER_ID=…`, percent-encoded, makes a member of the firm act instead of the API client.',
].join(' ');

export function commonComponents(): Components {
  const errors = Object.entries({ ...COMMON_ERRORS, ...WRITE_ERRORS })
    // Every operation has its own 400.
    .filter(([status]) => status !== '400')
    .map(([status, reason]) => [`Error${status}`, errorResponse(Number(status), reason)]);
  return {
    schemas: {
      Problem: PROBLEM,
      DryRun: DRY_RUN,
      Problems: {
        type: 'array',
        description: 'All problems found',
        minItems: 1,
        items: { $ref: '#/components/schemas/Problem' },
      },
    },
    responses: {
      ...(Object.fromEntries(errors) as Record<string, ApiResponse>),
      DryRun: {
        description: 'OK: response to a dry run',
        headers: answerHeaders('post', 200),
        content: DRY_RUN_CONTENT,
      },
      NotModified: {
        description: NOT_MODIFIED,
        headers: answerHeaders('get', 304, { past: true }),
      },
    },
    parameters: parameterComponents(),
    headers: HEADERS,
    securitySchemes: {
      signature: { type: 'apiKey', in: 'header', name: 'Authorization', description: SIGNATURE },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: `An OAuth 2 access token (RFC 9068) with one or more of these roles: ${ROLES.join(', ')}.`,
      },
    },
  };
}
