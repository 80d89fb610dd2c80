import { setMaxListeners } from 'node:events';
import type { DynamicModule, Type, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication, FastifyAdapter } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accessLogHook } from './access-log.js';
import { ArrivingBodies } from './arriving-bodies.js';
import { baseUrlResolver, targetOf } from './admission.js';
import {
  Connections,
  mostConnections,
  requestIdOf,
  drain,
  OpenRequests,
  type StopLimits,
} from './connections.js';
import { ConsistencyTracker } from './consistency.js';
import { ErrorHandling, ProblemFilter } from './error-mapper.js';
import type { RequestServices } from './request-state.js';
import { installHooks } from './hooks.js';
import { RunningKeys } from './idempotency.js';
import { HttpMetrics } from './metrics.js';
import type { HttpOptions, HttpServices, Readiness } from './options.js';
import { OutgoingBodies } from './outgoing-bodies.js';
import { prepareHook } from './prepare.js';
import { RateLimiter } from './rate-limit.js';
import { LARGE_BODY_LIMIT } from './route-rules.js';
import { addServiceRoutes } from './service-routes.js';
import { ValidationPipe } from './validation.pipe.js';

/** A Fastify adapter that leaves unknown routes and errors to the application. */
class HttpAdapter extends FastifyAdapter {
  override setErrorHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }

  override setNotFoundHandler(): FastifyInstance {
    return this.getInstance<FastifyInstance>();
  }
}

const ALWAYS_READY: Readiness = { check: () => Promise.resolve({ ready: true, details: {} }) };

interface Lifecycle {
  readonly stop: AbortController;
  readonly open: OpenRequests;
}

const lifecycles = new WeakMap<NestFastifyApplication, Lifecycle>();

/**
 * Builds an application around a Nest module. Start it with `app.listen(port, host)`, stop it with {@link stopGracefully}.
 * @param servicesOf takes what requests need from the application that Nest has built
 */
export async function createHttpApplication(
  rootModule: Type | DynamicModule,
  options: HttpOptions,
  servicesOf: (app: NestFastifyApplication) => HttpServices | Promise<HttpServices>,
): Promise<NestFastifyApplication> {
  const { logger } = options;
  const metrics = new HttpMetrics(options.registry ?? new Registry());
  const errors = new ErrorHandling(logger, metrics);
  const connections = new Connections();
  const app = await NestFactory.create<NestFastifyApplication>(
    rootModule,
    new HttpAdapter(fastifyOptions(options, errors, connections)),
    { bodyParser: false, abortOnError: false, logger: nestLogger(logger) },
  );
  connections.watch(app.getHttpServer());
  // Node would drop headers after the 2000th, perhaps a second Host or a condition. Their total size is limited anyway.
  app.getHttpServer().maxHeadersCount = 0;
  const most = mostConnections();
  if (most !== undefined) app.getHttpServer().maxConnections = most;
  const stop = new AbortController();
  lifecycles.set(app, { stop, open: new OpenRequests(app.getHttpServer()) });
  setMaxListeners(0, stop.signal); // every stream listens to it

  app.getHttpServer().on('drop', () => metrics.connectionRefused());
  const {
    readiness = ALWAYS_READY,
    tracker = new ConsistencyTracker(),
    ...asked
  } = await servicesOf(app);
  const services: RequestServices = {
    ...asked,
    tracker,
    running: new RunningKeys(),
    limiter: options.rateLimit && new RateLimiter(options.rateLimit),
    keys: options.keyLimit && new RateLimiter(options.keyLimit, 'idempotency-keys'),
    baseUrl: baseUrlResolver(options.publicBaseUrl),
    concluded: (error, requestId) => errors.concluded(error, requestId),
    failed: (err, { requestId }) => logger.error({ requestId, err }, 'response aborted'),
    outgoing: new OutgoingBodies(options.outgoing),
    stopSignal: stop.signal,
  };

  const fastify = app.getHttpAdapter().getInstance();
  const bodies = new ArrivingBodies(options.bodyMemory);
  installHooks(fastify, {
    services,
    bodies,
    prepare: prepareHook(services),
    errors,
    patienceMs: options.patienceMs ?? 20_000,
    log: accessLogHook(logger, metrics),
  });
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new ProblemFilter(errors));
  addServiceRoutes(fastify, readiness, metrics.registry, options.behindProxy ?? false);
  return app;
}

/**
 * Stops accepting connections, completes open requests, then closes the application. Close stores in `onApplicationShutdown`, not
 * earlier, because requests need them until then. Readiness is 503 immediately.
 */
export async function stopGracefully(
  app: NestFastifyApplication,
  limits?: StopLimits,
): Promise<void> {
  const lifecycle = lifecycles.get(app);
  if (lifecycle !== undefined) {
    lifecycle.stop.abort();
    await drain(app.getHttpServer(), lifecycle.open, limits);
  }
  await app.close();
}

function fastifyOptions(
  { trustedProxies }: HttpOptions,
  errors: ErrorHandling,
  connections: Connections,
) {
  return {
    skipMiddie: true,
    logger: false,
    bodyLimit: LARGE_BODY_LIMIT,
    requestTimeout: 120_000,
    return503OnClosing: false,
    forceCloseConnections: false,
    clientErrorHandler: connections.onClientError,
    // Checked in admission.ts: Node's response would have no body.
    http: { requireHostHeader: false },
    frameworkErrors: errors.onFrameworkError,
    trustProxy: trustedProxies === undefined ? false : [...trustedProxies],
    routerOptions: { maxParamLength: 256 },
    rewriteUrl: targetOf,
    genReqId: requestIdOf,
  };
}

/** Sends Nest's own messages to the service's logger. */
function nestLogger(logger: Logger): LoggerService {
  const at =
    (level: 'debug' | 'error' | 'fatal' | 'trace' | 'warn') =>
    (message: unknown, ...details: unknown[]): void => {
      // what ends the start, or a call of the application, is thrown too, and its caller reports it
      if (details.includes('ExceptionHandler')) return;
      const isError = level === 'error' && message instanceof Error;
      if (isError) logger.error({ ...entry(details), err: message });
      else logger[level](entry(details), String(message));
    };
  // Nest logs each route and module at start, which is for debugging only.
  const [log, debug, verbose] = [at('debug'), at('debug'), at('trace')];
  return { log, debug, verbose, warn: at('warn'), error: at('error'), fatal: at('fatal') };
}

/** Nest passes the class name last, after an optional stack. */
function entry(details: readonly unknown[]): Record<string, unknown> {
  const texts = details.filter((detail) => typeof detail === 'string');
  const context = texts.at(-1);
  const stack = texts.length > 1 ? texts[0] : undefined;
  return { ...(context !== undefined && { context }), ...(stack !== undefined && { stack }) };
}
