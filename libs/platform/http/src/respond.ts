import { Readable, pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#libs/platform/kernel';
import { traceParent } from '#libs/platform/tracing';
import { answeredAs, weightsIn } from './admission.js';
import { type Response, ListBody } from './response.js';
import { encodeConsistencyToken } from './consistency.js';
import { alreadyKnown } from './etag.js';
import { findRequestState, type RequestState } from './request-state.js';
import { CSV, csvForm, JSON_FORM, type ListForm } from './list-forms.js';
import type { ProblemsException } from './problems.js';

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
  if (written !== undefined) state?.services.noteWritten(written.position);
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
  if (state?.rules?.items && isRead(reply)) reply.header('vary', 'Accept');
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

function isRead({ request: { method } }: FastifyReply): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isLong(body: unknown): boolean {
  return body instanceof Readable || (body instanceof ListBody && body.more !== undefined);
}

function formFor(reply: FastifyReply, state: RequestState | undefined): ListForm {
  const { rules, request } = state ?? {};
  const isCsv = rules && answeredAs(request?.headers.accept, rules, reply.request.method) === CSV;
  return isCsv && rules.items ? csvForm(rules.items) : JSON_FORM;
}

/** Writes a list as text, a long one page by page. */
function listed(list: ListBody, form: ListForm): string | Readable {
  const { items, json } = list.take();
  const { more } = list;
  const { open, between, close } = form;
  const first = form === JSON_FORM && json !== undefined ? json : form.write(items);
  if (more === undefined) return open + first + close;
  const texts = textsOf([open + first], items.length === 0 ? '' : between, form, more());
  return Readable.from(texts, { objectMode: false, highWaterMark: 1 });
}

/** Releases the first text, the longest, once it is yielded: a stalled reader would keep it in memory. */
async function* textsOf(
  first: string[],
  lead: string,
  { between, close, write }: ListForm,
  pages: AsyncIterable<readonly unknown[]>,
): AsyncGenerator<string> {
  yield first.pop() ?? '';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield lead + write(page);
    lead = between;
  }
  if (close !== '') yield close;
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
    isRead(reply) &&
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
  if (tag === undefined || !isRead(reply)) return false;
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

/** Preferred first. */
const CODINGS = ['br', 'gzip'] as const;

type Coding = (typeof CODINGS)[number];

/** Shorter bodies fit into one packet uncompressed. */
const SHORT = 1_400;

/** Returns the preferred coding of an `Accept-Encoding` header; undefined if it accepts none. */
export function codingFor(header: string | string[] | undefined): Coding | undefined {
  if (typeof header !== 'string') return undefined;
  const wanted = new Map(weightsIn(header));
  const quality = (coding: Coding): number => wanted.get(coding) ?? wanted.get('*') ?? 0;
  const [best] = CODINGS.filter((coding) => quality(coding) > 0).sort(
    (one, other) => quality(other) - quality(one),
  );
  return best;
}

/** Returns whether compressing a body saves packets. */
function isWorthCompressing(body: string | Buffer | Readable): boolean {
  return body instanceof Readable || body.length >= SHORT;
}

/** Compresses a body while it is read. An error of either stream ends both. */
function compressed(body: string | Buffer | Readable, coding: Coding): Readable {
  const source = body instanceof Readable ? body : Readable.from([body]);
  // As fast as gzip, and smaller.
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  const coder = coding === 'gzip' ? createGzip({ level: 6 }) : createBrotliCompress(quality);
  return pipeline(source, coder, () => undefined);
}
