import 'reflect-metadata';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Problem, Role } from '#libs/platform/kernel';
import type { ErrorCodes } from './error-codes.js';
import type { Shape } from './fields/field.js';
import type { ListRules } from './fields/read-body.js';

/** The body that a controller method accepts: an object of a shape, or a list of them. */
export interface AcceptedBody {
  readonly shape: Shape;
  readonly list: boolean;
  /** The request may have no body, which is one without fields. */
  readonly optional?: boolean;
  readonly rules?: ListRules<never> | undefined;
}

/** The shapes that a controller method accepts. */
export interface AcceptedShapes {
  readonly body?: AcceptedBody;
  readonly query?: Shape;
}

/** Describes a controller method in the API description. */
export interface Described {
  readonly summary?: string;
  /** `<Group>_<method>`, from which clients name their calls. Default: the names of the controller and its method. */
  readonly operationId?: string;
  readonly description?: string;
  /** Default 201 for POST, else 200. */
  readonly status?: number;
  /** Shape of the response body, with the same annotations as request shapes. Without it the body is empty. */
  readonly shape?: Shape;
  readonly list?: boolean;
  /** Default page size of a list; without it the whole list is returned by default. */
  readonly pages?: number;
  /** The response body may be missing. */
  readonly mayBeEmpty?: boolean;
  /** Media type of a body without a shape, such as `text/plain`. */
  readonly type?: string;
  /** Other media types that are offered, with descriptions of the body. */
  readonly also?: Readonly<Record<string, string>>;
  /** Additional response headers, with descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Codes of the rules that the request can break. Those of fields are added. */
  readonly errors?: ErrorCodes;
  /** Codes of a 403. */
  readonly forbidden?: ErrorCodes;
  /** The response continues after `Last-Event-ID`. */
  readonly resumable?: boolean;
  /** `X-Associated-Member-Id` is required. */
  readonly associatedMember?: boolean;
  /** Example of the request body; default: built from the examples of its fields. */
  readonly request?: unknown;
  /** Example of the response body; default: built from the examples of its fields. */
  readonly example?: unknown;
}

/** Who may call a route ([auth.bearer], [permission.codes]). */
export interface AllowedCallers {
  /** One of them is enough. */
  readonly roles: readonly Role[];
  /** Further requirements, in a sentence. */
  readonly requirement?: string;
}

/** The rules of a route, which the hooks enforce. */
export interface RouteRules {
  /** Template, `/restapi/accounts/:accountNumber`. */
  readonly template: string;
  readonly public: boolean;
  readonly unknownMember: boolean;
  /** The method itself reports an unknown `X-Associated-Member-Id`, together with other problems. */
  readonly checksAssociatedMember: boolean;
  readonly taken?: AcceptedShapes;
  /** Refuses `asOf`. Default for routes below `/operator`, which show the service as it is now. */
  readonly presentOnly: boolean;
  /** In bytes. */
  readonly bodyLimit: number;
  readonly consumes: string;
  readonly produces: string;
  /** The method reads the body while it arrives, uncompressed or gzip. */
  readonly streams: boolean;
  /** Also offers server-sent events. */
  readonly eventStream: boolean;
  /** Shape of the items of a list, which is also offered as CSV. */
  readonly items?: Shape;
  /** Reported if the body is not JSON. */
  readonly malformed?: Problem;
}

/** The rules of a route as its annotations state them. */
export interface RouteMetadata extends Partial<Omit<RouteRules, 'template'>> {
  readonly handledBy?: { readonly prototype: object; readonly name: string };
  readonly described?: Described;
  /** Codes with which a guard refuses the method if it is a write. */
  readonly writesRefused?: ErrorCodes;
  readonly callers?: AllowedCallers;
}

/** Limit of bodies that contain a document, in bytes. */
export const LARGE_BODY_LIMIT = 12 * 1024 * 1024;
/** Media type of nearly every body. */
export const JSON_TYPE = 'application/json';

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

/** Completes the marks of a route with the defaults. */
export function routeRules(template: string, marks: RouteMetadata): RouteRules {
  return { ...DEFAULTS, template, presentOnly: template.startsWith(OPERATORS), ...marks };
}

const MARKS = Symbol('marks of a route');

/** Returns the marks of a controller method. */
export function routeMetadataOf(handler: object): RouteMetadata {
  return (Reflect.getMetadata(MARKS, handler) ?? {}) as RouteMetadata;
}

/** Adds marks to a controller method. They reach the hooks as Fastify's route configuration. */
export function addRouteMetadata(handler: object, marks: RouteMetadata): void {
  const all = { ...routeMetadataOf(handler), ...marks };
  Reflect.defineMetadata(MARKS, all, handler);
  RouteConfig(all)({}, '', { value: handler });
}

/** Makes an annotation that adds marks to a controller method. */
export function withRouteMetadata(marks: RouteMetadata): MethodDecorator {
  return (_prototype, _name, descriptor) => {
    addRouteMetadata(descriptor.value as object, marks);
  };
}

/** Requires no credentials. */
export const Public = (): MethodDecorator => withRouteMetadata({ public: true });

/** Accepts valid credentials with an unknown acting member, which is a 403 elsewhere ([auth.acting-member]). */
export const AllowUnknownMember = (): MethodDecorator => withRouteMetadata({ unknownMember: true });

/** The method reports an unknown `X-Associated-Member-Id` itself; elsewhere it is refused before the method is called. */
export const ChecksAssociatedMember = (): MethodDecorator =>
  withRouteMetadata({ checksAssociatedMember: true });

/** Refuses `asOf`, for reads of the log itself or of data without events ([request.as-of]). */
export const PresentOnly = (): MethodDecorator => withRouteMetadata({ presentOnly: true });

/** Accepts bodies up to 12 MiB, for documents and signatures; elsewhere 1 MiB ([errors.413]). */
export const LargeBody = (): MethodDecorator => withRouteMetadata({ bodyLimit: LARGE_BODY_LIMIT });

/** Accepts a body of any size in a given media type, read with `@BodyStream()` while it arrives. */
export const StreamedBody = (type: string): MethodDecorator =>
  withRouteMetadata({ consumes: type, streams: true, bodyLimit: Number.MAX_SAFE_INTEGER });

/** Media type of the response; default `application/json`. Error lists are always JSON. */
export const Produces = (type: string): MethodDecorator => withRouteMetadata({ produces: type });

/** Also offers `text/event-stream`; `wantsEventStream` of the context tells whether the caller requested it. */
export const AlsoEventStream = (): MethodDecorator => withRouteMetadata({ eventStream: true });

/** Reports this problem, instead of SYNTAX, if the body is not JSON (HTTP 400). */
export const MalformedBody = (problem: Problem): MethodDecorator =>
  withRouteMetadata({ malformed: problem });
