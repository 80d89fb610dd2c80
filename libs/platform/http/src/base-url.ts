import type { IncomingMessage } from 'node:http';
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

/**
 * Path and query of a request. Whoever takes the service for a proxy sends a whole URL, whose host counts, not that of the header
 * (RFC 9112, 3.2.2).
 */
export function targetOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const authority = WHOLE.exec(url)?.[1];
  if (authority) headers.host = authority;
  return pathOf(url);
}

const WHOLE = /^https?:\/\/([^/?#]+)/i;

/** Path and query of a request target: some who take the service for a proxy send a whole URL (RFC 9112, 3.2.2). */
export function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') || path === target ? path : `/${path}`;
}

function localAuthority({ socket }: FastifyRequest): string {
  return `localhost:${socket.localPort ?? 80}`;
}
