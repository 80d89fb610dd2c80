import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  onSendHookHandler,
  RouteOptions,
} from 'fastify';
import Router from 'find-my-way';
import { traceParent, tracing } from '#libs/platform/tracing';
import { admit, requireSingle } from './admission.js';
import { answerHook, sendTogether, addCommonHeaders } from './respond.js';
import type { ArrivingBodies } from './arriving-bodies.js';
import { allowLongBody } from './connections.js';
import type { ErrorHandling } from './error-mapper.js';
import { collectRoutes } from './description/routes.js';
import {
  RequestState,
  requestStateOf,
  setRequestState,
  type RequestServices,
} from './request-state.js';
import { unavailable, ProblemsException } from './problems.js';
import { routeRules } from './route-rules.js';

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
  fastify.addHook('onSend', sendTogether());
  fastify.setErrorHandler(errors.onError);
  fastify.setNotFoundHandler((request, reply) => {
    errors.answer(table.refusal(request.url), reply);
  });
}

/** All routes of the application, to distinguish a wrong method (405) from an unknown path (404). */
export class RouteTable {
  readonly #router = Router();
  readonly #methods = new Map<string, Set<string>>();

  add(template: string, methods: string | readonly string[]): void {
    let known = this.#methods.get(template);
    if (known === undefined) {
      this.#methods.set(template, (known = new Set()));
      this.#router.on('GET', template, () => undefined, known);
    }
    for (const method of typeof methods === 'string' ? [methods] : methods) known.add(method);
  }

  /** Returns the methods of the resource at a request target; undefined if there is none. */
  methodsAt(url: string): readonly string[] | undefined {
    const path = url.split('?', 1)[0] ?? url;
    if (!path.startsWith('/')) return undefined;
    const found = this.#router.find('GET', path);
    if (!found || Object.values(found.params).includes('')) return undefined;
    return [...(found.store as Set<string>), 'OPTIONS'].sort();
  }

  /** Returns the response to a request without a route: 404, or 405 with `Allow`. */
  refusal(url: string): ProblemsException {
    const methods = this.methodsAt(url);
    if (methods === undefined) {
      return new ProblemsException(404, 'No resource has this path: /docs lists them all.');
    }
    const allow = methods.join(', ');
    const message = `The resource does not support this method; it supports ${allow}.`;
    return new ProblemsException(405, message, { allow });
  }
}
