import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Response } from './response.js';
import { READINESS } from './access-log.js';
import { requestStateOf } from './request-state.js';
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

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Headers that programs and browsers send. Any other header may be a proxy's, which names the actual client. */
const DIRECT =
  /^(?:host|connection|keep-alive|te|user-agent|accept|accept-(?:encoding|language)|authorization|cache-control|pragma|cookie|dnt|priority|upgrade-insecure-requests|sec-.*|x-prometheus-scrape-timeout-seconds)$/;

/** Returns whether the host of a URL or a `Host` header, without its port, is this machine. */
export function isLoopbackHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1');
  if (isIP(address) === 0) return host.toLowerCase() === 'localhost';
  return isLoopback(address);
}

/** Returns whether a request was made on this machine, as far as its headers show, and not forwarded by a proxy. */
export function isFromThisMachine({
  headers,
  socket,
}: Pick<IncomingMessage, 'headers' | 'socket'>): boolean {
  const host = headers.host?.replace(/:\d*$/, '') ?? '';
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopbackHost(host) &&
    Object.keys(headers).every((name) => DIRECT.test(name))
  );
}

/** Also accepts IPv4 addresses in IPv6 notation. */
function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && LOOPBACK.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
