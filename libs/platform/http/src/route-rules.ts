import 'reflect-metadata';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Problem } from '#libs/platform/kernel';
import type { Role } from './caller.js';
import type { ErrorCodes } from './error-codes.js';
import type { Shape } from './fields/field.js';
import type { ListRules } from './fields/read-body.js';

/** A body that a controller method takes: an object of a shape, or a list of such. */
export interface TakenBody {
  readonly shape: Shape;
  readonly list: boolean;
  readonly rules?: ListRules<never> | undefined;
}

/** Which shapes a controller method takes. */
export interface TakenShapes {
  readonly body?: TakenBody;
  readonly query?: Shape;
}

/** What a method answers when all is well, and how it may refuse, for the API description. */
export interface Described {
  readonly summary?: string;
  /** More than the summary says. */
  readonly description?: string;
  /** Default 201 for POST, else 200. */
  readonly status?: number;
  /** Body of the answer; without it the answer is empty. Its fields carry the same annotations as request shapes. */
  readonly shape?: Shape;
  readonly list?: boolean;
  /** Items of a page of the list when nobody says how many; without it the list comes whole then. */
  readonly pages?: number;
  /** The answer has its body only at times. */
  readonly mayBeEmpty?: boolean;
  /** Media type of a body without a shape, such as `text/plain`. */
  readonly type?: string;
  /** Media types the same may be had as besides, with what the body is then. */
  readonly also?: Readonly<Record<string, string>>;
  /** Headers of the answer besides those of every answer: name and what it holds. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes of the rules the request may break, besides those of its fields. */
  readonly errors?: ErrorCodes;
  /** Codes of a 403. */
  readonly forbidden?: ErrorCodes;
  /** `Last-Event-ID` says where the answer goes on. */
  readonly resumable?: boolean;
  /** `X-Associated-Member-Id` must be sent. */
  readonly associatedMember?: boolean;
  /** Example of the request's body, where the examples of its fields don't make one. */
  readonly request?: unknown;
  /** Example of the answer's body, where the examples of its fields don't make one. */
  readonly example?: unknown;
}

/** Who may call a route ([auth.bearer], [permission.codes]). */
export interface AllowedCallers {
  /** One of them is enough. */
  readonly roles: readonly Role[];
  /** What it takes besides, in a sentence. */
  readonly besides?: string;
}

/** What a route says about itself; the hooks go by it. */
export interface RouteRules {
  /** Template, `/restapi/accounts/:accountNumber`. */
  readonly template: string;
  readonly public: boolean;
  readonly unknownMember: boolean;
  /** Says itself what is wrong with `X-Associated-Member-Id`, beside everything else. */
  readonly checksAssociatedMember: boolean;
  /** Without query parameters of its own every one but `asOf` is unknown. */
  readonly taken?: TakenShapes;
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
  readonly described?: Described;
  /** Codes that it is refused with, if it is a write, before it is reached. */
  readonly writesRefused?: ErrorCodes;
  /** Absent for a route that looks at no role. */
  readonly callers?: AllowedCallers;
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

/** Annotation of a controller method: adds to its marks. */
export function mark(marks: RouteMarks): MethodDecorator {
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
