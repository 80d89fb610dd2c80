import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { EventStreamBody } from './event-stream.js';
import { findExchange } from './exchange.js';
import type { HttpMetrics } from './metrics.js';
import { traceIdOf, traceParent } from './trace-parent.js';

/** The probe whose 503 is what it was asked for, and nothing that failed. */
export const READINESS = '/health/ready';

/** The name of a route in logs and metrics where no route matched. */
const NO_ROUTE = '(none)';

/**
 * Fastify hook of each answer: when the answer is out, or nobody is there to take it, the request's end, one log line and one
 * observation. Route template instead of path, no query, no headers, no bodies: none of them can carry a secret into a log.
 */
export function accessLogHook(logger: Logger, metrics: HttpMetrics) {
  // Every field below is known to be harmless: looking for secrets among them costs more than the rest of the request.
  const lines = logger.child({}, { redact: [] });
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    const exchange = findExchange(request);
    const elapsed = (): number =>
      exchange === undefined ? 0 : performance.now() - exchange.startedAt;
    // how long somebody reads a live stream says nothing of how fast the service answers: its beginning does
    const begun = payload instanceof EventStreamBody ? elapsed() : undefined;
    let finished = false;
    // `on`, since listeners of `once` keep answers in memory that are over: see docs/benchmarks.md, reads
    reply.raw.on('finish', () => (finished = true));
    const end = (): void => {
      exchange?.release?.();
      const route = exchange?.rules?.template ?? NO_ROUTE;
      const ms = elapsed();
      const status = reply.statusCode;
      const failed = status >= 500 && route !== READINESS;
      exchange?.span?.end(
        {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
        },
        failed,
      );
      metrics.observe(request.method, route, status, begun ?? ms);
      const caller = exchange?.knownCaller;
      // what is undefined is not written
      const line = {
        requestId: request.id,
        traceId: traceIdOf(exchange?.span?.traceparent ?? traceParent(request)),
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 1000) / 1000,
        caller: caller?.id,
        firm: caller?.firmId,
        dryRun: exchange?.dryRun && true,
        callerGone: finished ? undefined : true,
      };
      if (failed) lines.error(line, 'request');
      else lines.info(line, 'request');
    };
    // a caller may be gone before there is an answer: no event of the connection comes any more then
    if (reply.raw.closed) end();
    else reply.raw.on('close', end);
    done(null, payload);
  };
}
