import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

/**
 * Returns a function for the scheme and authority of absolute URLs ([request.location]): the public base URL, or else the host of the
 * request. `X-Forwarded-*` count only if Fastify trusts the proxy.
 */
export function baseUrlResolver(publicBaseUrl?: string): (request: FastifyRequest) => string {
  if (publicBaseUrl !== undefined) {
    const fixed = publicBaseUrl.replace(/\/+$/, '');
    return () => fixed;
  }
  return (request) => {
    const local = `localhost:${request.socket.localPort ?? 80}`;
    const host = HOST.test(request.host) ? request.host : local;
    return `${request.protocol === 'https' ? 'https' : 'http'}://${host}`;
  };
}

/** Returns path and query of a request. If the target is an absolute URL, its host replaces the `Host` header (RFC 9112, 3.2.2). */
export function targetOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (url.startsWith('/')) return url;
  const [origin, authority] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return url;
  if (authority) headers.host = authority;
  const path = url.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

const ORIGIN = /^https?:\/\/([^/?#]*)/i;
