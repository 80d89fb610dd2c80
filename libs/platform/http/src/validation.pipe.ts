import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { type Problem, throwIfProblems } from '#libs/platform/kernel';
import { AS_OF } from './as-of.js';
import { RequestState, requestStateOf } from './request-state.js';
import type { Shape } from './fields/field.js';
import { type ListRules, type Read, readBody, readListBody } from './fields/read-body.js';
import { readQuery } from './fields/read-query.js';
import type { AcceptedBody } from './route-rules.js';

/** The shape of an absent query or body. */
const NO_FIELDS: Shape = Object;
const NO_PROBLEMS: readonly Problem[] = [];

/**
 * The fields of a body or query that has problems which only the method can find, because they need a resource or facts from outside.
 * Use it as `@Body(FieldsOf(SomeDto)) body: Fields<SomeDto>`.
 */
export class Fields<T> {
  constructor(
    /** The valid fields; the others are absent. */
    readonly value: T,
    readonly problems: readonly Problem[],
    /** The body is of the wrong kind: nothing else is reported. */
    private readonly isUnreadable = false,
  ) {}

  /** Whether every field is valid by itself. */
  get areValid(): boolean {
    return this.problems.length === 0;
  }

  /** Returns the fields, or ends the request with their problems and these (HTTP 400). Call it once the rights are checked. */
  with(...more: readonly (Problem | undefined)[]): T {
    const added = this.isUnreadable ? [] : more.filter((problem) => problem !== undefined);
    throwIfProblems([...this.problems, ...added]);
    return this.value;
  }

  /** Like {@link with}, but a missing resource is reported instead of the problems. */
  async of(resource: () => Promise<unknown>): Promise<T> {
    if (!this.areValid) await resource();
    return this.with();
  }
}

/** Types of parameters whose own pipe reads the body: see {@link ItemsOf} and {@link FieldsOf}. */
const LEFT_TO_PARAMETER: ReadonlySet<unknown> = new Set([undefined, Array, Object, Fields]);

/**
 * Reads `@Body() body: SomeDto` and `@Query() query: SomeQuery` by the annotations of their classes, and ends the request with one list of
 * all problems: of the query, of the body, and of what the route does not take. The hooks have put the {@link RequestState} in the place of
 * body and query, as a pipe does not see the request.
 */
export class ValidationPipe implements PipeTransform {
  transform(input: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!(input instanceof RequestState) || LEFT_TO_PARAMETER.has(metatype)) return input;
    const shape = metatype as Shape;
    if (type === 'body') return bodyFields(input, { shape, list: false }).with();
    // The body's pipe reports the problems of both.
    const query = readQuery(shape, input.query, input.now, othersOf(input));
    if (input.rules?.taken?.body === undefined) throwIfProblems(query.problems);
    return query.value;
  }
}

/** The pipe of one parameter that says itself what it reads. */
export interface ShapedPipe extends PipeTransform {
  readonly accepted: AcceptedBody;
}

/** `@Body(ItemsOf(Dto, RULES)) items: readonly Dto[]`: a body that is a list. */
export function ItemsOf<T extends object>(shape: Shape<T>, rules?: ListRules<T>): ShapedPipe {
  const accepted = { shape, list: true, rules };
  return { accepted, transform: (state: RequestState) => bodyFields(state, accepted).with() };
}

/**
 * `@Body(FieldsOf(Dto)) body: Fields<Dto>`, or the same of a query.
 * @param optional the body may be absent, as each of its fields may
 */
export function FieldsOf(
  shape: Shape,
  { optional = false }: { readonly optional?: boolean } = {},
): ShapedPipe {
  const accepted = { shape, list: false, optional };
  return {
    accepted,
    transform: (state: RequestState, { type }: ArgumentMetadata) => {
      if (type === 'body') return bodyFields(state, accepted);
      const { value, problems } = readQuery(shape, state.query, state.now, othersOf(state));
      return new Fields(value, problems);
    },
  };
}

/** Reads the body of a request, and the query as far as the route has one. */
export function bodyFields(
  state: RequestState,
  { shape, list, rules, optional = false }: AcceptedBody,
): Fields<unknown> {
  const { now } = state;
  const isAbsent = optional && state.json === undefined;
  const json = isAbsent ? new Map<string, never>() : state.json;
  const body: Read<unknown> = list
    ? readListBody(shape, json, now, rules as ListRules<object>)
    : readBody(shape, json, now);
  const isUsable = list ? Array.isArray(json) : json instanceof Map;
  if (!isUsable) {
    const { malformed } = state.rules ?? {};
    return new Fields(body.value, malformed ? [malformed] : body.problems, true);
  }
  return new Fields(body.value, [...queryProblems(state), ...body.problems]);
}

/** Parameters beside those of the shape. */
function othersOf({ isRead, rules }: RequestState): readonly string[] {
  return isRead && rules?.presentOnly === false ? [AS_OF] : [];
}

/** Problems of the query parameters of a route that reads a body. */
function queryProblems(state: RequestState): readonly Problem[] {
  const { query, request, rules } = state;
  if (rules?.public !== false || !request.url.includes('?')) return NO_PROBLEMS;
  return readQuery(rules.taken?.query ?? NO_FIELDS, query, state.now, othersOf(state)).problems;
}

/** Problems of the query and body sent to a route that takes neither. The body of a read is ignored. */
export function strayInput(state: RequestState): readonly Problem[] {
  const { isRead, json, rules } = state;
  const { body, query } = rules?.taken ?? {};
  if (body !== undefined || query !== undefined) return NO_PROBLEMS;
  const ofQuery = queryProblems(state);
  if (isRead || json === undefined || json === null) return ofQuery;
  return [...ofQuery, ...readBody(NO_FIELDS, json, state.now).problems];
}

/**
 * Parameter annotation: the body of a `@StreamedBody()` route while it arrives, gunzipped if necessary. It fails if the caller
 * disconnects early.
 */
export const BodyStream = createParamDecorator(
  (_: unknown, context: ExecutionContext): Readable => {
    const { body, headers } = requestStateOf(context.getArgByIndex<object>(0)).request;
    if (!(body instanceof Readable)) return Readable.from([]); // no body
    if (headers['content-encoding']?.toLowerCase() !== 'gzip') return body;
    // The reader gets the errors of both streams from the last one.
    return pipeline(body, createGunzip(), () => undefined);
  },
);
