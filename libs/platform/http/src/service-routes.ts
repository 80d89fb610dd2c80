import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Response } from './response.js';
import { READINESS } from './access-log.js';
import { requestStateOf } from './request-state.js';
import { isFromThisMachine } from './from-this-machine.js';
import type { Readiness } from './options.js';
import { authenticate, requireCaller } from './prepare.js';
import { ProblemsException } from './problems.js';
import { sendResponse, sendProblems } from './respond.js';
import type { RouteMetadata } from './route-rules.js';

const PUBLIC: RouteMetadata = { public: true };

/** Adds the routes for health and metrics ([running.health]). */
export function addServiceRoutes(
  fastify: FastifyInstance,
  readiness: Readiness,
  registry: Registry,
  behindProxy: boolean,
): void {
  const get = (
    url: string,
    answer: (request: FastifyRequest) => Promise<Response<object | undefined> | ProblemsException>,
    marks: RouteMetadata = PUBLIC,
  ): void => {
    fastify.route({
      method: 'GET',
      url,
      config: marks,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const result = await answer(request);
        reply.header('cache-control', 'no-store');
        return result instanceof Response
          ? sendResponse(reply, result)
          : sendProblems(reply, result);
      },
    });
  };

  get('/health/live', () => Promise.resolve(Response.ok({ status: 'live' })));

  get(READINESS, async (request) => {
    const { ready, details } = requestStateOf(request).services.stopSignal.aborted
      ? { ready: false, details: { stopping: true } }
      : await readiness.check();
    if (ready) return Response.ok({ status: 'ready', ...details });
    const message = `Not ready: ${JSON.stringify(details)}`;
    return new ProblemsException(503, message, { 'retry-after': '1' });
  });

  get(
    '/metrics',
    async (request) => {
      // Behind a proxy a local connection may come from anybody.
      if (behindProxy || !isFromThisMachine(request.raw)) {
        await requireOperator(request);
      }
      return Response.raw(await registry.metrics(), registry.contentType);
    },
    { ...PUBLIC, produces: 'text/plain' },
  );
}

/**
 * Adds a route for everybody that is not a controller's: a page, or a file that pages load.
 * @param produces media type of the response
 * @param answer is given the decoded path parameters
 */
export function addPublicRoute(
  app: NestFastifyApplication,
  url: string,
  produces: string,
  answer: (params: Readonly<Record<string, string>>) => Promise<Response<unknown>>,
): void {
  const config: RouteMetadata = { ...PUBLIC, produces };
  const fastify = app.getHttpAdapter().getInstance();
  fastify.get(url, { config }, async ({ params }, reply) =>
    sendResponse(reply, await answer(params as Readonly<Record<string, string>>)),
  );
}

async function requireOperator(request: FastifyRequest): Promise<void> {
  const caller = requireCaller(await authenticate(requestStateOf(request)), request.headers);
  if (caller.roles.includes('operator')) return;
  throw new ProblemsException(403, 'Metrics are for operators.');
}
