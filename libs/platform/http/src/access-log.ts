import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type SpanAttributes, traceIdOf, traceParent } from '#libs/platform/tracing';
import { EventStreamBody } from './event-stream.js';
import { findRequestState, type RequestState } from './request-state.js';
import type { HttpMetrics } from './metrics.js';
import { AS_OF, isAsOf } from './as-of.js';
import type { AnsweredRequest } from './options.js';
import { fieldsOf, type Shape } from './fields/field.js';

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

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Digits are ids, unless they could be a tax id. */
const DIGITS = /^\d{1,8}$|^\d{10,19}$/;
/** Nine digits, whatever is between them: the form of a tax id. */
const TAX_ID = /(?<![0-9a-z])\d(?:[^0-9a-z]?\d){8}(?![0-9a-z])/i;

/** Returns whether part of a path is an id that the service gives, which tells nothing about a person. */
function isHarmless(text: string, { services: { requestLog } }: RequestState): boolean {
  return UUID.test(text) || DIGITS.test(text) || requestLog?.isNumber(text) === true;
}

/** Returns a text that a caller chose, unless it may name a person: it has the form of a tax id or an e-mail address. */
function unlessPersonal(text: string): string | null {
  return UUID.test(text) || !(TAX_ID.test(text) || text.includes('@')) ? text : null;
}

function pathOf(state: RequestState): string | null {
  const { rules, request } = state;
  if (rules === undefined) return null;
  let path = rules.template;
  // in the order of the template
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    // a login id may be somebody's number
    const isKept = name.toLowerCase() !== 'loginid' && isHarmless(value, state);
    path = path.replace(`:${name}`, isKept ? value : `{${name}}`);
  }
  return path;
}

/** Notes a request whose response is known, if it is known whose it is. */
function noteRequest(state: RequestState, reply: FastifyReply, ms: number): void {
  const { services, knownCaller, rules, request } = state;
  const { requestLog, authenticator } = services;
  if (requestLog === undefined || rules?.public === true) return;
  const note = (firmId: string | undefined): void => {
    if (firmId !== undefined) requestLog.note(firmId, describe(state, reply, ms));
  };
  if (knownCaller !== undefined) {
    note(knownCaller.firmId);
    return;
  }
  const firm = authenticator.firmNamed?.(request.headers);
  if (firm instanceof Promise) void firm.then(note, () => undefined);
  else note(firm);
}

function describe(state: RequestState, reply: FastifyReply, ms: number): AnsweredRequest {
  const { request, arrivedAt, knownCaller, dryRun, errorCodes } = state;
  const key = request.headers['idempotency-key'];
  return {
    requestId: unlessPersonal(request.id),
    answeredAt: Math.round(arrivedAt + ms),
    ms,
    method: request.method,
    path: pathOf(state),
    parameters: parametersOf(state),
    idempotencyKey:
      typeof key === 'string' && key !== '' ? unlessPersonal(key.slice(0, 255)) : null,
    isDryRun: dryRun !== undefined,
    isReplayed: reply.getHeader('idempotent-replayed') === 'true',
    status: reply.statusCode,
    errorCodes,
    isAuthenticated: knownCaller !== undefined,
  };
}

const NO_FIELDS: Shape = Object;

function parametersOf({ rules, query }: RequestState): string[] {
  const sent = Object.keys(Object(query) as object);
  if (sent.length === 0) return [];
  const known = fieldsOf(rules?.taken?.query ?? NO_FIELDS).map(({ name }) => name);
  const named = sent.flatMap((name) =>
    isAsOf(name) ? [AS_OF] : known.filter((one) => one.toLowerCase() === name.toLowerCase()),
  );
  return [...new Set(named)].sort();
}
