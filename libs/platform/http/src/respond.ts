import { Readable } from 'node:stream';
import type {
  FastifyReply,
  FastifyRequest,
  preSerializationHookHandler,
  onSendHookHandler,
} from 'fastify';
import {
  type Problem,
  notFound,
  type PastPoint,
  RefusedException,
  wireTimestamp,
} from '#libs/platform/kernel';
import { traceParent } from '#libs/platform/tracing';
import { answeredAs, isRead } from './admission.js';
import { Response, ListBody } from './response.js';
import { encodeConsistencyToken } from './consistency.js';
import { alreadyKnown } from './etag.js';
import { findRequestState, type RequestState } from './request-state.js';
import { CSV, csvForm, JSON_FORM, listed, type ListForm } from './list-forms.js';
import { type Coding, codingFor, compressed, isWorthCompressing } from './outgoing-bodies.js';
import { ProblemsException } from './problems.js';
import type { DryRun } from './options.js';
import type { DisclosureLedger } from './request-context.js';

/**
 * The Fastify hook that turns what a controller returned into status, headers and body. It is the step after the controller, where Nest
 * has interceptors; as one it would cost a quarter of a read ([0006]).
 */
export const answerHook: preSerializationHookHandler = (request, reply, result, done) => {
  const state = findRequestState(request);
  clearTimeout(state?.patience);
  try {
    if (state && state.stray.length > 0) {
      refuse(new ProblemsException(400, state.stray), result);
    }
    if (state?.existsSince) refuse(notYetExisting(state.existsSince), result);
    if (state?.past && result instanceof Response) disclosePast(state, state.past);
    if (state && result instanceof Response) countFailure(state, result);
    const pending = state && lastSteps(state, result);
    if (pending === undefined) done(null, sent(reply, result));
    else
      pending
        .then((answer) => {
          done(null, sent(reply, answer));
        })
        .catch(done);
  } catch (error) {
    done(error as Error);
  }
};

/** A failure that is recorded as an event is refused like any other. */
function countFailure({ requestId, services }: RequestState, answer: Response<unknown>): void {
  const { status, body, isRepeated } = answer;
  if (status < 400 || isRepeated) return;
  services.concluded(new ProblemsException(status, body as readonly Problem[]), requestId);
}

/** What has to happen before the answer is sent; undefined for nothing. Resolves to the answer. */
function lastSteps(state: RequestState, result: unknown): Promise<unknown> | undefined {
  const { dryRun, keyUse } = state;
  const isResponse = result instanceof Response && !(result.body instanceof Readable);
  if (isResponse && dryRun) return wouldBe(result, state, dryRun);
  if (isResponse && keyUse) return keyUse.conclude(result).then((decided) => decided ?? result);
  return recordDisclosures(state)?.then(() => result);
}

/** `null`, not `undefined`, for an empty body: Fastify would send the result itself. */
function sent(reply: FastifyReply, result: unknown): Payload | null {
  if (result instanceof Response) return payloadOf(reply, result) ?? null;
  closeWhenStopping(reply, findRequestState(reply.request));
  return JSON.stringify(result);
}

/** Describes what the response would be, and what would happen. A failure that is recorded as an event stays a failure. */
async function wouldBe(
  answer: Response<unknown>,
  { baseUrl }: RequestState,
  dryRun: DryRun,
): Promise<Response<unknown>> {
  const { status, body = null, parts } = answer;
  if (status >= 400) return answer.unwritten;
  return Response.ok({
    wouldAnswer: status,
    location: parts.path === undefined ? null : `${baseUrl}${parts.path}`,
    body,
    replayed: answer.isRepeated,
    wouldDo: await dryRun.events(),
  });
}

/** Reported only now that the caller is known to have access to the later state ([request.as-of.before]). */
function notYetExisting(since: string): RefusedException {
  const message = `It did not exist at the moment of asOf: it has existed since ${wireTimestamp(since)}.`;
  return new RefusedException(notFound(message));
}

function refuse(refusal: Error, answer: unknown): never {
  if (answer instanceof Response && answer.body instanceof Readable) answer.body.destroy();
  throw refusal;
}

function recordDisclosures(state: RequestState): Promise<void> | undefined {
  const { disclosures } = state;
  return disclosures && ledgerOf(state).record(state, disclosures);
}

/** Past states are sensitive. */
function disclosePast(state: RequestState, { at }: PastPoint): void {
  const params = state.request.params as Readonly<Record<string, string>>;
  const subject = ledgerOf(state).subjectOf(params, state.knownCaller?.firmId);
  state.disclose({ kind: 'asOf', subjects: [subject], asOf: at });
}

function ledgerOf({ services: { disclosures: ledger } }: RequestState): DisclosureLedger {
  if (ledger === undefined) throw new Error('there is no ledger of sensitive reads');
  return ledger;
}

/**
 * Makes the Fastify hook that sends the responses to reads of one turn of the event loop together, at its end. A response sent alone
 * wakes its reader, which costs a quarter of a read; those after it find the reader awake. Streams begin at once. Writes gain nothing:
 * those that share a write to the log are answered together anyway.
 */
export function sendTogether(): onSendHookHandler {
  let waiting: (() => void)[] = [];
  const sendAll = (): void => {
    const responses = waiting;
    waiting = [];
    for (const send of responses) send();
  };
  return ({ method }, _reply, payload, done): void => {
    const send = (): void => {
      done(null, payload);
    };
    if (method !== 'GET' || payload instanceof Readable) send();
    else if (waiting.push(send) === 1) setImmediate(sendAll);
  };
}

const CONSISTENCY_TOKEN = 'x-consistency-token';
export const JSON_UTF8 = 'application/json; charset=utf-8';

/** Headers of every response, beside its request's id. */
export const COMMON_HEADERS = {
  // Responses contain personal data: no shared caches, and private ones must revalidate.
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
} as const;

export function addCommonHeaders(reply: FastifyReply): void {
  reply.header('x-request-id', reply.request.id);
  const trace = traceParent(reply.request);
  if (trace !== undefined) reply.header('traceparent', trace);
  reply.headers(COMMON_HEADERS);
}

/** Sends an answer from a route without a controller. */
export function sendResponse(reply: FastifyReply, answer: Response<unknown>): FastifyReply {
  return reply.send(payloadOf(reply, answer));
}

/** Sets status, headers and entity tag of an answer. Returns the body to send; undefined for none. */
export function payloadOf(reply: FastifyReply, answer: Response<unknown>): Payload | undefined {
  const state = findRequestState(reply.request);
  const { path, written, type, newest, next } = answer.parts;
  const baseUrl = (): string => state?.baseUrl ?? '';
  if (written !== undefined) state?.services.tracker.note(written.position);
  // Ends the request as usual: it is logged, and its idempotency key released.
  if (state?.losesAnswer === true) reply.raw.destroy();
  closeWhenStopping(reply, state);
  const { headers, tag } = answer;
  reply.headers(headers);
  if (headers['link'] !== undefined) {
    reply.header('link', headers['link'].replaceAll('</', `<${baseUrl()}/`));
  }
  if (next !== undefined) reply.header('link', nextPage(reply.request, baseUrl(), next));
  if (path !== undefined) reply.header('location', `${baseUrl()}${path}`);
  const form = answer.body instanceof ListBody ? formFor(reply, state) : undefined;
  if (state?.rules?.items && isRead(reply.request.method)) reply.header('vary', 'Accept');
  const coding = codingOf(reply, answer, state);
  const codedTag = tag !== undefined && coding ? tag.replace(/"$/, `-${coding}"`) : tag;
  if (codedTag !== undefined) reply.header('etag', codedTag);
  if (isKnownToCaller(reply, tag) || isKnownToCaller(reply, codedTag)) {
    reply.code(304).removeHeader('content-type');
    return undefined;
  }
  reply.code(answer.status);
  if (answer.status >= 400 && Array.isArray(answer.body)) {
    noteProblems(state, answer.body as readonly Problem[]);
  }
  if (answer.body === undefined) {
    reply.removeHeader('content-type');
    return undefined;
  }
  const mediaType = form?.type ?? type ?? JSON_UTF8;
  if (reply.request.method === 'HEAD' && isLong(answer.body)) {
    // Nobody reads the body, so its producer has to be told to stop.
    if (answer.body instanceof Readable) answer.body.destroy();
    reply.type(mediaType);
    return Readable.from([]);
  }
  if (newest !== undefined) {
    reply.trailer(CONSISTENCY_TOKEN, (_reply, _payload, done) => {
      done(null, encodeConsistencyToken(newest()));
    });
  }
  const source = form
    ? listed(answer.body as ListBody, form)
    : type === undefined
      ? JSON.stringify(answer.body)
      : (answer.body as Payload);
  const isCoded = coding !== undefined && isWorthCompressing(source);
  const body = isCoded ? compressed(source, coding) : source;
  if (isCoded) reply.header('content-encoding', coding);
  reply.type(mediaType);
  if (state) {
    const { outgoing, failed } = state.services;
    outgoing.watch(reply.raw, body);
    if (source instanceof Readable) source.on('error', (error) => failed(error, state));
  }
  return body;
}

export type Payload = string | Buffer | Readable;

function isLong(body: unknown): boolean {
  return body instanceof Readable || (body instanceof ListBody && body.more !== undefined);
}

function formFor(reply: FastifyReply, state: RequestState | undefined): ListForm {
  const { rules, request } = state ?? {};
  const isCsv = rules && answeredAs(request?.headers.accept, rules, reply.request.method) === CSV;
  return isCsv && rules.items ? csvForm(rules.items) : JSON_FORM;
}

/**
 * Chooses the coding of an answer ([lists.compressed]). Documents with a revision are never compressed: they are short, and their tag is
 * sent back in `If-Match`. Neither are answers with trailers, live streams and sensitive answers.
 */
function codingOf(
  reply: FastifyReply,
  { status, body, parts }: Response<unknown>,
  state: RequestState | undefined,
): Coding | undefined {
  const { revision, tag, written, newest } = parts;
  const isCodable =
    isRead(reply.request.method) &&
    status === 200 &&
    (body instanceof ListBody || tag !== undefined) &&
    revision === undefined &&
    written === undefined &&
    newest === undefined &&
    state?.disclosures === undefined;
  if (!isCodable) return undefined;
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`);
  const isShort = typeof body === 'string' && !isWorthCompressing(body);
  return isShort ? undefined : codingFor(reply.request.headers['accept-encoding']);
}

function isKnownToCaller(reply: FastifyReply, tag: string | undefined): boolean {
  if (tag === undefined || !isRead(reply.request.method)) return false;
  return alreadyKnown(reply.request.headers['if-none-match'], tag);
}

/** Sends an error list. */
export function sendProblems(
  reply: FastifyReply,
  { status, problems, headers }: ProblemsException,
): FastifyReply {
  const state = findRequestState(reply.request);
  closeWhenStopping(reply, state);
  noteProblems(state, problems);
  // Set by the handler for a success.
  for (const name of ['etag', 'location', 'content-disposition']) reply.removeHeader(name);
  return reply.code(status).headers(headers).type(JSON_UTF8).send(JSON.stringify(problems));
}

function noteProblems(state: RequestState | undefined, problems: readonly Problem[]): void {
  if (state === undefined) return;
  const codes = problems.map(({ errorCode, type }) => errorCode ?? type);
  state.errorCodes = [...new Set(codes)];
}

/** Asks the caller to close the connection if the service is stopping. */
export function closeWhenStopping(reply: FastifyReply, state: RequestState | undefined): void {
  if (state?.services.stopSignal.aborted) reply.header('connection', 'close');
}

/** Returns the `Link` header for the next page: the same request with another cursor. */
function nextPage(request: FastifyRequest, baseUrl: string, cursor: string): string {
  const [path = '', query] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  // Names are not case-sensitive.
  for (const name of new Set(parameters.keys())) {
    if (name.toLowerCase() === 'cursor') parameters.delete(name);
  }
  parameters.set('cursor', cursor);
  return `<${baseUrl}${path}?${parameters.toString()}>; rel="next"`;
}
