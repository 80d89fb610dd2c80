import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  onSendHookHandler,
  RouteOptions,
} from 'fastify';
import { admit, requireSingle } from './admission.js';
import { answerHook } from './response-hook.js';
import type { ArrivingBodies } from './arriving-bodies.js';
import { allowLongBody } from './connections.js';
import type { ErrorHandling } from './error-handling.js';
import { collectRoutes } from './description/routes.js';
import {
  RequestState,
  requestStateOf,
  setRequestState,
  type RequestServices,
} from './request-state.js';
import { unavailable } from './problems.js';
import { addCommonHeaders } from './respond.js';
import { routeRules } from './route-rules.js';
import { RouteTable } from './route-table.js';
import { traceParent, tracing } from '#libs/platform/tracing';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

interface HookParts {
  readonly services: RequestServices;
  readonly bodies: ArrivingBodies;
  /** Runs once the body is read: see prepare.ts. */
  readonly prepare: Hook;
  /** Runs before the response is sent: see access-log.ts. */
  readonly log: onSendHookHandler;
  readonly errors: ErrorHandling;
  /** How long a request may take until its response is known, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Installs the wire rules on every route, in this order: the route exists (404, 405); 406, 413, 415; the body is read; prepare.ts.
 * Hooks are plain functions with callbacks, because promises and interceptors would cost more than the rules.
 */
export function installHooks(
  fastify: FastifyInstance,
  { services, bodies, prepare, log, errors, patienceMs }: HookParts,
): void {
  const table = new RouteTable();
  // Bodies stay bytes: the signature covers them, and JSON is parsed strictly later.
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  fastify.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(reply);
    if (!request.is404) {
      done();
      return;
    }
    setRequestState(request, new RequestState(request, undefined, services.clock.now(), services));
    const refusal = table.refusal(request.url);
    if (request.method !== 'OPTIONS' || refusal.status !== 405) done(refusal);
    else void reply.code(204).headers(refusal.headers).send();
  });

  collectRoutes(fastify);
  fastify.addHook('onRoute', (route: RouteOptions) => {
    const rules = routeRules(route.url, route.config ?? {});
    table.add(route.url, route.method);
    route.bodyLimit = rules.bodyLimit;
    if (rules.streams && !fastify.hasContentTypeParser(rules.consumes)) {
      fastify.addContentTypeParser(rules.consumes, (request, payload, next) => {
        allowLongBody(request.raw.socket);
        next(null, payload);
      });
    }
    route.onRequest = (request, _reply, done) => {
      const state = setRequestState(
        request,
        new RequestState(request, rules, services.clock.now(), services),
      );
      state.span = tracing()?.start(`${request.method} ${rules.template}`, {
        kind: 'server',
        parent: traceParent(request),
      });
      try {
        requireSingle(request.raw);
        admit(request.method, request.url, request.headers, rules);
        done();
      } catch (error) {
        done(error as Error);
      }
    };
    if (!rules.streams) route.preParsing = bodies.hook(rules.bodyLimit);
    route.preValidation = rules.streams
      ? prepare
      : (request, reply, done) => {
          requestStateOf(request).patience = setTimeout(() => {
            errors.answer(unavailable('The stores have not responded in time.'), reply);
          }, patienceMs).unref();
          prepare(request, reply, done);
        };
  });

  fastify.addHook('preSerialization', answerHook);
  // The hook has serialized it.
  fastify.setReplySerializer((payload) => payload as string);
  fastify.addHook('onSend', log);
  fastify.setErrorHandler(errors.onError);
  fastify.setNotFoundHandler((request, reply) => {
    errors.answer(table.refusal(request.url), reply);
  });
}
