import { FieldCode, type Problem, type ProblemType } from '#libs/platform/kernel';

/** What each code says: words for people. */
export type ErrorCodes = Readonly<Record<string, string>>;

/** Codes any field of a body or a query may be refused with. */
export const FIELD_CODES: ErrorCodes = {
  [FieldCode.Required]: 'The field is missing or null',
  [FieldCode.Choice]: 'The value is not in the code list',
  [FieldCode.Digits]: 'The value has characters that are no digits',
  [FieldCode.Date]: 'The value is no date or timestamp, or none that exists',
  [FieldCode.Length]: 'The value is too long',
  [FieldCode.Value]: 'The value is not acceptable',
};

/** Codes a body may be refused with, besides. */
export const BODY_CODES: ErrorCodes = {
  [FieldCode.NotUpdatable]: 'The field can not be changed',
  'uri.matching.rule': 'An id in the body differs from the one in the path',
};

/** Codes of requests that can't be read. */
export const SYNTAX_CODES: ErrorCodes = {
  'request.malformed': 'The request can not be read: the message says where',
  'field.unknown': 'There is no such field or parameter here; names of fields are case-sensitive',
  'parameter.repeated': 'A query parameter is given more than once',
};

/** Codes of a 401. */
const CREDENTIAL_CODES: ErrorCodes = {
  'credentials.missing': 'There is no Authorization header',
  'credentials.malformed': 'The Authorization header can not be read',
  'credentials.invalid': 'Key, signature or token is wrong',
  'credentials.expired': 'The token has expired',
  'credentials.timestamp.out.of.range': 'The timestamp is more than five minutes off',
  'credentials.replayed': 'The signature was used before',
};

/** Codes of the other statuses. */
export const STATUS_CODES_IN_WORDS: Readonly<Record<number, ErrorCodes>> = {
  401: CREDENTIAL_CODES,
  403: { 'not.allowed': 'The caller is known and not allowed to do this' },
  404: { 'not.found': 'There is no such resource, or it belongs to another firm' },
  405: { 'method.not.allowed': 'The resource does not have this method; Allow says which it has' },
  406: { 'media.type.not.acceptable': 'The resource can not be had as the media type of Accept' },
  409: {
    'idempotency.key.in.use':
      'A request with this Idempotency-Key is still running: wait, then ask again',
    'resource.busy': 'Others were changing the resource and were faster: send the request again',
  },
  410: { 'person.erased': 'The personal data of the person have been erased' },
  412: { 'resource.changed': 'The resource has changed since it was read: read it again' },
  413: { 'body.too.large': 'The body is larger than the message says it may be' },
  415: {
    'media.type.unsupported': 'The body has another media type than Accept-Post or Accept says',
  },
  422: { 'idempotency.key.reused': 'The Idempotency-Key was used before, for another request' },
  429: {
    'rate.limit.exceeded':
      'The caller has sent too many requests: wait for as long as Retry-After says',
  },
  500: { 'internal.error': 'The service has failed; the message has the request id to tell us' },
  503: { 'service.unavailable': 'The service can not answer now: try again after Retry-After' },
};

/** Problem type of a status ([errors.list]), and the code of a problem of this type that brings none along. */
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

/** Problem type for a status; other 4xx are `SYNTAX`, other 5xx `INTERNAL`. */
export function problemTypeOf(status: number): ProblemType {
  return TYPES[status]?.[0] ?? (status < 500 ? 'SYNTAX' : 'INTERNAL');
}

/** Codes of fields that a context describes where they may occur. */
const TOLD_BY_CONTEXTS: ErrorCodes = {
  [FieldCode.OtherAccountType]: 'The field does not belong to the type of the account',
  'null.signature.method': 'The signature method is missing',
};

const WORDS: ErrorCodes = Object.assign(
  {},
  TOLD_BY_CONTEXTS,
  FIELD_CODES,
  BODY_CODES,
  SYNTAX_CODES,
  ...Object.values(STATUS_CODES_IN_WORDS),
) as ErrorCodes;

/** The code of a problem; undefined where none goes with it. */
function codeOf({ type, field, errorCode }: Problem): string | undefined {
  if (errorCode !== undefined) return errorCode;
  return type === 'SYNTAX' && field !== undefined ? 'field.unknown' : CODES[type];
}

/** What is wrong in general, where a problem brings no words of its own. */
export function wordsOf(problem: Problem): string {
  const words = WORDS[codeOf(problem) ?? ''];
  if (words !== undefined) return words;
  return problem.field === undefined
    ? 'The request is not acceptable'
    : 'The field is not acceptable here';
}

/** A problem as it goes out: with a code for programs and words for people. */
export function told(problem: Problem): Problem {
  const { type, field, message = wordsOf(problem) } = problem;
  const errorCode = codeOf(problem);
  return {
    type,
    ...(field !== undefined && { field }),
    ...(errorCode !== undefined && { errorCode }),
    message,
  };
}
