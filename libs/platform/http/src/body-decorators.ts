import 'reflect-metadata';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Problem } from '#libs/platform/kernel';
import { exchangeOf, type Exchange } from './exchange.js';
import type { Shape } from './fields/field.js';
import { readBody, readListBody, type Read } from './fields/read-body.js';
import { readQuery } from './fields/read-query.js';
import { ProblemsException, throwIfProblems } from './problems.js';
import { addMarks } from './route-rules.js';

/** What `@LenientBody` yields: the valid fields, and everything wrong with the others. */
export type Body<T> = Read<T>;

/** Which shapes a controller method takes, for the API description. */
export interface TakenShapes {
  readonly body?: { readonly shape: Shape; readonly list: boolean };
  readonly query?: Shape;
}

const TAKEN = Symbol('shapes a method takes');

/** Shapes taken by a method of a controller prototype. */
export function takenShapes(prototype: object, method: string): TakenShapes {
  return (Reflect.getMetadata(TAKEN, prototype, method) ?? {}) as TakenShapes;
}

function parameter(
  taken: TakenShapes,
  extract: (exchange: Exchange) => unknown,
): ParameterDecorator {
  const decorate = createParamDecorator((_: unknown, context: ExecutionContext) =>
    extract(exchangeOf(context.getArgByIndex<object>(0))),
  )();
  return (prototype, method, index) => {
    const name = String(method);
    const known = takenShapes(prototype, name);
    Reflect.defineMetadata(TAKEN, { ...known, ...taken }, prototype, name);
    if (taken.query !== undefined) {
      addMarks(Reflect.get(prototype, name) as object, { takesQuery: true });
    }
    decorate(prototype, method, index);
  };
}

function strict<T>({ value, problems }: { value: T; problems: readonly Problem[] }): T {
  throwIfProblems(problems);
  return value;
}

/** Rules have nothing to be checked on: what else is missing would only hide the reason. */
function unusable({ problems }: Read<unknown>, { route }: Exchange): never {
  throw new ProblemsException(400, route?.malformed ? [route.malformed] : problems);
}

/** The body as a `shape`; with any problem the request ends here with all of them (HTTP 400). */
export function StrictBody(shape: Shape): ParameterDecorator {
  return parameter({ body: { shape, list: false } }, ({ json }) => strict(readBody(shape, json)));
}

/**
 * The body as {@link Body}: valid fields and problems, so that rule problems can join the same list. A body that is no object
 * ends the request here, like one that is no JSON.
 */
export function LenientBody(shape: Shape): ParameterDecorator {
  return parameter({ body: { shape, list: false } }, (exchange) =>
    exchange.json instanceof Map
      ? readBody(shape, exchange.json)
      : unusable(readBody(shape, exchange.json), exchange),
  );
}

/** The body as `Body<T[]>`. A body that is no list ends the request here. */
export function LenientList(shape: Shape): ParameterDecorator {
  return parameter({ body: { shape, list: true } }, (exchange) =>
    Array.isArray(exchange.json)
      ? readListBody(shape, exchange.json)
      : unusable(readListBody(shape, exchange.json), exchange),
  );
}

/** The query parameters as a `shape`; with any problem the request ends here. */
export function StrictQuery(shape: Shape): ParameterDecorator {
  return parameter({ query: shape }, ({ request }) => strict(readQuery(shape, request.query)));
}

/** The query parameters as {@link Body}. */
export function LenientQuery(shape: Shape): ParameterDecorator {
  return parameter({ query: shape }, ({ request }) => readQuery(shape, request.query));
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
