import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { EVENT_STREAM } from './event-stream.js';
import { CSV } from './list-forms.js';
import { ProblemsException } from './problems.js';
import { JSON_TYPE, type RouteRules } from './route-rules.js';

/** Up to here the rest of a refused body is read away, so that the caller sees the answer; a larger one is cut off. */
const DRAIN_LIMIT = 64 * 1024 * 1024;

/** Media types that a route can be answered with; without a wish it is the first. */
function offered({ produces, items, eventStream }: RouteRules, method: string): readonly string[] {
  const isRead = method === 'GET' || method === 'HEAD';
  return [produces, ...(items && isRead ? [CSV] : []), ...(eventStream ? [EVENT_STREAM] : [])];
}

/**
 * The media type that an `Accept` header wants most of those a route can be answered with (RFC 9110 §12.5.1); undefined where it
 * wants none of them. Of types that are wanted alike it is the one that is named. A stream that does not end has to be named.
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

/** How much a media type is wanted, from 0 to 1: what the part says that names it most exactly (RFC 9110 §12.5.1). */
function qualityOf(
  accept: string,
  type: string,
): { readonly quality: number; readonly named: boolean } {
  const weights = weightsIn(accept);
  for (const range of [type, `${type.split('/', 1)[0] ?? ''}/*`, '*/*']) {
    const wanted = weights.flatMap(([name, weight]) => (name === range ? [weight] : []));
    if (wanted.length > 0) return { quality: Math.max(...wanted), named: range === type };
  }
  return { quality: 0, named: false };
}

/** Whether a `Content-Type` is a media type, in UTF-8 where it names a character set. */
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

/** Whether headers announce a body. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/**
 * A request of HTTP/1.1 says which host it is for, once: links and signatures are made with it, and something on the way may have
 * gone by the other. Nor is it anybody's twice: Node would pass over all credentials but the first.
 *
 * @throws ProblemsException
 */
export function requireSingle({ httpVersion, rawHeaders }: IncomingMessage): void {
  let [hosts, credentials] = [0, 0];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    if (name?.length === CREDENTIALS.length && name.toLowerCase() === CREDENTIALS) credentials += 1;
  }
  if (hosts > 1) throw unclear('The request names more than one Host.');
  if (hosts === 0 && httpVersion !== '1.0') throw unclear('The request names no Host.');
  if (credentials > 1) throw unclear('The request names more than one Authorization.');
}

const HOST = 'host';
const CREDENTIALS = 'authorization';

function unclear(message: string): ProblemsException {
  return new ProblemsException(400, message, { connection: 'close' });
}

/**
 * Checks what the headers tell before anything is read: 406, 413, 415, in this order.
 *
 * @throws ProblemsException
 */
export function admit(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  route: RouteRules,
): void {
  // No stored id has a NUL, and no store should be asked for one.
  if (url.includes('%00') && url.split('?', 1)[0]?.includes('%00') === true) {
    throw new ProblemsException(404, 'The resource does not exist.');
  }
  if (answeredAs(headers.accept, route, method) === undefined) {
    const types = offered(route, method).join(' or ');
    throw new ProblemsException(406, `The resource can only be had as ${types}.`);
  }
  if (method === 'GET' || method === 'HEAD' || !hasBody(headers)) return;
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

/** HTTP 413. */
export function tooLarge(limit: number, headers?: Readonly<Record<string, string>>) {
  return new ProblemsException(413, `The body may have at most ${limit} bytes.`, headers);
}

/** What a header such as `Accept` or `Accept-Encoding` names, in lower case, each with how much it is wanted, from 0 to 1 (RFC 9110 §12.4.2). */
export function weightsIn(header: string): readonly (readonly [name: string, weight: number])[] {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const [q] = parameters.flatMap((text) => /^q=([01](?:\.\d*)?)$/.exec(text)?.[1] ?? []);
    return [name, q === undefined ? 1 : Number(q)];
  });
}
