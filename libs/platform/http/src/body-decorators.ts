import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Problem } from '#libs/platform/kernel';
import { exchangeOf, type Exchange } from './exchange.js';
import type { Shape } from './fields/field.js';
import { type ListRules, readBody, readListBody, type Read } from './fields/read-body.js';
import { readQuery } from './fields/read-query.js';
import { ProblemsException, throwIfProblems } from './problems.js';
import { addMarks, marksOf, type TakenBody, type TakenShapes } from './route-rules.js';

/** Of a route without query parameters or body of its own: what has no fields. */
const NO_FIELDS: Shape = Object;
const NOTHING: readonly Problem[] = [];

/** What `@LenientBody` yields: the valid fields, and everything wrong with the others. */
export type Body<T> = Read<T>;

/** A parameter annotation that extracts from the exchange, and says what is taken. */
export function parameter(
  taken: TakenShapes,
  extract: (exchange: Exchange) => unknown,
): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext) =>
    extract(exchangeOf(context.getArgByIndex<object>(0))),
  )();
  return (prototype, method, index) => {
    const handler = Reflect.get(prototype, String(method)) as object;
    addMarks(handler, { taken: { ...marksOf(handler).taken, ...taken } });
    decorate(prototype, method, index);
  };
}

/**
 * What was read, once the rights on what the path names are clear; with any problem the request ends here with all of them (HTTP 400).
 * @param besides problems of fields that only what the path names can tell, where there are any
 */
export function requireValid<T>(
  { value, problems }: Body<T>,
  ...besides: readonly (Problem | undefined)[]
): T {
  throwIfProblems([...problems, ...besides.filter((problem) => problem !== undefined)]);
  return value;
}

/** The same for a resource of the path: where it is missing, that is answered, and not what is wrong with the body. */
export async function requireValidFor<T>(
  body: Body<T>,
  resource: () => Promise<unknown>,
): Promise<T> {
  if (body.problems.length > 0) await resource();
  return requireValid(body);
}

/** The query of a request, read by the shape of its route. */
function queryOf({ request, rules, now }: Exchange): Read<object> {
  return readQuery(rules?.taken?.query ?? NO_FIELDS, request.query, now);
}

/** Query parameters of a route that takes none, and can't say so itself. */
function strayParameters(exchange: Exchange): readonly Problem[] {
  const { request, rules } = exchange;
  const looks =
    rules?.public === false && rules.taken?.query === undefined && request.url.includes('?');
  return looks ? readQuery(NO_FIELDS, request.query, exchange.now).problems : NOTHING;
}

/** Keys of a body where a route takes none. */
function strayKeys(exchange: Exchange): readonly Problem[] {
  const { json } = exchange;
  if (json === undefined || json === null) return NOTHING;
  return readBody(NO_FIELDS, json, exchange.now).problems;
}

/**
 * Refuses what the request says to a route that takes neither body nor query: a write at once, a read when it has found what it is
 * of, so that what is not there is 404 whatever the query. The body of a read says nothing.
 */
function refuseStrays(exchange: Exchange): void {
  const { method } = exchange.request;
  const isRead = method === 'GET' || method === 'HEAD';
  const problems = strayParameters(exchange);
  if (isRead && problems.length > 0) exchange.unusable = new ProblemsException(400, problems);
  if (!isRead) throwIfProblems([...problems, ...strayKeys(exchange)]);
}

/** With the query parameters that a route does not have, so that they are told with everything else. */
function withStray<T>(exchange: Exchange, body: Read<T>): Read<T> {
  const stray = strayParameters(exchange);
  return stray.length === 0 ? body : { ...body, problems: [...stray, ...body.problems] };
}

/**
 * Has a method that takes neither body nor query refuse every query parameter but `asOf`, and every key of a body. It is done by one
 * more argument, since those are made when the guards have let the request through.
 */
export function refuseStray(prototype: object, method: string | symbol): void {
  const handler = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
  const { body, query } = marksOf(handler).taken ?? {};
  if (body === undefined && query === undefined) {
    parameter({}, refuseStrays)(prototype, method, handler.length);
  }
}

/** A body that rules have nothing to be checked on. The method goes on: what the path names may not be there. */
function unusable<T>(body: Read<T>, exchange: Exchange): Read<T> {
  const { malformed } = exchange.rules ?? {};
  exchange.unusable = new ProblemsException(400, malformed ? [malformed] : body.problems);
  return body;
}

/** Reads the body of a request: valid fields and problems. Where it is of the wrong kind, that is the only problem the caller is told. */
export function readLenient(exchange: Exchange, { shape, list, rules }: TakenBody): Body<object> {
  const { json, now } = exchange;
  const body = withStray(
    exchange,
    list ? readListBody(shape, json, now, rules as ListRules<object>) : readBody(shape, json, now),
  );
  const isUsable = list ? Array.isArray(json) : json instanceof Map;
  return isUsable ? body : unusable(body, exchange);
}

/** The body as {@link Body}: valid fields and problems, so that rule problems can join the same list. */
export function LenientBody(shape: Shape): ParameterDecorator {
  const body = { shape, list: false };
  return parameter({ body }, (exchange) => readLenient(exchange, body));
}

/** The body as `Body<T[]>`. */
export function LenientList<T extends object>(
  shape: Shape<T>,
  rules?: ListRules<T>,
): ParameterDecorator {
  const body = { shape, list: true, rules };
  return parameter({ body }, (exchange) => readLenient(exchange, body));
}

/** The query parameters as a `shape`; with any problem the request ends here. */
export function StrictQuery(shape: Shape): ParameterDecorator {
  return parameter({ query: shape }, (exchange) => requireValid(queryOf(exchange)));
}

/** The query parameters as {@link Body}. */
export function LenientQuery(shape: Shape): ParameterDecorator {
  return parameter({ query: shape }, queryOf);
}

/**
 * The body of a `@StreamedBody()` route while it arrives: its bytes as sent, or uncompressed where the request says that they
 * are gzip. Ends with an error when the caller goes away before the end.
 */
export const BodyStream = (): ParameterDecorator =>
  parameter({}, ({ request }) => incoming(request));

function incoming({ body, headers }: FastifyRequest): Readable {
  // A request without a body
  if (!(body instanceof Readable)) return Readable.from([]);
  if (headers['content-encoding']?.toLowerCase() !== 'gzip') return body;
  // What goes wrong in either is the error of the last, which its reader gets.
  return pipeline(body, createGunzip(), () => undefined);
}
