import 'reflect-metadata';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Problem } from '#libs/platform/kernel';
import type { Shape } from './fields/field.js';

/** What a route says about itself; the hooks go by it. */
export interface RouteRules {
  /** Template, `/restapi/accounts/:accountNumber`. */
  readonly template: string;
  readonly public: boolean;
  readonly unknownMember: boolean;
  /** Says itself what is wrong with `X-Associated-Member-Id`, beside everything else. */
  readonly checksAssociatedMember: boolean;
  /** Query parameters of its own; without a shape every one but `asOf` is unknown. */
  readonly query?: Shape;
  /** Has no past to be read with `asOf`: so marked, or below `/operator`. */
  readonly presentOnly: boolean;
  /** Bytes a body may have. */
  readonly bodyLimit: number;
  readonly consumes: string;
  readonly produces: string;
  /** The body is read while it arrives, by the method itself: it has no end to wait for, and may come compressed (gzip). */
  readonly streams: boolean;
  /** The answer may also be had as a stream of server-sent events. */
  readonly eventStream: boolean;
  /** Shape of the items of a list, which may also be had as CSV. */
  readonly items?: Shape;
  /** The answer to a body that is no JSON. */
  readonly malformed?: Problem;
}

/** The same, as the annotations write it down. */
export interface RouteMarks extends Partial<Omit<RouteRules, 'template'>> {
  /** The controller method that describes itself. */
  readonly handledBy?: { readonly prototype: object; readonly name: string };
}

/** Bytes of a body that has a document in it. */
export const LARGE_BODY_LIMIT = 12 * 1024 * 1024;
/** What nearly every route takes and gives. */
export const JSON_TYPE = 'application/json';

/** What operators watch and steer is the service as it stands. */
const OPERATORS = '/operator/';

const DEFAULTS = {
  public: false,
  unknownMember: false,
  checksAssociatedMember: false,
  bodyLimit: 1024 * 1024,
  consumes: JSON_TYPE,
  produces: JSON_TYPE,
  streams: false,
  eventStream: false,
} as const;

/** Rules of a route from its template and its marks. */
export function routeRules(template: string, marks: RouteMarks): RouteRules {
  return { ...DEFAULTS, template, presentOnly: template.startsWith(OPERATORS), ...marks };
}

const MARKS = Symbol('what a route says about itself');

/** Marks of a controller method. */
export function marksOf(handler: object): RouteMarks {
  return (Reflect.getMetadata(MARKS, handler) ?? {}) as RouteMarks;
}

/** Adds to the marks of a method. They travel as Fastify's route configuration. */
export function addMarks(handler: object, marks: RouteMarks): void {
  const all = { ...marksOf(handler), ...marks };
  Reflect.defineMetadata(MARKS, all, handler);
  RouteConfig(all)({}, '', { value: handler });
}

function mark(marks: RouteMarks): MethodDecorator {
  return (_prototype, _name, descriptor) => {
    addMarks(descriptor.value as object, marks);
  };
}

/** Nobody has to prove who they are. */
export const Public = (): MethodDecorator => mark({ public: true });

/** Valid credentials with an unknown acting member get through; elsewhere that is a 403 ([auth.acting-member]). */
export const AllowUnknownMember = (): MethodDecorator => mark({ unknownMember: true });

/** The method says what is wrong with `X-Associated-Member-Id`; elsewhere an unknown member is refused before it is called. */
export const ChecksAssociatedMember = (): MethodDecorator => mark({ checksAssociatedMember: true });

/** A read of what no event has made, or of the log itself: `asOf` is refused ([request.as-of]). */
export const PresentOnly = (): MethodDecorator => mark({ presentOnly: true });

/** Bodies up to 12 MiB, for documents and signatures; elsewhere 1 MiB ([errors.413]). */
export const LargeBody = (): MethodDecorator => mark({ bodyLimit: LARGE_BODY_LIMIT });

/** The body is taken as it arrives, with `@BodyStream()`; of a media type of its own, of any size. */
export const StreamedBody = (type: string): MethodDecorator =>
  mark({ consumes: type, streams: true, bodyLimit: Number.MAX_SAFE_INTEGER });

/** Media type of the answer; default `application/json`. Error lists are JSON all the same. */
export const Produces = (type: string): MethodDecorator => mark({ produces: type });

/** The answer may also be had as `text/event-stream`; which one is asked for says `wantsEventStream` of the context. */
export const AlsoEventStream = (): MethodDecorator => mark({ eventStream: true });

/** What a body that is no JSON is answered with, HTTP 400, instead of SYNTAX. */
export const MalformedBody = (problem: Problem): MethodDecorator => mark({ malformed: problem });
