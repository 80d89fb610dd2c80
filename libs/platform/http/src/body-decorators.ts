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
import { addMarks, marksOf, type AcceptedBody, type AcceptedShapes } from './route-rules.js';

/** The shape of an absent query or body. */
const NO_FIELDS: Shape = Object;
const NO_PROBLEMS: readonly Problem[] = [];

/** The result of `@LenientBody`: the valid fields, and the problems of the others. */
export type Body<T> = Read<T>;

/** Makes a parameter annotation that reads from the exchange and declares the accepted shapes. */
export function parameter(
  taken: AcceptedShapes,
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
 * Returns the value, or ends the request with all problems (HTTP 400). Call it once the rights to the resource are checked.
 * @param more problems of fields that depend on the resource
 */
export function requireValid<T>(
  { value, problems }: Body<T>,
  ...more: readonly (Problem | undefined)[]
): T {
  throwIfProblems([...problems, ...more.filter((problem) => problem !== undefined)]);
  return value;
}

/** Like {@link requireValid}, but a missing resource is reported instead of the problems. */
export async function requireValidFor<T>(
  body: Body<T>,
  resource: () => Promise<unknown>,
): Promise<T> {
  if (body.problems.length > 0) await resource();
  return requireValid(body);
}

function queryOf({ request, rules, now }: Exchange): Read<object> {
  return readQuery(rules?.taken?.query ?? NO_FIELDS, request.query, now);
}

/** Problems of the query parameters sent to a route that accepts none. */
function strayParameters(exchange: Exchange): readonly Problem[] {
  const { request, rules } = exchange;
  const isStray =
    rules?.public === false && rules.taken?.query === undefined && request.url.includes('?');
  return isStray ? readQuery(NO_FIELDS, request.query, exchange.now).problems : NO_PROBLEMS;
}

/** Problems of the keys of a body sent to a route that accepts none. */
function strayKeys({ json, now }: Exchange): readonly Problem[] {
  if (json === undefined || json === null) return NO_PROBLEMS;
  return readBody(NO_FIELDS, json, now).problems;
}

/**
 * Refuses the query and body sent to a route that accepts neither. Writes are refused at once; reads once they have found their
 * resource, so that a missing one is a 404 whatever the query. The body of a read is ignored.
 */
function refuseStrays(exchange: Exchange): void {
  const { method } = exchange.request;
  const isRead = method === 'GET' || method === 'HEAD';
  const problems = strayParameters(exchange);
  if (isRead && problems.length > 0) exchange.unusable = new ProblemsException(400, problems);
  if (!isRead) throwIfProblems([...problems, ...strayKeys(exchange)]);
}

/** Adds the problems of stray query parameters to those of a body. */
function withStray<T>(exchange: Exchange, body: Read<T>): Read<T> {
  const stray = strayParameters(exchange);
  return stray.length === 0 ? body : { ...body, problems: [...stray, ...body.problems] };
}

/**
 * Makes a method that accepts neither body nor query refuse every query parameter but `asOf`, and every key of a body. It adds an
 * argument to the method, because arguments are evaluated after the guards.
 */
export function refuseStray(prototype: object, method: string | symbol): void {
  const handler = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
  const { body, query } = marksOf(handler).taken ?? {};
  if (body === undefined && query === undefined) {
    parameter({}, refuseStrays)(prototype, method, handler.length);
  }
}

/** Notes that the rules can't be checked. The method still runs, because a missing resource is reported first. */
function unusable<T>(body: Read<T>, exchange: Exchange): Read<T> {
  const { malformed } = exchange.rules ?? {};
  exchange.unusable = new ProblemsException(400, malformed ? [malformed] : body.problems);
  return body;
}

/** Reads the body of a request. If it is of the wrong kind, that is the only problem reported. */
export function readLenient(
  exchange: Exchange,
  { shape, list, rules }: AcceptedBody,
): Body<object> {
  const { json, now } = exchange;
  const body = withStray(
    exchange,
    list ? readListBody(shape, json, now, rules as ListRules<object>) : readBody(shape, json, now),
  );
  const isUsable = list ? Array.isArray(json) : json instanceof Map;
  return isUsable ? body : unusable(body, exchange);
}

/** Parameter annotation: the body as {@link Body}, so that problems found later can join the same list. */
export function LenientBody(shape: Shape): ParameterDecorator {
  const body = { shape, list: false };
  return parameter({ body }, (exchange) => readLenient(exchange, body));
}

/** Parameter annotation: the body as `Body<T[]>`. */
export function LenientList<T extends object>(
  shape: Shape<T>,
  rules?: ListRules<T>,
): ParameterDecorator {
  const body = { shape, list: true, rules };
  return parameter({ body }, (exchange) => readLenient(exchange, body));
}

/** Parameter annotation: the query parameters as a `shape`. Any problem ends the request. */
export function StrictQuery(shape: Shape): ParameterDecorator {
  return parameter({ query: shape }, (exchange) => requireValid(queryOf(exchange)));
}

/** Parameter annotation: the query parameters as {@link Body}. */
export function LenientQuery(shape: Shape): ParameterDecorator {
  return parameter({ query: shape }, queryOf);
}

/**
 * Parameter annotation: the body of a `@StreamedBody()` route while it arrives, gunzipped if necessary. It fails if the caller
 * disconnects early.
 */
export const BodyStream = (): ParameterDecorator =>
  parameter({}, ({ request }) => incoming(request));

function incoming({ body, headers }: FastifyRequest): Readable {
  if (!(body instanceof Readable)) return Readable.from([]); // no body
  if (headers['content-encoding']?.toLowerCase() !== 'gzip') return body;
  // The reader gets the errors of both streams from the last one.
  return pipeline(body, createGunzip(), () => undefined);
}
