import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Scheme and authority for absolute URLs (decisions §1, "Location"): the configured public base URL, else what the request
 * was sent to. `X-Forwarded-*` count only when Fastify trusts the proxy that sent them.
 */
export function baseUrlResolver(publicBaseUrl?: string): (request: FastifyRequest) => string {
  if (publicBaseUrl !== undefined) {
    const fixed = publicBaseUrl.replace(/\/+$/, '');
    return () => fixed;
  }
  return (request) => {
    const host = HOST.test(request.host) ? request.host : localAuthority(request);
    return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
  };
}

function localAuthority({ socket }: FastifyRequest): string {
  return `localhost:${socket.localPort ?? 80}`;
}
