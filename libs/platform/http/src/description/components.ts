import { STATUS_CODES } from 'node:http';
import { type ErrorCodes, problemTypeOf, STATUS_CODES_IN_WORDS, told } from '../error-codes.js';
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
    errorCode: {
      ...string,
      description: 'Stable name of what is wrong; `/docs/errors/{code}` explains it',
    },
    message: { ...string, description: 'For people: the place in the body, the limit, the figure' },
  },
  additionalProperties: false,
};

/** An object that has all of some properties. */
function objectOf(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    required: Object.keys(properties),
    properties,
  };
}

function listOf(items: Schema, description?: string): Schema {
  return { type: 'array', ...(description !== undefined && { description }), items };
}

/** What a dry run answers ([request.dry-run]). */
const DRY_RUN = {
  ...objectOf(
    {
      wouldAnswer: { type: 'integer', description: 'Status of the answer' },
      location: {
        type: ['string', 'null'],
        format: 'uri',
        description:
          'URL of the resource; a new one has this id when the request has the same Idempotency-Key',
      },
      body: {
        description: 'Body of the answer; null where it would be empty. A secret in it is none',
      },
      replayed: {
        type: 'boolean',
        description:
          'An earlier request with the same Idempotency-Key was carried out: nothing more would happen',
      },
      wouldDo: listOf(
        objectOf({
          type: { ...string, description: 'Event type' },
          description: { ...string, description: 'What would happen, in words' },
          about: listOf(objectOf({ name: string, value: string })),
          actor: objectOf(
            { caller: string },
            'The caller; `reaction:…` for what follows from another event',
          ),
          changes: listOf(
            objectOf({ field: string, from: {}, to: {} }),
            'Fields that would get another value; **** for personal data',
          ),
          stream: { ...string, description: 'Stream of the log' },
          revision: { type: 'integer', description: 'Place in the stream' },
        }),
        'What would happen, in this order, as histories tell it',
      ),
    },
    'What a request would be answered, and what would happen',
  ),
  additionalProperties: false,
};

/** Statuses any request may get, besides its own, and why. */
export const COMMON_ERRORS: Readonly<Record<number, string>> = {
  400: 'Something in the path, the query, the headers or the body is wrong: every problem at once',
  401: 'Credentials are missing or wrong',
  403: 'The caller is known and not allowed to do this',
  404: 'Not there, or of another firm',
  406: 'The resource can not be had as the media type of Accept',
  429: 'Too many requests of one caller',
  500: 'A bug of the service; the message has the request id',
  503: 'A store does not answer, or is too far behind for the consistency token',
};

/** What 304 says. */
export const NOT_MODIFIED =
  'The caller has the newest: the entity tag of If-None-Match still holds';

/** Statuses of requests that change something. */
export const WRITE_ERRORS: Readonly<Record<number, string>> = {
  409: 'A request with the same Idempotency-Key is still running, or others were faster',
  410: 'The personal data of the person have been erased',
  412: 'The resource no longer has the entity tag of If-Match',
  413: 'The body is too large',
  415: 'The body has another media type',
  422: 'The Idempotency-Key was used before, for another request',
};

/** A header of an answer, a text within some limits. */
function textHeader(description: string, limits: Schema = {}, required?: true): Header {
  return { description, ...(required && { required }), schema: { ...string, ...limits } };
}

const HEADERS = {
  RequestId: textHeader('Id of the request: as sent, or made here', { maxLength: 128 }, true),
  CacheControl: textHeader('Who may keep the answer', {}, true),
  ContentTypeOptions: textHeader('The media type is the one stated', { enum: ['nosniff'] }, true),
  Location: textHeader('URL of the resource', { format: 'uri' }),
  NewLocation: textHeader('URL of the new resource', { format: 'uri' }, true),
  ContentEncoding: textHeader('How the body is coded: as Accept-Encoding wants it', {
    enum: ['br', 'gzip'],
  }),
  Vary: textHeader('What the form of the answer depends on'),
  ETag: textHeader(
    'Strong entity tag: the revision of the resource, with the form it is read in unless that is the usual one, or a hash of a ' +
      'document that is the same for everybody',
    { pattern: '^"[\\w-]+"$' },
  ),
  ConsistencyToken: textHeader(
    'Place of this write in the log, to be sent with a read that must show it',
  ),
  AsOfPosition: textHeader(
    'Place in the log that the answer is of, where asOf was sent: the end of an append when it named a place inside one',
  ),
  IdempotentReplayed: textHeader(
    '`true` when an earlier request with the same Idempotency-Key was carried out, and this one was not',
    { enum: ['true'] },
  ),
  RateLimit: textHeader(
    'Where requests of a caller are limited: how many are left (r), and seconds until all are there again (t)',
  ),
  RateLimitPolicy: textHeader(
    'Where requests of a caller are limited: how many at once (q), and in how many seconds (w)',
  ),
  TraceParent: textHeader('Trace of the request (W3C Trace Context), where it was sent'),
  DryRun: textHeader('`true` when the request was a dry run: nothing has happened', {
    enum: ['true'],
  }),
  RetryAfter: textHeader(
    'Seconds to wait before the same request is sent again',
    { pattern: '^\\d+$' },
    true,
  ),
  Challenge: textHeader('How credentials may come', {}, true),
} as const satisfies Record<string, Header>;

function header(name: keyof typeof HEADERS): Reference {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of every answer. */
const ALWAYS = {
  'X-Request-Id': header('RequestId'),
  'Cache-Control': header('CacheControl'),
  'X-Content-Type-Options': header('ContentTypeOptions'),
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
  traceparent: header('TraceParent'),
};

/** Headers of an answer to a request that went well. */
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

/** Headers of an error list. */
export function errorHeaders(status: number): NonNullable<ApiResponse['headers']> {
  return {
    ...ALWAYS,
    'X-As-Of-Position': header('AsOfPosition'),
    'Dry-Run': header('DryRun'),
    ...(status === 401 && { 'WWW-Authenticate': header('Challenge') }),
    ...((status === 429 || status === 503) && { 'Retry-After': header('RetryAfter') }),
    ...(status === 415 && {
      Accept: textHeader('The media type that the body must have'),
      'Accept-Post': textHeader('The same, of a POST'),
      'Accept-Encoding': textHeader('How the body may be coded'),
    }),
    ...(status === 409 && { 'Retry-After': textHeader(HEADERS.RetryAfter.description) }),
  };
}

/** Content of the answer to a dry run. */
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

/** Content of an answer that is an error list. */
export function problemsContent(example: object): NonNullable<ApiResponse['content']> {
  return {
    'application/json': { schema: { $ref: '#/components/schemas/Problems' }, example: [example] },
  };
}

/**
 * An error list of a status.
 * @param codes besides those of the status
 */
export function errorResponse(status: number, reason: string, codes?: ErrorCodes): ApiResponse {
  return {
    description: `${STATUS_CODES[status] ?? 'Error'}: ${reason}`,
    headers: errorHeaders(status),
    content: problemsContent(told({ type: problemTypeOf(status), message: `${reason}.` })),
    'x-error-codes': { ...STATUS_CODES_IN_WORDS[status], ...codes },
  };
}

/** All that it takes to sign a request. */
const SIGNATURE = [
  '`FOLIOWS FOLIOWS_API_KEY=…,FOLIOWS_SIGNATURE=…,FOLIOWS_TIMESTAMP=…`, each value but the key percent-encoded.',
  'The signature is the Base64 of an HMAC-SHA256, keyed with the shared secret as it was given (no decoding), over four lines joined by',
  'line feeds, none at the end: the method in capitals; the full URL with its query, exactly as it is sent and as the service knows it',
  '(the public base URL); the timestamp as before it was percent-encoded; the MD5 of the body’s bytes in lower-case hex, of nothing for a',
  'request without a body. The timestamp is ISO-8601 with offset and at most five minutes off. But for a GET a signature is good',
  'once: a request that is repeated is signed anew, with another timestamp. `FOLIOWS_MEMBER_ID=…`, percent-encoded, has a member',
  'of the firm act instead of the API client.',
].join(' ');

/** Parts every operation refers to. */
export function commonComponents(): Components {
  const errors = Object.entries({ ...COMMON_ERRORS, ...WRITE_ERRORS })
    // what may be wrong with a request, each operation says itself
    .filter(([status]) => status !== '400')
    .map(([status, reason]) => [`Error${status}`, errorResponse(Number(status), reason)]);
  return {
    schemas: {
      Problem: PROBLEM,
      DryRun: DRY_RUN,
      Problems: {
        type: 'array',
        description: 'Every problem found, at once',
        minItems: 1,
        items: { $ref: '#/components/schemas/Problem' },
      },
    },
    responses: {
      ...(Object.fromEntries(errors) as Record<string, ApiResponse>),
      DryRun: {
        description: 'OK, to a dry run',
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
        description:
          'An OAuth 2 access token (RFC 9068) with one or more of the roles client, advisor, backoffice, operator and auditor.',
      },
    },
  };
}
