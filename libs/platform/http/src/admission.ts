import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { EVENT_STREAM } from './event-stream.js';
import { CSV } from './list-forms.js';
import { ProblemsException } from './problems.js';
import { JSON_TYPE, type RouteRules } from './route-rules.js';

/** A refused body is read to its end up to this size, so that the caller sees the response; larger ones are cut off. In bytes. */
const DRAIN_LIMIT = 64 * 1024 * 1024;

/** Whether a method is one of those that change nothing. */
export function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Media types that a route offers, the default first. */
function offered({ produces, items, eventStream }: RouteRules, method: string): readonly string[] {
  return [
    produces,
    ...(items && isRead(method) ? [CSV] : []),
    ...(eventStream ? [EVENT_STREAM] : []),
  ];
}

/**
 * Negotiates the media type of a response (RFC 9110 §12.5.1); undefined if none is acceptable. Of types with equal quality the one named
 * explicitly wins. An endless stream must be named explicitly.
 */
export function answeredAs(
  accept: string | undefined,
  route: RouteRules,
  method: string,
): string | undefined {
  const { produces } = route;
  if (accept === undefined || accept.trim() === '' || accept === '*/*' || accept === produces) {
    return produces;
  }
  let [best, most]: [string | undefined, number] = [undefined, 0];
  for (const type of offered(route, method)) {
    const { quality, named } = qualityOf(accept, type);
    if (quality === 0 || (type === EVENT_STREAM && !named)) continue;
    if (quality > most || (quality === most && named)) [best, most] = [type, quality];
  }
  return best;
}

/** Returns the quality of a media type, 0 to 1, from the most specific range that matches (RFC 9110 §12.5.1). */
function qualityOf(
  accept: string,
  type: string,
): { readonly quality: number; readonly named: boolean } {
  const weights = weightsIn(accept);
  for (const range of [type, `${type.split('/', 1)[0] ?? ''}/*`, '*/*']) {
    const matching = weights.flatMap(([name, weight]) => (name === range ? [weight] : []));
    if (matching.length > 0) return { quality: Math.max(...matching), named: range === type };
  }
  return { quality: 0, named: false };
}

/** Returns whether a `Content-Type` is a media type, with no charset other than UTF-8. */
export function isContentType(header: string | undefined, type: string): boolean {
  if (header === undefined) return false;
  if (header === type) return true;
  const [sent = '', ...parameters] = header.split(';').map((text) => text.trim().toLowerCase());
  return (
    sent === type &&
    parameters.every(
      (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
    )
  );
}

export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * Requires exactly one `Host` in HTTP/1.1, because links and signatures contain it, and a proxy may have used the other one; and at
 * most one `Authorization`, because Node would ignore all but the first.
 * @throws ProblemsException
 */
export function requireSingle({ httpVersion, rawHeaders }: IncomingMessage): void {
  let [hosts, credentials] = [0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    if (name?.length === CREDENTIALS.length && name.toLowerCase() === CREDENTIALS) credentials += 1;
  }
  if (hosts > 1) throw ambiguous('The request has more than one Host header.');
  if (hosts === 0 && httpVersion !== '1.0') throw ambiguous('The request has no Host header.');
  if (credentials > 1) throw ambiguous('The request has more than one Authorization header.');
}

const HOST = 'host';
const CREDENTIALS = 'authorization';

function ambiguous(message: string): ProblemsException {
  return new ProblemsException(400, message, { connection: 'close' });
}

/**
 * Checks the headers before the body is read: 406, 413, 415, in this order.
 * @throws ProblemsException
 */
export function admit(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  route: RouteRules,
): void {
  // No id contains a NUL, and stores should not see one.
  if (url.includes('%00') && url.split('?', 1)[0]?.includes('%00') === true) {
    throw new ProblemsException(404, 'The resource does not exist.');
  }
  if (answeredAs(headers.accept, route, method) === undefined) {
    const types = offered(route, method).join(' or ');
    throw new ProblemsException(406, `The resource is only available as ${types}.`);
  }
  if (isRead(method) || !hasBody(headers)) return;
  const { bodyLimit, consumes, streams } = route;
  const length = Number(headers['content-length'] ?? 0);
  if (length > bodyLimit) {
    throw tooLarge(bodyLimit, length > DRAIN_LIMIT ? { connection: 'close' } : {});
  }
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity' && !(streams && encoding === 'gzip')) {
    const message = `The body must ${streams ? 'be plain or gzip' : 'not be compressed'}.`;
    const accepted = streams ? 'gzip, identity' : 'identity';
    throw new ProblemsException(415, message, { 'accept-encoding': accepted });
  }
  if (!isContentType(headers['content-type'], consumes)) {
    const message = `The body must be ${consumes}${consumes === JSON_TYPE ? ' in UTF-8' : ''}.`;
    const accepted = { accept: consumes, ...(method === 'POST' && { 'accept-post': consumes }) };
    throw new ProblemsException(415, message, accepted);
  }
}

export function tooLarge(limit: number, headers?: Readonly<Record<string, string>>) {
  return new ProblemsException(413, `The body may have at most ${limit} bytes.`, headers);
}

/** Parses a header such as `Accept`: the names in lower case, with weights from 0 to 1 (RFC 9110 §12.4.2). */
export function weightsIn(header: string): readonly (readonly [name: string, weight: number])[] {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const [q] = parameters.flatMap((text) => /^q=([01](?:\.\d*)?)$/.exec(text)?.[1] ?? []);
    return [name, q === undefined ? 1 : Number(q)];
  });
}

const AUTHORITY = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;

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
    const host = AUTHORITY.test(request.host) ? request.host : local;
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
