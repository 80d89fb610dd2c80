import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Answer } from './answer.js';
import { encodeConsistencyToken } from './consistency.js';
import { alreadyKnown } from './etag.js';
import { findExchange, type Exchange } from './exchange.js';
import { nextPage } from './page-links.js';
import { traceParent } from './trace-parent.js';
import type { ProblemsException } from './problems.js';
import { loseAnswer } from './sandbox-faults.js';

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
export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  const exchange = findExchange(reply.request);
  const { path, written, type, newest, next } = answer.parts;
  const baseUrl = (): string => exchange?.baseUrl ?? '';
  if (written !== undefined) exchange?.services.noteWritten(written.position);
  if (loseAnswer(reply, exchange)) return reply;
  closeWhenStopping(reply, exchange);
  const { headers, tag } = answer;
  reply.headers(headers);
  if (headers['link'] !== undefined) {
    reply.header('link', headers['link'].replaceAll('</', `<${baseUrl()}/`));
  }
  if (next !== undefined) reply.header('link', nextPage(reply.request, baseUrl(), next));
  if (path !== undefined) reply.header('location', `${baseUrl()}${path}`);
  if (tag !== undefined && isKnownToCaller(reply, tag)) return reply.code(304).send();
  reply.code(answer.status);
  if (answer.body === undefined) return reply.send();
  if (reply.request.method === 'HEAD' && answer.body instanceof Readable) {
    // nobody would read it, and whoever fills it would never be told
    answer.body.destroy();
    return reply.type(type ?? JSON_UTF8).send(Readable.from([]));
  }
  if (newest !== undefined) {
    reply.trailer(CONSISTENCY_TOKEN, (_reply, _payload, done) => {
      done(null, encodeConsistencyToken(newest()));
    });
  }
  const body = type === undefined ? JSON.stringify(answer.body) : (answer.body as Payload);
  reply.type(type ?? JSON_UTF8).send(body);
  if (exchange) {
    const { outgoing, failed } = exchange.services;
    outgoing.watch(reply.raw, body);
    if (body instanceof Readable) body.on('error', (error) => failed(error, exchange));
  }
  return reply;
}

type Payload = string | Buffer | Readable;

function isKnownToCaller({ request }: FastifyReply, tag: string): boolean {
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    alreadyKnown(request.headers['if-none-match'], tag)
  );
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
  if (exchange?.services.stopping === true) reply.header('connection', 'close');
}
