import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type SpanAttributes, traceIdOf, traceParent } from '#libs/platform/tracing';
import { EventStreamBody } from './event-stream.js';
import { findRequestState } from './request-state.js';
import type { HttpMetrics } from './metrics.js';
import { noteRequest } from './note-request.js';

/** Path of the readiness probe. Its 503 is a result, not a failure. */
export const READINESS = '/health/ready';

/** Stands for the route in logs and metrics if none matched. */
const NO_ROUTE = '(none)';

/**
 * Makes the Fastify hook that ends a request when its response is sent or the caller is gone: one log line, one observation, one span.
 * The line has the route template, but no path, query, headers or bodies, which could contain secrets.
 */
export function accessLogHook(logger: Logger, metrics: HttpMetrics) {
  // No redaction: every field is known to be harmless, and redacting would cost more than the rest of the request.
  const lines = logger.child({}, { redact: [] });
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    done: (error: null, payload: unknown) => void,
  ): void => {
    const state = findRequestState(request);
    clearTimeout(state?.patience);
    const elapsed = (): number => (state === undefined ? 0 : performance.now() - state.startedAt);
    // The duration of a live stream says nothing about the service's speed, so its beginning is measured.
    const begun = payload instanceof EventStreamBody ? elapsed() : undefined;
    if (state && begun !== undefined) noteRequest(state, reply, begun);
    let finished = false;
    // Not `once`, whose listeners keep finished responses in memory: see docs/benchmarks.md, reads.
    reply.raw.on('finish', () => (finished = true));
    const end = (): void => {
      state?.release?.();
      const route = state?.rules?.template ?? NO_ROUTE;
      const ms = elapsed();
      const status = reply.statusCode;
      const failed = status >= 500 && route !== READINESS;
      state?.span?.end(
        {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': status,
          ...addressOf(state.baseUrl),
        },
        failed,
      );
      metrics.observe(request.method, route, status, begun ?? ms);
      if (state && begun === undefined) noteRequest(state, reply, ms);
      const caller = state?.knownCaller;
      // pino omits undefined fields.
      const line = {
        requestId: request.id,
        traceId: traceIdOf(state?.span?.traceparent ?? traceParent(request)),
        method: request.method,
        route,
        status,
        ms: Math.round(ms * 1000) / 1000,
        caller: caller?.id,
        firm: caller?.firmId,
        dryRun: state?.dryRun && true,
        callerGone: finished ? undefined : true,
      };
      if (failed) lines.error(line, 'request');
      else lines.info(line, 'request');
    };
    // If the caller is gone already, the connection emits no more events.
    if (reply.raw.closed) end();
    else reply.raw.on('close', end);
    done(null, payload);
  };
}

/** Where a request went, as attributes of its span. */
function addressOf(baseUrl: string): SpanAttributes {
  const { hostname, protocol } = new URL(baseUrl);
  return { 'server.address': hostname, 'url.scheme': protocol.slice(0, -1) };
}
