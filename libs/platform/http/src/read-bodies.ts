import type { FastifyRequest, preParsingHookHandler } from 'fastify';
import { hasBody } from './admission.js';
import { exchangeOf } from './exchange.js';
import { plainProblem, ProblemsException } from './problems.js';

/**
 * Fastify hook that keeps the body of a GET or HEAD, which Fastify leaves unread: it says nothing to the service, but the signature covers
 * it (decisions §2).
 */
export function bodyOfRead(limit: number): preParsingHookHandler {
  return (request, _reply, payload, done) => {
    const { method, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || !hasBody(headers)) {
      done(null, payload);
      return;
    }
    read(request, limit).then(
      () => done(null, payload),
      (error: unknown) => done(error as Error),
    );
  };
}

async function read(request: FastifyRequest, limit: number): Promise<void> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.raw.iterator({ destroyOnReturn: false })) {
    size += (piece as Buffer).length;
    if (size > limit) {
      throw new ProblemsException(413, [plainProblem(413, `The body may have at most ${limit} bytes.`)]);
    }
    pieces.push(piece as Buffer);
  }
  exchangeOf(request).rawBody = Buffer.concat(pieces);
}
