import {
  FieldCode,
  FieldCodeMeanings,
  omit,
  pick,
  type Problem,
  type ProblemType,
} from '#libs/platform/kernel';

/** Error codes with their meanings, for people. */
export type ErrorCodes = Readonly<Record<string, string>>;

/** Codes of the fields of bodies and queries. */
export const FIELD_CODES: ErrorCodes = omit(
  FieldCodeMeanings,
  FieldCode.NotUpdatable,
  FieldCode.OtherAccountType,
);

export const BODY_CODES: ErrorCodes = {
  ...pick(FieldCodeMeanings, FieldCode.NotUpdatable),
  'uri.matching.rule': 'An id in the body differs from the one in the path',
};

export const SYNTAX_CODES: ErrorCodes = {
  'request.malformed': 'The request is malformed; the message says where',
  'field.unknown': 'There is no such field or parameter; field names are case-sensitive',
  'parameter.repeated': 'A query parameter is given more than once',
};

/** Codes of the error statuses except 400. */
export const STATUS_CODES_IN_WORDS: Readonly<Record<number, ErrorCodes>> = {
  401: {
    'credentials.missing': 'There is no Authorization header',
    'credentials.malformed': 'The Authorization header is malformed',
    'credentials.invalid': 'The key, signature or token is wrong',
    'credentials.expired': 'The token has expired',
    'credentials.timestamp.out.of.range': 'The timestamp is more than five minutes off',
    'credentials.replayed': 'The signature was used before',
  },
  403: { 'not.allowed': 'The caller is known and not allowed to do this' },
  404: { 'not.found': 'There is no such resource, or it belongs to another firm' },
  405: {
    'method.not.allowed': 'The resource does not support this method; Allow lists those it does',
  },
  406: {
    'media.type.not.acceptable': 'The resource is not available in the media type of Accept',
  },
  409: {
    'idempotency.key.in.use':
      'A request with this Idempotency-Key is still running: wait, then send it again',
    'resource.busy': 'Concurrent requests changed the resource first: send the request again',
  },
  410: { 'person.erased': 'The personal data of the person has been erased' },
  412: { 'resource.changed': 'The resource has changed since it was read: read it again' },
  413: { 'body.too.large': 'The body exceeds the limit given in the message' },
  415: {
    'media.type.unsupported': 'The body must have the media type given by Accept-Post or Accept',
  },
  422: {
    'idempotency.key.reused': 'The Idempotency-Key was already used for a different request',
  },
  429: {
    'rate.limit.exceeded':
      'The caller has sent too many requests: wait as long as Retry-After says',
  },
  500: {
    'internal.error': 'The service has failed; report the request id given in the message',
  },
  503: {
    'service.unavailable': 'The service is temporarily unavailable: try again after Retry-After',
  },
};

/** Problem type of a status ([errors.list]), and the default error code for that type. */
const TYPES: Readonly<Record<number, readonly [ProblemType, code?: string]>> = {
  400: ['SYNTAX', 'request.malformed'],
  401: ['UNAUTHENTICATED'],
  403: ['FORBIDDEN', 'not.allowed'],
  404: ['NOT_FOUND', 'not.found'],
  405: ['METHOD_NOT_ALLOWED', 'method.not.allowed'],
  406: ['NOT_ACCEPTABLE', 'media.type.not.acceptable'],
  409: ['CONFLICT', 'resource.busy'],
  410: ['GONE', 'person.erased'],
  412: ['PRECONDITION_FAILED', 'resource.changed'],
  413: ['PAYLOAD_TOO_LARGE', 'body.too.large'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'media.type.unsupported'],
  422: ['UNPROCESSABLE', 'idempotency.key.reused'],
  429: ['TOO_MANY_REQUESTS', 'rate.limit.exceeded'],
  500: ['INTERNAL', 'internal.error'],
  503: ['UNAVAILABLE', 'service.unavailable'],
};
const CODES = Object.fromEntries(Object.values(TYPES)) as Partial<Record<ProblemType, string>>;

/** Returns the problem type of a status: `SYNTAX` for other 4xx, `INTERNAL` for other 5xx. */
export function problemTypeOf(status: number): ProblemType {
  return TYPES[status]?.[0] ?? (status < 500 ? 'SYNTAX' : 'INTERNAL');
}

const WORDS: ErrorCodes = Object.assign(
  { 'null.signature.method': 'The signature method is missing' },
  FieldCodeMeanings,
  BODY_CODES,
  SYNTAX_CODES,
  ...Object.values(STATUS_CODES_IN_WORDS),
) as ErrorCodes;

function codeOf({ type, field, errorCode }: Problem): string | undefined {
  if (errorCode !== undefined) return errorCode;
  return type === 'SYNTAX' && field !== undefined ? 'field.unknown' : CODES[type];
}

/** Returns the default message of a problem, a sentence ([errors.messages]). */
export function messageOf(problem: Problem): string {
  const words = WORDS[codeOf(problem) ?? ''];
  if (words !== undefined) return `${words}.`;
  return problem.field === undefined
    ? 'The request is not acceptable.'
    : 'The field is not acceptable here.';
}

/** Adds the default message and error code to a problem. */
export function completed(problem: Problem): Problem {
  const { type, field, message = messageOf(problem) } = problem;
  const errorCode = codeOf(problem);
  return {
    type,
    ...(field !== undefined && { field }),
    ...(errorCode !== undefined && { errorCode }),
    message,
  };
}
