import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { findExchange } from './exchange.js';
import type { HttpMetrics } from './metrics.js';

/** The name of a route in logs and metrics where no route matched. */
const NO_ROUTE = '(none)';

/**
 * Fastify hook at the end of each request: one log line and one observation. Route template instead of path, no query, no
 * headers, no bodies: none of them can carry a secret into a log.
 */
export function accessLogHook(logger: Logger, metrics: HttpMetrics) {
  // Every field below is known to be harmless: looking for secrets among them costs more than the rest of the request.
  const lines = logger.child({}, { redact: [] });
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const exchange = findExchange(request);
    exchange?.release?.();
    const route = exchange?.route?.template ?? NO_ROUTE;
    const ms = exchange === undefined ? 0 : performance.now() - exchange.startedAt;
    const status = reply.statusCode;
    metrics.observe(request.method, route, status, ms);
    const { caller } = exchange ?? {};
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(ms * 1000) / 1000,
      ...(caller !== undefined && { caller: caller.id }),
      ...(caller?.firmId !== undefined && { firm: caller.firmId }),
    };
    if (status >= 500) lines.error(line, 'request');
    else lines.info(line, 'request');
    done();
  };
}
