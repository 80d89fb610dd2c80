import type { preParsingHookHandler } from 'fastify';
import { hasBody } from './admission.js';
import { exchangeOf } from './exchange.js';
import { plainProblem, ProblemsException } from './problems.js';

/**
 * Fastify hook that keeps the body of a GET or HEAD, which Fastify leaves unread: it says nothing to the service, but the signature
 * covers it (decisions §2).
 */
export function bodyOfRead(limit: number): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    const { method, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !hasBody(headers)) {
      done(null, payload);
      return;
    }
    const pieces: Buffer[] = [];
    let [size, settled] = [0, false];
    const settle = (error?: Error): void => {
      if (settled) return;
      settled = true;
      if (error === undefined) done(null, payload);
      else done(error);
    };
    // What comes beyond the limit is read on, and dropped, so that the caller sees the answer.
    payload.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) pieces.push(piece);
      else settle(tooLarge(limit));
    });
    payload.on('end', () => {
      exchangeOf(request).rawBody = Buffer.concat(pieces);
      settle();
    });
    payload.on('error', settle);
  };
}

function tooLarge(limit: number): ProblemsException {
  const message = `The body may have at most ${limit} bytes.`;
  return new ProblemsException(413, [plainProblem(413, message)]);
}
