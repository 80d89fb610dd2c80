import {
  type AnsweredRequest,
  Bool,
  Code,
  Int,
  IsoTimestamp,
  ListOfText,
  PageQuery,
  PeriodBound,
  Text,
} from '#libs/platform/http';
import { timestampOf, wireTimestamp } from '#libs/platform/kernel';

/** Default page size. */
export const PAGE = 100;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const;
const REQUEST_ID = '0f9c2a52-6d0b-4a53-8a38-6a7c0a4c6f3e';

/** Query of a firm's requests. */
export class RequestsQuery extends PageQuery {
  @PeriodBound('from', 'Only requests answered from this moment on')
  from?: string;

  @PeriodBound('to', 'Only requests answered before this moment')
  to?: string;

  @Code(METHODS, 'Only requests with this method')
  method?: string;

  @Text('Only requests whose path begins with this, as the list shows it', {
    max: 1_000,
    example: '/restapi/accounts/RA1B2C3D4E',
  })
  path?: string;

  @Text('Only requests with this status, or a class of them', {
    pattern: /^[1-5](?:\d\d|xx)$/,
    hint: 'a status, such as 409, or a class of them, such as 4xx',
    example: '4xx',
  })
  status?: string;

  @Text('Only requests with this code', {
    max: 100,
    noBlanks: true,
    example: 'account.unique.name.rule',
  })
  errorCode?: string;

  @Text('Only requests with this Idempotency-Key', {
    max: 255,
    noBlanks: true,
    example: 'open-4711',
  })
  idempotencyKey?: string;

  @Text('Only the request with this X-Request-Id', {
    max: 128,
    noBlanks: true,
    example: REQUEST_ID,
  })
  requestId?: string;
}

/** A request, and what came back. */
export class RequestResponse {
  @Text(
    'X-Request-Id of the response; null if it was sent in the form of a tax id or an e-mail address',
    { nullable: true, example: REQUEST_ID },
  )
  requestId!: string | null;

  @IsoTimestamp('When it was answered; a live stream, when it began')
  time!: string;

  @Int('Milliseconds until then', { min: 0, example: 12 })
  durationMs!: number;

  @Text('Method', { example: 'POST' })
  method!: string;

  @Text(
    'Path; what is no number or UUID in it, such as a login id, is the name of its parameter in braces. Null: no route has the path',
    { nullable: true, example: '/restapi/accounts/RA1B2C3D4E/folios' },
  )
  path!: string | null;

  @ListOfText('Names of the query parameters, without values', { example: ['limit'] })
  parameters!: readonly string[];

  @Text(
    'Idempotency-Key; null if there was none, or it has the form of a tax id or an e-mail address',
    { nullable: true, example: 'open-4711' },
  )
  idempotencyKey!: string | null;

  @Bool('Whether it was a dry run')
  dryRun!: boolean;

  @Bool('Whether the response was that of an earlier request with the same key')
  replayed!: boolean;

  @Int('Status of the response', { min: 100, max: 599, example: 400 })
  status!: number;

  @ListOfText('Codes of the problems, or their types where they have none', {
    example: ['account.unique.name.rule'],
  })
  errorCodes!: readonly string[];

  @Bool(
    'False if it was refused for its credentials or before they were checked: anybody who knows the API key may have sent it',
  )
  authenticated!: boolean;
}

/** A request as it is shown. */
export function toRequestResponse(request: AnsweredRequest): RequestResponse {
  const { requestId, answeredAt, ms, method, path, parameters, idempotencyKey } = request;
  const { isDryRun, isReplayed, status, errorCodes, isAuthenticated } = request;
  return {
    requestId,
    time: wireTimestamp(timestampOf(answeredAt)),
    durationMs: Math.round(ms),
    method,
    path,
    parameters,
    idempotencyKey,
    dryRun: isDryRun,
    replayed: isReplayed,
    status,
    errorCodes,
    authenticated: isAuthenticated,
  };
}

/** Returns the filter of a query. */
export function matching(query: RequestsQuery): (request: AnsweredRequest) => boolean {
  const { method, path, status, errorCode, idempotencyKey, requestId } = query;
  const digits = status?.replace('xx', '');
  return (request) =>
    (method === undefined || request.method === method) &&
    (path === undefined || request.path?.startsWith(path) === true) &&
    (digits === undefined || String(request.status).startsWith(digits)) &&
    (errorCode === undefined || request.errorCodes.includes(errorCode)) &&
    (idempotencyKey === undefined || request.idempotencyKey === idempotencyKey) &&
    (requestId === undefined || request.requestId === requestId);
}
