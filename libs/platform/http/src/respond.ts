import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answeredAs } from './admission.js';
import { type Answer, ListBody } from './answer.js';
import { codingFor, type Coding, compressed, isWorthCompressing } from './compression.js';
import { encodeConsistencyToken } from './consistency.js';
import { alreadyKnown } from './etag.js';
import { findExchange, type Exchange } from './exchange.js';
import { CSV, csvForm, JSON_FORM, type ListForm } from './list-forms.js';
import { traceParent } from './trace-parent.js';
import type { ProblemsException } from './problems.js';

const CONSISTENCY_TOKEN = 'x-consistency-token';
export const JSON_UTF8 = 'application/json; charset=utf-8';

/** Headers of every answer, whoever gives it. */
export function addCommonHeaders(reply: FastifyReply): void {
  reply.header('x-request-id', reply.request.id);
  const trace = traceParent(reply.request);
  if (trace !== undefined) reply.header('traceparent', trace);
  // Answers hold personal data: nobody shares them, and an entity tag is checked before each use.
  reply.header('cache-control', 'private, no-cache');
  reply.header('x-content-type-options', 'nosniff');
}

/** Sends a finished answer: status, `Location`, entity tag, consistency token, body. */
export function sendAnswer(reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  const exchange = findExchange(reply.request);
  const { path, written, type, newest, next } = answer.parts;
  const baseUrl = (): string => exchange?.baseUrl ?? '';
  if (written !== undefined) exchange?.services.noteWritten(written.position);
  // sent to nobody: what ends every request ends this one too, its line in the log and the hold on its key
  if (exchange?.losesAnswer === true) reply.raw.destroy();
  closeWhenStopping(reply, exchange);
  const { headers, tag } = answer;
  reply.headers(headers);
  if (headers['link'] !== undefined) {
    reply.header('link', headers['link'].replaceAll('</', `<${baseUrl()}/`));
  }
  if (next !== undefined) reply.header('link', nextPage(reply.request, baseUrl(), next));
  if (path !== undefined) reply.header('location', `${baseUrl()}${path}`);
  const form = answer.body instanceof ListBody ? formFor(reply, exchange) : undefined;
  if (exchange?.rules?.items && isRead(reply)) reply.header('vary', 'Accept');
  const coding = codingOf(reply, answer, exchange);
  const ofCoding = tag !== undefined && coding ? tag.replace(/"$/, `-${coding}"`) : tag;
  if (ofCoding !== undefined) reply.header('etag', ofCoding);
  if (isKnownToCaller(reply, tag) || isKnownToCaller(reply, ofCoding)) {
    return reply.code(304).send();
  }
  reply.code(answer.status);
  if (answer.body === undefined) return reply.send();
  const mediaType = form?.type ?? type ?? JSON_UTF8;
  if (reply.request.method === 'HEAD' && isLong(answer.body)) {
    // nobody would read it, and whoever fills it would never be told
    if (answer.body instanceof Readable) answer.body.destroy();
    return reply.type(mediaType).send(Readable.from([]));
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
  reply.type(mediaType).send(body);
  if (exchange) {
    const { outgoing, failed } = exchange.services;
    outgoing.watch(reply.raw, body);
    if (source instanceof Readable) source.on('error', (error) => failed(error, exchange));
  }
  return reply;
}

type Payload = string | Buffer | Readable;

function isRead({ request: { method } }: FastifyReply): boolean {
  return method === 'GET' || method === 'HEAD';
}

function isLong(body: unknown): boolean {
  return body instanceof Readable || (body instanceof ListBody && body.more !== undefined);
}

/** How a list is written: as CSV where that is asked for. */
function formFor(reply: FastifyReply, exchange: Exchange | undefined): ListForm {
  const { rules, request } = exchange ?? {};
  const isCsv = rules && answeredAs(request?.headers.accept, rules, reply.request.method) === CSV;
  return isCsv && rules.items ? csvForm(rules.items) : JSON_FORM;
}

/** A list as text; a long one a page at a time. */
function listed(list: ListBody, form: ListForm): string | Readable {
  const { items, json } = list.take();
  const { more } = list;
  const { open, between, close } = form;
  const first = form === JSON_FORM && json !== undefined ? json : form.write(items);
  if (more === undefined) return open + first + close;
  const texts = textsOf([open + first], items.length === 0 ? '' : between, form, more());
  return Readable.from(texts, { objectMode: false, highWaterMark: 1 });
}

/** Lets go of the first text, which is the longest, once it is out: a reader that stops would keep it. */
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
 * The coding of an answer ([lists.compressed]). What has a revision is short, and its tag is to be sent with `If-Match`: it goes as it is. So do
 * answers with trailers, live streams, and what shows something that is put on record.
 */
function codingOf(
  reply: FastifyReply,
  { status, body, parts }: Answer<unknown>,
  exchange: Exchange | undefined,
): Coding | undefined {
  const { revision, tag, written, newest } = parts;
  const isCodable =
    isRead(reply) &&
    status === 200 &&
    (body instanceof ListBody || tag !== undefined) &&
    revision === undefined &&
    written === undefined &&
    newest === undefined &&
    exchange?.disclosures === undefined;
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
  closeWhenStopping(reply, findExchange(reply.request));
  // What a handler had set for its success does not describe the error.
  for (const name of ['etag', 'location', 'content-disposition']) reply.removeHeader(name);
  return reply.code(status).headers(headers).type(JSON_UTF8).send(JSON.stringify(problems));
}

/** Tells the caller to open another connection while the service stops, so that this one can end. */
export function closeWhenStopping(reply: FastifyReply, exchange: Exchange | undefined): void {
  if (exchange?.services.stopSignal.aborted) reply.header('connection', 'close');
}

/** Value of the `Link` header that leads to the next page: what was asked, from the cursor on. */
function nextPage(request: FastifyRequest, baseUrl: string, cursor: string): string {
  const [path = '', query] = request.url.split('?', 2);
  const asked = new URLSearchParams(query);
  // by keys of its own, since names count in any letter case
  for (const name of new Set(asked.keys())) {
    if (name.toLowerCase() === 'cursor') asked.delete(name);
  }
  asked.set('cursor', cursor);
  return `<${baseUrl}${path}?${asked.toString()}>; rel="next"`;
}
